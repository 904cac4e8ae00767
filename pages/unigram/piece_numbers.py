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
    parts = {word[a:b] for a in range(len(word)) for b in range(a + 2, len(word) + 1)}
    return {part: seeds.ids[part] + 1 for part in sorted(parts) if part in seeds.ids}
