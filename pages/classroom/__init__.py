"""The live class: a lecturer leads, phones follow, and everybody can vote."""
