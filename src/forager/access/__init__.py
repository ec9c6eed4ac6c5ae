"""Who is asking and what they may do: what the API and the pages both stand on."""
