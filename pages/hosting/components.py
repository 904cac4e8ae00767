"""The Streamlit components: the stage, the tables, and what else runs in the browser.

The app serves their code as files; a component's inline script only loads it. VERSION is a hash of
all these files and part of their path, so a browser never mixes old and new files.

The server does not know the URL of the app: a proxy may have removed a prefix of it. So what it
sends to browsers is relative to the app's root. The inline script finds the root by the URL of
Streamlit's own script, our modules by their own (`app_root.js`).
"""

import streamlit as st

from pages.hosting.files import version

VERSION = version()
FILES = f"stage/{VERSION}"  # relative to the app's root

# After an update of the app, an open page reconnects with the files of the former version on it.
# Both would draw, so the page is loaded again, once for each version. Its URL has what it shows.
LOADER = """
export default function (component) {
  const drawn = (window.mergeByMergeFiles ??= component.data.files);
  const reloaded = "merge-by-merge-reloaded";
  if (drawn !== component.data.files && sessionStorage[reloaded] !== component.data.files) {
    sessionStorage[reloaded] = component.data.files;
    location.reload();
    return;
  }
  const streamlit = document.querySelector('script[src*="static/js/"]');
  const files = new URL("../../" + component.data.files, streamlit.src);
  const loaded = import(new URL("%s", files).href).then((module) => module%s);
  loaded.then((module) => module.update(component));
  return () => loaded.then((module) => module.unmount?.(component));
}
"""


def base_path() -> str:
    """Return the start of every route: "" unless the option server.baseUrlPath is set.

    >>> base_path()
    ''
    """
    base = str(st.get_option("server.baseUrlPath")).strip("/")
    return f"/{base}" if base else ""


def files_path() -> str:
    """Return the path of this version's files on the server; the records are below it too.

    >>> files_path().removesuffix(VERSION)
    '/stage/'
    """
    return f"{base_path()}/{FILES}"


def common() -> dict[str, str]:
    """Return the data that every component gets.

    files: the folder of our files, relative to the app's root.

    >>> common()["files"].removesuffix(VERSION + "/")
    'stage/'
    """
    return {"files": FILES + "/"}


def script(file: str, name: str = "") -> str:
    """Return the inline script of a component: it loads a file, or one of those in `main.js`.

    >>> '"main.js", files' in script("main.js", "share")
    True
    """
    return LOADER % (file, f".components.{name}" if name else "")


static_tables = st.components.v2.component(
    "merge_by_merge_static_tables", js=script("static_tables.js")
)
share = st.components.v2.component("merge_by_merge_share", js=script("main.js", "share"))
lesson_page = st.components.v2.component("merge_by_merge_lesson", js=script("lesson.js"))
stage = st.components.v2.component("merge_by_merge_stage", js=script("main.js", "stage"))
comparison = st.components.v2.component("merge_by_merge_comparison", js=script("comparison.js"))
tokenizers = st.components.v2.component("merge_by_merge_tokenizers", js=script("tokenizers.js"))
inspector = st.components.v2.component("merge_by_merge_inspector", js=script("inspector.js"))
figures = st.components.v2.component("merge_by_merge_figures", js=script("figures.js"))
compare_tie_rules = st.components.v2.component(
    "merge_by_merge_compare_tie_rules", js=script("compare_tie_rules.js")
)
practice = st.components.v2.component("merge_by_merge_practice", js=script("practice.js"))
follow_step = st.components.v2.component("merge_by_merge_follow_step", js=script("follow_step.js"))
address = st.components.v2.component("merge_by_merge_address", js=script("main.js", "address"))
