"""What a module of the colony may import: frozen nouns and Protocols, and nothing else of ours."""
