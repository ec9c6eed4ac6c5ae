"""Who may do what: the catalogue of roles as data, and what follows from it."""
