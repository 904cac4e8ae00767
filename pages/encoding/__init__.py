"""The page that encodes a text with the learned merges or an uploaded tokenizer."""
