"""The page that followers open, /class/CODE, and the texts of the class for the lecturer's page.

The page has no Streamlit: one script, one style sheet, and the texts in the reader's language. It
is the same for every code. From the stream of events, it learns whether there is such a class.
"""

import gzip
import html
import json
from functools import cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pages.classroom.codes import parse_code
from pages.classroom.labels import labels
from pages.hosting.components import FILES
from pages.hosting.security import follower_policy
from pages.hosting.theme import color_styles
from pages.translations.language import known_language, preferred_language, translation

PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="icon" href="{files}/icon.svg">
<link rel="modulepreload" href="{files}/class_follow.js">
<link rel="stylesheet" href="{files}/class_follow.css">
<style>{style}</style>
</head>
<body>
<script type="application/json" id="class-data">{data}</script>
<script type="module" src="{files}/class_follow.js"></script>
</body>
</html>
"""


def style() -> str:
    """Return the inline style of the page: the colors of the theme.

    >>> style().endswith("body { margin: 0; }")
    True
    """
    return color_styles(":root") + " :root { color-scheme: light dark; } body { margin: 0; }"


def page(code: str, lang: str) -> str:
    """Return the HTML of a follower's page.

    >>> '<html lang="ko">' in page("K7M2QX", "ko")
    True
    """
    t = translation(lang)
    data = {"code": code, "lang": lang, "labels": labels(t)}
    # In a script element, only "<" could end the text.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return PAGE.format(
        lang=lang,
        title=html.escape(t.gettext("Class {code}").format(code=code)) + " · Merge by Merge",
        files=f"../{FILES}",  # from /class/CODE
        style=style(),
        data=text,
    )


def get_page(request: Request) -> Response:
    """Answer GET class/{code} with the page, in the language of `lang` or of the browser."""
    code = parse_code(request.path_params["code"])
    lang = known_language(request.query_params.get("lang", ""))
    if not lang:
        accepted = request.headers.get("accept-language", "").split(",")[0].split(";")[0]
        lang = preferred_language(accepted)
    if code is None:
        sentence = translation(lang).gettext("This is not the code of a class. Check the code.")
        return PlainTextResponse(sentence, 404)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Accept-Encoding"}
    headers["Content-Security-Policy"] = follower_policy(style())
    body = page(code, lang).encode()
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 6, mtime=0)
    return HTMLResponse(body, headers=headers)


@cache
def serialized_labels(lang: str) -> bytes:
    """Return the texts of the class as JSON.

    >>> "following" in json.loads(serialized_labels("en"))
    True
    """
    return json.dumps(labels(translation(lang)), ensure_ascii=False).encode()


def get_labels(request: Request) -> Response:
    """Answer GET class_labels/{lang} with the texts, or with 404 for an unknown language."""
    lang = known_language(request.path_params["lang"])
    if not lang:
        return JSONResponse({}, 404)
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(serialized_labels(lang), 200, headers, "application/json")


def routes(base: str, files: str) -> tuple[Route, ...]:
    """Return the routes under the base path, and under the path of the stage's files.

    >>> [route.path for route in routes("", "/stage")]
    ['/class/{code}', '/stage/class_labels/{lang}']
    """
    return (
        Route(base + "/class/{code}", get_page),
        Route(files + "/class_labels/{lang}", get_labels),
    )
