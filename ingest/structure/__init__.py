"""Headings and sections: which lines are titles, of which level, over what. Pure."""
