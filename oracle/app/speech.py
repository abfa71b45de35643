"""The words of the app, in a language that can change while they are on the screen.

All widgets share one `Speech`; who has written something with it writes it again when told (`retell`).
"""

from __future__ import annotations

from oracle.texts import LANGUAGES, Texts


class Speech(Texts):
    """The texts of one language at a time."""

    def turn(self) -> str:
        """Speak the next language from now on; which it is."""
        after = LANGUAGES.index(self.language) + 1
        super().__init__(LANGUAGES[after % len(LANGUAGES)])
        return self.language
