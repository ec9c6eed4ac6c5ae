"""FORAGER."""
