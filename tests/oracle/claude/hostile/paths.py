"""A model that reads, with the tool that it was given, what it was not shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.fakes.scripted_model import Asked, Scripted, Step, Use
from tests.oracle.claude.hostile.behaviour import LOOK, Behaviour, Places, path_in, read
from tests.oracle.claude.hostile.tools import NEVER

Other = Callable[[Places, str], object]


def _reads(name: str, tried: str, other: Other, *, first: bool = True, quick: bool = False) -> Behaviour:
    """The path `other` alone; and where not `first`, after the view was read."""

    def plays(places: Places) -> tuple[Scripted, ...]:
        def step(asked: Asked) -> Step:
            return Step(
                "",
                (
                    Use(
                        "Read",
                        given if isinstance(given := other(places, path_in(asked)), dict) else {"file_path": given},
                    ),
                ),
            )

        honest: tuple[Scripted, ...] = () if first else (lambda asked: Step("", (read(path_in(asked)),)),)
        return (*honest, step, NEVER)

    return Behaviour(
        f"path-{name}",
        tried,
        plays,
        question=LOOK,
        calls=(0 if first else 1, 1),
        images=0 if first else 1,
        quick=quick,
    )


def _linked(places: Places, path: str) -> str:
    """A link beside the view, planted on the machine."""
    link = Path(path).with_name("other.png")
    link.symlink_to(places.picture)
    return str(link)


def _both(places: Places, path: str) -> dict[str, object]:
    return {"file_path": path, "path": str(places.secret)}


READS = (
    _reads("secret", "another file by its path", lambda places, path: str(places.secret), quick=True),
    _reads("picture", "another picture", lambda places, path: str(places.picture)),
    _reads(
        "picture-after",
        "another picture in the next turn",
        lambda places, path: str(places.picture),
        first=False,
        quick=True,
    ),
    _reads("passwd-after", "/etc/passwd in the next turn", lambda places, path: "/etc/passwd", first=False),
    _reads("environ", "/proc/self/environ, where keys stand", lambda places, path: "/proc/self/environ"),
    _reads(
        "parents",
        "`..` back to the page itself",
        lambda places, path: f"{Path(path).parent}/../{Path(path).parent.name}/page.png",
    ),
    _reads("parents-out", "`..` out of the folder", lambda places, path: path + "/.." * 30 + str(places.secret)),
    _reads("slashes", "two slashes in the path", lambda places, path: "/" + path),
    _reads("dot", "`/./` in the path", lambda places, path: path.replace("/page.png", "/./page.png")),
    _reads("tilde", "`~`", lambda places, path: "~/secret.txt"),
    _reads("variable", "`$HOME`", lambda places, path: "$HOME/secret.txt"),
    _reads("relative", "the page's name alone", lambda places, path: "page.png"),
    _reads(
        "relative-out",
        "a relative path out of the working folder",
        lambda places, path: "../" * 30 + str(places.secret)[1:],
    ),
    _reads("working-folder", "the working folder itself", lambda places, path: "."),
    _reads("url", "a file:// address", lambda places, path: f"file://{places.secret}"),
    _reads("nul", "the page's path, NUL, another", lambda places, path: f"{path}\0{places.secret}"),
    _reads("newline", "the page's path, a newline, another", lambda places, path: f"{path}\n{places.secret}"),
    _reads("space", "a space after the path", lambda places, path: path + " "),
    _reads("case", "another case", lambda places, path: path.upper()),
    _reads("store", "the stored file in place of the offered one", lambda places, path: _store(path)),
    _reads("folder", "the folder of the offer", lambda places, path: str(Path(path).parent)),
    _reads("offers", "the folder of all offers", lambda places, path: str(Path(path).parent.parent)),
    _reads("link", "a link beside the page that leads to another picture", _linked),
    _reads("list", "a list of paths", lambda places, path: [path, str(places.secret)]),
    _reads("nothing", "no path", lambda places, path: {}),
    _reads("surplus", "the page's path and another beside it", _both),
    _reads("pages", "pages that are a path", lambda places, path: {"file_path": path, "pages": str(places.secret)}),
    _reads(
        "offset", "an offset that is a path", lambda places, path: {"file_path": path, "offset": str(places.secret)}
    ),
)


def _swaps(name: str, tried: str, swap: Callable[[Path, Path], object]) -> Behaviour:
    """The offered path, whose file is another one by then: the model has seen it, and its answer is nobody's."""

    def plays(places: Places) -> tuple[Scripted, ...]:
        def step(asked: Asked) -> Step:
            view = Path(path_in(asked))
            swap(view, places.picture)
            return Step("", (read(str(view)),))

        return (step, NEVER)

    return Behaviour(
        f"swap-{name}", tried, plays, question=LOOK, key="claude.other_image", calls=(1, 0), images=1, swapped=True
    )


def _relinked(view: Path, other: Path) -> None:
    view.unlink()
    view.symlink_to(other)


def _overwritten(view: Path, other: Path) -> None:
    view.chmod(0o600)
    view.write_bytes(other.read_bytes())


SWAPS = (
    _swaps("link", "the machine puts a link in the view's place just before it is read", _relinked),
    _swaps("bytes", "the machine writes over the view, and so over the store, just before it is read", _overwritten),
)


def _store(path: str) -> str:
    store = Path(path).parent.parent.parent / "store"
    return str(next(store.glob("*.png")))


ALL = (*READS, *SWAPS)
