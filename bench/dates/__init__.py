"""What the measure of dates reads, asks and compares."""
