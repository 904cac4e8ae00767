"""Page: step through the training of BPE."""

from pages import records, session
from pages.language import translation
from pages.sections import compare_rules, stages, steps

settings = session.settings()
run = records.run_of(settings)
t = translation(settings.lang)
session.bound(len(run.merges))
steps(settings)
stages(settings, run, t)
compare_rules(settings, run, t)
