"""Parsing: bytes to a ``ParsedDocument`` with exact places; pure, one module per format."""
