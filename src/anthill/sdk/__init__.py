"""What modules and the core agree on."""
