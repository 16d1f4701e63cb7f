"""Draw `wiring.svg`: what hangs on which pin, by the pins of `systemd/companion.toml`. `python docs/pictures/wiring.py` writes it anew."""

from __future__ import annotations

import tomllib
from pathlib import Path

HERE = Path(__file__).parent
SETTINGS = HERE.parents[1] / "systemd/companion.toml"

HEADER = (
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND", 9, 25, 11, 8, "GND", 7, 0, 1,
    5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
"""The 40 pins in the order of their places, odd ones on the left: BCM numbers, or what they are."""

ROW, TOP, LEFT, RIGHT = 27, 78, 452, 500
"""Height of a row, middle of the first one, middles of the two columns of pins; all in picture pixels."""
INK, SOFT, WIRE, GROUND = "#1d2729", "#566164", "#0d6a5c", "#4a4a4a"
RAIL = 96
"""Where ground comes together, left of the header."""


def place_of(bcm: int) -> int:
    """Place on the header, 1 to 40."""
    return HEADER.index(bcm) + 1


def point(place: int) -> tuple[int, int]:
    """Middle of a pin."""
    return (LEFT if place % 2 else RIGHT), TOP + (place - 1) // 2 * ROW


def line(*points: tuple[float, float], colour: str = WIRE) -> str:
    course = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{course}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>'


def words(x: float, y: float, said: str, anchor: str = "start", size: int = 14, colour: str = INK, weight: int = 400) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="{colour}" font-weight="{weight}">{said}</text>'
    )


def pin(place: int, used: dict[int, str]) -> str:
    x, y = point(place)
    what = HEADER[place - 1]
    colour = "#d9a300" if place in used else {"GND": GROUND, "5V": "#ad241c", "3V3": "#ad6a1c"}.get(str(what), "#cfc8ba")
    name = str(what) if isinstance(what, str) else f"GPIO {what}"
    number = words(x, y + 4, str(place), "middle", 11, "#fff" if isinstance(what, str) else INK, 600)
    return f'<circle cx="{x}" cy="{y}" r="11" fill="{colour}"><title>pin {place}: {name}</title></circle>{number}'


def lamp(name: str, place: int) -> str:
    """From the pin through a resistor and an LED to ground."""
    x, y = point(place)
    drawn = line((x - 12, y), (380, y)) + line((330, y), (262, y)) + line((238, y), (RAIL, y), colour=GROUND)
    drawn += f'<rect x="330" y="{y - 7}" width="50" height="14" rx="3" fill="#f3e2b8" stroke="{INK}" stroke-width="1.5"/>'
    drawn += f'<path d="M262 {y - 9} L262 {y + 9} L242 {y} Z" fill="#e06a5a" stroke="{INK}" stroke-width="1.5"/>'
    drawn += line((241, y - 9), (241, y + 9), colour=INK)
    return drawn + words(212, y - 5, name, "end", 14, INK, 600)


def button(name: str, place: int) -> str:
    """From the pin through a push button to ground."""
    x, y = point(place)
    drawn = line((x - 12, y), (276, y)) + line((236, y), (RAIL, y), colour=GROUND)
    drawn += f'<circle cx="276" cy="{y}" r="4" fill="{INK}"/><circle cx="236" cy="{y}" r="4" fill="{INK}"/>'
    drawn += line((240, y - 3), (272, y - 10), colour=INK) + line((256, y - 8), (256, y - 14), colour=INK)
    return drawn + words(212, y - 5, name, "end", 14, INK, 600)


def buzzer(place: int, ground: int) -> str:
    (x, y), (gx, gy) = point(place), point(ground)
    middle = (y + gy) / 2
    drawn = line((x + 12, y), (630, y), (630, middle - 14)) + line((gx + 12, gy), (630, gy), (630, middle + 14), colour=GROUND)
    drawn += f'<circle cx="650" cy="{middle}" r="26" fill="#3a3a3a" stroke="{INK}"/><circle cx="650" cy="{middle}" r="5" fill="#111"/>'
    return drawn + words(618, y - 6, "+", "middle", 16, INK, 700) + words(650, middle - 36, "buzzer", "middle", 14, INK, 600)


def rail(places: list[int], ground: int) -> str:
    """The line on which ground comes together, and its way to a pin."""
    ys = [point(place)[1] for place in places]
    x, y = point(ground)
    return line((RAIL, min(*ys, y)), (RAIL, max(*ys, y)), colour=GROUND) + line((RAIL, y), (x - 12, y), colour=GROUND)


def drawn(settings: Path = SETTINGS) -> str:
    """The picture as SVG."""
    pins = tomllib.loads(settings.read_text(encoding="utf-8"))["pins"]
    lamps = {name: place_of(bcm) for name, bcm in pins["lamps"].items()}
    buttons = {name: place_of(pins[name]) for name in ("end_turn", "undo")}
    sound = place_of(pins["buzzer"])
    used = {place: name for name, place in (*lamps.items(), *buttons.items(), ("buzzer", sound))}
    parts = [
        words(84, 34, "Switch the Pi off before you wire.", size=16, weight=600),
        words(84, 56, "Seen from above, the USB sockets beyond pins 39 and 40.", size=13, colour=SOFT),
        f'<rect x="{LEFT - 24}" y="{TOP - 22}" width="{RIGHT - LEFT + 48}" height="{19 * ROW + 44}" rx="8" fill="#2c3a36"/>',
        rail([*buttons.values()], 9), rail([*lamps.values()], 39),
        *(button(name, place) for name, place in buttons.items()), *(lamp(name, place) for name, place in lamps.items()),
        buzzer(sound, 34), *(pin(place, used) for place in range(1, 41)),
        words(355, point(29)[1] - 14, "330 ohm", "middle", 12, SOFT), words(252, point(29)[1] - 14, "LED", "middle", 12, SOFT),
        words(RAIL + 6, point(9)[1] - 7, "ground", size=12, colour=SOFT),
        words(RAIL + 6, point(39)[1] + 17, "ground", size=12, colour=SOFT),
        words(538, point(38)[1], "at 3.3 V, up to 10 mA;", size=13, colour=SOFT),
        words(538, point(40)[1] - 8, "more: by a transistor", size=13, colour=SOFT),
    ]  # fmt: skip
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="60 0 680 {TOP + 20 * ROW}" font-family="sans-serif" role="img">\n'
        f"<title>Lamps, buttons and buzzer on the pins of a Raspberry Pi</title>\n"
        f'<rect x="60" width="680" height="{TOP + 20 * ROW}" fill="#fffdf8"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    (HERE / "wiring.svg").write_text(drawn(), encoding="utf-8")
