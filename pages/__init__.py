"""The front end: pages, the settings they share, and how a record is shown."""
