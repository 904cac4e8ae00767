"""The report: a run as one HTML file that needs no server and no network.

It contains the stage's modules and styles and the same compressed records that the server sends.
The browser decompresses a block only when the reader steps into it, so that a run of thousands of
merges opens fast. For a large corpus, the sums of pairs and the choice of words are left out.
"""

import base64
import gzip
import hashlib
import json
from html import escape

from pages.hosting.files import FOLDER
from pages.jobs.helper_process import Unavailable
from pages.jobs.memory import size_of
from pages.report.report_assets import bundle, styles
from pages.report.report_blocks import PROCESS, BlocksRequest
from pages.runs import records
from pages.runs.choice import parse_choice
from pages.runs.runs import TrainingRun
from pages.settings import setting_names
from pages.stage.tokens import number
from pages.state.settings import Settings
from pages.training.explanations import rule_name
from pages.training.record_parts import BLOCK
from pages.training.stage_data import watched
from pages.translations.language import Translation, translation

MAX_BYTES = 1_000_000  # of a run whose report the server makes itself
PAGE = """<!DOCTYPE html>
<html lang="{lang}" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:image/svg+xml;base64,{icon}">
<style>{style}</style>
</head>
<body>
<header class="report-head"><h1><bdi>{title}</bdi></h1><span>{instructions}</span></header>
<main>
<noscript><p class="report-failed">{no_script}</p></noscript>
<p class="report-failed" id="failed" hidden>{too_old}</p>
<div id="report"></div>
<dl class="report-settings">
{settings}
</dl>
</main>
{data}
<script type="module">{script}</script>
</body>
</html>
"""


def file_name(settings: Settings) -> str:
    """Return the name of the report's file.

    >>> from pages.state.defaults import defaults
    >>> file_name(defaults("hug"))
    'merge-by-merge-hug-first.html'
    """
    option = settings.bpe.algorithm if settings.is_wordpiece else settings.bpe.ties
    return f"merge-by-merge-{settings.corpus.name}-{option}.html"


def report(run: TrainingRun, settings: Settings) -> bytes:
    """Return the content of the report's file, in the language of the settings.

    Raises Unavailable if too many reports of large runs wait.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> report(hug.train(), hug).startswith(b"<!DOCTYPE html>")
    True
    """
    t = translation(settings.lang)
    title = f"Merge by Merge: {setting_names.titles(t)[settings.corpus.listed]}"
    chosen = "\n".join(
        f"<dt>{escape(name)}</dt><dd><bdi>{escape(value)}</bdi></dd>"
        for name, value in describe_settings(run, settings, t)
    )
    script, style = bundle(), styles()
    return PAGE.format(
        lang=settings.lang,
        policy=policy(script, style),
        title=escape(title),
        icon=base64.b64encode((FOLDER / "icon.svg").read_bytes()).decode(),
        style=style,
        instructions=escape(how_to_step(t)),
        no_script=escape(
            t.gettext(
                "This file needs JavaScript. Turn it on in your browser, then open the file again."
            )
        ),
        too_old=escape(t.gettext("This browser is too old for this file. Open it in a newer one.")),
        settings=chosen,
        data="\n".join(data_elements(run, settings, t)),
        script=script,
    ).encode()


def how_to_step(t: Translation) -> str:
    """Return the help on the keys.

    >>> how_to_step(Translation()).partition(",")[0]
    'Press Left or Right to step'
    """
    return t.gettext(
        "Press Left or Right to step, and Space to play. Home and End go to the first and last "
        "step. This file works offline."
    )


def describe_settings(
    run: TrainingRun, settings: Settings, t: Translation
) -> list[tuple[str, str]]:
    """Return the name and the value of each setting that changes the training.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> describe_settings(hug.train(), hug, Translation())[1]
    ('Vocabulary size', '20')
    """
    rows = [
        (t.gettext("Corpus"), setting_names.titles(t)[settings.corpus.listed]),
        (t.gettext("Vocabulary size"), number(settings.bpe.vocab)),
        (t.gettext("Choose the pair by"), setting_names.algorithms(t)[settings.bpe.algorithm]),
        (
            t.gettext("Pre-tokenization"),
            setting_names.splits_of_bpe(t, settings.bpe.split)[settings.bpe.split],
        ),
        (t.gettext("Normalization"), setting_names.normalizations(t)[settings.corpus.norm]),
        (t.gettext("Special tokens"), settings.bpe.special or t.gettext("None")),
    ]
    if not settings.is_wordpiece:
        rows += [
            (t.gettext("Tie rule"), rule_name(run.history.ties, t)),
            (t.gettext("Alphabet"), setting_names.alphabets(t)[settings.bpe.alphabet]),
            (t.gettext("Minimum count"), number(settings.bpe.min_count)),
        ]
    if settings.view.sentence:
        rows.append((t.gettext("Watched sentence"), settings.view.sentence))
    return rows


def data_elements(run: TrainingRun, settings: Settings, t: Translation) -> list[str]:
    """Return the script elements with the data of the stage. Browsers do not run them.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> len(data_elements(hug.train(), hug, Translation()))
    4
    """
    shown = {
        "watch": watched(settings, run, t),
        "view": settings.view.switches,
        "text_lang": settings.corpus.language,
    }
    text = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    parts = ["head", *chart_parts(run, settings)]
    made = [(part, encoded(run, settings, part)) for part in parts]
    return [
        f'<script type="application/json" id="about">{text}</script>',
        *(
            f'<script type="text/plain" id="part-{part}">{data}</script>'
            for part, data in (*made, *enumerate(blocks(run, settings)))
        ),
    ]


def blocks(run: TrainingRun, settings: Settings) -> list[str]:
    """Return the blocks of all steps. Another process makes those of a large run.

    Raises Unavailable if that process has too much to do.

    >>> from pages.state.defaults import defaults
    >>> len(blocks(defaults("hug").train(), defaults("hug")))
    1
    """
    count = len(run.merges) // BLOCK + 1
    if size_of(run) <= MAX_BYTES:
        return [encoded(run, settings, str(block)) for block in range(count)]
    view = settings.view
    return PROCESS.ask(BlocksRequest(run, settings.lang, view.words, view.find, count))


def encoded(run: TrainingRun, settings: Settings, part: str) -> str:
    """Return a compressed record in base64.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> base64.b64decode(encoded(hug.train(), hug, "0")) == record_of(hug.train(), hug, "0")
    True
    """
    return base64.b64encode(record_of(run, settings, part)).decode()


def chart_parts(run: TrainingRun, settings: Settings) -> list[str]:
    """Return the name of the record with the charts; nothing if they cannot be drawn now.

    >>> from pages.state.defaults import defaults
    >>> chart_parts(defaults("hug").train(), defaults("hug"))
    ['charts']
    """
    try:
        record_of(run, settings, "charts")
    except Unavailable:
        return []
    return ["charts"]


def record_of(run: TrainingRun, settings: Settings, part: str) -> bytes:
    """Return a compressed record. The head says that no server can be asked for more.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> json.loads(gzip.decompress(record_of(hug.train(), hug, "head")))["last"]
    7
    """
    choice = parse_choice(settings.view.words, settings.view.find)
    found = records.serialized(run, settings.key, settings.lang, part, choice)
    if part != "head":
        return found
    absent = {"sums_on_request": False, "choice": None, "code": ""}
    head = json.loads(gzip.decompress(found)) | absent
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def policy(script: str, style: str) -> str:
    """Return a content security policy that allows only this script and this style.

    >>> policy("", "").partition(";")[0]
    "default-src 'none'"
    """

    def of(text: str) -> str:
        digest = hashlib.sha256(text.encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode()}'"

    return (
        f"default-src 'none'; script-src {of(script)}; style-src {of(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
