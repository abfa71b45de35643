"""The pictures of the READMEs, taken of the real app on the sample rulebooks: `make screenshots`."""
