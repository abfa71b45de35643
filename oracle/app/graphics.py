"""Pictures by the terminal's own graphics, kitty's or sixel (iTerm2 and others): the extra `images`.

The one importer of `textual_image`, which asks the terminal what it can do the moment it is imported: before the app
runs, never under a web driver or without a terminal. Everywhere else pages are drawn in half blocks (ADR 0050).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from textual.widget import Widget

from oracle.errors import ConfigError

if TYPE_CHECKING:
    from PIL import Image

NEVER: Final = frozenset({"off", "half"})


@dataclass(frozen=True)
class Drawn:
    """A picture as pixels, the cells that it takes, and the cell (column, row) where the first mark begins."""

    image: Image.Image
    columns: int
    rows: int
    mark: tuple[int, int] | None


@dataclass(frozen=True)
class Graphics:
    """How the terminal shows pictures: the pixels of one cell (width, height), and what makes a widget of a picture."""

    cell: tuple[int, int]
    make: Callable[[Any], Widget]

    def widget(self, drawn: Drawn) -> Widget:
        """The picture as a widget of its own size."""
        widget = self.make(drawn.image)
        widget.styles.width, widget.styles.height = drawn.columns, drawn.rows
        return widget


@dataclass(frozen=True)
class Images:
    """Whether pages are shown as pictures at all, and by what besides half blocks."""

    shown: bool = True
    graphics: Graphics | None = None


HALF_BLOCKS: Final = Images()


def detect(wanted: str, environ: Mapping[str, str], *, terminal: bool) -> Images:
    """What `app.images` asks for and this terminal can do.

    `terminal`: whether input and output are one. Raises `ConfigError` where a protocol is named and the extra is not
    installed.
    """
    if wanted in NEVER or not terminal or environ.get("TEXTUAL_DRIVER"):
        return Images(shown=wanted != "off")
    try:
        from textual_image import widget
        from textual_image._terminal import get_cell_size
        from textual_image.renderable import Image, SixelImage, TGPImage
    except ImportError:
        if wanted == "auto":
            return HALF_BLOCKS
        raise ConfigError("app.images_missing", wanted=wanted) from None
    made = {"sixel": widget.SixelImage, "kitty": widget.TGPImage}
    found = {SixelImage: "sixel", TGPImage: "kitty"}.get(Image, "")
    make = made.get(found if wanted == "auto" else wanted)
    size = get_cell_size()
    return Images(graphics=Graphics((size.width, size.height), make) if make else None)
