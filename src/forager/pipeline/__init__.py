"""From accepted bytes to a published revision: reading on many workers, one writer, eleven persisted stages."""
