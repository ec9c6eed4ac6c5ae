"""A document opened in its original layout: pure functions from what is kept of it to what a page shows."""
