"""`python -m tests.unlearned`: the companion where no practice deck came learned, as with a game that somebody just wrote."""

import sys
from pathlib import Path

from companion.cli import main
from companion.sources import practice_decks

if __name__ == "__main__":
    practice_decks.SHIPPED_JUDGES = Path(__file__).with_name("no-such-folder")
    sys.exit(main())
