"""The page of the guided course, of lessons and of the glossary.

A chapter has parts, each a state of the app with a task that the app checks.
"""
