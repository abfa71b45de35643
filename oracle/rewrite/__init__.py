"""A question put into the book's words by the connected model, beside the question and never instead of it."""
