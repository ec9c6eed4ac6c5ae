"""FORAGER's database: tables, and one repository for each aggregate; rows in, frozen dataclasses out."""
