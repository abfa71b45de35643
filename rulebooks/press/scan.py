"""Owns what a scanner does to a page: a grey, slightly turned, slightly dirty JPEG; and a layer of text that lies.

The dirt is drawn from a seed, so that the same page is dirty in the same way every time.
"""

from __future__ import annotations

import io

import numpy
import pymupdf
from PIL import Image, ImageFilter

from rulebooks.press.letters import font

DPI = 220
_QUALITY = 42


def photograph(page: pymupdf.Page, seed: int) -> bytes:
    """The page as a scanner would give it back: a grey JPEG."""
    pixels = page.get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY, alpha=False)
    image = Image.frombytes("L", (pixels.width, pixels.height), bytes(pixels.samples))
    dice = numpy.random.default_rng(seed)
    turned = image.rotate(float(dice.uniform(-0.6, 0.6)), Image.Resampling.BICUBIC, fillcolor=255)
    dirty = _dirt(turned.filter(ImageFilter.GaussianBlur(0.55)), dice)
    stream = io.BytesIO()
    dirty.save(stream, "JPEG", quality=_QUALITY, dpi=(DPI, DPI))
    return stream.getvalue()


def _dirt(image: Image.Image, dice: numpy.random.Generator) -> Image.Image:
    grey = numpy.asarray(image, dtype=numpy.int16)
    paper = grey * 0.92 + 14 + dice.normal(0, 1.6, grey.shape)
    speckles = dice.random(grey.shape) < 0.00006
    return Image.fromarray(numpy.clip(numpy.where(speckles, 90, paper), 0, 255).astype(numpy.uint8))


def lay_under(page: pymupdf.Page, text: str) -> None:
    """Put `text` on the page in render mode 3, as bad OCR leaves it: there, invisible."""
    page.insert_font(fontname="sans", fontbuffer=font("sans").buffer)
    y = 50.0
    for line in text.strip().splitlines():
        page.insert_text((42, y), line.strip(), fontname="sans", fontsize=9, render_mode=3)
        y += 13
