"""FORAGER: raw documents in, statements with the exact place they come from out."""
