"""Where things stand on pages, and in which order a person reads them. Pure."""
