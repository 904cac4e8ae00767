"""The same sentence in many languages, written for this project."""

from pages.translations.language import Translation

ENGLISH = "en"
SENTENCES = {  # "The cat drinks water in the garden." by language, as in HTML
    ENGLISH: "The cat drinks water in the garden.",
    "de": "Die Katze trinkt Wasser im Garten.",
    "es": "El gato bebe agua en el jardín.",
    "fi": "Kissa juo vettä puutarhassa.",
    "fr": "Le chat boit de l’eau dans le jardin.",
    "sw": "Paka anakunywa maji bustanini.",
    "tr": "Kedi bahçede su içiyor.",
    "vi": "Con mèo uống nước trong vườn.",
    "el": "Η γάτα πίνει νερό στον κήπο.",
    "ru": "Кошка пьёт воду в саду.",
    "ka": "კატა ბაღში წყალს სვამს.",
    "ar": "القطة تشرب الماء في الحديقة.",
    "he": "החתול שותה מים בגינה.",
    "am": "ድመቷ በአትክልት ቦታው ውስጥ ውሃ ትጠጣለች።",
    "hi": "बिल्ली बगीचे में पानी पीती है।",
    "bn": "বিড়ালটি বাগানে জল খাচ্ছে।",
    "ta": "பூனை தோட்டத்தில் தண்ணீர் குடிக்கிறது.",
    "th": "แมวดื่มน้ำในสวน",
    "zh-Hant": "貓在花園裡喝水。",
    "ja": "猫が庭で水を飲んでいます。",
    "ko": "고양이가 정원에서 물을 마셔요.",
}


def names(t: Translation) -> dict[str, str]:
    """The name of each language of SENTENCES.

    >>> names(Translation())["ko"], names(Translation()).keys() == SENTENCES.keys()
    ('Korean', True)
    """
    return {
        "en": t.gettext("English"),
        "de": t.gettext("German"),
        "es": t.gettext("Spanish"),
        "fi": t.gettext("Finnish"),
        "fr": t.gettext("French"),
        "sw": t.gettext("Swahili"),
        "tr": t.gettext("Turkish"),
        "vi": t.gettext("Vietnamese"),
        "el": t.gettext("Greek"),
        "ru": t.gettext("Russian"),
        "ka": t.gettext("Georgian"),
        "ar": t.gettext("Arabic"),
        "he": t.gettext("Hebrew"),
        "am": t.gettext("Amharic"),
        "hi": t.gettext("Hindi"),
        "bn": t.gettext("Bengali"),
        "ta": t.gettext("Tamil"),
        "th": t.gettext("Thai"),
        "zh-Hant": t.gettext("Chinese"),
        "ja": t.gettext("Japanese"),
        "ko": t.gettext("Korean"),
    }
