"""A whole store in one file, taken while it works, and a store made from one again (ADR 0086)."""
