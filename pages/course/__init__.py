"""The page of the course, of lessons and of the glossary."""
