"""The colony's routes, one file per noun."""
