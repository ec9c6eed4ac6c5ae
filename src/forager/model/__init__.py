"""The nouns of FORAGER: frozen, standard library only, no input or output."""
