"""Long trainings: the queue, the worker process, and how Unigram is asked for."""
