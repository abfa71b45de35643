"""The icons of a booklet: one identity each, their names, and how they stand in text. Pure."""
