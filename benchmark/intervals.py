"""Bootstrap confidence intervals over pages, paired between systems: a difference whose interval holds zero is noise."""

import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

RESAMPLES = 1000
_SEED = 20261202


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def is_noise(self) -> bool:
        """Whether zero lies inside: as a difference, not to be told from none."""
        return self.low <= 0 <= self.high

    def __str__(self) -> str:
        """The mean and its bounds, three decimals each."""
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def interval(values: Sequence[float]) -> Interval:
    """The mean of one value a page, and where it lies in 95 % of resamples of the pages."""
    if not values:
        return Interval(float("nan"), float("nan"), float("nan"))
    chance = random.Random(_SEED)
    count = len(values)
    means = sorted(statistics.fmean(chance.choices(values, k=count)) for _ in range(RESAMPLES))
    return Interval(statistics.fmean(values), means[RESAMPLES * 25 // 1000], means[RESAMPLES * 975 // 1000 - 1])


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Interval:
    """The interval of the mean of `ours - theirs`, page by page."""
    return interval([one - other for one, other in zip(ours, theirs, strict=True)])
