"""Views of a text that is encoded rule by rule."""
