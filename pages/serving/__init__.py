"""Runs and records, computed once and served to every browser; the stand-alone report."""
