"""Views of a WordPiece training. The parts that equal those of BPE are in `view.bpe`."""
