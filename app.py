"""Merge by Merge, the ASGI app: the pages, the stage's files and records, and what is refused,
here and by browsers. Start it with `streamlit run app.py` or `uvicorn app:app`.
"""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from pages import components, records
from pages.bounds import Bounds
from pages.failure import outside
from pages.security import Headers, OwnPagesOnly, policy

app = st.App(
    Path(__file__).parent / "pages" / "frame.py",
    routes=[
        records.route(components.files_path()),
        Mount(components.files_path(), StaticFiles(directory=components.FOLDER)),
    ],
    on_script_error=outside,
    middleware=[Middleware(Headers, policy()), Middleware(OwnPagesOnly), Middleware(Bounds)],
)
