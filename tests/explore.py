"""Explores the app at random: python -m tests.explore [--actions N] [--seed S] [--wide] [--browser]

Run it from the repository's folder with .venv-tests/bin/python. It prints its seed, and for an
error the shortest walk that leads to it. --wide also chooses slow corpora and large numbers;
--browser walks through a real browser, which CHROMIUM names if it is not at a usual place. With
--from "/unigram?show=word", its walks are short, begin there and follow no links, so it finds more.
"""

import argparse
import logging
import random

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--actions", type=int, default=2000)
parser.add_argument("--seed", type=int)
parser.add_argument("--wide", action="store_true")
parser.add_argument("--browser", action="store_true")
parser.add_argument("--from", dest="start", default="", metavar="/PAGE?QUERY")

if __name__ == "__main__":
    arguments = parser.parse_args()
    if arguments.browser:
        import os

        import pytest

        os.environ["EXPLORE_ACTIONS"] = str(arguments.actions)
        seed = random.randrange(10**6) if arguments.seed is None else arguments.seed
        os.environ["EXPLORE_SEED"] = str(seed)
        os.environ["EXPLORE_FROM"] = arguments.start
        raise SystemExit(
            pytest.main(["-s", "-o", "timeout=0", "tests/browser/test_random_walk.py"])
        )
    from pages.hosting import options
    from tests.support.exploring import explore

    options.install()  # AppTest runs the pages without app.py
    noisy = "streamlit.runtime.scriptrunner_utils.script_run_context"
    logging.getLogger(noisy).disabled = True  # it warns that there is no server, at every action
    explore(arguments.actions, arguments.seed, arguments.wide)
