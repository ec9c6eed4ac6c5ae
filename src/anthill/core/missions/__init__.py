"""The life of a mission: intake, scheduling, one task at a time, closing, and what is left to read afterwards."""
