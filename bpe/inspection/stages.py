"""What each step of a tokenizer does with a text: normalizers, pre-tokenizers, model, and so on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from time import monotonic

import regex

from bpe.added_tokens import AddedTokenFinder, check_deadline, timeout_error
from bpe.encoder import Encoder
from bpe.errors import check_text
from bpe.formats.aligned_text import AlignedText
from bpe.formats.pipeline import Pipeline
from bpe.formats.pre_tokenizers import SplitStep
from bpe.formats.sentencepiece_text import SentencePieceSplitter
from bpe.normalization import normalize
from bpe.pre_tokenization import CorpusPreTokenizer, pattern_and_mapping
from bpe.split_chunks import chunks, compiled_parts, first_match, pattern_parts
from bpe.split_patterns import alternatives, is_byte_level
from bpe.text_encoder import TextEncoder

KINDS = ("text", "added", "normalizer", "split", "model", "post", "decoder")
MAX_SECONDS = 5.0  # for all steps of a text


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text at a stage.

    added: whether it is an added token, which no step changes. pattern: the index of the part of
    the stage's pattern that matched it; None for text between matches, or without a pattern. id: of
    a token; None for an unknown one that has none, and before the model. rank: of the merge that
    makes a token; 0 if none does.
    """

    text: str
    added: bool = False
    pattern: int | None = None
    id: int | None = None
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Stage:
    """A text after a step. kind: one of KINDS. name: the type of the step. detail: its settings.

    patterns: the parts of the pattern at which a pre-tokenizer splits, in the order in which they
    are tried. changed: whether a step before the model changed the text, apart from where it is
    split.
    """

    kind: str
    name: str
    detail: str
    parts: tuple[Part, ...]
    patterns: tuple[str, ...] = ()
    changed: bool = False

    @property
    def text(self) -> str:
        """The text, joined again.

        >>> Stage("split", "", "", (Part("a"), Part(" hug"))).text
        'a hug'
        """
        return "".join(part.text for part in self.parts)


def stages(encoder: TextEncoder, text: str, specials: bool = True) -> tuple[Stage, ...]:
    """Each step of a tokenizer, with the text after it.

    specials: whether to find special tokens in the text. Raises InputError as `encode` does, and if
    the steps take too long.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_texts(["a hug"], normalization="lower"))
    >>> found = stages(run.encoder(), "A hug")
    >>> [(each.kind, [part.text for part in each.parts]) for each in found[1:4]]
    [('normalizer', ['a hug']), ('split', ['a', ' hug']), ('split', ['a', 'Ġhug'])]
    """
    deadline = monotonic() + MAX_SECONDS
    first = Stage("text", "", "", (Part(check_text(text)),) if text else ())
    found = [first, *_before_model(encoder, text, specials, deadline)]
    encoding = encoder.encode_with(text, specials=specials)
    ranks = encoder.first_ranks if isinstance(encoder, Encoder) else {}
    tokens = tuple(
        Part(token, kind == "added", None, id_, ranks.get(token, 0))
        for token, kind, id_ in zip(encoding.tokens, encoding.kinds, encoding.ids, strict=True)
    )
    found.append(Stage("model", encoder.kind, "", tokens))
    if encoder.before or encoder.after:
        before, after = (
            tuple(Part(token, True, None, encoder.id_of(token)) for token in around)
            for around in (encoder.before, encoder.after)
        )
        found.append(Stage("post", "", "", (*before, *tokens, *after)))
    found += _decoded(encoder, tokens)
    return tuple(_marked(found))


def _marked(found: Sequence[Stage]) -> Iterator[Stage]:
    """The stages, each with whether it changed the text."""
    before = ""
    for each in found:
        changed = each.kind in ("normalizer", "split") and each.text != before
        yield Stage(each.kind, each.name, each.detail, each.parts, each.patterns, changed)
        before = each.text


def _before_model(
    encoder: TextEncoder, text: str, specials: bool, deadline: float
) -> Iterator[Stage]:
    splitter = encoder.pre_tokenizer
    if not text:
        return
    if isinstance(splitter, Pipeline):
        yield from _of_pipeline(splitter, text, specials, deadline)
    elif isinstance(splitter, CorpusPreTokenizer):
        yield from _of_corpus(splitter, text, specials)
    elif isinstance(splitter, SentencePieceSplitter):
        yield from _of_sentencepiece(splitter, text)
    else:
        words = tuple(Part(each.word, each.added) for each in splitter(text, specials))
        yield Stage("split", "", "", words)


# A part of a text between two steps: the text with its origin, and whether it is an added token.
Segment = tuple[AlignedText, bool]


def _of_pipeline(pipeline: Pipeline, text: str, specials: bool, deadline: float) -> Iterator[Stage]:
    in_given, in_normalized = pipeline.finders[specials]
    segments = _found(in_given, [(AlignedText.of(text), False)], deadline)
    if any(added for _, added in segments):
        yield Stage("added", "", "", _parts(segments))
    for step, after in zip_longest(pipeline.normalizers, pipeline.normalizers[1:]):
        check_deadline(deadline)
        segments = [(a, True) if added else (step(a, deadline), False) for a, added in segments]
        if after is None or (after.name, after.detail) != (step.name, step.detail):
            yield Stage("normalizer", step.name, step.detail, _parts(segments))  # of one type
    many = sum(added for _, added in segments)
    segments = _found(in_normalized, segments, deadline)
    if sum(added for _, added in segments) > many:
        yield Stage("added", "", "", _parts(segments))
    for split in pipeline.pre_tokenizers:
        check_deadline(deadline)
        marks = _marks(split, segments, deadline)
        segments = [
            new
            for a, added in segments
            for new in ([(a, True)] if added else [(b, False) for b in split(a, deadline)])
            if new[0].text
        ]
        parts = tuple(
            Part(a.text, added, next(marks) if split.cut and not added else None)
            for a, added in segments
        )
        patterns = tuple(alternatives(split.pattern.pattern)) if split.pattern else ()
        yield Stage("split", split.name, split.detail, parts, patterns)


def _parts(segments: Sequence[Segment]) -> tuple[Part, ...]:
    return tuple(Part(a.text, added) for a, added in segments if a.text)


def _found(finder: AddedTokenFinder, segments: Sequence[Segment], deadline: float) -> list[Segment]:
    """The segments, split at added tokens."""
    return [
        new
        for a, added in segments
        for new in (
            [(a, True)]
            if added
            else [
                (a.part(start, end), bool(token))
                for start, end, token in finder.find(a.text, deadline)
            ]
        )
    ]


def _marks(split: SplitStep, segments: Sequence[Segment], deadline: float) -> Iterator[int | None]:
    """For each part that a split makes, which part of its pattern matched at its start."""
    if split.pattern is None or split.cut is None:
        return
    try:
        tried = compiled_parts(split.pattern.pattern, split.pattern.flags)
    except regex.error:  # a part that means something only within the whole pattern
        tried = []
    for a, added in segments:
        if not added:
            for start, _ in split.cut(a.text, deadline):
                check_deadline(deadline)
                try:
                    yield first_match(tried, a.text, start)
                except TimeoutError:
                    raise timeout_error() from None


def _of_corpus(splitter: CorpusPreTokenizer, text: str, specials: bool) -> Iterator[Stage]:
    found = splitter.finder.find(text) if specials else [(0, len(text), None)]
    segments = [(text[start:end], bool(token)) for start, end, token in found]
    if any(added for _, added in segments):
        yield Stage("added", "", "", tuple(Part(*each) for each in segments))
    if splitter.normalization != "none":
        segments = [
            (part if added else normalize(part, splitter.normalization), added)
            for part, added in segments
        ]
        yield Stage("normalizer", splitter.normalization, "", tuple(Part(*s) for s in segments))
    split, parts = splitter.split, list[Part]()
    pattern, to_word = pattern_and_mapping(split)
    for part, added in segments:
        if added:
            parts.append(Part(part, True))
        elif is_byte_level(split):
            parts += (Part(part[c.start : c.end], False, c.part) for c in chunks(part, split))
        else:
            parts += (Part(word) for word in pattern.findall(part))
    patterns = tuple(pattern_parts(split)) if is_byte_level(split) else ()
    yield Stage("split", split, "", tuple(parts), patterns)
    words = tuple(each if each.added else Part(to_word(each.text)) for each in parts)
    if [each.text for each in words] != [each.text for each in parts]:
        name = "ByteLevel" if is_byte_level(split) else split
        yield Stage("split", name, "", words)


def _of_sentencepiece(splitter: SentencePieceSplitter, text: str) -> Iterator[Stage]:
    settings = {
        "rules for characters": splitter.charsmap is not None,
        "inserts ▁ at the start": splitter.prefix,
        "removes extra spaces": splitter.squeeze,
    }
    detail = "  ".join(f"{name}: {value}" for name, value in settings.items())
    normal = splitter.normalize(AlignedText.of(text)).text
    yield Stage("normalizer", "SentencePiece", detail, (Part(normal),) if normal else ())
    words = tuple(Part(each.word, each.added) for each in splitter(text, False))
    if len(words) > 1:
        yield Stage("split", "SentencePiece", "", words)


def _decoded(encoder: TextEncoder, tokens: Sequence[Part]) -> Iterator[Stage]:
    """The text of the tokens after each step of the decoder."""
    decoder = encoder.decoder
    shown = [encoder.unk if part.id is None else part.text for part in tokens]
    for number, name in enumerate(decoder.names or [""], 1):
        steps = decoder.steps[: number - decoder.byte_level]
        joiner = decoder.joiner if number >= len(decoder.names) else ""
        added = {encoder.unk, *(token.token for token in encoder.added)}
        text = replace(decoder, steps=steps, joiner=joiner).text(shown, frozenset(added))
        yield Stage("decoder", name, "", (Part(text),) if text else ())
