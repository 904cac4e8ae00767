"""Texts, word counts and tokenizers that readers provide, typed or as files."""
