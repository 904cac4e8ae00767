"""The guided course: chapters of parts, each a state of the app with a task that the app checks."""
