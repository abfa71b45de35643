"""Sample rulebooks written for this project: sources beside the PDFs that `python -m rulebooks.build` makes of them."""
