"""Who asks for something, what the machine has, and the turns and caches that share it."""
