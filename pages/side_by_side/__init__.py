"""The page that shows up to four tokenizers side by side."""
