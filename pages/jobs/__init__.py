"""Long trainings: the queue, the worker processes, and the messages between them.

How a training is stopped: the button in `sections/training_progress.py` calls `Training.stop` in
`queue.py`, which writes a byte to the worker's standard input. `worker.py` reads it, and the
engine's `should_continue` returns False before the next merge. The worker sends the run so far,
whose `stopped` is "user". The page keeps it and writes the number of merges to the URL.
"""
