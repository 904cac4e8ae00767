"""A lecture of 45 minutes as a lesson, which a lecturer can open, change and present."""
