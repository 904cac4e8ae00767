"""Runs, computed once and served to every browser, and what pages and kinds of stages are."""
