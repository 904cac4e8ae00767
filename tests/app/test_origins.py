"""Whose page a request comes from, and which URLs get a QR code, behind a proxy or not."""

import json
from http.client import HTTPConnection

import pytest
from starlette.datastructures import Headers

from pages.hosting import network_address
from pages.hosting.origins import is_own_page, is_same_origin
from tests.support.live_class import serving_classes

PUBLIC = "https://class.example.org"
PREFIX = f"{PUBLIC}/user/a%40b.c/proxy/8501"


def ask(port: int, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
    """Status and body of the answer to a request, whose Host is by default 127.0.0.1."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body or None, named)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.mark.parametrize(
    ("headers", "is_own"),
    [
        ({"host": "class.example.org"}, True),
        ({"host": "localhost:8501"}, False),
        ({"host": "localhost:8501", "x-forwarded-host": "class.example.org"}, False),
        ({"host": "localhost:8501", "forwarded": "host=class.example.org"}, False),
        ({"host": "localhost:8501", "referer": f"{PREFIX}/encode"}, True),
        ({"host": "x", "referer": f"{PUBLIC}/", "sec-fetch-site": "same-origin"}, True),
        ({"host": "x", "referer": f"{PUBLIC}/", "sec-fetch-site": "cross-site"}, False),
        ({"host": "x", "referer": "https://evil.example.org/", "sec-fetch-site": "none"}, False),
        ({"host": "x", "referer": "https://class.example.org.evil.org/"}, False),
        ({"host": "x", "referer": "http://class.example.org/"}, False),
        ({"host": "x", "sec-fetch-site": "same-origin"}, False),
    ],
)
def test_url_is_ours_by_host_or_by_the_page_that_asks(headers, is_own):
    assert is_own_page(f"{PREFIX}/class/K7M2QX", Headers(headers)) == is_own


def test_two_headers_of_a_kind_prove_nothing():
    twice = [(b"host", b"x"), (b"origin", PUBLIC.encode())]
    twice += [(b"sec-fetch-site", b"same-origin"), (b"sec-fetch-site", b"cross-site")]
    assert not is_same_origin(Headers(raw=twice))
    pages = [(b"host", b"x"), (b"referer", PUBLIC.encode()), (b"referer", b"https://evil.org/")]
    assert not is_own_page(PUBLIC, Headers(raw=pages))


def test_class_has_the_address_that_the_browser_knows():
    """With a prefix that a proxy has removed, and https; for no other page and no other host."""
    with serving_classes() as (url, _):
        port = int(url.rpartition(":")[2])
        opened = json.loads(ask(port, "POST", "/class", "{}")[1])
        code, lead = opened["code"], {"Authorization": f"Bearer {opened['key']}"}
        own = f"{PREFIX}/class/{code}"
        page = {"Referer": f"{PREFIX}/encode", "Sec_Fetch_Site": "same-origin"}
        for wanted, headers, status in [
            (own, page, 200),
            (own, {"Host": "class.example.org"}, 200),
            (own, {}, 400),
            (own, {"X_Forwarded_Host": "class.example.org"}, 400),
            (own.replace("class.example", "evil.example"), page, 400),
            (f"{PREFIX}/class/K7M2QX", page, 400),
            (f"{PREFIX}/", page, 400),
            (f"{own}?a=b", page, 400),
            (f"{own}#key=x", page, 400),
            (own.replace("https://", "https://user@"), page, 400),
        ]:
            path = f"/class/{code}/join?url={wanted.replace('%', '%25').replace('#', '%23')}"
            found, text = ask(port, "GET", path, **headers)
            assert found == status, (wanted, headers)
            if status == 200:
                answer = json.loads(text)
                assert answer["url"] == answer["short"] == own
                assert answer["image"] == network_address.qr_code(own)
            body = json.dumps({"url": wanted})
            found, text = ask(port, "POST", f"/class/{code}/pairing", body, **headers, **lead)
            assert found == status
            if status == 200:
                url, _, token = json.loads(text)["url"].partition("#pair=")
                assert url == own
                assert opened["key"] not in text
                paired = ask(port, "POST", f"/class/{code}/paired", json.dumps({"token": token}))
                assert json.loads(paired[1])["key"] == opened["key"]
