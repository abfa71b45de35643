"""Cheat sheets: what the booklets on the table say of set-up, of a turn, of scoring, and their icons, on an A6 page.

Owns which passages speak of it, how much of them is shown and what is kept. Says nothing that no page carries.
"""
