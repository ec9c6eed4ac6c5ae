"""The colony's own store: missions and everything they leave behind. Rows in, frozen dataclasses out."""
