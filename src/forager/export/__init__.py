"""What leaves a base and comes back: packages and other formats, written reproducibly, read with suspicion."""
