"""Asking a language model what a passage states: the seam, what is said to it, its answer, its budget, and the one door to a library."""
