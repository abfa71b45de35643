"""Sources that are no PDF: photos, texts, web pages, office documents.

Owns telling what a file is by its content and reading each kind into pages. Everything here that opens a file runs in
a limited worker; `ingest.gate` and `ingest.reading` ask for it by an order.
"""
