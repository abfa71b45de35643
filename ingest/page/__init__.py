"""One page as a limited worker sees it: its layer, its picture, OCR, icons.

Sends plain records (`sheet`); understands no book.
"""
