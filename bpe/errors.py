"""The one exception for what a user did."""


class InputError(ValueError):
    """Bad input: the message says what is wrong and what is allowed, in words for a learner.

    The sentence is kept apart from the values in it, so that a front end can translate it.

    >>> error = InputError("The least count is {least}.", least=1)
    >>> str(error), error.sentence, error.values
    ('The least count is 1.', 'The least count is {least}.', {'least': 1})
    """

    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence = sentence
        self.values = values
        super().__init__(sentence.format(**values))
