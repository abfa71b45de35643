"""PDF → pages → chunks → one published revision, and the index that serves it.

Owns how rulebooks are read, stored and searched by channel. Knows no question, no prompt, no SSH.

Two modules go from top to bottom: `reading` (source → pages of a book) and `pipeline` (source → published revision).
`page` is one page as a limited worker sees it, `inputs` what is no PDF. `layout`, `tables`, `structure`, `icons` make
the pages of a book of what the workers saw, `chunks` cuts them into passages: all pure. `store` publishes and serves,
`library` is what readers hold.
"""
