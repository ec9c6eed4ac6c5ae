"""Schema migrations of the colony's store, oldest first."""
