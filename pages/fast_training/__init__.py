"""The page that steps through the fast training of BPE."""
