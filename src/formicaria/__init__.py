"""Formicaria."""
