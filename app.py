"""The ASGI app: the pages, the stage's files and records, limits and security headers.

Start it with `streamlit run app.py` or `uvicorn app:app`.
"""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from pages.guide import route as guide
from pages.server import components, join
from pages.server.errors import uncaught_error_handler
from pages.server.lifespan import lifespan
from pages.server.limits import RequestLimits
from pages.server.security import (
    RejectCrossOriginWrites,
    SecurityHeaders,
    content_security_policy,
)
from pages.server.static_files import CompressedFiles
from pages.serving import by_hand, downloads, early_stage, records
from pages.state import session

app = st.App(
    Path(__file__).parent / "pages" / "frame.py",
    routes=[
        records.route(components.files_path()),
        *downloads.routes(components.files_path()),
        by_hand.route(components.files_path()),
        early_stage.route(components.files_path()),
        join.route(components.files_path()),
        *guide.routes(components.files_path()),
        Mount(components.files_path(), StaticFiles(directory=components.FOLDER)),
    ],
    lifespan=lifespan,
    on_script_error=uncaught_error_handler(session.language),
    middleware=[
        Middleware(SecurityHeaders, content_security_policy()),
        Middleware(RejectCrossOriginWrites),
        Middleware(RequestLimits),
        Middleware(CompressedFiles),
    ],
)
