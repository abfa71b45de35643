"""Whether a book really says what an answer says: quotations, numbers, names and negations, each in a module.

Pure. Owns the comparison of words with words; `oracle.verify` decides what becomes of what fails.
"""
