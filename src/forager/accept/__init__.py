"""Taking in what people send: nothing accepted is ever lost (design notes §1)."""
