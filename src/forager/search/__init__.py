"""Search over one project at one revision; every backend gives the same shape, and every hit is read again from the database."""
