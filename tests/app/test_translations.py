"""The message catalogs are complete, consistent with sources and glossary, and compiled."""

import csv
import gettext
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from pages.translations.language import LANGUAGES, translation

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "pages" / "translations"
KEYWORDS = {
    "gettext": None,
    "ngettext": (1, 2),
    "Refused": (2,),
    "Unreadable": None,
    "InputError": None,
    "NoAnswer": None,
    "Remark": None,
    "message": None,
}
# placeholders, and words used in another sense than the glossary's
OTHER = (
    r"`[^`]*`|\{[^}]*\}|surrogate pair|all count|count by hand|count each|count it in|count every"
    r"|counted|counting|merge by merge|hugging face tokenizers library|byte[ -]level|“course”"
    r"|rounding|at the library,|rounds (to|sums)|way round|tokenizer\.json|merges\.txt"
)
TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]


@cache
def sources() -> set[str | tuple[str, str]]:
    found = set()
    for folder in ("bpe", "pages"):
        methods = [("**.py", "python"), ("**.toml", "pages.translations.texts:extract")]
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, methods, keywords=KEYWORDS):
            found.add(message)
    return found


def catalog(lang: str):
    path = FOLDER / lang.replace("-", "_") / "LC_MESSAGES" / "messages.po"
    return read_po(path.open("rb"))


def messages(lang: str) -> list[tuple[str, list[str]]]:
    """Each message except the header: its last English form and all translations."""
    found = []
    for message in catalog(lang):
        if message.id:
            forms = message.string if message.pluralizable else (message.string,)
            english = message.id[-1] if message.pluralizable else message.id
            found.append((english, list(forms)))
    return found


def placeholders(text: str) -> set[tuple[str, str, str | None]]:
    return {(name, spec, how) for _, name, spec, how in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_catalogs_have_no_missing_unused_or_fuzzy_messages(lang):
    there = {message.id for message in catalog(lang) if message.id}
    assert there == sources()
    assert not catalog(lang).obsolete
    assert not [message.id for message in catalog(lang) if message.fuzzy and message.id]
    assert not [english for english, forms in messages(lang) if not all(forms)]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_keep_the_placeholders(lang):
    for english, forms in messages(lang):
        for form in forms:
            assert placeholders(form) == placeholders(english), english


@pytest.mark.parametrize("lang", TRANSLATED)
def test_compiled_catalogs_are_current(lang):
    compiled = translation(lang)
    assert isinstance(compiled, gettext.GNUTranslations)
    for message in catalog(lang):
        if message.pluralizable:
            assert compiled.ngettext(*message.id, 5) == message.string[0]
        elif message.id:
            assert compiled.gettext(message.id) == message.string


@cache
def glossary() -> dict[str, dict[str, str]]:
    """The rows of the glossary by their English term, "*" for what is rejected everywhere.

    The columns of a language: the wanted form, and the rejected ones, separated by " | ".
    """
    with (FOLDER / "glossary.tsv").open() as file:
        return {row["English"]: row for row in csv.DictReader(file, delimiter="\t")}


def inflected(term: str) -> str:
    """A pattern for a term, its plural and its verb forms: prune, prunes, pruned, pruning."""
    if term.endswith("e"):
        return re.escape(term[:-1]) + "(e|es|ed|ing)"
    if term.endswith("y"):
        return re.escape(term[:-1]) + "(y|ies)"
    return re.escape(term) + "(s|es|ed|ing)?"


def terms_in(english: str) -> list[str]:
    """The glossary's terms in a message; a term inside a longer one does not count."""
    text = re.sub(OTHER, "", english.lower())
    terms = [term for term in glossary() if term != "*"]
    found = [term for term in terms if re.search(rf"(?<![\w-]){inflected(term)}(?![\w-])", text)]
    return [term for term in found if not any(term in other and other != term for other in found)]


@pytest.mark.parametrize(
    ("english", "terms"),
    [
        ("Pruning a vocabulary", {"vocabulary", "prune"}),
        ("two vocabularies, trained and pruned", {"vocabulary", "train", "prune"}),
        ("The frequencies and losses", {"frequency", "loss"}),
        ("Unknown tokens", {"unknown token"}),
        ("GPT-2, byte level; level {level}", {"level"}),
        ("WordPiece counted {pair}", set()),
    ],
)
def test_terms_are_found_in_all_their_forms(english, terms):
    assert set(terms_in(english)) == terms


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_use_glossary_terms(lang):
    wrong = []
    for english, forms in messages(lang):
        for term in terms_in(english):
            wanted = glossary()[term][lang]
            if wanted and not any(wanted in form for form in forms):
                wrong.append((term, english, forms[0]))
    assert not wrong


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_use_no_rejected_form(lang):
    wrong = []
    for english, forms in messages(lang):
        terms = terms_in(english)
        wanted = [glossary()[term][lang] for term in terms]
        for term in ["*", *terms]:
            for rejected in filter(None, glossary()[term][f"{lang} rejected"].split(" | ")):
                is_other_term = any(rejected in form for form in wanted)
                if not is_other_term and any(rejected in form for form in forms):
                    wrong.append((rejected, english, forms[0]))
    assert not wrong


def test_korean_particles_do_not_depend_on_a_value():
    """은 or 는 after {value} is wrong for half of the values; a noun between them is right."""
    particles = "은|는|이|가|을|를|와|과|으로|로|아|야"
    for _, forms in messages("ko"):
        for form in forms:
            assert not re.search(rf"\}}({particles})(?=[\s.,:;)]|$)", form), form


@pytest.mark.parametrize("lang", TRANSLATED)
def test_messages_have_no_exclamation_marks(lang):
    for english, forms in messages(lang):
        assert not re.search("[!！]", re.sub(r"\{[^}]*\}", "", english + "".join(forms)))
