"""Formicaria: the ground both services stand on, and the launcher that starts them."""

__version__ = "0.1.0"
