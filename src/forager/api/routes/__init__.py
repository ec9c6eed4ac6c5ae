"""Thin routes: take the request apart, call a read or a verb, answer."""
