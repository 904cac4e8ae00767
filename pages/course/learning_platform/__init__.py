"""Questions as files that a learning platform imports: Moodle XML and QTI 2.1.

An `Item` is a question without a platform. `of_practice.py` and `of_course.py` make items of our
questions, and `moodle.py` and `qti.py` write them. `route.py` serves the files.
"""
