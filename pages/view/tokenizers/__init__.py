"""Several tokenizers side by side on the same texts."""
