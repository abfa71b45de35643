"""What one attempt to connect tells those who want the same. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from vm.errors import VmError


@dataclass(frozen=True)
class Failed:
    """An attempt that failed, and until when it speaks for others.

    For those who waited beside it, and after a wait for nothing a moment longer: what is asked twice for one question
    waits once. A host that says no at once is asked again each time.
    """

    error: VmError
    until: float

    def settles(self, came: float) -> bool:
        """Whether it is the answer for somebody who came at this time."""
        return came <= self.until
