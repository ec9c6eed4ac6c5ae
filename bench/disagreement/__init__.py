"""F5: are disagreements right? Families made from real facts by a seeded editor, open prose, and documents nobody edited."""
