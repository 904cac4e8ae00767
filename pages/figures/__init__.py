"""The page that recomputes the figures of the course texts."""
