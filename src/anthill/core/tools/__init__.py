"""Tools behind one chokepoint: authorize, then run, then record."""
