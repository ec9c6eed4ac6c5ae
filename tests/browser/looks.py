"""The widths and themes in which every page is looked at: two in the suite, all four in the soak."""

import os

ALL = ((1600, "light"), (360, "dark"), (1600, "dark"), (360, "light"))
LOOKS = ALL if os.environ.get("FORMICARIA_TEST_SOAK") else ALL[:2]
