"""The README's example prints what it says."""

import doctest
from pathlib import Path


def test_readme_example_runs():
    readme = Path(__file__).parents[2] / "README.md"
    # the closing fence of the block would be read as output
    text = readme.read_text().replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, "README", str(readme), 0)
    assert len(example.examples) == 6
    assert doctest.DocTestRunner().run(example).failed == 0
