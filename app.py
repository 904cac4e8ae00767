"""Merge by Merge, the ASGI app: the pages, the stage's files and records, and what is refused,
here and by browsers. Start it with `streamlit run app.py` or `uvicorn app:app`.
"""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from pages.server import components
from pages.server.errors import outside
from pages.server.limits import Bounds
from pages.server.security import Headers, OwnPagesOnly, policy
from pages.serving import records

app = st.App(
    Path(__file__).parent / "pages" / "frame.py",
    routes=[
        records.route(components.files_path()),
        Mount(components.files_path(), StaticFiles(directory=components.FOLDER)),
    ],
    on_script_error=outside,
    middleware=[Middleware(Headers, policy()), Middleware(OwnPagesOnly), Middleware(Bounds)],
)
