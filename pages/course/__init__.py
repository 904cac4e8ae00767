"""The page of the guided course, of lessons and of the glossary.

A chapter has parts, each a state of the app with a task that the app checks. The sentences of a
part are in the TOML file of its chapter, and what is different on paper in `paper.toml`.
"""
