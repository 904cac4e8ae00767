"""Questions about bytes: how many a text has in UTF-8, and the symbols that stand for them."""

from collections.abc import Iterator

from bpe.byte_characters import BYTE_CHARACTERS, byte_level
from pages.practice.answers import Letter, Number
from pages.practice.byte_texts import text_of
from pages.practice.mistakes import Known, distinct
from pages.practice.questions import Cell, Dice, Exercise, Fact, Place, Say, choose
from pages.stage.question import Mistake
from pages.stage.tokens import number, quoted
from pages.state.defaults import defaults, with_alphabet
from pages.translations.language import Translation

LAST = (0x7F, 0x7FF, 0xFFFF, 0x10FFFF)  # the last code point of one, two, three and four bytes
OPTIONS = 4
ENCODE = "encode"  # the page that shows the answer


def place_of(text: str) -> Place:
    """Where the app shows the bytes of a text as symbols.

    >>> place_of("é").href.partition("?")[0]
    './encode'
    """
    settings = with_alphabet(defaults("course"), "bytes")
    return Place(settings.replace(sentence=text, vocab=257), ENCODE)


def bytes_of(character: str) -> str:
    """The bytes of a character in UTF-8, in hexadecimal.

    >>> bytes_of("é")
    'C3 A9'
    """
    return character.encode().hex(" ").upper()


def code_points(text: str, t: Translation) -> Fact:
    """The different characters of a text with their code points.

    >>> code_points("éé", Translation()).rows
    ((('é',), 'U+00E9'),)
    """
    say = Say("bytes", t)
    rows = tuple(((each,), f"U+{ord(each):04X}") for each in dict.fromkeys(text))
    return Fact(say("characters"), tuple(say("columns").split("\n")), rows)


def utf_8(t: Translation) -> Fact:
    """How many bytes UTF-8 has for a code point.

    >>> utf_8(Translation()).rows[1]
    ('U+0080 – U+07FF', '2')
    """
    say, first, rows = Say("bytes", t), 0, []
    for size, last in enumerate(LAST, 1):
        rows.append((f"U+{first:04X} – U+{last:04X}", str(size)))
        first = last + 1
    return Fact(say("ranges"), tuple(say("range_columns").split("\n")), tuple(rows))


def draw_bytes(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise:
    """Ask how many bytes a text has: a word, one after a number, or with an emoji.

    >>> draw_bytes(1, Dice(1), Translation()).skill
    'bytes'
    """
    return count_bytes(text_of(level, dice, words), t)


def count_bytes(text: str, t: Translation) -> Exercise:
    """How many bytes does a text have?

    >>> count_bytes("né", Translation()).answer
    3
    """
    say, sizes = Say("bytes", t), [len(each.encode()) for each in text]
    true = sum(sizes)
    return Exercise(
        skill="bytes",
        prompt=say("prompt", text=quoted(text)),
        help=say("help"),
        facts=(utf_8(t), code_points(text, t)),
        form=Number(),
        answers=(true,),
        shown=number(true),
        worked=say("worked", sum=f"{' + '.join(map(str, sizes))} = {number(true)}"),
        link=place_of(text),
        hint=say("hint"),
        known=distinct(miscounted(text, t), true),
    )


def miscounted(text: str, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how many bytes does a text have?

    >>> [(each.name, each.answer) for each in miscounted("né", Translation())]
    [('characters', 2), ('double', 4), ('triple', 4)]
    """
    known, sizes = Known("bytes", t), [len(each.encode()) for each in text]
    true, long = sum(sizes), sum(size > 1 for size in sizes)
    yield known("characters", len(text))
    if " " in text:
        yield known("space", true - text.count(" "))
    once = sum(len(each.encode()) for each in set(text))
    if once != true:
        yield known("repeated", once)
    yield known("double", 2 * len(text))
    yield known("triple", len(text) + 2 * long)
    if max(sizes) > 2:
        yield known("accent", len(text) + long)


def draw_symbols(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask for the byte-level symbols of a word, of one after a number, or with an emoji.

    >>> asked = (draw_symbols(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'symbols'
    """
    text = text_of(level, dice, words)
    if level == 3:
        text = " ".join(text.split()[::2])  # without the word of two-byte letters
    if len(text.encode()) > 6 + 4 * level:
        return None
    wrong = {str(each.answer) for each in misread(text, t)} - {byte_level(text)}
    if len(wrong) < OPTIONS - 1:
        return None
    picked = dice.shuffled(sorted(wrong))[: OPTIONS - 1]
    return symbols(text, tuple(dice.shuffled([byte_level(text), *picked])), t)


def symbols(text: str, options: tuple[str, ...], t: Translation) -> Exercise:
    """Which symbols does a text become? options: those to choose from.

    >>> symbols("né", ("nÃ©", "né"), Translation()).answer
    'nÃ©'
    """
    say, answer = Say("symbols", t), byte_level(text)
    known = distinct((each for each in misread(text, t) if each.answer in options), answer)
    worked = say(
        "worked", sequence=t.gettext(", ").join(f"{quoted(c)} {bytes_of(c)}" for c in text)
    )
    rows = tuple(((each,), bytes_of(each)) for each in dict.fromkeys(text))
    listed = sorted({byte for byte in text.encode() if not 0x20 < byte < 0x7F})
    table: tuple[tuple[Cell, ...], ...] = tuple(
        (f"{byte:02X}", (BYTE_CHARACTERS[byte],)) for byte in listed
    )
    columns, symbol_columns = say("columns").split("\n"), say("symbol_columns").split("\n")
    return Exercise(
        skill="symbols",
        prompt=say("prompt", text=quoted(text)),
        help=say("help"),
        facts=(
            Fact(say("options"), (), tuple((tuple(each),) for each in options), "choice"),
            Fact(say("characters"), tuple(columns), rows),
            Fact(say("table"), tuple(symbol_columns), table),
        ),
        form=Letter(options),
        answers=(answer,),
        shown=quoted(answer),
        worked=worked,
        link=place_of(text),
        hint=say("hint"),
        known=known,
        choices=choose(options, known, worked, quoted),
    )


def misread(text: str, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: which byte-level symbols does a text become?

    >>> [(each.name, each.answer) for each in misread("né", Translation())]
    [('characters', 'né'), ('backwards', 'n©Ã'), ('short', 'nÃ'), ('value', 'nÃª')]
    """
    known = Known("symbols", t)
    parts = [(each, byte_level(each)) for each in text]
    long = next(each for each, written in parts if len(written) > 1)
    values = {"character": quoted(long), "bytes": bytes_of(long), "n": len(long.encode())}
    marked = "".join((each == " " and written) or each for each, written in parts)
    yield known("characters", marked, **values)
    if " " in text:
        yield known("space", "".join(written for each, written in parts if each != " "))
    backwards = (written[::-1] if each == long else written for each, written in parts)
    yield known("backwards", "".join(backwards), **values)
    shortened = (written[:-1] if each == long else written for each, written in parts)
    yield known("short", "".join(shortened), **values)
    last = long.encode()[-1]
    other = byte_level(long)[:-1] + BYTE_CHARACTERS[last ^ 0x03]
    read = "".join(other if each == long else written for each, written in parts)
    yield known("value", read, byte=f"{last:02X}", symbol=quoted(BYTE_CHARACTERS[last]), **values)
