"""Whose request it is, what the machine has, and the turns and caches that share it."""
