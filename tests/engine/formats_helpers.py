"""Helpers for tests of file formats: small tokenizers trained by Hugging Face tokenizers."""

from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

TEXT = (
    "The lighthouse keeper's cat, in 1984; it'll sit. I'M HERE!  \n\n  été e\u0301te 日本語の灯台\t"
    "def f(x):\n    return x + 12345 # ok\r\n한국어 ＡＢＣ ﬁ «hé» مرحبا "
    "😀👩🏽‍🚀 ... '' the the light"
)
CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
O200K = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)
DEEPSEEK = r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def split(pattern, behavior="isolated", invert=False):
    return pre_tokenizers.Split(Regex(pattern), behavior, invert)


def bytes_of(**options):
    return pre_tokenizers.ByteLevel(**{"add_prefix_space": False, "use_regex": False} | options)


def trained(pre=None, norm=None, post=None, decoder=None, added=(), special=("<unk>",), **model):
    """A Hugging Face tokenizer with these parts."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", **model))
    if pre:
        tokenizer.pre_tokenizer = pre
    if norm:
        tokenizer.normalizer = norm
    if decoder:
        tokenizer.decoder = decoder
    trainer = trainers.BpeTrainer(vocab_size=400, show_progress=False, special_tokens=list(special))
    tokenizer.train_from_iterator([TEXT], trainer)
    if post:
        tokenizer.post_processor = post
    for token in added:
        (tokenizer.add_special_tokens if token.special else tokenizer.add_tokens)([token])
    return tokenizer


def sequence(*steps):
    return pre_tokenizers.Sequence(list(steps))


FRAME = processors.TemplateProcessing(
    single="<s> $A </s>", special_tokens=[("<s>", 1), ("</s>", 2)]
)
SPECIAL = ("<unk>", "<s>", "</s>")
ADDED = [
    AddedToken("<|end|>", special=True, normalized=False),
    AddedToken("<|end|>>", special=True, normalized=False, lstrip=True),
    AddedToken("The", special=False, normalized=True),
    AddedToken("light", special=False, normalized=False, single_word=True, rstrip=True),
]
LOWER = [*ADDED[:2], AddedToken("the", special=False, normalized=True)]
PREPEND = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
LLAMA2 = decoders.Sequence(
    [
        decoders.Replace("▁", " "),
        decoders.ByteFallback(),
        decoders.Fuse(),
        decoders.Strip(" ", 1, 0),
    ]
)


def metaspace(scheme, cut=True):
    return pre_tokenizers.Metaspace(prepend_scheme=scheme, split=cut)


KINDS = {
    "gpt2": lambda: trained(bytes_of(use_regex=True), decoder=decoders.ByteLevel()),
    "gpt2 with a space before": lambda: trained(
        pre_tokenizers.ByteLevel(add_prefix_space=True), post=processors.ByteLevel(True)
    ),
    "gpt2 trimmed": lambda: trained(
        bytes_of(use_regex=True),
        post=processors.ByteLevel(True, False),
        decoder=decoders.ByteLevel(),
    ),
    "cl100k": lambda: trained(sequence(split(CL100K), bytes_of()), ignore_merges=True, added=ADDED),
    "o200k": lambda: trained(sequence(split(O200K), bytes_of()), decoder=decoders.ByteLevel()),
    "deepseek": lambda: trained(sequence(split(DEEPSEEK), bytes_of())),
    "roberta": lambda: trained(
        bytes_of(use_regex=True),
        post=processors.RobertaProcessing(("</s>", 2), ("<s>", 1), True, False),
        special=SPECIAL,
    ),
    "llama 2": lambda: trained(
        None, PREPEND, FRAME, LLAMA2, special=[*SPECIAL, *BYTES], byte_fallback=True, fuse_unk=True
    ),
    "a frame": lambda: trained(bytes_of(use_regex=True), post=FRAME, special=SPECIAL),
    "nothing": lambda: trained(fuse_unk=True),
    "nfc": lambda: trained(bytes_of(use_regex=True), normalizers.NFC(), added=ADDED),
    "nfd and stripped": lambda: trained(
        pre_tokenizers.Whitespace(),
        normalizers.Sequence(
            [
                normalizers.NFD(),
                normalizers.StripAccents(),
                normalizers.Strip(),
                normalizers.Lowercase(),
            ]
        ),
        added=LOWER,
    ),
    "nfkd": lambda: trained(pre_tokenizers.BertPreTokenizer(), normalizers.NFKD()),
    "replaced": lambda: trained(
        pre_tokenizers.WhitespaceSplit(),
        normalizers.Sequence(
            [normalizers.Replace("the", "at"), normalizers.Replace(Regex(r"\s+"), " ")]
        ),
    ),
    "metaspace": lambda: trained(metaspace("always"), decoder=decoders.Metaspace()),
    "metaspace first": lambda: trained(metaspace("first"), added=ADDED),
    "metaspace never": lambda: trained(metaspace("never", False)),
    "digits and marks": lambda: trained(
        sequence(pre_tokenizers.Digits(True), pre_tokenizers.Punctuation("merged_with_previous"))
    ),
    "digits together": lambda: trained(
        sequence(pre_tokenizers.Digits(False), pre_tokenizers.CharDelimiterSplit("e"))
    ),
    **{
        f"{behavior}, {invert}": lambda behavior=behavior, invert=invert: trained(
            split(r"[aeiou]", behavior, invert)
        )
        for behavior in (
            "removed",
            "isolated",
            "merged_with_previous",
            "merged_with_next",
            "contiguous",
        )
        for invert in (False, True)
    },
}
