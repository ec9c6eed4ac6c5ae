"""Bounds every mission keeps (seed 003 *Bounded handoffs*)."""

from typing import Final

MAX_MISSION_TASKS: Final = 12
"""A mission never holds more tasks, whoever asks for them."""
