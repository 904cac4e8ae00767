"""Questions with answers that the engine computes, and reasons for what is often got wrong.

    answers     what a learner typed, read as an answer
    questions   a question, and how an answer to it is checked
    mistakes    for each kind the known wrong answers, each with its reason; see also
                missteps (merges at work on a word) and slips (Unigram)
    merging     the next merge; a pair's count
    choosing    equal counts under a rule; how many merges fit a vocabulary
    encoding    a word through the merges; how aaaa merges
    pieces      Unigram: the best segmentation, its probability, a token that is not missed
    rounds      a round of questions from a seed
    exercises   the course's own exercises
    sources     the runs that questions are drawn from

But: nothing here knows a page, a session or Streamlit.
"""
