"""Questions about one step of BPE's training: the next merge, and a pair's count.

`draw_next` and `draw_count` choose a random step; `next_pair` and `pair_count` take a given one.
"""

from bpe import Run
from pages.i18n.language import Translation
from pages.quiz import mistakes
from pages.quiz.answers import Number, Pair
from pages.quiz.mistakes import Words, format_pair, words_with_pair
from pages.quiz.questions import Cell, Dice, Fact, Link, Material, Question
from pages.view.bpe.pair_sums import write_sum
from pages.view.stage import sentences
from pages.view.tokens import number, quoted

ROWS = 8  # pairs in the table if the corpus is too large to show
WORDS = 10  # maximum number of words in a question about a pair
TRIES = 40


def words_at(run: Run, k: int, t: Translation) -> Fact:
    """The whole corpus after k merges.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> words_at(run, 1, Translation()).rows[0]
    (('h', 'ug'), '10')
    """
    title = (
        t.gettext("The corpus after step {step}") if k else t.gettext("The corpus before any merge")
    )
    rows = tuple((tokens, number(count)) for tokens, count in run.at(k).words)
    return Fact(title.format(step=k), (), rows, "words")


def draw_next(material: Material, dice: Dice, t: Translation) -> Question | None:
    """Ask for the next merge at a random step; None if no step is suitable.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> draw_next(hug, Dice(3), Translation()).kind
    'next'
    """
    steps = [merge.rank - 1 for merge in material.run.merges if can_ask(material, merge.rank - 1)]
    if not steps:
        return None
    return next_pair(material, dice.pick(steps), t, dice)


def can_ask(material: Material, k: int) -> bool:
    """Whether the question shows enough to find the merge after merge k.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> course = material(defaults("course"))
    >>> [can_ask(course, k) for k in range(4)]
    [True, False, False, True]
    """
    merge = material.run.merges[k]
    return merge.tied == 1 or (material.is_small and material.run.ties == "first")


def next_pair(material: Material, k: int, t: Translation, dice: Dice | None = None) -> Question:
    """Which pair does step k + 1 merge? dice: for the order of the table.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> next_pair(hug, 0, Translation()).answer
    ('u', 'g')
    """
    run, merge = material.run, material.run.merges[k]
    answer = (merge.left, merge.right)
    shown: Words = list(run.at(k).words) if material.is_small else []
    fact = words_at(run, k, t) if material.is_small else top_pairs(run, k, dice or Dice(k), t)
    counts = run.pairs(k)
    why = t.gettext("{pair} has a count of {count}.").format(
        pair=format_pair(answer), count=number(merge.count)
    )
    if shown:
        why = t.gettext("{pair}: {sum}.").format(
            pair=format_pair(answer), sum=write_sum(words_with_pair(shown, answer))
        )
    less = [count for pair, count in counts.items() if pair != answer]
    if merge.tied > 1:
        end = t.gettext("Other pairs have the same count. This pair is found first.")
    elif less:
        end = t.gettext("The next most frequent pair has a count of {less}.").format(
            less=number(max(less))
        )
    else:
        end = t.gettext("It is the only pair.")
    prompt = t.gettext("Which pair does step {step} merge?").format(step=k + 1)
    if merge.tied > 1:
        rule = t.gettext("If counts are equal, the pair that is found first wins.")
        prompt = sentences(prompt, rule, t)
    known = mistakes.distinct(mistakes.next_pair(run, k, shown, t), answer)
    leaders = ((leader.left, leader.right) for leader in run.leaders(k, ROWS))
    visible = counts if material.is_small else leaders
    return Question(
        kind="next",
        prompt=prompt,
        hint=t.gettext("The two tokens, separated by + or a space"),
        facts=(fact,),
        form=Pair(material.alphabet, frozenset(counts), frozenset(visible)),
        answer=answer,
        shown=format_pair(answer),
        because=sentences(why, end, t),
        link=Link(material.settings, k + 1),
        known=known,
    )


def top_pairs(run: Run, k: int, dice: Dice, t: Translation) -> Fact:
    """The most frequent pairs after k merges, in random order.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> sorted(top_pairs(run, 0, Dice(3), Translation()).rows)[-1]
    (('u', 'n'), '16')
    """
    rows: list[tuple[Cell, ...]] = [
        ((leader.left, leader.right), number(leader.count)) for leader in run.leaders(k, ROWS)
    ]
    title = t.gettext("The most frequent pairs after step {step}").format(step=k)
    columns = (t.gettext("Pair"), t.gettext("Count"))
    return Fact(title, columns, tuple(dice.shuffled(rows)))


def draw_count(material: Material, dice: Dice, t: Translation) -> Question | None:
    """Ask for a pair's count at a random step; None if every pair occurs in too many words.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> draw_count(hug, Dice(3), Translation()).kind
    'count'
    """
    for _ in range(TRIES):
        k = dice.below(max(1, len(material.run.merges)))
        leaders = material.run.leaders(k, 30)
        if not leaders:
            continue
        leader = dice.pick(leaders)
        pair = (leader.left, leader.right)
        if len(words_with_both(material, k, pair)) <= WORDS:
            return pair_count(material, k, pair, t)
    return None


def words_with_both(material: Material, k: int, pair: tuple[str, str]) -> Words:
    """The words to read to count a pair: those that contain both of its tokens.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> course = material(defaults("course"))
    >>> words_with_both(course, 0, ("u", "g"))
    [(('Ġ', 'H', 'u', 'g', 'g', 'i', 'n', 'g'), 1)]
    """
    if material.is_small:
        return list(material.run.at(k).words)
    left, right = pair
    found = []
    for i, word in enumerate(material.run.words):
        if left in word and right in word:
            tokens = material.run.tokens(i, k)
            if left in tokens and right in tokens:
                found.append((tokens, material.run.corpus.counts[word]))
    return found


def pair_count(material: Material, k: int, pair: tuple[str, str], t: Translation) -> Question:
    """How often does a pair occur after k merges?

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> pair_count(hug, 0, ("u", "g"), Translation()).answer
    20
    """
    run, shown = material.run, words_with_both(material, k, pair)
    true = run.count(pair, k)
    fact = words_at(run, k, t)
    if not material.is_small:
        title = t.gettext("All words that contain both {left} and {right} after step {step}")
        title = title.format(left=quoted(pair[0]), right=quoted(pair[1]), step=k)
        fact = Fact(title, (), tuple((tokens, number(n)) for tokens, n in shown), "words")
    known = mistakes.distinct(mistakes.count(run, k, pair, shown, t), true)
    return Question(
        kind="count",
        prompt=t.gettext("How often does the pair {pair} occur?").format(pair=format_pair(pair)),
        hint=t.gettext("A number, or a sum such as 10 + 5"),
        facts=(fact,),
        form=Number(),
        answer=true,
        shown=number(true),
        because=f"{write_sum(words_with_pair(shown, pair))}.",
        link=Link(material.settings, min(k + 1, len(run.merges))),
        known=known,
    )
