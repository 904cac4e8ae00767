"""The page that looks into a tokenizer: its steps, its vocabulary, its merges."""
