"""Views of Unigram: a word's lattice, the training, the comparison with BPE."""
