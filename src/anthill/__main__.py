"""`python -m anthill`."""

import sys

from anthill.cli import main

sys.exit(main())
