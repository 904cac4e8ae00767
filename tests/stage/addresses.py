"""The pages that tests of the stage open: every renderer, and every panel below it."""

STAGES = {  # the renderers, by what they step through
    "training": ("/", "corpus=course&step=5"),
    "encoding": ("/encode", "corpus=course&at=3"),
    "matching": ("/encode", "corpus=course&algorithm=wordpiece&at=9"),
    "word": ("/unigram", "corpus=course&show=word&at=6"),
    "rounds": ("/unigram", "corpus=course&show=rounds&at=2"),
    "both": ("/unigram", "corpus=english&show=both&at=9"),
    "fast": ("/fast", "corpus=english&at=20"),
}
PANELS = {
    "figures": ("/figures", ""),
    "comparison": ("/comparison", "corpus=course"),
    "text": ("/text", "corpus=course"),
    "rules": ("/rules", "corpus=course"),
    "decoded": ("/decoded", "corpus=course"),
    "tokens": ("/tokens", "corpus=course"),
    "orders": ("/orders", "corpus=course"),
    "lines": ("/lines", "corpus=course&input=One+line%0AAnother"),
    "tokenizers": ("/tokenizers", "corpus=english&passage=The+unhappy+%E8%B2%93+baker."),
    "lesson": ("/lesson", ""),
    "share": ("/share", ""),
    "question, table": ("/question", "seed=3&at=3"),
    "question, options": ("/question", "seed=3&at=20"),
    "question, words": ("/question", "seed=3&at=1"),
    "verdict": ("/verdict", "seed=3&at=1"),
    "ladder": ("/ladder", "seed=3&at=1"),
}
