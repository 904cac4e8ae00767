"""The page that followers open, /class/CODE, and the texts of the class for the lecturer's page.

The page has no Streamlit: one script, one style sheet, and the texts in the reader's language. It
is the same for every code. From the stream of events, it learns whether there is such a class.
Without a code, /class has a field for one.
"""

import gzip
import html
import json
from functools import cache

from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from pages.classroom.codes import parse_typed_code
from pages.hosting.components import FILES
from pages.hosting.security import follower_policy
from pages.hosting.static_files import accepted_encodings
from pages.hosting.theme import color_styles
from pages.practice.class_labels import labels
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

ENTER = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title} · Merge by Merge</title>
<link rel="icon" href="{files}/icon.svg">
<link rel="stylesheet" href="{files}/class_follow.css">
<style>{style}</style>
</head>
<body class="stage">
<main>
<form class="enter-code stack" method="get">
{kept}<h1>{title}</h1>
<label for="code">{label}</label>
<input id="code" name="code" class="text-field" value="{typed}" maxlength="40" required autofocus
  autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false" dir="ltr"
  aria-describedby="problem">
<button class="button labelled">{join}</button>
<p id="problem" class="class-problem" role="alert">{problem}</p>
</form>
</main>
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
    code, lang = parse_typed_code(request.path_params["code"]), language_of(request)
    if code is None:
        sentence = translation(lang).gettext("This is not the code of a class. Check the code.")
        return PlainTextResponse(sentence, 404)
    return respond(request, page(code, lang), follower_policy(style()))


def get_field(request: Request) -> Response:
    """Answer GET class with a field for the code, or with the way to the class that was typed.

    The query of the form is public: a code is no secret. What is not a code is shown again.
    """
    lang, typed = language_of(request), request.query_params.get("code", "").strip()
    code = parse_typed_code(typed)
    is_folder = request.url.path.endswith("/")  # a proxy may have removed what is before /class
    chosen = known_language(request.query_params.get("lang", ""))  # not that of the browser
    if code:
        more = f"?lang={chosen}" if chosen else ""
        return RedirectResponse((code if is_folder else f"class/{code}") + more, 303)
    t = translation(lang)
    wrong = t.gettext("This is not the code of a class. Check the code.") if typed else ""
    body = ENTER.format(
        lang=lang,
        kept=f'<input type="hidden" name="lang" value="{chosen}">\n' if chosen else "",
        title=html.escape(t.gettext("Join a class")),
        label=html.escape(t.gettext("Code of the class: 6 letters and digits")),
        join=html.escape(t.gettext("Join")),
        problem=html.escape(wrong),
        typed=html.escape(typed[:40]),
        files=f"../{FILES}" if is_folder else FILES,
        style=style(),
    )
    return respond(request, body, follower_policy(style(), forms="'self'"))


def language_of(request: Request) -> str:
    """Return the language of `lang`, or else that of the browser."""
    if lang := known_language(request.query_params.get("lang", "")):
        return lang
    accepted = request.headers.get("accept-language", "").split(",")[0].split(";")[0]
    return preferred_language(accepted)


def respond(request: Request, text: str, policy: str) -> Response:
    """Return the response with the HTML of a page, compressed if the browser understands it."""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Accept-Encoding"}
    headers["Content-Security-Policy"] = policy
    body = text.encode()
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
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

    >>> [route.path for route in routes("", "/stage")][1:]
    ['/class/', '/class/{code}', '/stage/class_labels/{lang}']
    """
    return (
        Route(base + "/class", get_field, methods=["GET"]),
        Route(base + "/class/", get_field, methods=["GET"]),
        Route(base + "/class/{code}", get_page),
        Route(files + "/class_labels/{lang}", get_labels),
    )
