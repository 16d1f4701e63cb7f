"""A club evening in memory: what a person taps and what tables tell, written down as events."""

from companion.tournament.events import (
    Created,
    Entered,
    GameResult,
    ResultCorrected,
    ResultEntered,
    Settings,
    decode_event,
    encode_event,
)
from companion.tournament.fold import fold_tournament
from companion.tournament.incoming import TableResult, settle_result
from companion.tournament.pairing import pair_round

FIRST, SECOND, DRAW, NONE = GameResult("first"), GameResult("second"), GameResult("draw"), GameResult("none")


class Evening:
    """A tournament that is written down. `now` is the club's clock, which goes on by a second an event."""

    def __init__(self, format="swiss", names="abcdefgh", tables=(), game="duel", **settings):
        self.events, self.now, self.matches = [], 1000.0, 0
        self.write(Created(at=0, settings=Settings(name="Friday", format=format, game=game, **settings), tables=tuple(tables)))
        for name in names:
            self.enter(name)

    @property
    def tournament(self):
        """The tournament, folded from its stored events."""
        return fold_tournament([decode_event(encode_event(event)) for event in self.events])

    def write(self, *events):
        self.events += events
        self.now += len(events)

    def enter(self, name, *members):
        count = sum(isinstance(event, Entered) for event in self.events)
        self.write(Entered(at=self.now, number=count + 1, name=name, members=members))

    def pair(self):
        self.write(pair_round(self.tournament, self.now))
        return self.tournament.rounds[-1]

    def score(self, board, score, round=None):
        self.write(ResultEntered(at=self.now, round=round or len(self.tournament.rounds), board=board, score=score))

    def correct(self, board, score, reason="misheard", round=None):
        number = round or len(self.tournament.rounds)
        self.write(ResultCorrected(at=self.now, round=number, board=board, score=score, reason=reason, by="Ada"))

    def play(self, *scores):
        """Pair a round and enter the results, board by board."""
        self.pair()
        for board, score in enumerate(scores, 1):
            self.score(board, score)

    def tell(self, table, **told):
        """What a table tells; the event that was written, or None."""
        self.now += 1
        self.matches += 1
        values = {"match": f"{self.matches:032x}", "game": "duel", "seen_at": self.now, "entries": 10, "status": "won"} | told
        event = settle_result(self.tournament, TableResult(table=table, **values), self.now)
        if event is not None:
            self.write(event)
        return event
