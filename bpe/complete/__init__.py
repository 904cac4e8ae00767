"""Complete tokenizers in one file each, to read, to copy and to run.

They need nothing of this package: paste one into an empty file, and it runs with `regex` alone.
"""
