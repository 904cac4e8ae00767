"""Views of a text that is encoded merge by merge."""
