"""From evidence rows to a verdict, and from a verdict to an outcome; prose decides nothing."""
