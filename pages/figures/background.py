"""Questions about what the chapters say without a calculation: models, libraries, probabilities."""

from bpe.byte_characters import BYTE_CHARACTERS
from pages.figures import claims
from pages.figures.claims import Question, chips
from pages.figures.engine import Engine, count_of
from pages.stage.messages import message
from pages.stage.tokens import quoted

SIZES = (50, 276)  # vocabularies without and with room for the chapter's 19 merges after all bytes
FEWER = ("p ug", "p u g")  # two segmentations of pug


def questions(engine: Engine) -> tuple[Question, ...]:
    """Return all questions about models and libraries, then those about probabilities.

    >>> from pages.figures.engine import engine
    >>> questions(engine())[0].question.text
    'Where does BPE come from?'
    """
    return about_libraries(engine) + about_probabilities(engine)


def about_libraries(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about models and libraries.

    Sources: the two chapters; the source code of SentencePiece 0.2 and tokenizers 0.23;
    transformers' DebertaTokenizer and DebertaV2Tokenizer; bigbird/vocab/gpt2.model, as released by
    Google.

    >>> from pages.figures.engine import engine
    >>> about_libraries(engine())[1].question.text
    'Which models use which algorithm?'
    """
    first, words = engine.pruned_sentences.rounds[0], len(engine.sentences.counts)
    removable = len(first.rises)
    size, bytes_first = SIZES
    return (
        Question(
            message("Where does BPE come from?"),
            message(
                "Philip Gage described it in 1994 to compress data. Sennrich, Haddow and Birch "
                "used it in 2016 to split words for machine translation. OpenAI’s GPT (2018) was "
                "one of the first large language models with it. Since GPT-2, many models use BPE "
                "on bytes."
            ),
            claims.training("sennrich", 1),
        ),
        Question(
            message("Which models use which algorithm?"),
            message(
                "BPE on characters: GPT (the first one), XLM, Llama 2. BPE on bytes: GPT-2, "
                "RoBERTa, BART, Llama 3. Unigram: ALBERT, T5, mBART, XLNet. WordPiece: BERT, "
                "DistilBERT, ELECTRA. WordPiece also merges pairs. But the course says that it "
                "divides a pair's count by the product of the counts of its two tokens."
            ),
            claims.unigram("course", show="comparison"),
        ),
        Question(
            message("Do DeBERTa and Big Bird use what the chapters say?"),
            message(
                "Only in part. Chapter 6.5 lists DeBERTa under BPE. This is right for its first "
                "version, which has the tokens of GPT-2. Version 3 uses Unigram. Chapter 6.7 lists "
                "Big Bird under Unigram. The type of its SentencePiece file is Unigram, but its "
                "tokens are those of GPT-2, which BPE learned, and all have the same score."
            ),
            claims.unigram("course", show="comparison"),
        ),
        Question(
            message("What does train_new_from_iterator do?"),
            message(
                "It is a method of a tokenizer in the Hugging Face Transformers library. It trains "
                "a new vocabulary on your texts, and keeps the algorithm, the pre-tokenization and "
                "the special tokens. With GPT-2’s tokenizer, all {bytes} bytes come first. So on "
                "the four sentences, {small} tokens leave room for {none} merges, and {size} "
                "tokens give {merges}. Ties are decided by the lowest ids."
            ).format(
                bytes=len(BYTE_CHARACTERS),
                small=size,
                none=len(engine.with_all_bytes(size).merges),
                size=bytes_first,
                merges=len(engine.with_all_bytes(bytes_first).merges),
            ),
            claims.training("course", 1, ties="lowest", alphabet="bytes", vocab=bytes_first),
        ),
        Question(
            message("What does SentencePiece do?"),
            message(
                "SentencePiece is a library that trains BPE and Unigram. It reads the text as a "
                "raw stream of characters. A space is one of them, written {mark}. So it also "
                "works for languages without spaces between words, such as Chinese and Japanese. "
                "By default, a piece can have a space only at its start."
            ).format(mark=quoted("▁")),
            claims.rounds("course"),
        ),
        Question(
            message("How do libraries find the first pieces of Unigram?"),
            message(
                "They sort all the places where a piece can start by the text that follows. This "
                "sorted list is a suffix array. Equal substrings are next to each other in it, so "
                "the frequent ones are found and counted fast, also in a large corpus. With the "
                "length of what neighbors share, it is called an enhanced suffix array (ESA)."
            ),
            claims.rounds("course", 0),
        ),
        Question(
            message("Why do libraries only estimate the rise in the loss?"),
            message(
                "The exact rise takes too long. For each piece, the chapter's code segments every "
                "word again. In the first round on the four sentences, that is {pieces} pieces × "
                "{words} words = {all} segmentations. Libraries assume that each use of a piece is "
                "replaced by the best segmentation of that piece into others. So they do not "
                "segment the words again."
            ).format(pieces=removable, words=words, all=removable * words),
            claims.rounds("course"),
        ),
    )


def about_probabilities(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about the probabilities of a Unigram model.

    >>> from pages.figures.engine import engine
    >>> about_probabilities(engine())[0].question.text
    'Can a Unigram model write text?'
    """
    model = engine.model
    common = max(model.pieces, key=lambda piece: count_of(model, piece))
    found = {" ".join(s.tokens): s.probability for s in model.lattice("pug").segmentations()}
    few, many = FEWER
    return (
        Question(
            message("Can a Unigram model write text?"),
            message(
                "Not well. In a Unigram model, a token's probability does not depend on the tokens "
                "before it. So the most probable next token is always the same: the most common "
                "one. With the five words, that is {piece}, with {count}/{total}. A Unigram model "
                "is good enough to choose between segmentations."
            ).format(
                piece=quoted(common), count=count_of(model, common), total=int(model.total or 0)
            ),
            claims.rounds("hug"),
        ),
        Question(
            message("Does a segmentation with fewer tokens have a higher probability?"),
            message(
                "Usually. Each further token multiplies the probability by a number below 1. For "
                "{word}, {few} has {high} and {many} has {low}. It is not a rule: two very "
                "frequent pieces can beat one rare piece."
            ).format(
                word=quoted("pug"),
                few=chips(few.split()),
                many=chips(many.split()),
                high=f"{found[few]:.6f}",
                low=f"{found[many]:.6f}",
            ),
            claims.lattice("hug", "pug"),
        ),
    )
