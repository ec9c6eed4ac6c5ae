"""The colony over HTTP: every route authenticated, one envelope, one error table."""
