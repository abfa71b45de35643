"""Tables, with and without drawn rules: found, formed, kept whole. Pure."""
