"""What several test folders share: servers, simulated students, expectations."""
