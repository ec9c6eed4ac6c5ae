"""How the colony reads FORAGER: over HTTP only, under one scope, evidence first, and never wiser than its sources.

Nothing here parses a document, resolves an entity, finds a conflict or ranks a statement: it asks (seed 000 section 1).
"""
