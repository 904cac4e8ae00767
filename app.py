"""The ASGI app: the pages, the stage's files and records, limits and security headers.

Start it with `streamlit run app.py` or `uvicorn app:app`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount, Route

from pages.classroom import follower_page
from pages.classroom.hub import Hub
from pages.classroom.routes import Classroom
from pages.course import route as guide
from pages.course.learning_platform import route as platform
from pages.hosting import components, invite, no_room, options, reach, streamlit_patches
from pages.hosting.errors import uncaught_error_handler
from pages.hosting.files import serve_picture
from pages.hosting.lifespan import lifespan
from pages.hosting.limits import RequestLimits
from pages.hosting.origins import RejectCrossOriginWrites
from pages.hosting.other_devices import NoticeOtherDevices
from pages.hosting.redirects import RelativeRedirects
from pages.hosting.security import SecurityHeaders, content_security_policy
from pages.hosting.static_files import CompressedFiles
from pages.hosting.unknown_paths import KnownPathsOnly
from pages.inspector import downloads as vocabularies
from pages.registry import PAGES
from pages.report import downloads
from pages.report import route as report
from pages.runs import by_hand, early_stage, records
from pages.state import session

streamlit_patches.install()
options.install()  # before anything reads them
classroom = Classroom(Hub())


@asynccontextmanager
async def started(app: Any) -> AsyncIterator[None]:
    """What runs as long as the server: limits and cleanup, and the live classes."""
    async with lifespan(app), classroom.hub.running():
        yield


# Other sites may show their stages.
EMBEDDABLE = {page.path for page in PAGES if not all(each.is_whole for each in page.targets)}


app = st.App(
    Path(__file__).parent / "pages" / "frame.py",
    routes=[
        records.route(components.files_path()),
        report.route(components.files_path()),
        downloads.route(components.files_path()),
        vocabularies.route(components.files_path()),
        by_hand.route(components.files_path()),
        early_stage.route(components.files_path()),
        invite.route(components.files_path()),
        reach.route(components.files_path()),
        no_room.route(components.files_path()),
        *guide.routes(components.files_path()),
        platform.route(components.files_path()),
        *classroom.routes(components.base_path()),
        *follower_page.routes(components.base_path(), components.files_path()),
        Route(components.files_path() + "/{name}", serve_picture),
        Mount(components.files_path(), routes=[]),  # 404 for the rest
    ],
    lifespan=started,
    on_script_error=uncaught_error_handler(session.language),
    middleware=[
        Middleware(SecurityHeaders, content_security_policy(), EMBEDDABLE),
        Middleware(RelativeRedirects),
        Middleware(RejectCrossOriginWrites),
        Middleware(NoticeOtherDevices),
        Middleware(RequestLimits),
        Middleware(CompressedFiles, [page.first_paint for page in PAGES]),
        Middleware(KnownPathsOnly, [page.path for page in PAGES]),
    ],
)
