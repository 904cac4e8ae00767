"""The chapters of the course: the parts of each, with their places and tasks."""
