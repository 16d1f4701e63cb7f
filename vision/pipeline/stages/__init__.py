"""The stages of the pipeline, one file each, and what several of them share."""

from __future__ import annotations

from vision.pipeline.so_far import TableSetup


class KeepsNothing:
    """A stage without a state of its own, for frames in which the table is seen. What lasts is remembered in `TableMemory`."""

    runs_blind = False

    def start(self, setup: TableSetup) -> None:
        """None: nothing is kept here."""
