"""Peers: what others make of the same input, each in an environment of its own under `build/peers`, asked by JSON."""
