"""Small office documents built in code: archives with the few parts that a reader looks at."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINKS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument"

STYLES = f"""<w:styles {W}>
<w:style w:type="paragraph" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H2"/></w:style>
<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Toc1"><w:name w:val="toc 1"/></w:style>
</w:styles>"""
NUMBERING = f"""<w:numbering {W}><w:abstractNum w:abstractNumId="0">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1%2)"/></w:lvl>
</w:abstractNum><w:abstractNum w:abstractNumId="1">
<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="x"/></w:lvl></w:abstractNum>
<w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="1"/></w:num>
</w:numbering>"""


def archive(path: Path, members: Mapping[str, str | bytes]) -> Path:
    """An archive of these members."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return path


def paragraph(text: str, style: str = "", number: str = "", depth: int = 0) -> str:
    """A paragraph of Word."""
    about = f'<w:pStyle w:val="{style}"/>' if style else ""
    if number:
        about += f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'
    return f"<w:p><w:pPr>{about}</w:pPr><w:r><w:t>{escape(text)}</w:t></w:r></w:p>"


def word(path: Path, body: str, extra: Mapping[str, str | bytes] | None = None) -> Path:
    """A Word document with this body."""
    main = f'<?xml version="1.0"?><w:document {W} {R} {A}><w:body>{body}</w:body></w:document>'
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": _types("word/document.xml", "wordprocessingml.document.main+xml", "word/styles.xml"),
        "_rels/.rels": _links({"r1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": main,
        "word/styles.xml": STYLES,
        "word/numbering.xml": NUMBERING,
        "word/_rels/document.xml.rels": _links(
            {"s": ("styles", "styles.xml"), "n": ("numbering", "numbering.xml"), "p1": ("image", "media/a.png")}
        ),
    }
    return archive(path, {**parts, **(extra or {})})


def shape(text: str | Sequence[str], at: tuple[int, int], holder: str = "", size: int = 18) -> str:
    """A shape of a slide at a place in points."""
    lines = [text] if isinstance(text, str) else text
    body = "".join(f'<a:p><a:r><a:rPr sz="{size}00"/><a:t>{escape(line)}</a:t></a:r></a:p>' for line in lines)
    place = f'<a:xfrm><a:off x="{at[0] * 12700}" y="{at[1] * 12700}"/><a:ext cx="3000000" cy="400000"/></a:xfrm>'
    held = f'<p:ph type="{holder}"/>' if holder else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>{held}</p:nvPr></p:nvSpPr>'
        f'<p:spPr>{place}<a:prstGeom prst="rect"/></p:spPr><p:txBody><a:bodyPr/>{body}</p:txBody></p:sp>'
    )


def slides(path: Path, pages: Sequence[str], hidden: Sequence[int] = ()) -> Path:
    """A presentation; each page is the XML of its shapes."""
    numbers = range(1, len(pages) + 1)
    order = "".join(f'<p:sldId id="{255 + n}" r:id="s{n}"/>' for n in numbers)
    root = f'<p:presentation {P} {R} {A}><p:sldIdLst>{order}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>'
    kind = "presentationml.slide+xml"
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": _types(
            "ppt/presentation.xml",
            "presentationml.presentation.main+xml",
            **{f"ppt/slides/slide{n}.xml": kind for n in numbers},
        ),
        "_rels/.rels": _links({"r1": ("officeDocument", "ppt/presentation.xml")}),
        "ppt/presentation.xml": root + "</p:presentation>",
        "ppt/_rels/presentation.xml.rels": _links({f"s{n}": ("slide", f"slides/slide{n}.xml") for n in numbers}),
    }
    for n, shapes in zip(numbers, pages, strict=True):
        show = ' show="0"' if n in hidden else ""
        group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
        parts[f"ppt/slides/slide{n}.xml"] = (
            f"<p:sld {P} {R} {A}{show}><p:cSld><p:spTree>{group}{shapes}</p:spTree></p:cSld></p:sld>"
        )
    return archive(path, parts)


def workbook(path: Path, sheets: Mapping[str, str], hidden: Sequence[str] = ()) -> Path:
    """A workbook; each sheet is the XML of its rows and what follows them."""
    names = list(sheets)
    state = {name: ' state="hidden"' if name in hidden else "" for name in names}
    order = "".join(f'<sheet name="{n}" sheetId="{i}"{state[n]} r:id="s{i}"/>' for i, n in enumerate(names, 1))
    kind = "spreadsheetml.worksheet+xml"
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": _types(
            "xl/workbook.xml",
            "spreadsheetml.sheet.main+xml",
            **{f"xl/worksheets/sheet{i}.xml": kind for i in range(1, len(names) + 1)},
            **{"xl/styles.xml": "spreadsheetml.styles+xml", "xl/sharedStrings.xml": "spreadsheetml.sharedStrings+xml"},
        ),
        "_rels/.rels": _links({"r1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": f"<workbook {S} {R}><sheets>{order}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _links(
            {
                **{f"s{i}": ("worksheet", f"worksheets/sheet{i}.xml") for i in range(1, len(names) + 1)},
                "t": ("styles", "styles.xml"),
                "u": ("sharedStrings", "sharedStrings.xml"),
            }
        ),
        "xl/sharedStrings.xml": f"<sst {S}><si><t>Players</t></si><si><r><t>Ca</t></r><r><t>rds</t></r></si></sst>",
        "xl/styles.xml": (
            f'<styleSheet {S}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>'
            '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3">'
            '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs></styleSheet>'
        ),
    }
    for i, name in enumerate(names, 1):
        parts[f"xl/worksheets/sheet{i}.xml"] = f"<worksheet {S}>{sheets[name]}</worksheet>"
    return archive(path, parts)


def _types(main: str, kind: str, styles: str = "", **more: str) -> str:
    parts = {main: kind, **({styles: "wordprocessingml.styles+xml"} if styles else {}), **more}
    if styles:
        parts["word/numbering.xml"] = "wordprocessingml.numbering+xml"
    told = "".join(f'<Override PartName="/{n}" ContentType="{_TYPES}.{k}"/>' for n, k in parts.items())
    return (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
        f"{told}</Types>"
    )


def _links(links: Mapping[str, tuple[str, str]]) -> str:
    told = "".join(f'<Relationship Id="{i}" Type="{_KIND}/{kind}" Target="{t}"/>' for i, (kind, t) in links.items())
    return f"<Relationships {LINKS}>{told}</Relationships>"
