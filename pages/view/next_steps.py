"""What a stage suggests after its last step: links to other pages, with the same settings."""

from pages.i18n.language import Translation
from pages.view.stage import Record


def next_steps(kind: str, t: Translation, rounds: int = 0) -> Record:
    """A title, and links: text, path of the page and settings that differ.

    kind: what the stage draws: "training", "encoding", "matching", "comparison", "lattice" or
    "rounds".
    rounds: those of the Unigram run that a comparison shows. Its lattice is drawn after them.

    >>> [link[0] for link in next_steps("training", Translation())["links"]]
    ['Encode a new word', 'Compare with Unigram', 'Practice']
    >>> next_steps("comparison", Translation(), rounds=5)["links"][0][2]
    {'show': 'word', 'round': '5'}
    """
    comparison = {"show": "both"}
    trained = {"show": "word", "round": str(rounds)}
    links = {
        "training": [
            [t.gettext("Encode a new word"), "encode", {}],
            [t.gettext("Compare with Unigram"), "unigram", comparison],
        ],
        "encoding": [
            [t.gettext("Watch the training"), "", {}],
            [t.gettext("Compare with Unigram"), "unigram", comparison],
        ],
        "matching": [
            [t.gettext("Watch the training"), "", {}],
            [t.gettext("Compare with Unigram"), "unigram", comparison],
        ],
        "comparison": [
            [t.gettext("How Viterbi finds the path"), "unigram", trained],
            [t.gettext("All words under both"), "unigram", {"show": "comparison"}],
        ],
        "lattice": [
            [t.gettext("How pieces are chosen"), "unigram", {"show": "rounds"}],
            [t.gettext("Compare with BPE"), "unigram", comparison],
        ],
        "rounds": [
            [t.gettext("Segment a word"), "unigram", {"show": "word"}],
            [t.gettext("Compare with BPE"), "unigram", comparison],
        ],
    }[kind]
    links.append([t.gettext("Practice"), "practice", {}])
    return {"title": t.gettext("What next?"), "links": links}


def course_link(t: Translation) -> Record:
    """The texts of the link to the course, which the first step has.

    >>> course_link(Translation())["start"]
    'Start here'
    """
    return {
        "start": t.gettext("Start here"),
        "about": t.gettext("Learn both algorithms in an hour."),
        "continue": t.gettext("Continue: chapter {n}"),
        "done": t.gettext("Parts solved: {done}"),
    }
