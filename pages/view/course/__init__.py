"""The figures of five course texts, recomputed, and questions about them."""
