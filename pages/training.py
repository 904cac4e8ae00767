"""Page: step through the training of BPE."""

from pages import records, session
from pages.sections import compare_rules, stages, steps

settings = session.settings()
session.bound(len(records.run_of(settings).merges))
steps(settings)
stages(settings)
compare_rules(settings)
