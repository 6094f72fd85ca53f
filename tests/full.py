"""Whether the long proofs are asked for, as `make test-full` does."""

import os

FULL = bool(os.environ.get("CANASTA_FULL"))
