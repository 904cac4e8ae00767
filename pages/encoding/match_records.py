"""The stage of a text that WordPiece encodes: tokens, attempts, sentences."""

from dataclasses import dataclass
from typing import ClassVar

from pages.encoding import match_code, match_question
from pages.encoding import match_explanations as explanations
from pages.encoding.longest_match import AttemptStep, LongestMatch
from pages.encoding.record_types import MatchingHead, MatchingLabels, MatchingRecord, ResultToken
from pages.encoding.text_records import TextRecords
from pages.runs.choice import FIRST, WordChoice
from pages.stage.question import Question
from pages.stage.source_lines import SourceLines
from pages.stage.table_types import Chip, Column, Content, DescribedChip, MarkedChip, Part, TableRow
from pages.stage.tokens import chip, number, quoted, shorten, visible
from pages.translations.language import Translation

ROWS = 30  # attempts in the table
MAX_TOKEN = 60  # characters of a token in the list of the vocabulary
Attempts = tuple[AttemptStep, ...]  # at a word, up to that of a step


@dataclass(frozen=True, slots=True)
class MatchedText(TextRecords):
    """The encoding of a text by the longest match, word by word. A moment is `Attempts`.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> kind = MatchedText(encode_text(plain("hug", "##s"), "hugs"))
    >>> kind.last, kind.head(Translation(), "en")["stops"]
    (3, [2, 3])
    """

    text: LongestMatch
    name: ClassVar[str] = "matching"
    renderer: ClassVar[str] = "longest_match.js"
    secrets: ClassVar[tuple[str, ...]] = ("result",)
    lines: ClassVar[SourceLines] = match_code.LINES

    def has(self, part: str) -> bool:
        """See `Kind`."""
        if part.startswith("code-") and self.text.is_word_level:
            return False
        return TextRecords.has(self, part)

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> MatchingHead:
        """See `Kind`."""
        text = self.text
        columns = [
            Column("pair", t.gettext("Attempt")),
            Column("where", t.gettext("Positions")),
            Column("mark", t.gettext("Found")),
        ]
        labels: MatchingLabels = {
            **self.paged_labels(t.gettext("Next token"), columns, t),
            "vocabulary": t.gettext("Tokens in the vocabulary"),
        }
        stops = [k for i in range(len(text.occurrences)) for k in self.changes(i, self.last + 1)]
        return {
            **self.text_head("matching", labels, stops, t, lang),
            "vocabulary": [
                ResultToken(self.short_chip(token), str(text.encoder.ids[token]))
                for token in text.tokens
            ],
            "vocabulary_note": explanations.vocabulary_note(text, t),
        }

    def short_chip(self, token: str) -> Chip:
        """Return a token of the list of the vocabulary, shortened if it is long."""
        text, color = chip(token, self.text.numbers)
        return Chip(shorten(text, MAX_TOKEN), color)

    def first_record(self, t: Translation) -> MatchingRecord:
        """See `TextRecords`."""
        rest = t.gettext("The text, split into words")
        return {**self.text_start(rest, t.gettext("Attempts"), [], t), "found": -1}

    def step_record(self, k: int, which: int, moment: Attempts, t: Translation) -> MatchingRecord:
        """See `TextRecords`."""
        attempt, word = moment[-1], self.text.word(which)
        before = t.gettext("Attempts at position {position}").format(position=number(attempt.start))
        tokens = {token: i for i, token in enumerate(self.text.tokens)}
        return {
            **self.text_record(k, which, moment, before, self.rows(word, attempt, t), t),
            "parts": self.parts(word, moment),
            "found": tokens.get(attempt.token, -1) if attempt.found else -1,
        }

    def start(self, t: Translation) -> str:
        """See `TextRecords`."""
        return explanations.start(self.text, t)

    def why(self, which: int, moment: Attempts, t: Translation) -> str:
        """See `TextRecords`."""
        return explanations.why(self.text, self.text.word(which), moment, t)

    def fact(self, moment: Attempts, t: Translation) -> str:
        """See `TextRecords`."""
        attempt = moment[-1]
        if attempt.found:
            return t.gettext("id {id}").format(id=self.text.encoder.ids[attempt.token])
        return t.gettext("unknown word") if attempt.is_last else t.gettext("not a token")

    def quiz(self, k: int, which: int, moment: Attempts, t: Translation) -> Question | None:
        """See `TextRecords`."""
        return match_question.question(self.text, self.text.word(which), moment, t)

    def changes(self, which: int, end: int) -> list[int]:
        """See `TextRecords`. They find a token, or end a word without one."""
        first, _ = self.text.steps_of(which)
        attempts = self.text.attempts(which, 0, max(0, end - first))
        return [k for k, each in enumerate(attempts, first) if each.found or each.is_last]

    def parts(self, word: str, attempts: Attempts) -> list[Part]:
        """Return the tokens found so far, the attempt, and the rest of the word.

        >>> from bpe.wordpiece.encoder import plain
        >>> from pages.encoding.encoded_text import encode_text
        >>> text = encode_text(plain("hug", "##s"), "hugs")
        >>> MatchedText(text).parts("hugs", text.attempts(0, 0, 1))
        [MarkedChip(text='hugs', number=0, class_name='missing')]
        """
        *before, attempt = attempts
        if not attempt.tried:
            return [
                MarkedChip(visible(word), 0, "missing"),
                "→",
                MarkedChip(visible(self.text.unk), 0, "unknown"),
            ]
        found: list[Part] = [chip(each.token, self.text.numbers) for each in before if each.found]
        if attempt.found:
            found.append(MarkedChip(*chip(attempt.token, self.text.numbers), "made"))
        else:
            found.append(MarkedChip(visible(attempt.token), 0, "missing"))
        if rest := word[attempt.end :]:
            found.append(MarkedChip(visible(rest), 0, "remaining"))
        if attempt.is_last and not attempt.found:
            found += ["→", MarkedChip(visible(self.text.unk), 0, "unknown")]
        return found

    def rows(self, word: str, attempt: AttemptStep, t: Translation) -> list[TableRow]:
        """Return the attempts at the position of a step, as rows of a table."""
        found: list[TableRow] = []
        prefix = self.text.prefix if attempt.start else ""
        for end in range(attempt.end + attempt.tried - 1, attempt.end - 1, -1)[-ROWS:]:
            is_found = attempt.found and end == attempt.end
            token = prefix + word[attempt.start : end]
            cells: list[Content] = [
                [chip(token, self.text.numbers)] if is_found else [Chip(visible(token), 0)],
                f"{attempt.start}–{end}",
                t.gettext("yes") if is_found else t.gettext("no"),
            ]
            mark = "chosen" if is_found else "tried" if end == attempt.end else "failed"
            found.append(TableRow(cells, mark))
        return found

    def chips(self, occurrence: int, steps: int, t: Translation) -> list[DescribedChip]:
        """See `TextRecords`: the tokens found in a word so far, and the rest."""
        which = self.text.word_indices[occurrence]
        assert which is not None
        word, attempts = self.text.word(which), self.text.attempts(which, 0, steps)
        found = [attempt for attempt in attempts if attempt.found]
        end = found[-1].end if found else 0
        made = [
            DescribedChip(
                *chip(attempt.token, self.text.numbers),
                "fresh" if attempt is found[-1] else "",
                explanations.describe_token(self.text, attempt.token, t),
            )
            for attempt in found
        ]
        if rest := word[end:]:
            about = t.gettext("{rest}: not encoded yet.").format(rest=quoted(rest))
            made.append(DescribedChip(visible(rest), 0, "remaining", about))
        return made

    def new_token(self, occurrence: int) -> int:
        """See `TextRecords`."""
        start, end = self.text.token_range(occurrence)
        return end - start - 1

    def code_values(self, k: int, which: int, moment: Attempts, t: Translation) -> dict[str, str]:
        """See `TextRecords`."""
        return match_code.values(self.text, self.text.word(which), moment)

    def code_note(self, which: int | None, t: Translation) -> str:
        """See `TextRecords`."""
        return match_code.note("" if which is None else self.text.word(which), self.text, t)
