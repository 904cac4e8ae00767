"""The settings, their defaults, the URL that carries them, and the session."""
