"""Exercises about lines of the algorithms' code: blanks to fill in, and lines to type."""
