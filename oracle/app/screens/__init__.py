"""The screens: the table, the picker of games, the help."""
