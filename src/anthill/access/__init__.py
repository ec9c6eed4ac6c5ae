"""Who is asking and what they may do: what the API and the console both stand on."""
