"""The page of practice questions."""
