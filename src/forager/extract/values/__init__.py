"""Typed values in running text: dates, durations, money, quantities, percentages, versions; each with its exact span."""

from forager.extract.values.find import MARKS, Found, find_values, whole_value

__all__ = ["MARKS", "Found", "find_values", "whole_value"]
