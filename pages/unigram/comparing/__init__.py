"""BPE and Unigram compared: one word under both, many words, and why they differ."""
