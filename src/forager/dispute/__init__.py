"""Disagreement, pure: what two values of one slot are to each other, and what a whole slot says (design notes §6)."""
