"""Missions, roles, planning, gates, evidence and outcomes. The core never names a module."""
