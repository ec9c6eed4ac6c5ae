"""ANTHILL."""
