"""The components of the browser side: the stage, two rules compared, the writer of the address.

Their code is served as files under /stage (see `app`); what is sent inline only loads it. A
change of any of these files changes VERSION, so a browser never mixes old and new ones.
"""

import hashlib
from pathlib import Path

import streamlit as st

FOLDER = Path(__file__).parent / "stage"
VERSION = hashlib.sha256(
    b"".join(path.read_bytes() for path in sorted(FOLDER.iterdir()))
).hexdigest()[:12]

LOADER = """
export default function (component) {
  const file = new URL("stage/%s?v=" + component.data.version,
    new URL(component.data.base, location.origin));
  const loaded = import(file.href);
  loaded.then((module) => module.update(component));
  return () => loaded.then((module) => module.unmount?.(component));
}
"""


def base_path() -> str:
    """The path of the app on its server, with a slash at both ends."""
    path = str(st.get_option("server.baseUrlPath")).strip("/")
    return f"/{path}/" if path else "/"


def common() -> dict[str, str]:
    """What every component's data has: where its files are, and which version of them."""
    return {"version": VERSION, "base": base_path()}


stage = st.components.v2.component("merge_by_merge_stage", js=LOADER % "mount.js")
compare = st.components.v2.component("merge_by_merge_compare", js=LOADER % "compare.js")
address = st.components.v2.component("merge_by_merge_address", js=LOADER % "address.js")
