"""The numbers of Unigram pieces, from which the stage makes their colors."""

from bpe.unigram import Model


def piece_numbers(seeds: Model) -> dict[str, int]:
    """Each piece with several characters, and its number: its place in the first vocabulary.

    Pruning does not change the number, so a piece keeps its color in every round.

    >>> piece_numbers(Model.from_counts({"u": 36, "g": 20, "ug": 20}))
    {'ug': 3}
    """
    return {piece: place for place, piece in enumerate(seeds.pieces, 1) if len(piece) > 1}


def numbers_in(word: str, seeds: Model) -> dict[str, int]:
    """The numbers of the pieces that occur in a word, as in `piece_numbers`.

    >>> numbers_in("bug", Model.from_counts({"u": 36, "g": 20, "ug": 20, "hug": 9}))
    {'ug': 3}
    """
    return {piece: i + 1 for piece, i in ids_in(word, seeds).items() if len(piece) > 1}


def ids_in(word: str, model: Model) -> dict[str, int]:
    """The ids of the pieces that occur in a word.

    >>> ids_in("bug", Model.from_counts({"u": 36, "g": 20, "ug": 20, "hug": 9}))
    {'g': 1, 'u': 0, 'ug': 2}
    """
    parts = {word[a:b] for a in range(len(word)) for b in range(a + 1, len(word) + 1)}
    return {part: model.ids[part] for part in sorted(parts) if part in model.ids}
