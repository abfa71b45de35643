from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from ingest.contracts import Page
from ingest.inputs import package
from ingest.inputs.content import Refused
from ingest.inputs.manuscript import Manuscript
from ingest.inputs.slides import write_slides
from ingest.inputs.word import write_word
from ingest.inputs.workbook import write_workbook
from tests.ingest.inputs.office_files import W, archive, paragraph, shape, slides, word, workbook


def texts(page: Page) -> list[tuple[str, str]]:
    """Role and text of each block."""
    return [(block.role, block.text) for block in page.blocks]


def read_word(path: Path) -> Page:
    """The one page of a Word document."""
    page = Manuscript(path.parent)
    with package.opened(path) as opened:
        write_word(opened, page)
    return page.page()


def test_word_headings_by_style_and_lists_with_their_numbers(tmp_path: Path) -> None:
    """Numbers that Word only draws are written; styles based on a heading are headings."""
    body = (
        paragraph("The Game", "H1")
        + paragraph("Deal.", number="5")
        + paragraph("Five cards.", number="5", depth=1)
        + paragraph("Play.", number="5")
        + paragraph("A coin.", number="6")
        + paragraph("The end", "Mine")
    )
    page = read_word(word(tmp_path / "a.docx", body))
    assert [(b.role, b.level, b.text) for b in page.blocks] == [
        ("heading", 1, "The Game"),
        ("list", None, "1. Deal."),
        ("list", None, "1a) Five cards."),
        ("list", None, "2. Play."),
        ("list", None, "• A coin."),
        ("heading", 2, "The end"),
    ]


def test_word_leaves_out_contents_deleted_and_hidden_text(tmp_path: Path) -> None:
    """What a reader does not see, or sees again below, is no rule."""
    contents = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
        f"<w:sdtContent>{paragraph('Setup 3')}</w:sdtContent></w:sdt>"
    )
    field = (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o </w:instrText></w:r>'
        "<w:r><w:t>Goal 4</w:t></w:r></w:p>"
        '<w:p><w:r><w:t>End 5</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )
    changed = (
        "<w:p><w:del><w:r><w:t>old</w:t></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>"
    )
    kept = f"<w:sdt><w:sdtContent>{paragraph('In a control.')}</w:sdtContent></w:sdt>"
    body = contents + field + paragraph("Rules 1", "Toc1") + changed + kept
    assert texts(read_word(word(tmp_path / "a.docx", body))) == [("text", "new"), ("text", "In a control.")]


def test_word_tables_keep_their_spans(tmp_path: Path) -> None:
    """Merged cells across and down; a table of one cell is a box."""

    def cell(text: str, about: str = "") -> str:
        return f"<w:tc><w:tcPr>{about}</w:tcPr>{paragraph(text)}</w:tc>"

    table = (
        "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" + cell("Players") + cell("Cards", '<w:gridSpan w:val="2"/>')
        + "</w:tr><w:tr>" + cell("2", '<w:vMerge w:val="restart"/>') + cell("7") + cell("red")
        + "</w:tr><w:tr>" + cell("", "<w:vMerge/>") + cell("8") + cell("blue") + "</w:tr></w:tbl>"
    )  # fmt: skip
    page = read_word(word(tmp_path / "a.docx", table + f"<w:tbl><w:tr>{cell('A tie is broken.')}</w:tr></w:tbl>"))
    assert page.tables[0].html == (
        '<table>\n<tr><th>Players</th><th colspan="2">Cards</th></tr>\n<tr><td rowspan="2">2</td><td>7</td><td>red</td>'
        "</tr>\n<tr><td>8</td><td>blue</td></tr>\n</table>"
    )
    assert texts(page)[-1] == ("sidebar", "A tie is broken.")


def test_word_pictures_and_footnotes_come_with_their_paragraph(tmp_path: Path) -> None:
    """A footnote stands below the paragraph that names it."""
    image = Image.new("RGB", (200, 100), "white")
    ImageDraw.Draw(image).ellipse((20, 20, 80, 80), fill="red")
    data = io.BytesIO()
    image.save(data, "PNG")
    wp = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
    drawing = (
        f'<w:p><w:r><w:drawing><wp:inline xmlns:wp="{wp}"><wp:extent cx="1270000" cy="635000"/>'
        '<wp:docPr id="1" name="x" descr="The board"/><a:graphic><a:blip r:embed="p1"/></a:graphic></wp:inline>'
        '</w:drawing></w:r><w:r><w:t>Look</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    )
    notes = f'<w:footnotes {W}><w:footnote w:id="2">{paragraph("Twice.")}</w:footnote></w:footnotes>'
    source = word(tmp_path / "a.docx", drawing, {"word/media/a.png": data.getvalue(), "word/footnotes.xml": notes})
    page = read_word(source)
    assert texts(page) == [("text", "Look [2]"), ("text", "[2] Twice.")]
    assert (page.pictures[0].caption, page.pictures[0].box) == ("The board", (0.0, 0.0, 100.0, 50.0))
    assert (tmp_path / str(page.pictures[0].file)).is_file()


def read_slides(path: Path) -> tuple[list[Page], int]:
    """The pages of a presentation, and how many notes."""
    with package.opened(path) as opened:
        pages, notes = write_slides(opened, path.parent)
    return pages, len(notes)


def test_a_slide_is_a_page_with_its_title_first(tmp_path: Path) -> None:
    """Then from top to bottom; hidden slides and numbers at the edge are no text."""
    first = (
        shape("Second.", (50, 300))
        + shape("Then this, which is longer.", (50, 200))
        + shape("Setup", (50, 400), "title")
        + shape("7", (340, 520))
        + shape("Big words", (50, 100), size=36)
    )
    pages, notes = read_slides(slides(tmp_path / "a.pptx", [first, shape("x", (1, 1)), shape("End.", (9, 9))], [2]))
    assert [(b.role, b.level, b.text) for b in pages[0].blocks] == [
        ("heading", 1, "Setup"),
        ("heading", 2, "Big words"),
        ("text", None, "Then this, which is longer."),
        ("text", None, "Second."),
    ]
    assert (len(pages), notes, pages[0].printed, pages[0].width) == (2, 1, "7", 720.0)
    assert pages[0].blocks[2].lines[0].box[:2] == (50.0, 200.0)


def test_a_sheet_is_a_table_of_what_its_cells_show(tmp_path: Path) -> None:
    """Values of formulas, dates, shares; merged cells span; a line alone is no table."""
    rows = (
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Scores of the year</t></is></c></row>'
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c></row>'
        '<row r="4"><c r="A4"><v>2</v></c><c r="B4"><f>3+4</f><v>7.50</v></c><c r="C4" s="1"><v>45292</v></c></row>'
        '<row r="5"><c r="A5"><v>3</v></c><c r="B5" s="2"><v>0.25</v></c></row></sheetData>'
        '<mergeCells><mergeCell ref="B3:C3"/></mergeCells>'
    )
    hidden = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
    source = workbook(tmp_path / "a.xlsx", {"Cards": rows, "Secret": hidden, "Empty": "<sheetData/>"}, ["Secret"])
    with package.opened(source) as opened:
        pages, notes = write_workbook(opened, tmp_path)
    assert texts(pages[0]) == [
        ("heading", "Cards"),
        ("text", "Scores of the year"),
        ("table", "Players | Cards\n2 | 7.5 | 2024-01-01\n3 | 25 %"),
    ]
    assert '<th colspan="2">Cards</th>' in pages[0].tables[0].html
    assert (len(pages), len(notes)) == (1, 1)


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"../evil.txt": "x"}, "archive_leaves"),
        ({"C:/evil.txt": "x"}, "archive_leaves"),
        ({"/etc/evil": "x"}, "archive_leaves"),
        ({"word/document.xml": b" " * 5_000_000}, "document_bomb"),
        ({"word/document.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}, "document_damaged"),
        ({"word/document.xml": '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'}, "document_damaged"),
        ({"word/document.xml": "<a><b></a>"}, "document_damaged"),
        ({"rules.pdf": "x"}, "archive"),
    ],
)
def test_an_archive_that_no_honest_program_writes_is_refused(
    tmp_path: Path, members: dict[str, str | bytes], reason: str
) -> None:
    """Before anything is unpacked."""
    with pytest.raises(Refused) as caught:
        package.kind_of(archive(tmp_path / "a.docx", members))
    assert caught.value.reason == reason
