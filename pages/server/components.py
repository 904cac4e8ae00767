"""The components of the browser side, from the stage to the writer of the address.

Their code is served as files (see `app`); what is sent inline only loads it. A change of any of
these files changes VERSION and so their path: a browser never mixes old and new ones.
"""

import hashlib
from pathlib import Path

import streamlit as st

FOLDER = Path(__file__).parents[1] / "stage"
VERSION = hashlib.sha256(
    b"".join(path.read_bytes() for path in sorted(FOLDER.iterdir()))
).hexdigest()[:12]

LOADER = """
export default function (component) {
  const files = new URL(component.data.files, location.origin);
  const loaded = import(new URL("%s", files).href);
  loaded.then((module) => module.update(component));
  return () => loaded.then((module) => module.unmount?.(component));
}
"""


def base_path() -> str:
    """What the path of every page begins with: nothing, unless the app lives below a path."""
    base = str(st.get_option("server.baseUrlPath")).strip("/")
    return f"/{base}" if base else ""


def files_path() -> str:
    """Where the files of this version are on the server; records are below it too."""
    return f"{base_path()}/stage/{VERSION}"


def common() -> dict[str, str]:
    """What every component's data has."""
    return {"files": files_path() + "/"}


static_tables = st.components.v2.component(
    "merge_by_merge_static_tables", js=LOADER % "static_tables.js"
)
share = st.components.v2.component("merge_by_merge_share", js=LOADER % "share.js")
lesson_list = st.components.v2.component("merge_by_merge_lesson", js=LOADER % "lesson.js")
stage = st.components.v2.component("merge_by_merge_stage", js=LOADER % "mount.js")
compare_with_bpe = st.components.v2.component(
    "merge_by_merge_compare_with_bpe", js=LOADER % "compare_with_bpe.js"
)
figures = st.components.v2.component("merge_by_merge_figures", js=LOADER % "figures.js")
compare_tie_rules = st.components.v2.component(
    "merge_by_merge_compare_tie_rules", js=LOADER % "compare_tie_rules.js"
)
practice = st.components.v2.component("merge_by_merge_practice", js=LOADER % "practice.js")
address = st.components.v2.component("merge_by_merge_address", js=LOADER % "address.js")
