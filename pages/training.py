"""Page: step through the training of BPE."""

from pages import records, session
from pages.sections import compare_rules, progress, stages, steps

settings = session.settings()
run = records.run_of(settings)
if run is None:
    progress(settings)
else:
    session.works()
    session.bound(len(run.merges))
    steps(settings)
    stages(settings)
    compare_rules(settings)
