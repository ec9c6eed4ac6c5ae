"""The colony's console: its pages, server-rendered, over the core; the API beside it is not its way in (console.md)."""
