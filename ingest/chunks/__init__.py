"""Passages: how the text of pages is cut, joined to its pictures and tables, and summed up. Pure."""
