"""How the zones fall: on questions that the booklets answer, on those of another game, on silence and near-misses.

    python -m tests.bench.zones HOME CORPUS [--fit]

HOME holds the booklets of CORPUS (`oracle eval`) and of `rulebooks` (`oracle ingest sync rulebooks`), CORPUS holds
`questions/dev-open.jsonl`. Questions of another game are made by rule: each of one game asked on another's stack of the
same language, a few for every pair of games, seeded. `--fit` prints the weights that the `work` half would choose.
Prints figures and gates nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ingest.library import Library
from oracle.config import load
from oracle.contracts import Question, Stack, Turn, Zone
from oracle.evaluate import Shelf, declared_orders
from oracle.find import open_stack
from oracle.judge import AGREED, COVERED, ENOUGH, Signals, signals, zone
from oracle.profile import Profile
from oracle.questions import Item, read_questions
from oracle.retrieve import retrieve
from oracle.understand import understand

ROOT = Path(__file__).parents[2]
QUESTIONS = Path(__file__).parent / "questions"
PARTS = ("work", "check", "fresh")
KINDS = ("answerable", "another game", "sister game", "silent", "near miss")
SISTERS = (
    {"dnd-srd51", "the-black-hack", "petit-jdr-universel"},
    {"hnefatafl", "backgammon", "belote", "oie"},
    {"phoneimpact", "belote"},
)
"""Games that play alike: a question of one often has an answer in the other. Counted as another game, and apart."""

A_PAIR = 8
"""Questions of each part that one game asks of another."""

FOREIGN = 0.86
"""The share of the made questions that `--fit` keeps from being `normal` on the half it sees.

Games of one kind pass more often than those of two (`SISTERS`), and other shelves may hold more: .80 with a margin.
"""


@dataclass(frozen=True)
class Case:
    """A question, the stack it is asked on, and what it is."""

    item: Item
    stack: Stack
    kind: str
    part: str


@dataclass(frozen=True)
class Seen:
    """What the judge saw and said."""

    case: Case
    seen: Signals

    @property
    def zone(self) -> Zone:
        """The zone that the judge gives it."""
        return zone(self.seen)

    @property
    def situation(self) -> str:
        """By what the likeness was measured."""
        alike = self.seen.alike
        return "words" if alike is None else f"{alike.channel}{' across' * alike.across}"


def cases(files: Sequence[tuple[Path, Path]]) -> Iterator[Case]:
    """Every question on its own stack, and the made ones; `files` are questions with the folders of their rulebooks."""
    own = [case for file, rulebooks in files for case in _own(file, rulebooks)]
    yield from own
    yield from _foreign([case for case in own if case.kind == "answerable"])


def _own(file: Path, rulebooks: Path) -> Iterator[Case]:
    items = read_questions(file)
    shelf = Shelf.of((item.asked for item in items), declared_orders(rulebooks))
    for item in items:
        silent = "near miss" if item.gold.category == "near-miss" else "silent"
        kind = "answerable" if item.gold.pages else silent
        yield Case(item, shelf.stack(item.asked), kind, "fresh" if file.stem.startswith("fresh") else item.half)


def _foreign(own: Sequence[Case]) -> Iterator[Case]:
    chance = random.Random(4)
    languages = sorted({_written(case) for case in own})
    for written in languages:
        mine = [case for case in own if _written(case) == written]
        games = sorted({case.item.asked.game for case in mine})
        for asking, asked in ((a, b) for a in games for b in games if a != b):
            stacks = sorted({case.stack for case in mine if case.item.asked.game == asked}, key=str)
            for part in PARTS:
                there = [c for c in mine if c.item.asked.game == asking and c.part == part]
                for case in chance.sample(there, min(A_PAIR, len(there))):
                    sisters = any({asking, asked} <= alike for alike in SISTERS)
                    yield Case(case.item, chance.choice(stacks), KINDS[1 + sisters], part)


def _written(case: Case) -> str:
    return case.item.gold.language.partition(">")[2]


def look(library: Library, profile: Profile, case: Case) -> Seen:
    """What the judge sees of a case."""
    turns = tuple(Turn(text, "") for text in case.item.asked.before)
    question = Question(case.item.asked.text, case.stack, turns)
    scope = open_stack(library, case.stack)
    understood = understand(question, scope.languages)
    found = retrieve(library, scope, question, understood, profile)
    return Seen(case, signals(understood, found.heard, found.ranked))


# --- figures -----------------------------------------------------------------------------------------

SIGNALS: dict[str, Callable[[Seen], float]] = {
    "covered": lambda one: one.seen.covered,
    "agreed": lambda one: one.seen.agreed,
    "alike": lambda one: one.seen.alike.worth if one.seen.alike else 0.0,
    "strength": lambda one: one.seen.strength,
    "zone": lambda one: list(Zone)[::-1].index(one.zone),
}


def auc(these: Iterable[float], those: Iterable[float]) -> float:
    """How often one of these is above one of those; a tie is half."""
    a, b = np.array(list(these)), np.array(list(those))
    return float(((a[:, None] > b).mean() + (a[:, None] >= b).mean()) / 2) if len(a) and len(b) else float("nan")


def report(seen: Sequence[Seen]) -> Iterator[str]:
    """Zones by kind, half and languages; then how well each signal tells the kinds apart."""
    for kind in KINDS:
        mine = [one for one in seen if one.case.kind == kind]
        yield _zones(kind, mine)
        for part in PARTS:
            yield _zones(f"  {part}", [one for one in mine if one.case.part == part])
        for languages in sorted({one.case.item.gold.language for one in mine}):
            yield _zones(f"  {languages}", [one for one in mine if one.case.item.gold.language == languages])
    yield ""
    yield f"{'AUC':14}" + "".join(f"{kind:>15}" for kind in KINDS[1:])
    for name, signal in SIGNALS.items():
        by_kind = {kind: [signal(one) for one in seen if one.case.kind == kind] for kind in KINDS}
        yield f"{name:14}" + "".join(f"{auc(by_kind['answerable'], by_kind[kind]):15.3f}" for kind in KINDS[1:])


def _zones(name: str, mine: Sequence[Seen]) -> str:
    shares = {z: sum(one.zone is z for one in mine) / max(1, len(mine)) for z in Zone}
    return f"{name:14} n {len(mine):4d}  " + "  ".join(f"{z} {share:6.1%}" for z, share in shares.items())


# --- the weights that one half would choose ----------------------------------------------------------


def fit(seen: Sequence[Seen]) -> Iterator[str]:
    """Logistic regression on the `work` half: what the words weigh, then how to read each model's cosine."""
    work = [one for one in seen if one.case.part == "work" and one.case.kind in KINDS[:3]]
    words = np.array([[one.seen.covered, one.seen.agreed] for one in work])
    covered, agreed = logistic(words, work)
    enough, normal = _enough(_words(work), work)
    yield f"words: agreed {COVERED * agreed / covered:.2f} beside covered {COVERED}; by words alone enough {enough:.2f}"
    yield f"       answerable normal {normal:.0%}"
    for situation in sorted({one.situation for one in work if one.seen.alike}):
        yield _scale(situation, [one for one in work if one.situation == situation])


def _scale(situation: str, mine: Sequence[Seen]) -> str:
    cosines = np.array([one.seen.alike.cosine for one in mine if one.seen.alike])
    by_words, by_cosine = logistic(np.c_[_words(mine), cosines], mine)
    unit = float(by_words / by_cosine)
    enough, normal = _enough(_words(mine) + cosines / unit, mine)
    scale = f"Scale({(enough - ENOUGH) * unit:.3f}, {unit:.3f})"
    return f"{situation:18} n {len(mine):4d}  {scale}  answerable normal {normal:.0%}"


def _words(mine: Sequence[Seen]) -> NDArray[np.float64]:
    return np.array([COVERED * one.seen.covered + AGREED * one.seen.agreed for one in mine])


def _enough(total: NDArray[np.float64], mine: Sequence[Seen]) -> tuple[float, float]:
    """From where on evidence is enough, and the share of the answerable that have it."""
    answerable = np.array([one.case.kind == "answerable" for one in mine])
    enough = float(np.quantile(total[~answerable], FOREIGN))
    return enough, float((total[answerable] >= enough).mean())


def balance(mine: Sequence[Seen]) -> NDArray[np.float64]:
    """Weights by which the answerable are half of all, and sisters and others a quarter each."""
    counts = {kind: sum(one.case.kind == kind for one in mine) for kind in KINDS}
    shares = {KINDS[0]: 0.5, KINDS[1]: 0.25, KINDS[2]: 0.25}
    return np.array([shares[one.case.kind] / counts[one.case.kind] * len(mine) for one in mine])


def logistic(matrix: NDArray[np.float64], mine: Sequence[Seen], ridge: float = 0.2) -> NDArray[np.float64]:
    """Weights of a balanced ridge logistic regression (Newton's method)."""
    wanted = np.array([one.case.kind == "answerable" for one in mine], dtype=np.float64)
    spread = matrix.std(axis=0) + 1e-9
    inputs, even = np.c_[matrix / spread, np.ones(len(matrix))], balance(mine)
    penalty = np.diag([ridge] * matrix.shape[1] + [1e-6])
    weights = np.zeros(inputs.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (even * (chance - wanted)) + penalty @ weights
        weights -= np.linalg.solve((inputs.T * (even * chance * (1 - chance))) @ inputs + penalty, slope)
    return np.asarray(weights[:-1] / spread, dtype=np.float64)


def main() -> None:
    """Look at every case and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--fit", action="store_true")
    chosen = parser.parse_args()
    config = load({"ORACLE_HOME": str(chosen.home)})
    files = [
        (chosen.corpus / "questions" / "dev-open.jsonl", chosen.corpus / "rulebooks"),
        (ROOT / "rulebooks" / "questions.jsonl", ROOT / "rulebooks"),
        (QUESTIONS / "near_misses.jsonl", ROOT / "rulebooks"),
        *(
            (QUESTIONS / f"{name}.jsonl", chosen.corpus / "rulebooks")
            for name in ("fresh", "fresh-none", "fresh-short")
        ),
        *(
            (QUESTIONS / f"{name}.jsonl", ROOT / "rulebooks")
            for name in ("fresh-samples", "fresh-none-samples", "fresh-short-samples")
        ),
    ]
    with Library.open(replace(config.settings, home=chosen.home.absolute())) as library:
        profile = Profile.from_weights(config.weights)
        seen = [look(library, profile, case) for case in cases(files)]
    lines = [*report(seen), *(["", *fit(seen)] if chosen.fit else [])]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
