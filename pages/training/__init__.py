"""The page of BPE and WordPiece trainings, merge by merge."""
