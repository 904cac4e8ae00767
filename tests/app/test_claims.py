"""Sentences about BPE are true: each test computes a claim, and a case where it would be false."""

from collections import Counter
from gettext import NullTranslations
from itertools import pairwise
from pathlib import Path

import pytest
import regex
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.trainers import WordPieceTrainer

import bpe
from bpe.own_merges import apply_merges
from bpe.pre_tokenization import GPT2_PATTERN
from pages.course.chapters import chapter_1, chapter_2, chapter_3, chapter_4
from pages.course.glossary import glossary
from pages.encoding import examples
from pages.practice import mistakes
from pages.practice.class_labels import labels
from pages.stage.counts import piece_count, token_count, word_count
from pages.stage.tokens import without_isolates
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults, with_algorithm, with_alphabet
from pages.training import code as bpe_code
from pages.training import merges_compared, wordpiece_explanations
from pages.translations.language import LANGUAGES
from tests.app.quiz_helpers import of_kind

T = NullTranslations()
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def own(counts: dict[str, int], **changes: object):
    lines = "\n".join(f"{word} {count}" for word, count in counts.items())
    return defaults(OWN_COUNTS).replace(own=lines, **changes)


def term(name: str) -> str:
    """The sentence of a term in the glossary."""
    (found,) = (each for each in glossary("en") if each.name == name)
    return found.sentence


def test_token_of_a_word_occurs_as_often_as_the_word_only_in_that_word():
    said = without_isolates(" ".join(chapter_2.count_tokens(T, "en").sentences))
    (word,) = (word for word in HUG if f"{word} has the number" in said)
    assert set(Counter(word).values()) == {1}
    in_corpus = {letter: sum(n * w.count(letter) for w, n in HUG.items()) for letter in word}
    assert in_corpus["h"] == 15 != HUG[word]
    assert f"In this word, each token also occurs {HUG[word]} times." in said
    assert "so does each" not in said


def saved_by(counts: dict[str, int], *pairs: tuple[str, str]) -> int:
    """How many tokens remain after merges, written out with plain loops."""
    total = 0
    for word, count in counts.items():
        tokens = list(word)
        for left, right in pairs:
            at = 0
            while at < len(tokens) - 1:
                if tokens[at : at + 2] == [left, right]:
                    tokens[at : at + 2] = [left + right]
                at += 1
        total += count * len(tokens)
    return total


def test_most_frequent_pair_is_called_best_only_if_its_places_do_not_overlap():
    counts = {"aaa": 5, "bc": 7}
    assert (saved_by(counts, ("b", "c")), saved_by(counts, ("a", "a"))) == (22, 24)
    settings = own(counts, ties="first")
    run = settings.train()
    said = without_isolates(merges_compared.verdict(run, apply_merges(run.corpus, [("b", "c")]), T))
    assert "22 yours, 24 in the training" in said
    assert "a+a, with a count of 10. But its places overlap" in said
    assert said.endswith("saved only 5 tokens.")
    assert "best choice" not in said


def test_most_frequent_pair_is_best_for_one_merge_but_not_for_several():
    counts = {"abcd": 5, "bc": 3, "ab": 2, "cd": 2}
    run = own(counts).train()
    firsts = {pair: saved_by(counts, pair) for word in counts for pair in pairwise(word)}
    assert min(firsts, key=firsts.__getitem__) == ("b", "c")
    assert (run.merges[0].left, run.merges[0].right) == ("b", "c")
    mine = apply_merges(run.corpus, [("a", "b"), ("c", "d")])
    assert saved_by(counts, ("a", "b"), ("c", "d")) == mine.token_totals[2] < run.token_totals[2]
    said = merges_compared.verdict(run, mine, T)
    assert said.endswith("best choice for one merge here, but not for several.")


def test_tied_pairs_are_compared_by_left_token_then_by_right_token():
    greatest = max(("she", "s"), ("s", "t"), key=lambda pair: [each.encode() for each in pair])
    assert greatest == ("she", "s")
    assert max(("she", "s"), ("s", "t"), key="".join) == ("s", "t")  # byte by byte, all in one
    seen = 0
    for _, question in of_kind("ties"):
        if "left tokens first" in question.hint:
            seen += 1
            pairs = question.form.options
            key = [[each.encode() for each in pair] for pair in pairs]
            assert pairs[key.index(max(key))] == question.answer
            assert "left tokens are compared first" in question.worked
    assert seen


def test_in_every_sample_only_spaces_come_before_a_space_sign():
    texts = [text for sample in bpe.SAMPLES.values() for text in sample.texts or ()]
    assert texts
    before = {
        one
        for text in [*texts, "if x:\n    return  y"]
        for word in regex.findall(GPT2_PATTERN, text)
        for one, other in pairwise(word)
        if other == " "
    }
    assert before
    assert all(each.isspace() for each in before)
    code = defaults("code").train()
    assert (code.merges[0].left, code.merges[0].right) == ("Ġ", "Ġ")
    part = chapter_4.never_merged(T, "en")
    assert "always" not in part.task.worked


def test_long_token_can_come_from_an_early_merge():
    ranks = {merge.token: merge.rank for merge in defaults("course").train().merges}
    assert ranks["This"] < ranks["nd"]
    assert "Long tokens come" not in str(chapter_3.what_decides(T, "en"))


@pytest.mark.parametrize("name", ["course", "notebook", "chinese-page"])
@pytest.mark.parametrize("alphabet", ["corpus", "bytes"])
def test_example_says_which_words_are_split(name, alphabet):
    settings = defaults(name)
    run = (with_alphabet(settings, "bytes") if alphabet == "bytes" else settings).train()
    assert run.encode(" token").tokens == ("Ġtoken",)
    assert run.encode(" not").tokens == ("Ġ", "n", "o", "t")
    assert run.encode(" will").tokens == ("Ġ", *"will")
    assert "Ġwill" in run.corpus.counts
    assert run.corpus.counts["Ġwill"] < sum(
        n for word, n in run.corpus.counts.items() if "token" in word
    )
    lesson = examples.four_sentences(T)["not"].lesson
    assert "does not contain" not in lesson
    assert "“will”, are split" in lesson


def test_language_that_is_missing_takes_more_tokens_for_each_character():
    lines = examples.LANGUAGES.split("\n")
    for name in ("course", "english", "code"):
        run = defaults(name).train()
        needed = [len(run.encode(line).tokens) / len(line) for line in lines]
        assert needed[0] < min(needed[1:])
    run = defaults("english").train()
    english, chinese = (len(run.encode(lines[i]).tokens) for i in (0, 5))
    assert chinese < english  # a text with fewer characters can still need fewer tokens
    assert "same sentence takes more" not in examples.languages(T)["languages"].lesson


def test_frequent_word_is_usually_one_token_but_not_always():
    run = bpe.train(bpe.Corpus.from_counts(HUG), vocab_size=10)
    assert run.encode("hug").tokens == ("hug",)
    assert HUG["pun"] > HUG["hug"]
    assert len(run.encode("pun").tokens) == 2
    part = chapter_1.frequent_words(T, "en")
    assert "usually becomes a single token" in str(part)
    for lang in LANGUAGES:
        frequent = chapter_1.TEXTS[lang].frequent
        assert chapter_1.prose(lang).train().encode(frequent).tokens == (frequent,)


def test_tie_can_have_more_than_two_pairs_and_is_about_the_highest_count():
    run = defaults("course").train()
    assert max(merge.tied for merge in run.merges) > 2
    step = next(k for k, merge in enumerate(run.merges) if merge.tied == 1)
    counts = Counter(run.pairs(step).values())
    assert any(n > 1 for n in counts.values())  # equal counts below the highest are no tie
    assert counts[max(counts)] == 1
    assert "Two or more pairs share the highest count" in term("tie")


def test_character_has_one_to_four_bytes_in_utf8_only():
    for character in ("a", "é", "한", "🙂"):
        assert 1 <= len(character.encode()) <= 4
    assert len("a".encode("utf-16-le")) == 2
    assert "in UTF-8" in term("byte")


def test_special_token_is_not_learned_even_if_the_text_contains_it():
    corpus = bpe.Corpus.from_counts({"<s>": 3, "cat": 1})
    run = bpe.train(corpus, vocab_size=8, special_tokens=("<s>",))
    assert run.vocab[0] == "<s>"
    assert "<s>" in corpus.counts
    assert "not in the corpus" not in term("special")


def test_score_divides_by_the_product_of_the_counts():
    run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    (table,) = run.tables(1, 2, 5)
    merge = run.merges[0]
    tokens: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for word, count in HUG.items():
        marked = [word[0], *(f"##{letter}" for letter in word[1:])]
        for token in marked:
            tokens[token] += count
        for pair in pairwise(marked):
            pairs[pair] += count
    scores = {pair: n / (tokens[pair[0]] * tokens[pair[1]]) for pair, n in pairs.items()}
    assert max(scores, key=scores.__getitem__) == (merge.left, merge.right)
    frequent = table.frequent
    products = [tokens[each.left] * tokens[each.right] for each in (frequent, merge)]
    assert products[0] > products[1]
    said = wordpiece_explanations.others(table, merge, T)
    assert "product of its tokens' counts is larger" in said
    # A more frequent pair can have a rarer token (10): only its product is larger for certain.
    assert 10 / (10 * 1000) < 9 / (20 * 20)


def test_trainer_of_the_library_merges_by_count():
    library = Tokenizer(WordPiece(unk_token="[UNK]"))
    library.pre_tokenizer = Whitespace()
    trainer = WordPieceTrainer(vocab_size=100, special_tokens=["[UNK]"], show_progress=False)
    library.train_from_iterator([word for word, n in HUG.items() for _ in range(n)], trainer)
    ids = library.get_vocab()
    made = [each for each in sorted(ids, key=ids.__getitem__) if len(each.strip("#")) > 1]
    assert made[:2] == ["[UNK]", "##ug"]  # the most frequent pair
    run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    assert run.merges[0].token != "##ug"


def test_readme_says_that_the_score_is_the_rule_of_the_course():
    text = " ".join((Path(__file__).parents[2] / "README.md").read_text().split())
    assert "divided by the product of the counts of its two tokens" in text
    assert "As the Hugging Face course teaches it" in text


@pytest.mark.parametrize("special", ["<s>", "<s> </s>"])
def test_missing_special_tokens_are_counted_in_singular_and_plural(special):
    run = own(HUG, special=special).train()
    number = len(special.split())
    (found,) = (m.reason for m in mistakes.fit(run, 12, 3, T) if m.name == "specials")
    assert found.endswith("There is 1." if number == 1 else f"There are {number}.")


def test_numbers_of_one_have_a_singular():
    assert [token_count(1, T), word_count(1, T), piece_count(1, T)] == [
        "1 token",
        "1 word",
        "1 piece",
    ]
    run = own({"ab": 3}, vocab=9).train()
    assert bpe_code.describe_saved_work(run, 1, 1, T).endswith("1 count in 1 word.")
    assert "1 pair in 1 word" in bpe_code.describe_saved_work(run, 1, 1, T)
    assert [labels(T)[name] for name in ("votes_one", "answered_one", "of_student")] == [
        "1 vote, {percent}",
        "1 person answered.",
        "{n} of 1 student",
    ]
