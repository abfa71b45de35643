"""Answers taken out of the program: as text, as Markdown, as one HTML file with the places of the book inside."""
