"""The page of practice questions, whose answers the engine computes.

answers: the forms of typed answers, which expressions and typed_tokens read. questions: a question
and its check. mistakes, encoding_mistakes, unigram_mistakes: known wrong answers with explanations.
exercises.toml, mistakes.toml, code_blanks.toml: the sentences of all these.
merge_questions: the next merge, the count of a pair. tie_questions: tie rules, and merges that fit
in a vocabulary. encoding_questions: a word with the learned merges. unigram_questions: best
segmentation, its probability, a piece to remove. byte_questions, unseen_questions: bytes in UTF-8
and at the byte level, of byte_texts. sample_words, material: the corpora that questions
are about. draw: a question of a skill and level. ladder: which one comes next. exercises: those of
the Hugging Face chapters. presentation: records for the page.
"""
