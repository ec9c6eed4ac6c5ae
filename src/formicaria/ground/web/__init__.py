"""Pages from the server: templates, one style sheet and its few scripts, and the headers every page has (ADR 53)."""
