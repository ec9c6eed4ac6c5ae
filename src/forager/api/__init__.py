"""FORAGER over HTTP: thin routes that call reads, review and the engine, each held to the caller's projects."""
