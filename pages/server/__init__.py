"""What surrounds every page: security headers, limits, errors, components, network address."""
