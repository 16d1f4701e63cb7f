"""The table of a game whose cards lie on a few piles, written straight from the rules spec and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Hand:
    """The cards of one player: those that are known, and how many are not. A hidden hand is never checked.

    More cards may be laid from a hidden hand than it can hold; then `unknown` is below 0 until enough are drawn. The law does not say what
    is shown then: none, and the score (TG-14) counts on.
    """

    known: list[str]
    unknown: int
    hidden: bool

    def count(self):
        """Cards in the hand; below 0 where more were laid than it can have held."""
        return len(self.known) + self.unknown

    def __len__(self):
        return max(0, self.count())


@dataclass
class Laid:
    """A card that lies on a pile: the event that laid it, whose it was and in which turn."""

    card: str
    event: int
    seat: int | None = None
    turn: int = 0
    held_by: object = None  # the list or the hand that the card left; of a face that was only seen, the taking-back that saw it
    due: int | None = None  # a card that burns: the last turn at whose end it may not be seen
    misread: bool = False  # another face was seen in its place


@dataclass
class How:
    """What a fold knows of an act beyond the act itself."""

    turns: dict  # by event that ended a turn: how many seats the turn went on, and whether the draw pile was empty then
    stuck_counts: bool = True  # nothing that lies came later, so that being stuck ends the match (the law does not say: 5, G-3)
    passes: bool = True  # the turn went on although the match was lost; else it does not now either (the law does not say: 5)
    stands: bool = True  # no note
    played_on: bool = False  # an end that follows from the act was played on from


@dataclass
class PileTable:
    """The table of a game whose cards lie on a few piles. Subclasses say what differs between the games."""

    players: int
    variant: dict
    piles: dict[str, list[Laid]]
    hands: list[Hand]
    known_deck: list[str]
    unknown_deck: int
    to_move: int = 0
    turn: int = 1
    played: int = 0
    deck_was_empty: bool = False  # when the running turn began
    holds: bool = False
    ended: tuple[str, str] | None = None  # status and rule
    aside: list[Laid] = field(default_factory=list)

    card_ends_turn = False
    own_rule = ""  # the card is not one's own, the turn is another's, the card lies already
    over_rule = ""
    stuck_rule = ""
    won_rule = ""

    @classmethod
    def start(cls, position):
        """The table of a position, as the vector format describes it."""
        setup, players = position.get("setup") or {}, position["players"]
        variant = position.get("variant") or {}
        size = cls.hand_size(players, variant)
        given = setup.get("hands") or [None] * players
        hands = [Hand([], size, True) if hand is None else Hand(list(hand), 0, False) for hand in given]
        piles = {name: [Laid(card, 0) for card in (setup.get("piles") or {}).get(name, [])] for name in cls.directions}
        deck = setup.get("deck", 30 if "setup" in position else cls.cards - size * players)
        known, unknown = (list(deck), 0) if isinstance(deck, list) else ([], deck)
        table = cls(players, variant, piles, hands, known, unknown, position.get("turn", setup.get("turn", 0)))
        table.deck_was_empty, table.holds = not table.deck_size(), bool(position.get("holds"))
        for pile in piles.values():
            if pile and table.burns(pile[-1].card):
                pile[-1].due = 1  # laid in the turn before the first
        return table

    def read(self, act):
        """The act as this table spells it, or None where it cannot be read."""
        play, pile = act.get("play"), (act.get("play") or act.get("take_back") or {}).get("pile")
        if "take_back" in act:
            act = act | {
                "take_back": {key: face and (self.face(face) or "") for key, face in act["take_back"].items() if key != "pile"}
            }
            if "" in act["take_back"].values():
                return None
            act["take_back"]["pile"] = pile
        if ("play" in act or "take_back" in act) and pile not in self.piles:
            return None
        if play:
            card = self.face(play["card"])
            return act | {"play": {"card": card, "pile": pile}} if card else None
        return act if {"end_turn", "stuck", "assess", "say", "take_back"} & act.keys() else None

    def deck_size(self):
        """Cards in the draw pile."""
        return len(self.known_deck) + self.unknown_deck

    # ---------------------------------------------------------------- judging

    def refuse(self, act, seat, how):
        """The rule that refuses an act, or None. Nothing changes."""
        if "say" in act:
            return self.refuse_talk(act["say"])
        if "assess" in act:
            return None
        if seat != self.to_move:
            return self.own_rule
        if "play" in act:
            return self.refuse_play(act["play"]["card"], act["play"]["pile"], seat)
        if "end_turn" in act:
            return self.too_early_rule() if self.is_short() and not self.ends_stuck(how) else None
        can_lay = any(self.fits(card) for card in self.hands[seat].known)
        return self.stuck_rule if can_lay or not self.is_short() else None

    def refuse_play(self, card, pile, seat):
        """The rule that refuses a card on a pile, or None."""
        hand = self.hands[seat]
        if self.lies(card) or not (card in hand.known or hand.unknown or hand.hidden):
            return self.own_rule
        if self.played >= self.most_cards():
            return self.most_rule()
        return None if self.may_follow(card, pile) else self.directions[pile]

    def lies(self, card):
        """Whether the card lies on a pile already.

        What was set aside, as a taking-back saw another card there, may be laid again: the law does not say that it still lies.
        """
        return card in self.faces()

    def faces(self):
        """The faces that lie on the piles."""
        return [laid.card for pile in self.piles.values() for laid in pile if not laid.misread]

    def fits(self, card):
        """Whether the card may be laid on some pile now."""
        return any(self.may_follow(card, pile) for pile in self.piles)

    def is_short(self):
        """Whether the running turn has fewer cards than its minimum."""
        return self.played < self.minimum()

    def too_early_rule(self):
        """The rule that refuses the end of a turn that is short."""
        return self.minimum_rule()

    def can_lay_nothing(self):
        """Whether the player to move is short, and all their cards are known and none fits."""
        hand = self.hands[self.to_move]
        return self.is_short() and not hand.unknown and not hand.hidden and not any(self.fits(card) for card in hand.known)

    def is_stuck(self):
        """Whether the player to move can lay nothing and is not to be skipped (TG-11, QE-13)."""
        return self.can_lay_nothing() and bool(self.hands[self.to_move].known or self.deck_size() or self.played)

    def ends_stuck(self, how):
        """Whether an end of the turn says that its player can lay no more, and so loses the match."""
        return self.can_lay_nothing() and how.stuck_counts

    # ---------------------------------------------------------------- doing

    def do(self, act, seat, event, how):
        """Do an act, whether it would have stood or not."""
        if "play" in act:
            self.lay(act["play"]["card"], act["play"]["pile"], seat, event)
            self.look_for_end(how)
        elif "end_turn" in act:
            self.end_turn(event, how)
        elif "assess" in act:
            self.look_for_end(how, asked=True)
        elif how.stuck_counts:
            self.end("lost", self.stuck_rule)

    def end(self, status, rule):
        """End the match, if it has not ended before."""
        self.ended = self.ended or (status, rule)

    def lay(self, card, pile, seat, event):
        """Put a card on a pile; it leaves the place where it was known to be."""
        holders = [self.hands[seat].known, *(hand.known for hand in self.hands), self.known_deck]
        held_by = next((cards for cards in holders if card in cards), None)
        if held_by is not None:
            held_by.remove(card)
        elif self.hands[seat].hidden or self.hands[seat].unknown:
            held_by = self.hands[seat]
            held_by.unknown -= 1
        due = self.turn + 1 if self.burns(card) else None
        self.piles[pile].append(Laid(card, event, seat, self.turn, held_by, due))
        self.played += seat == self.to_move

    def burns(self, card):
        """Whether the card is to be covered in time."""
        return False

    def last_card(self, pile):
        """The event that laid the top card of a pile in this turn, or None."""
        top = self.piles[pile][-1] if self.piles[pile] else None
        return top.event if top and top.turn == self.turn else None

    def uncover(self, pile, above):
        """Let what was seen when a card was taken back be on top (point 13); the card played above it that would be, or None.

        A card put in under the one that was taken back is what was seen then: text without `beneath` names no face.
        """
        cards, top = self.piles[pile], None
        while cards and cards[-1].event in above:
            self.aside.append(cards.pop())
            top = top or self.aside[-1].card
        return top

    def look_for_end(self, how, *, asked=False):
        """End the match where it is won or lost. At a table what only counting hidden cards tells is asked before it is an end."""
        cards = self.faces()
        all_lie = len(set(cards)) == self.cards
        all_out = not self.deck_size() and not any(map(len, self.hands))
        counts = asked or not (self.holds and any(hand.hidden for hand in self.hands))
        if all_lie or (counts and (all_out or (self.left() <= 0 and len(cards) == len(set(cards))))):
            # where one card lies twice one of the two was misread (8): the law does not say that this wins nothing
            self.end("won", self.won_rule)
        elif self.is_stuck() and how.stuck_counts:
            self.end("lost", self.stuck_rule)

    def end_turn(self, event, how):
        """End the running turn: deadlines, drawing, and whose turn it is then."""
        if self.ends_stuck(how) and not how.played_on:
            self.end("lost", self.stuck_rule)
            if not how.passes:
                return None
        if self.misses_deadline() and not how.played_on:
            self.end("lost", "OF-02")
            if not how.passes:
                return None
        self.draw(self.to_move, self.played)
        for laid in [pile[-1] for pile in self.piles.values() if pile]:
            laid.due = None if laid.due is None or laid.due <= self.turn else laid.due
        # who would not have the turn by now is not stuck: the law does not say (7)
        how.stuck_counts &= self.pass_on(event, how.turns)
        return self.look_for_end(how)

    def draw(self, seat, count):
        """Draw so many cards, fewer if the pile runs short."""
        for _ in range(min(count, self.deck_size())):
            if self.known_deck:
                self.hands[seat].known.append(self.known_deck.pop(0))
            else:
                self.unknown_deck -= 1
                self.hands[seat].unknown += 1

    def pass_on(self, event, turns):
        """Give the turn to the next player who has cards or can draw some; how far it went at first is kept (point 7).

        Whether it went to the player whose turn it would be by now.
        """
        able = (step for step in range(1, self.players + 1) if self.deck_size() or len(self.hands[self.seat_after(step)]))
        now = next(able, 1)
        step, self.deck_was_empty = turns.setdefault(event, (now, not self.deck_size()))
        self.to_move, self.turn, self.played = self.seat_after(step), self.turn + 1, 0
        return now == step

    def seat_after(self, step):
        """The seat that is so many steps behind the player to move."""
        return (self.to_move + step) % self.players

    def left(self):
        """Cards that are not laid yet: in all hands and in the draw pile."""
        return self.deck_size() + sum(hand.count() for hand in self.hands)

    def misses_deadline(self):
        """Whether a burning card is still seen at the end of the turn that had to cover it."""
        return any(pile and pile[-1].due is not None and pile[-1].due <= self.turn for pile in self.piles.values())

    # ---------------------------------------------------------------- telling

    def view(self):
        """The state as an answer carries it, as far as it is compared."""
        status, _ = self.ended or ("playing", "")
        return {
            "status": status,
            "to_move": self.to_move,
            "turn": self.turn,
            "min_cards": self.minimum(),
            "played": self.played,
            "hand_size": [len(hand) for hand in self.hands],
            "deck_size": self.deck_size(),
            "top": {name: self.spell(pile[-1].card) if pile else None for name, pile in self.piles.items()},
            "duties": [] if self.ended else self.duties(),
            "score": self.score(),
            "rating": self.rating() if self.ended else None,
            "winner": None,
        }

    def duties(self):
        """What is still to be done: the minimum of the turn and the burning cards."""
        short = [(self.minimum_rule(), None, None, f"end of turn {self.turn}")] if self.is_short() else []
        burning = [
            ("OF-02", name, f"F{pile[-1].card}", f"end of turn {pile[-1].due}")
            for name, pile in self.piles.items()
            if pile and pile[-1].due is not None
        ]
        return short + burning
