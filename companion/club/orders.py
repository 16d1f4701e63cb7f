"""What may be asked of a table through the broker: to end a turn, or to undo. Through the same door as a phone's commands."""

from __future__ import annotations

import hmac
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Literal

from companion.club.forms import Form, Order, OrderAnswer
from companion.errors import CompanionError
from companion.shown.words.messages import Catalogue

log = logging.getLogger("companion")

MAX_ORDERS, ORDERS_WITHIN_S = 10, 10.0  # more are refused: nobody presses so often; guess
MAX_REMEMBERED_IDS = 64  # of orders that were answered: one that comes twice is done once
SOURCE = "club"  # of the entries that come of orders

Verdict = Literal["legal", "illegal", "loss", "win"]
Execute = Callable[[Mapping[str, Any], str], Mapping[str, Any]]
"""Does a phone's command for a source; hands back its answer with "verdict" and "message". Raises `CompanionError`."""


class Orders:
    """Answers orders. `token`: what whoever asks has to know. `words`: texts in the table's language."""

    def __init__(self, token: str, execute: Execute, words: Catalogue) -> None:
        self.token, self._execute, self._words = token, execute, words
        self._answered: OrderedDict[str, OrderAnswer] = OrderedDict()
        self._times: list[float] = []

    def execute_order(self, asked: Form | bool, now: float) -> OrderAnswer | None:
        """The answer to an order. None where `asked` is no order, and where too many orders come, beyond the first that hears
        so.

        An order with the same id is done once and answered the same way again. `now`: steady seconds.
        """
        if not isinstance(asked, Order):
            return None
        self._times = [each for each in self._times if now - each < ORDERS_WITHIN_S]
        if len(self._times) > MAX_ORDERS:
            return None  # that there were too many was said once
        self._times.append(now)
        if not hmac.compare_digest(asked.token.encode(), self.token.encode()):
            log.warning("club: an order with a wrong token was refused")
            return self._refuse(asked, "club-order-token")
        if asked.id in self._answered:
            return self._answered[asked.id]
        if len(self._times) > MAX_ORDERS:
            return self._refuse(asked, "club-order-often")
        answer = self._answer_order(asked)
        self._answered[asked.id] = answer
        while len(self._answered) > MAX_REMEMBERED_IDS:
            self._answered.popitem(last=False)
        return answer

    def _answer_order(self, asked: Order) -> OrderAnswer:
        """Do what a valid order asks, by the same commands as phones send; the answer carries the verdict."""
        try:
            done = self._execute({"command": asked.command, "language": self._words.language}, SOURCE)
        except CompanionError as error:
            return OrderAnswer(id=asked.id, verdict="refused", message=self._words.say_error(error))
        except TimeoutError:
            return self._refuse(asked, "club-order-busy")
        verdict: Verdict = done["verdict"]
        return OrderAnswer(id=asked.id, verdict=verdict, message=done["message"])

    def _refuse(self, asked: Order, id: str) -> OrderAnswer:
        return OrderAnswer(id=asked.id, verdict="refused", message=self._words.text(id))
