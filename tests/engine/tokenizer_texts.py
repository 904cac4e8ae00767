"""Texts, two thousand in a long run, on which a loaded tokenizer must agree with its library."""

import random

SENTENCES = (
    "The lighthouse keeper's cat sleeps, but she'll wake at dawn. I'M HERE!",
    "Η γάτα του φαροφύλακα κοιμάται· ΟΔΟΣ και ὀξεῖα.",
    "Кошка смотрителя маяка спит. Ёж и йод, Ўзбек.",
    "القطة تنام في المنارة، ١٢٣ مَرْحَبًا ﷺ.",
    "החתול ישן במגדלור. שָׁלוֹם!",
    "बिल्ली प्रकाशस्तंभ में सोती है। क्षत्रिय ३४५",
    "แมวนอนหลับในประภาคาร น้ำใจ ๑๒๓",
    "燈塔看守人的貓在睡覺。你好,世界!豈",
    "灯台守の猫は眠っている。カタカナ ｶﾞｷﾞ ㍿",
    "등대지기의 고양이가 잔다. 한국어 각",
    "Şişli'de İstanbul ışığı; ŒUVRE, naïve café, Straße, ﬁn ſ'S K",
    "Con mèo ngủ trong ngọn hải đăng. Tiếng Việt: ữ ợ ấ",
    "கோயில் പൂച്ച ქართული հայերեն አማርኛ ᠮᠣᠩᠭᠣᠯ",
    "def f(x: int) -> str:\n    return f'{x+12345:>8}'  # ok\r\n\tif x != 0: pass\n\n",
    "<div class=\"a\">&nbsp;</div> {'key': [1, 2.5e-3]} https://example.org/?q=%20&b=#c",
)
PARTS = (
    "👩🏽\u200d🚀", "👨\u200d👩\u200d👧\u200d👦", "🏳\ufe0f\u200d🌈", "🇩🇪🇫🇷", "😀😀", "☎\ufe0f",
    "e\u0301", "a\u0308\u0323", "Z\u0351\u036b\u0343", "ｅ\u0301", "1234567890123456789",
    "3.14159", "١٢٣٤٥", "½ ² Ⅷ ①", "000", "'s", "'LL", "’t", "—", "...", "!!", "_x_", "$€₿",
    " ", "  ", "   ", "\t", "\n", "\n\n", "\r\n", " \n ", "\xa0", "\u3000", "\u2028", "\u200b",
    "\u200d", "\ufeff", "\u202e", "\x00", "\x01", "\x1b", "\x1c", "\x7f", "\x85", "�", "\ue000",
    "🧿", "𝔘𝔫𝔦", "ﷺ", "ﬃ", "<s>", "</s>", "<unk>", "<pad>", "[INST]", "[UNK]", "[CLS]",
    "<|endoftext|>", "<|fim_prefix|>", "<0x41>", "▁", "▁▁a", "Ġ", "##ing", "Ł", "the", " the",
    "  the", "The ", "x" * 40, "ab" * 9, "aaa", "ＡＢＣ", "℡", "Å", "\u212b", "ṩ",
    "\u1100\u1161\u11a8",
)  # fmt: skip


def texts(number: int) -> list[str]:
    """The texts: all sentences and parts, then mixtures of them."""
    draw = random.Random(21)
    found = ["", *SENTENCES, *PARTS]
    while len(found) < number:
        pieces = []
        for _ in range(draw.randint(1, 6)):
            if draw.random() < 0.5:
                sentence = draw.choice(SENTENCES)
                start = draw.randrange(len(sentence))
                pieces.append(sentence[start : start + draw.randint(1, 30)])
            else:
                pieces.append(draw.choice(PARTS))
        found.append(draw.choice(("", " ")).join(pieces))
    return found
