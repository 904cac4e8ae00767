"""Views of a BPE training: pure functions from the engine's steps to records."""
