"""The launcher: it starts the two services as processes and speaks to them over HTTP; it imports neither."""
