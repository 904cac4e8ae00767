"""Long trainings: the queue, the worker processes, and the messages between them."""
