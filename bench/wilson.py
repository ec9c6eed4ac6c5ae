"""The interval of a share: Wilson's, at 95 %."""

from math import sqrt

Z = 1.959963984540054
"""The two-sided 95 % quantile of the normal distribution."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the bounds of the score interval of a binomial share, in 0..1 (Wilson 1927); (0, 1) when nothing was tried.

    Raises:
        ValueError: the counts are not 0 <= successes <= trials.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share.")
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + Z * Z / (2 * trials)
    reach = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    whole = 1 + Z * Z / trials
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)
