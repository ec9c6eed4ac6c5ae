"""The schema's history; each version says in full what it creates."""
