"""The data that the app would send to each page of the bare stage, see `bare.py`."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from pages.charts.chart_records import picture_record
from pages.charts.pictures import picture
from pages.course import lesson_page
from pages.encoding import decoding, decoding_report, line_chart, merge_orders
from pages.encoding.contents import encoder_of, text_of
from pages.encoding.encoded_text import encode_text
from pages.figures import contents as course_page
from pages.hosting.components import common
from pages.practice import ladder
from pages.practice import presentation as practice_view
from pages.practice.draw import draw
from pages.registry import PAGES
from pages.runs import runs, stage_data
from pages.runs.pages import BY_PATH
from pages.settings import present, share
from pages.side_by_side import blocks
from pages.side_by_side import compute as side_by_side
from pages.side_by_side.lines import Line, in_all_languages
from pages.state.settings import Settings
from pages.state.url import from_query, query_of
from pages.training import compare_tie_rules as two
from pages.translations import streamlit_strings
from pages.translations.language import LANGUAGES, translation
from pages.unigram.comparing.comparison_section import compare, compare_text
from pages.unigram.contents import bpe_settings_for

STAGES = [each.path for each in PAGES if each.stage]


def stage_of(path: str, settings: Settings) -> dict[str, Any]:
    """Return the stage data of a page, as the app sends it."""
    shown = BY_PATH[path].shown
    found = shown(settings) if shown else None
    assert found, "there is nothing to step through"
    return found[0]


def address_of(path: str, settings: Settings) -> dict[str, Any]:
    """Return the data of the component that writes the URL."""
    page, t = BY_PATH[path], translation(settings.lang)
    return {
        **common(),
        "query": query_of(settings),
        "training": stage_data.training_subject(settings),
        "has_position": bool(page.stage) and page.step_param == "position",
        "stage": page.stage_of(settings),
        "is_new_session": False,
        "opened": 0,
        "lang": settings.lang,
        "present": present.data(settings, page, t),
        "words": streamlit_strings.dictionary(settings.lang),
        "page": path,
        "pages": [(each.path, each.title(t), each.stage) for each in PAGES],
        "pages_label": "",
        "course": "",  # there is no header for its button
        "server_away": "The server does not answer.",
        "embed": {"open": "", "language": "", "languages": list(LANGUAGES.items())},
    }


def data_of(path: str, query: str) -> dict[str, dict[str, Any]]:
    """Return the data of each script of a page, by script name."""
    settings, _, _ = from_query(dict(parse_qsl(query, keep_blank_values=True)))
    if path in STAGES:
        settings = settings.without_stage()
        return {"mount.js": stage_of(path, settings), "frame.js": address_of(path, settings)}
    script, data = PANELS[path]
    panel = {script: {**common(), **data(settings)}}
    if path not in PRESENTED:
        return panel
    page, setting = PRESENTED[path]
    return {"frame.js": address_of(page, settings.without_stage().replace(**setting)), **panel}


def figures(settings: Settings) -> dict[str, Any]:
    return {"page": course_page.serialized(settings.lang)}


def comparison(settings: Settings) -> dict[str, Any]:
    run, t = runs.unigram_run_of(settings), translation(settings.lang)
    bpe_settings = bpe_settings_for(settings, run)
    bpe_run = runs.run_of(bpe_settings)
    shown = compare(settings, bpe_settings, bpe_run, run, t)
    return {"text_lang": settings.corpus.language, **shown.table}


def free_text(settings: Settings) -> dict[str, Any]:
    run, t = runs.unigram_run_of(settings), translation(settings.lang)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    text = settings.view.passage or settings.view.sentence
    return {"text_lang": "", **compare_text(settings, bpe_run, run, text, t)}


def decoded(settings: Settings) -> dict[str, Any]:
    encoder = encoder_of(settings)
    tokenizer = decoding.Tokenizer.of_encoder(encoder, settings.bpe.split, False)
    ids = text_of(settings, encoder).encoding.ids
    return decoding_report.table(decoding.decode(tokenizer, ids), translation(settings.lang))


def tokens(settings: Settings) -> dict[str, Any]:
    shown = text_of(settings, encoder_of(settings))
    return merge_orders.token_table(shown, translation(settings.lang))


def orders_of_merging(settings: Settings) -> dict[str, Any]:
    shown = text_of(settings, encoder_of(settings))
    return merge_orders.comparison(
        shown, encoder_of(settings), shown.specials, translation(settings.lang)
    )


def lines(settings: Settings) -> dict[str, Any]:
    shown = encode_text(encoder_of(settings), settings.text)
    parts = [line for line in shown.text.split("\n") if line.strip()]
    found = [len(replace(shown, text=line).encoding.tokens) for line in parts]
    svg = picture(line_chart.chart(parts, found))
    table = merge_orders.line_table(parts, found, translation(settings.lang))
    return {**table, "charts": [picture_record("Tokens", svg, [])]}


def tokenizers(settings: Settings) -> dict[str, Any]:
    t = translation(settings.lang)
    is_by_language = settings.comparison.compared == "languages"
    text = Line(settings.view.passage or settings.view.sentence)
    texts = in_all_languages(t, settings.lang) if is_by_language else (text,)
    compared, _ = side_by_side.compare(side_by_side.members(settings), texts)
    return blocks.page(compared, is_by_language, t)


def rules(settings: Settings) -> dict[str, Any]:
    ties = "first" if settings.bpe.ties != "first" else "lowest"
    one, other = runs.run_of(settings), runs.run_of(settings.replace(ties=ties))
    assert one
    assert other
    k = one.first_difference(other)
    assert k is not None
    shown = two.compare((one, other), k, translation(settings.lang), settings.lang)
    return {**shown, "go": [f"Go to merge {k}", k]}


def lesson(settings: Settings) -> dict[str, Any]:
    return lesson_page.page_data(settings, translation(settings.lang))[0]


def sharing(settings: Settings) -> dict[str, Any]:
    return {**share.labels(translation(settings.lang)), "can_add": True}


def practice(part: str) -> Callable[[Settings], dict[str, Any]]:
    """A part of the practice page, at the question with the number of the setting `at`."""

    def data(settings: Settings) -> dict[str, Any]:
        t, lang, seed = translation(settings.lang), settings.lang, settings.view.quiz_seed
        at = ladder.rung(settings.view.position)
        words = settings.view.quiz_words
        asked = draw(seed, at.skill, at.level, at.index, lang, words)
        skills = ladder.after(ladder.after({}, at, 0), ladder.Rung("next", 2, 0), 1)
        shown = {
            "question": lambda: practice_view.question_record(asked, lang, t, "", at.level),
            "verdict": lambda: practice_view.verdict_record(
                (asked, "7", asked.check("7")), lang, t
            ),
            "ladder": lambda: practice_view.ladder_record(skills, at.skill, seed, lang, t),
        }[part]()
        return {"part": part, **shown}

    return data


PANELS: dict[str, tuple[str, Callable[[Settings], dict[str, Any]]]] = {
    "figures": ("figures.js", figures),
    "comparison": ("comparison.js", comparison),
    "text": ("comparison.js", free_text),
    "decoded": ("static_tables.js", decoded),
    "rules": ("compare_tie_rules.js", rules),
    "tokens": ("static_tables.js", tokens),
    "orders": ("static_tables.js", orders_of_merging),
    "lines": ("static_tables.js", lines),
    "tokenizers": ("tokenizers.js", tokenizers),
    "lesson": ("lesson.js", lesson),
    "share": ("share.js", sharing),
    "question": ("practice.js", practice("question")),
    "verdict": ("practice.js", practice("verdict")),
    "ladder": ("practice.js", practice("ladder")),
}

# Panels that can be presented: the page of the app that contains them, and its setting.
PRESENTED = {
    "comparison": ("unigram", {"show": "comparison"}),
    "text": ("unigram", {"show": "text"}),
    "decoded": ("encode", {"section": "decode"}),
    "rules": ("", {"section": "rules"}),
    "orders": ("encode", {"section": "orders"}),
    "tokenizers": ("tokenizers", {}),
    "lesson": ("lesson", {}),
}
