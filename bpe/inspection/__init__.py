"""Looks into a tokenizer: what each step does with a text, its vocabulary, its merges.

Each question is a record with a method `answer`, so that another process can be asked.
"""
