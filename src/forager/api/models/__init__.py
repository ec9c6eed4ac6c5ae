"""The records of the wire, each field described; one committed OpenAPI file holds them all."""
