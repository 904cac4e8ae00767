"""Why a training has no run, as errors for the reader, with the limits that they name."""

import bpe

MAX_SECONDS = 300  # of a whole training
FAIR_SECONDS = 20  # that it may take if other clients wait for a turn, and it cannot pause
MAX_PER_CLIENT = 6  # running and waiting; a client may be an address that a class shares


def stopped_too_early() -> bpe.InputError:
    """Return the error for a training that was stopped before it had a result.

    >>> str(stopped_too_early())
    'Training was stopped before its first step.'
    """
    return bpe.InputError("Training was stopped before its first step.")


def needs_too_much_memory() -> bpe.InputError:
    """Return the error for a training that reached the limit of its memory.

    >>> str(needs_too_much_memory()).partition(".")[0]
    'Training on this text needs more memory than this server allows'
    """
    return bpe.InputError(
        "Training on this text needs more memory than this server allows. Use a smaller part of "
        "the text."
    )


def too_long() -> bpe.InputError:
    """Return the error for a training that reached the limit of its time.

    >>> str(too_long()).partition(".")[0]
    'Training was stopped after 5 minutes, which is the limit on this server'
    """
    return bpe.InputError(
        "Training was stopped after {minutes} minutes, which is the limit on this server. Use a "
        "smaller part of the text, or settings that need fewer steps.",
        minutes=MAX_SECONDS // 60,
    )


def others_wait(seconds: float) -> bpe.InputError:
    """Return the error for a training that has taken so many seconds while others wait.

    >>> str(others_wait(60.4)).partition(".")[0]
    'Training was stopped after 60 seconds because others are waiting for theirs'
    """
    return bpe.InputError(
        "Training was stopped after {seconds} seconds because others are waiting for theirs. Use "
        "a smaller part of the text, or try again later.",
        seconds=round(seconds),
    )


def too_many_waiting() -> bpe.InputError:
    """Return the error for a training that this server has no room or no time for.

    >>> str(too_many_waiting()).partition(".")[0]
    'Too many training runs are already waiting on this server'
    """
    return bpe.InputError(
        "Too many training runs are already waiting on this server. Try again in a minute."
    )


def too_many_of_client() -> bpe.InputError:
    """Return the error for a training of a client that already has enough of them.

    >>> str(too_many_of_client()).partition(".")[0]
    '6 training runs from your network are already waiting'
    """
    return bpe.InputError(
        "{most} training runs from your network are already waiting. Try again when one "
        "has finished.",
        most=MAX_PER_CLIENT,
    )


def failed() -> bpe.InputError:
    """Return the error for a training that ended without a reason.

    >>> str(failed()).partition(".")[0]
    'Training failed unexpectedly'
    """
    return bpe.InputError(
        "Training failed unexpectedly. This is our bug, not a problem with your text. Try again."
    )
