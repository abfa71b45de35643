"""A question of which both readings are argued from the booklets, and decided by a sentence of them or not at all.

Owns the form of such an answer and what of it stands. Asks nobody: `oracle.ask` does, as for every question.
"""
