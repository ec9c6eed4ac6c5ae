"""Capabilities the composition root plugs in; each imports the SDK and nothing else of ours."""
