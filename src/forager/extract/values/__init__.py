"""Typed values in running text: dates, durations, money, quantities, percentages, versions; each with its exact span."""
