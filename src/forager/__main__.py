"""``python -m forager``."""

from __future__ import annotations

import sys

from forager.cli import main

if __name__ == "__main__":
    sys.exit(main())
