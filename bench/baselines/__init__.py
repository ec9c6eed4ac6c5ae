"""Plain ways to do what a part of the product does, measured beside it."""
