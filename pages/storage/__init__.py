"""Texts, word counts and tokenizers that learners type or upload."""
