"""The page with the source code of the readable algorithms."""
