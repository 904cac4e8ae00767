"""Work in other processes: long trainings, uploaded tokenizers, and other helper processes.

`queue.py` has all long trainings, and `training.py` starts a worker for each. `tokenizer_file.py`
asks the one process that runs uploaded tokenizers. `helper_process.py` is the server's side of any
process that answers requests, and `messages.py` has what a process may receive.

How a training is stopped: the button in `settings/training_progress.py` calls `Training.stop` in
`training.py`, which writes a byte to the worker's standard input. `worker.py` reads it, and the
engine's `should_continue` returns False before the next merge. The worker sends the run so far,
whose `stopped` is "user". The page keeps it and writes the number of merges to the URL.
"""
