"""Mechanism without a domain word, below both services, so that no security fix is made twice."""
