"""The glossary: a sentence for each term, its forms in texts, and a place that shows it.

`glossary.toml` has the terms.
"""

from dataclasses import dataclass

from pages.course.parts import Place
from pages.stage.record import Record
from pages.state.defaults import defaults, with_algorithm, with_method
from pages.translations.language import translation
from pages.translations.texts import tables
from pages.unigram.contents import unigram_words


@dataclass(frozen=True, slots=True)
class Term:
    """A term. name: its id in links. forms: how texts write it; the first one is its title.

    english: the title in English; "" if it is the same. others: forms that other texts use.
    """

    name: str
    forms: tuple[str, ...]
    sentence: str
    place: Place
    english: str = ""
    others: tuple[str, ...] = ()


def glossary(lang: str) -> tuple[Term, ...]:
    """The terms in a language, in the order in which the course explains them.

    >>> glossary("en")[0].forms
    ('token', 'tokens')
    >>> [(term.english, term.others) for term in glossary("zh-Hant")[:2]]
    [('token', ('標記',)), ('tokenizer', ('標記器',))]
    """
    t, places, found = translation(lang), places_of(lang), []
    for name, term in tables("course/glossary.toml").items():
        written, sentence = (t.gettext(term[key]) for key in ("forms", "sentence"))
        forms, (title, *_) = tuple(written.split(", ")), term["forms"].split(", ")
        english = "" if title == forms[0] else title
        others = tuple(term.get("others", {}).get(lang, ()))
        found.append(Term(name, forms, sentence, places[term["place"]], english, others))
    return tuple(found)


def glossary_record(lang: str) -> list[Record]:
    """What the browser gets of the glossary.

    >>> sorted(glossary_record("en")[0])
    ['also', 'english', 'forms', 'name', 'page', 'query', 'sentence']
    """
    t = translation(lang)
    also = t.gettext("also: {forms}")
    return [
        {
            "name": term.name,
            "forms": list(term.forms),
            "english": term.english,
            "also": also.format(forms=t.gettext(", ").join(term.others)) if term.others else "",
            "sentence": term.sentence,
            "page": term.place.page,
            "query": term.place.query,
        }
        for term in glossary(lang)
    ]


def places_of(lang: str) -> dict[str, Place]:
    """The places that show the terms, by name.

    >>> places_of("en")["start"].step
    0
    """
    hug = defaults("hug").replace(lang=lang)
    course = defaults("course").replace(lang=lang)
    letters = hug.replace(norm="lower", sentence="Hug the pug")
    unigram = unigram_words(lang)
    word = unigram.replace(show="word")
    return {
        "start": Place(hug, step=0),
        "merge": Place(hug, step=1),
        "merges": Place(hug, step=3),
        "tie": Place(hug, step=5),
        "text": Place(course, step=0),
        "ids": Place(course, step=3),
        "large": Place(course, step=10),
        "lower": Place(letters, step=2),
        "bytes": Place(course.replace(alphabet="bytes", vocab=300), step=1),
        "scores": Place(with_algorithm(hug, "wordpiece"), step=1),
        "encode": Place(hug.replace(input="unhug hugs"), "encode", 1),
        "unknown": Place(hug.replace(input="mug"), "encode", 1),
        "lattice": Place(word, "unigram", 0),
        "best": Place(word, "unigram", 4),
        "rounds": Place(unigram.replace(show="rounds"), "unigram", 1),
        "e_step": Place(with_method(unigram, "em").replace(show="rounds"), "unigram", 2),
        "m_step": Place(with_method(unigram, "em").replace(show="rounds"), "unigram", 3),
        "seeds": Place(with_method(course, "em").replace(show="rounds"), "unigram", 0),
    }
