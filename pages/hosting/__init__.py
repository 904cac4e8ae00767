"""What all pages need from the server: security, limits, errors, components, network address."""
