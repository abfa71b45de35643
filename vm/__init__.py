"""A machine reached over SSH, or this one: run a program there, put files there.

Knows no game, no rulebook and no prompt.
"""
