"""The report: a training as one HTML file that needs no server."""
