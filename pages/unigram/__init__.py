"""The page of Unigram: a lattice, a training round by round, and the comparison with BPE."""
