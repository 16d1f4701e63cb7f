"""Random logs: matches as text, by seed, with plays that are mostly legal and amendments of all kinds."""

from __future__ import annotations

import random

from .fold import Fold
from .sequence import CARDS, CORNERS, HAND_SIZES, LINES, ONE_EYED, SPACES, TWO_EYED

COLOURS = "RBGYX"
GAMES = ("the_game", "quick_easy", "sequence")


def random_log(seed, game, *, amendments=True):
    """The lines of one match: the position and some dozens of events."""
    dice = random.Random(f"{seed} {game}")
    writer = (SequenceWriter if game == "sequence" else Writer)(dice, game, amendments)
    return writer.write(dice.randint(6, 40))


class Writer:
    """Writes a match line by line; looks at the oracle's own table so that most of what it says makes sense."""

    def __init__(self, dice, game, amendments):
        self.dice, self.game, self.fold = dice, game, Fold()
        self.amending = amendments and dice.random() < 0.85
        self.lines = []

    def write(self, length):
        self.say(self.position())
        for _ in range(length):
            amend = self.amending and self.lines[1:] and self.dice.random() < 0.3
            self.say(self.amendment() if amend else self.event())
        return self.lines

    def say(self, line):
        self.lines.append(line)
        self.fold.answer(line)

    # ------------------------------------------------------------ positions

    def deck(self):
        if self.game == "the_game":
            return [str(number) for number in range(2, 100)]
        return [f"{number}{colour}" for number in range(1, 11) for colour in COLOURS]

    def variant(self):
        if self.game == "the_game":
            pro = self.dice.random() < 0.3
            return {key: True for key, on in (("pro", pro), ("on_fire", self.dice.random() < 0.5)) if on}
        return {"expert": True} if self.dice.random() < 0.25 else {}

    def position(self):
        dice = self.dice
        players = dice.randint(1 if self.game == "the_game" else 2, 4)
        line = {"game": self.game, "players": players}
        variant = self.variant()
        if variant:
            line["variant"] = variant
        kind = dice.choice(["plain", "known", "hidden", "short"])
        if kind == "plain":
            return line
        cards = self.deck()
        dice.shuffle(cards)
        names = ["up1", "up2", "down1", "down2"] if self.game == "the_game" else ["up", "down"]
        hand = {1: 8, 2: 7}.get(players, 6) if self.game == "the_game" else 2
        left = dice.randint(0, 6) if kind == "short" else dice.randint(10, 25)
        piles = {}
        laid = len(cards) - hand * players - left
        for name in names:
            share = laid if name == names[-1] else dice.randint(0, laid)
            pile = sorted((cards.pop() for _ in range(share)), key=self.value, reverse=not name.startswith("up"))
            laid -= share
            if dice.random() < 0.8 and len(pile) > 2:
                middle = len(pile) // 3
                pile = pile[middle:] + pile[:middle]
            piles[name] = pile
        hands = [[cards.pop() for _ in range(hand)] for _ in range(players)]
        line["setup"] = {"hands": hands, "deck": cards, "piles": piles}
        if kind == "hidden" or (kind == "short" and dice.random() < 0.5):
            line["setup"] |= {"hands": [None] * players, "deck": len(cards)}
        if dice.random() < 0.3:
            line["setup"]["turn"] = dice.randrange(players)
        return line

    def value(self, card):
        return int(card.rstrip(COLOURS))

    # ------------------------------------------------------------ events

    def event(self):
        dice, table = self.dice, self.fold.table
        roll = dice.random()
        if table.ended and dice.random() < 0.6:
            return {"play_on": True}
        if roll < 0.62:
            return self.with_player({"play": self.play()}, 0.12)
        if roll < 0.86:
            if table.is_short() and dice.random() < 0.7:
                return {"play": self.play()}
            return self.with_player({"end_turn": True}, 0.12)
        if roll < 0.92:
            return {"take_back": {"pile": dice.choice(list(table.piles))}}
        if roll < 0.945:
            return self.with_player({"stuck": True}, 0.1)
        if roll < 0.955:
            return {"assess": True}
        if roll < 0.965:
            return {"say": dice.choice(["number", "advice"])}
        if roll < 0.975:
            return {"play": {"card": dice.choice(["101", "x", "0R"]), "pile": "up1"}}
        return {"play_on": True}

    def play(self):
        """A card on a pile: mostly one that may be laid."""
        dice, table = self.dice, self.fold.table
        hand = table.hands[table.to_move]
        cards = hand.known if hand.known and dice.random() < 0.85 else self.unseen()
        choices = [(card, pile) for card in cards for pile in table.piles if table.may_follow(card, pile)]
        if choices and dice.random() < 0.8:
            near = sorted(choices, key=lambda choice: self.distance(*choice))
            card, pile = dice.choice(near[: max(3, len(near) // 8)])
        else:
            card, pile = dice.choice(cards or self.deck()), dice.choice(list(table.piles))
        return {"card": card, "pile": pile}

    def unseen(self):
        table = self.fold.table
        cards = [card for card in self.deck() if not table.lies(card)]
        return cards if cards and self.dice.random() < 0.9 else self.deck()

    def distance(self, card, pile):
        table = self.fold.table
        top = table.piles[pile][-1].card if table.piles[pile] else ("1" if pile.startswith("up") else "100")
        return abs(self.value(card) - self.value(top))

    def with_player(self, event, share):
        if self.dice.random() < share:
            same = self.dice.random() < 0.6
            event["player"] = self.fold.table.to_move if same else self.dice.randrange(self.fold.position["players"])
        return event

    # ------------------------------------------------------------ amendments

    def amendment(self):
        dice, fold = self.dice, self.fold
        numbers = [entry.number for entry in fold.entries]
        late = numbers[-6:]
        roll = dice.random()
        amended = [amendment.number for amendment in fold.amendments]
        if roll < 0.16 and amended:
            return {"undo": dice.choice(amended[-4:])}
        if roll < 0.34 and numbers:
            return {"undo": dice.choice(late)}
        if roll < 0.72 and numbers:
            return {"correct": self.correction(dice.choice(late if dice.random() < 0.7 else numbers))}
        if roll < 0.76:
            return {"correct": {"event": 0} | self.position_correction()}
        if roll < 0.78:
            return {"undo": dice.randint(0, fold.number + 2)}
        if not numbers:
            return self.event()
        what = {"end_turn": True} if dice.random() < 0.3 else {"play": self.play()}
        return {"insert": {"before": self.place(late), **self.with_player(what, 0.2)}}

    def place(self, late):
        """The event before which one is put in."""
        return self.dice.choice(late)

    def correction(self, number):
        dice, fold = self.dice, self.fold
        act = fold.act(fold.entry(number))
        what = {"event": number}
        if "play" in act:
            roll = dice.random()
            if roll < 0.65:
                what["card"] = self.play()["card"]
            if 0.55 < roll < 0.85:
                what["pile"] = dice.choice(list(fold.table.piles))
            if roll > 0.85:
                what["player"] = dice.randrange(fold.position["players"])
        else:
            what["player"] = dice.randrange(fold.position["players"])
        return what

    def position_correction(self):
        dice = self.dice
        roll = dice.random()
        if roll < 0.4:
            return {"turn": dice.randrange(self.fold.position["players"])}
        if roll < 0.5:
            return {"names": [f"P{seat}" for seat in range(self.fold.position["players"])]}
        key = dice.choice(["pro", "on_fire"]) if self.game == "the_game" else "expert"
        return {"variant": {key: dice.random() < 0.6}}


def chips_of(line, chips, team):
    """For each space of a line whether it counts for the team."""
    return [space in CORNERS or list(space) in chips.get(str(team), []) for space in line]


class SequenceWriter(Writer):
    """Writes a match of Sequence."""

    def position(self):
        dice = self.dice
        players = dice.choice([2, 2, 2, 3, 3, 4, 6])
        line = {"game": "sequence", "players": players}
        if players == 6:
            line["teams"] = dice.choice([2, 3])
        if dice.random() < 0.3:
            line["variant"] = {"advanced": True}
        kind = dice.choice(["plain", "known", "lines"])
        if kind == "plain":
            return line
        cards = CARDS * 2
        dice.shuffle(cards)
        hands = [[cards.pop() for _ in range(HAND_SIZES[players])] for _ in range(players)]
        teams = line.get("teams") or (players if players <= 3 else 2)
        spaces = self.spaces(dice.randint(10, 40) if kind == "lines" else dice.randint(0, 10), teams)
        chips = {}
        discards = []
        for space, team in spaces:
            card = SPACES[space]
            if card in cards:
                cards.remove(card)
                discards.append(card)
                chips.setdefault(str(team), []).append(list(space))
        if any(all(chips_of(line, chips, team)) for line in LINES for team in range(teams)):
            return {"game": "sequence", "players": players}
        left = dice.randint(0, 5) if dice.random() < 0.2 else len(cards)
        discards += cards[left:]
        line["setup"] = {"hands": hands, "deck": cards[:left], "chips": chips, "discards": discards}
        if dice.random() < 0.4:
            line["setup"] |= {"hands": [None] * players, "deck": left}
        return line

    def spaces(self, count, teams):
        """Spaces with the team whose chip lies there; never five of one team in a line."""
        free = [space for space, card in SPACES.items() if card != "**"]
        return [(space, (space[0] + 2 * space[1] + self.dice.randint(0, 1)) % teams) for space in self.dice.sample(free, count)]

    def event(self):
        dice, table = self.dice, self.fold.table
        roll = dice.random()
        if roll < 0.52:
            return self.with_player({"play": self.play()}, 0.12)
        if roll < 0.82:
            owed = [one.seat for one in table.owed]
            seat = dice.choice(owed) if owed and dice.random() < 0.9 else dice.randrange(table.players)
            return {"draw": True, "player": seat} if dice.random() < 0.9 else {"draw": True}
        if roll < 0.87:
            return self.with_player({"dead": dice.choice(self.held())}, 0.1)
        if roll < 0.9:
            return self.with_player({dice.choice(["end_turn", "stuck"]): True}, 0.1)
        if roll < 0.94:
            return {"take_back": {"cell": list(dice.choice(list(table.chips) or list(SPACES)))}}
        if roll < 0.96:
            return dice.choice([{"assess": True}, {"say": "number"}, {"play": {"card": "1S", "cell": [0, 1]}}])
        return {"play": self.play()}

    def place(self, late):
        """Not between a move and its taking back: the law does not say what would become of either."""
        free = [number for number in late if "take_back" not in self.fold.entry(number).act]
        return self.dice.choice(free or late)

    def held(self):
        """Cards that the player to move may have."""
        known = self.fold.table.hands[self.fold.table.to_move].known
        return known if known and self.dice.random() < 0.85 else CARDS

    def play(self):
        dice, table = self.dice, self.fold.table
        card = dice.choice(self.held())
        own = table.team(table.to_move)
        if card in ONE_EYED and dice.random() < 0.85:
            others = [space for space, team in table.chips.items() if team != own or dice.random() < 0.1]
            return {"card": card, "remove": list(dice.choice(others or list(SPACES)))}
        if dice.random() < 0.12:
            return {"card": card, "cell": list(dice.choice(list(SPACES)))}
        fitting = [space for space, printed in SPACES.items() if card in TWO_EYED or printed == card]
        open_ones = [space for space in fitting if space not in table.chips] if dice.random() < 0.85 else fitting
        return {"card": card, "cell": list(dice.choice(open_ones or fitting or list(SPACES)))}

    def correction(self, number):
        dice, fold = self.dice, self.fold
        act, what = fold.act(fold.entry(number)), {"event": number}
        if "play" not in act:
            return what | {"player": dice.randrange(fold.position["players"])}
        roll, play = dice.random(), self.play()
        if roll < 0.55:
            what["card"] = play["card"]
        if 0.4 < roll < 0.85:
            what["cell"] = list(play.get("cell") or play["remove"])
        if roll > 0.85:
            what["player"] = dice.randrange(fold.position["players"])
        return what

    def position_correction(self):
        if self.dice.random() < 0.5:
            return {"turn": self.dice.randrange(self.fold.position["players"])}
        return {"variant": {"advanced": self.dice.random() < 0.6}}
