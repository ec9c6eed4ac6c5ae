"""The pages, one room a module."""
