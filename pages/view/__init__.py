"""Pure functions: records of the engine in; data to show out. They count nothing."""
