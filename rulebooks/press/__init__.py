"""A small press: sets text, draws boards, and writes the same bytes every time."""
