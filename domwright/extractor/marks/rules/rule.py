"""Rule: one record of a vocabulary."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One reason to call an element chrome (or main content).

    words: class or id words; "site-footer" means the two words in a row. Matched on whole words only, camelCase split.
    tags, roles: element names and ARIA roles that match by themselves.
    why: the kind of page that made the rule.
    case: its folder under tests/golden.
    largest: UTF-8 bytes up to which an element can be meant, 0 for any: the word also stands on what a skip link leads to.
    firm: dropped on every rung, whatever else speaks for it (consent dialogs are long, well-written prose).
    """

    name: str
    why: str
    case: str
    words: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    firm: bool = False
    largest: int = 0
