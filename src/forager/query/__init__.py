"""What a revision says, read under one pin and shown in the wire's shape; nothing here writes."""
