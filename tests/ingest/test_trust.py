from __future__ import annotations

from ingest.page.trust import LayerFacts, ocr_is_better, why_ocr

PROSE = "On your turn you draw one card and then you play up to two cards. The player with the most points wins. " * 4


def facts(text: str = "", hidden: str = "", share: float = 0.0, draws: bool = True) -> LayerFacts:
    return LayerFacts(text, hidden, share, draws)


def test_a_page_of_text_is_not_read_again() -> None:
    """Its layer is enough, with or without pictures."""
    assert why_ocr(facts(PROSE, share=0.6), "auto") is None


def test_what_needs_ocr() -> None:
    """No text, little text under a large picture, hidden text, text that is none."""
    assert why_ocr(facts(), "auto") == "no_text"
    assert why_ocr(facts("A cover with a title and little else on it, that is all", share=0.5), "auto") == "little_text"
    assert why_ocr(facts(hidden=PROSE), "auto") == "hidden_text"
    assert why_ocr(facts("qzx vbn " * 60), "auto") == "junk"


def test_a_blank_page_needs_none() -> None:
    """There is nothing to read."""
    assert why_ocr(facts(draws=False), "auto") is None


def test_the_user_decides() -> None:
    """Forced and switched off."""
    assert why_ocr(facts(PROSE), "force") == "forced"
    assert why_ocr(facts(), "off") is None


def test_the_better_reading_is_kept() -> None:
    """OCR against a hidden layer of rubbish wins; a poor OCR against a good hidden layer does not."""
    assert ocr_is_better("hidden_text", "lI1|O0 ~~ ^^ qx zz 00 " * 20, PROSE, 0.9)
    assert not ocr_is_better("hidden_text", PROSE, "a few w0rds", 0.4)
    assert ocr_is_better("short", "Q n% B pn q!", "Draw 5 cards", 0.9)
    assert not ocr_is_better("short", "Draw 5 cards", "Draw 5 cards", 0.9)


def test_a_layer_that_the_picture_confirms_stays_beside_what_pictures_say() -> None:
    """A page of pictures with names below them: the words on the cards are lettering, not the page's text."""
    layer = "Equipment: five smartphone boards, one help card, fifteen event cards, sixty penalty cards"
    cards = "At each turn only one action: choose a supplier and take the number of cards"
    assert not ocr_is_better("little_text", layer, f"{layer} {cards}", 0.9)
    assert ocr_is_better("little_text", "Rules, page four", f"Rules, page four {layer} {cards} {cards}", 0.9)
