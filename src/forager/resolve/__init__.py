"""Which names mean the same thing: nodes, blocks, one feature table, clusters. Pure functions; no store, no clock (design notes §7)."""
