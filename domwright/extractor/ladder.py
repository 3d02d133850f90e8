"""The ladder: which leaves are kept, decided by the first rung whose result clears its floor and its share."""

from dataclasses import dataclass

from domwright.extractor.marks.regions import Leaf, Mark, Marks


@dataclass(frozen=True, slots=True)
class Rung:
    """One pruning configuration.

    drop: a leaf with any of these marks goes. score: a leaf below this block score goes (None: the score is not asked).
    floor: UTF-8 bytes that must be kept. share: kept bytes against the bytes of the leaves that are plainly not chrome.
    """

    name: str
    drop: int
    score: float | None
    floor: int
    share: float


# From the most aggressive to the most permissive. Shares are low on purpose: a page of comments around a short article is
# cut to a tenth and is right; what the check finds is a wrong region (a blog post kept as eight words of its 2,400).
RUNGS = (
    Rung("scored", Mark.FIRM | Mark.CHROME, 0.0, 140, 0.12),
    Rung("scored-lenient", Mark.FIRM, -0.8, 140, 0.12),
    Rung("ruled", Mark.FIRM | Mark.CHROME | Mark.DENSE | Mark.HIDDEN, -2.5, 100, 0.1),
    Rung("ruled-open", Mark.FIRM | Mark.CHROME | Mark.HIDDEN, None, 60, 0.05),
    Rung("unruled", Mark.FIRM | Mark.DENSE, None, 60, 0.0),
)
WHOLE = Rung("whole", Mark.FIRM, None, 0, 0.0)


@dataclass(frozen=True, slots=True)
class Choice:
    """The rung that was taken, and one verdict a leaf."""

    rung: Rung
    kept: list[bool]


def climb(marks: Marks) -> Choice:
    """The first rung that keeps enough; the whole document less firm discards when none does."""
    leaves = marks.leaves
    plain = sum(leaf.size for leaf in leaves if not leaf.marks & (Mark.CHROME | Mark.FIRM | Mark.DENSE))
    for rung in RUNGS:
        kept = [_keeps(rung, leaf) for leaf in leaves]
        size = sum(leaf.size for leaf, keep in zip(leaves, kept, strict=True) if keep)
        if size and size >= min(rung.floor, plain) and size >= rung.share * plain:
            return Choice(rung, kept)
    return Choice(WHOLE, [_keeps(WHOLE, leaf) for leaf in leaves])


def _keeps(rung: Rung, leaf: Leaf) -> bool:
    if leaf.marks & rung.drop:
        return False
    return rung.score is None or leaf.score >= rung.score
