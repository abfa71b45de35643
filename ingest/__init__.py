"""PDF → pages → chunks → one published revision, and the index that serves it.

Owns how rulebooks are read, stored and searched by channel. Knows no question, no prompt, no SSH.
"""
