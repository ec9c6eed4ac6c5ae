"""FORAGER's own pages: Sources, Knowledge, Review; server-rendered, over the engine (console.md)."""
