"""A run as one HTML file that steps through it by itself: no server, no network.

    report(run, settings)      the file: the stage's modules and styles, and all of its records

The records are those that the server would send, packed as they are there; the browser unpacks a
block when it is stepped into, so a run of thousands of merges opens at once. But: the sums of a
large corpus's pairs, which a server writes out when they are asked for, are left out, and so is
the choice of other words.
"""

import base64
import gzip
import hashlib
import json
import re
import tomllib
from functools import cache
from html import escape

import bpe
from pages.i18n.language import Translation, translation
from pages.server.components import FOLDER
from pages.serving import records
from pages.state.settings import Settings
from pages.view import setting_names
from pages.view.bpe import corpus_words
from pages.view.bpe import records as bpe_records
from pages.view.bpe.corpus_words import parse_choice
from pages.view.bpe.explanations import rule_name
from pages.view.tokens import number

IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
THEME = FOLDER.parents[1] / ".streamlit" / "config.toml"
COLOURS = {  # of Streamlit's theme -> as the stage calls them
    "primaryColor": "--st-primary-color",
    "backgroundColor": "--st-background-color",
    "secondaryBackgroundColor": "--st-secondary-background-color",
    "textColor": "--st-text-color",
}
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
<header class="report-head"><h1><bdi>{title}</bdi></h1><span>{how}</span></header>
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
    """What the file is called."""
    return f"merge-by-merge-{settings.corpus.name}-{settings.bpe.ties}.html"


def report(run: bpe.Run, settings: Settings) -> bytes:
    """The file, in the settings' language."""
    t = translation(settings.lang)
    title = f"Merge by Merge: {setting_names.titles(t)[settings.corpus.listed]}"
    chosen = "\n".join(
        f"<dt>{escape(name)}</dt><dd><bdi>{escape(value)}</bdi></dd>"
        for name, value in in_words(run, settings, t)
    )
    script, style = bundle(), styles()
    return PAGE.format(
        lang=settings.lang,
        policy=policy(script, style),
        title=escape(title),
        icon=base64.b64encode((FOLDER / "icon.svg").read_bytes()).decode(),
        style=style,
        how=escape(how_to_step(t)),
        no_script=escape(
            t.gettext(
                "This file needs JavaScript. Turn it on in your browser, then open the file again."
            )
        ),
        too_old=escape(t.gettext("This browser is too old for this file. Open it in a newer one.")),
        settings=chosen,
        data="\n".join(data(run, settings, t)),
        script=script,
    ).encode()


def how_to_step(t: Translation) -> str:
    """A line on what to press."""
    return t.gettext(
        "Press Left or Right to step, and Space to play. Home and End go to the first and last "
        "step. This file works offline."
    )


def in_words(run: bpe.Run, settings: Settings, t: Translation) -> list[tuple[str, str]]:
    """Each setting that decided the training, by its name on the page."""
    said = [
        (t.gettext("Corpus"), setting_names.titles(t)[settings.corpus.listed]),
        (t.gettext("Vocabulary size"), number(settings.bpe.vocab)),
        (t.gettext("Tie rule"), rule_name(run.ties, t)),
        (t.gettext("Pre-tokenization"), setting_names.splits(t)[settings.bpe.split]),
        (t.gettext("Normalization"), setting_names.normalizations(t)[settings.corpus.norm]),
        (t.gettext("Special tokens"), settings.bpe.special or t.gettext("None")),
        (t.gettext("Minimum count"), number(settings.bpe.min_count)),
    ]
    if settings.view.sentence:
        said.append((t.gettext("Watched"), settings.view.sentence))
    return said


def data(run: bpe.Run, settings: Settings, t: Translation) -> list[str]:
    """The elements that hold what the stage reads: scripts that no browser runs."""
    watched = corpus_words.watched_versions(run, settings.view.sentence, t)
    shown = {"watch": watched, "view": settings.view.switches, "of": settings.corpus.language}
    text = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    parts = ["head", *map(str, range(len(run.merges) // bpe_records.BLOCK + 1))]
    return [
        f'<script type="application/json" id="about">{text}</script>',
        *(
            f'<script type="text/plain" id="part-{part}">'
            f"{base64.b64encode(packed(run, settings, part)).decode()}</script>"
            for part in parts
        ),
    ]


def packed(run: bpe.Run, settings: Settings, part: str) -> bytes:
    """A part of the records; the head without what only a server can answer."""
    choice = parse_choice(settings.view.words, settings.view.find)
    found = records.serialised(run, settings.key, settings.lang, part, choice)
    if part != "head":
        return found
    head = json.loads(gzip.decompress(found)) | {"asks": False, "choice": None}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def policy(script: str, style: str) -> str:
    """What the browser lets the file do: run this script and this style, and ask for nothing."""

    def of(text: str) -> str:
        digest = hashlib.sha256(text.encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode()}'"

    return (
        f"default-src 'none'; script-src {of(script)}; style-src {of(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def styles() -> str:
    """The colours of the theme, light and dark, then the styles of the stage and of this page."""
    theme = tomllib.loads(THEME.read_text())["theme"]

    def colours(scheme: str) -> str:
        return "".join(f"{name}: {theme[scheme][key]}; " for key, name in COLOURS.items())

    return "\n".join(
        (
            f":root {{ {colours('light')}}}",
            f"@media (prefers-color-scheme: dark) {{ :root {{ {colours('dark')}}} }}",
            *((FOLDER / name).read_text() for name in ("stage.css", "rooms.css", "report.css")),
        )
    )


@cache
def bundle(start: str = "report.js") -> str:
    """A module and all that it imports as one script: files cannot import each other.

    Each module becomes a function that hands out what it exports, those it needs before it.
    """
    made: dict[str, str] = {}

    def add(name: str) -> None:
        if name in made:
            return
        text = (FOLDER / name).read_text()
        for _, needed in IMPORT.findall(text):
            add(needed)
        exports = ", ".join(EXPORT.findall(text))
        text = EXPORT.sub("", IMPORT.sub(r'const { \1 } = modules["\2"];', text))
        made[name] = f'modules["{name}"] = (() => {{\n{text}return {{ {exports} }};\n}})();\n'

    add(start)
    script = "const modules = {};\n" + "".join(made.values())
    assert not re.search(r"^(import|export)\b|</script|<!--", script, re.MULTILINE)
    return script
