"""Quiz questions with answers that the engine computes, and explanations of known mistakes.

answers: parsers of typed answers. questions: a question and its check. mistakes,
encoding_mistakes, unigram_mistakes: known wrong answers with explanations. merge_questions: the
next merge, the count of a pair. tie_questions: tie rules, and merges that fit in a vocabulary.
encoding_questions: a word with the first merges, overlapping pairs. unigram_questions: best
segmentation, its probability, a piece to remove. rounds: a round of questions from a seed.
exercises: the course's own exercises. material: the runs that questions are drawn from.
presentation: records for the page.
"""
