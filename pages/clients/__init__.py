"""Who sends a request: what limits count by."""
