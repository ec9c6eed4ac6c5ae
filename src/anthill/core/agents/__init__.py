"""The ants: one handler per role, each a function of its context. An ant acts through its context and nothing else."""
