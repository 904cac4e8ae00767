"""Views: pure functions from the engine's results to the data that pages show."""
