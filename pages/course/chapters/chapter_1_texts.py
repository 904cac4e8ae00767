"""The words and sentences of chapter 1 that are about the longer text, in the reader's language.

The other parts of the course keep its own words: hug, pug, pun, bun, hugs. Their counts are those
of the Hugging Face course.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """What the parts show.

    two_words: to count their characters, one of which occurs twice. shared: two words whose
    tokens have exactly one in common, at the end. rare: words that are not in the text. frequent:
    a longer word that is one token. sentence: to watch while the vocabulary grows.
    """

    two_words: str
    shared: tuple[str, str]
    rare: tuple[str, str, str]
    frequent: str
    sentence: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The rare words and the frequent one, which is the third.

        >>> TEXTS["en"].choices[2]
        'lighthouse'
        """
        return (*self.rare[:2], self.frequent, self.rare[2])


TEXTS = {
    "en": Texts(
        "lighthouse keeper",
        ("warmest", "lowest"),
        ("coldest", "bakery", "breakfast"),
        "lighthouse",
        "The lighthouse keeper listened",
    ),
    "zh-Hant": Texts(
        "下雨天 雨衣",
        ("水果攤位", "雨衣攤位"),
        ("大雨", "水果茶", "熱奶茶"),
        "下雨天",
        "妹妹 在 夜市 買 蔥油餅",
    ),
    "ko": Texts(
        "도서관 사서",
        ("바다에서", "도서관에서"),
        ("도서관에서", "강아지는", "김밥은"),
        "이야기를",
        "동생은 도서관에서 이야기를 읽었어요.",
    ),
}
