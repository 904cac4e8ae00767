"""Answers whose content is kept compressed: also for clients that do not accept that."""

import asyncio
import gzip
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from pages.hosting.static_files import accepted_encodings


async def compressed_json(request: Request, packed: bytes, headers: Mapping[str, str]) -> Response:
    """Return an answer with JSON compressed with gzip; unpacked if the client needs that."""
    own = {**headers, "Vary": "Accept-Encoding"}
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        own["Content-Encoding"] = "gzip"
    else:
        packed = await asyncio.to_thread(gzip.decompress, packed)
    return Response(packed, 200, own, "application/json")
