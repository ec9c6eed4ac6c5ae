"""Measurements: `make bench` runs them and prints one table; `make bench NAME=id` runs one."""
