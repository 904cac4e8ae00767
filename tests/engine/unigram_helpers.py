"""What the Unigram tests share: models to draw, brute force, and the libraries as oracles."""

import json
from math import exp

from hypothesis import strategies as st
from tokenizers import Tokenizer, models, trainers

from bpe import unigram


@st.composite
def models_and_texts(draw, longest=9):
    """A model of few letters, with many ties or with none, and a text that may hold others."""
    pieces = draw(st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, unique=True))
    counts = draw(st.sampled_from([st.integers(1, 3), st.integers(1, 10**6)]))
    model = unigram.Model.from_counts(
        {piece: draw(counts) for piece in pieces},
        unknown=draw(st.sampled_from(unigram.UNKNOWN_MODES)),
        origin=draw(st.sampled_from([0.0, -1.0])),
    )
    return model, draw(st.text("abcx", max_size=longest))


def all_segmentations(model, text):
    """Every segmentation of a text as a list of (token, log probability), by plain recursion."""
    if not text:
        return [[]]
    found = []
    for end in range(1, len(text) + 1):
        token = text[:end]
        if token in model.pieces:
            score = model.log_probabilities[model.pieces.index(token)]
        elif end == 1 and model.unknown == "character":
            score = min(model.log_probabilities) - 10
        else:
            continue
        found += [[(token, score), *rest] for rest in all_segmentations(model, text[end:])]
    return found


def log_probability_of(segmentation, origin=0.0):
    """The log probability of a segmentation, added from left to right."""
    total = origin
    for _, score in segmentation:
        total += score
    return total


def tokens_of(segmentation):
    return tuple(token for token, _ in segmentation)


def probability_of(segmentation):
    return exp(log_probability_of(segmentation))


def best_segmentation(text, scores, origin=0.0):
    """Viterbi in its simplest form: the cost of the best segmentation, and its tokens.

    scores: token -> log probability. None if there is no segmentation.
    """
    best = {0: (-origin, ())}
    for start in range(len(text)):
        if start not in best:
            continue
        cost, tokens = best[start]
        for end in range(start + 1, len(text) + 1):
            token = text[start:end]
            if token in scores:
                there = cost - scores[token]
                if end not in best or there < best[end][0]:
                    best[end] = there, (*tokens, token)
    return best.get(len(text))


def trained_by_hugging_face(counts, vocab_size, **options):
    """The vocabulary, piece -> score, that Hugging Face tokenizers learns from words and counts."""
    tokenizer = Tokenizer(models.Unigram())
    trainer = trainers.UnigramTrainer(
        vocab_size=vocab_size, special_tokens=[], show_progress=False, **options
    )
    words = (word for word, count in counts.items() for _ in range(count))
    tokenizer.train_from_iterator(words, trainer)
    return dict(json.loads(tokenizer.to_str())["model"]["vocab"])
