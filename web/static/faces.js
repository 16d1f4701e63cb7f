// What a zone shows, as a card to look at, as words to be read out, and as a keypad to choose from.

import { h, icon } from "./dom.js";
import { t } from "./texts.js";

const COMMANDS = ["stop", "skull", "three", "silence", "noback", "onepile", "draw1"];
const COLOURS = { R: "colour-R", B: "colour-B", G: "colour-G", Y: "colour-Y", X: "colour-X" };
const SUITS = { S: "suit-S", H: "suit-H", D: "suit-D", C: "suit-C" };
const SUIT_ICONS = { S: "spade", H: "heart", D: "diamond", C: "club" };
const RANKS = {
  A: "rank-A", 2: "rank-2", 3: "rank-3", 4: "rank-4", 5: "rank-5", 6: "rank-6", 7: "rank-7",
  8: "rank-8", 9: "rank-9", T: "rank-T", J: "rank-J", Q: "rank-Q", K: "rank-K",
};
const COMMAND_WORDS = {
  stop: "command-stop", skull: "command-skull", three: "command-three", silence: "command-silence",
  noback: "command-noback", onepile: "command-onepile", draw1: "command-draw1",
};
const CHIPS = {
  blue: "chip-blue", green: "chip-green", red: "chip-red",
  "blue*": "chip-blue-flipped", "green*": "chip-green-flipped", "red*": "chip-red-flipped",
};
const CHIP_ICONS = { blue: "dot", green: "triangle", red: "square" };
// How faces are spelled: the same spellings are put into words by `_word_of_face` in companion/shown/words/messages.py.
const SHAPES = [
  [/^$/, () => ({ kind: "empty" })],
  [/^\?$/, () => ({ kind: "unreadable" })],
  [/^back$/, () => ({ kind: "back" })],
  [/^(\d+)$/, (m) => ({ kind: "number", number: +m[1] })],
  [/^F(\d+)$/, (m) => ({ kind: "burning", number: +m[1] })],
  [/^(\d+):(\w+)$/, (m) => ({ kind: "command", number: +m[1], command: m[2] })],
  [/^(10|[2-9TJQKA])([SHDC])$/, (m) => ({ kind: "suited", rank: m[1] === "10" ? "T" : m[1], suit: m[2] })],
  [/^(\d+)([RBGYX])$/, (m) => ({ kind: "coloured", number: +m[1], colour: m[2] })],
  [/^([sg])(\d+)$/, (m) => ({ kind: m[1] === "s" ? "silver" : "gold", number: +m[2] })],
  [/^(blue|green|red)(\*?)$/, (m) => ({ kind: "chip", team: m[1], flipped: m[2] === "*" })],
];

export function parse(face) {
  for (const [shape, make] of SHAPES) {
    const match = shape.exec(face);
    if (match) return make(match);
  }
  return { kind: "other", label: face };
}

// The face in words, as one would say it.
export function say(face) {
  const f = parse(face);
  switch (f.kind) {
    case "empty": return t("face-empty");
    case "unreadable": return t("face-unreadable");
    case "back": return t("face-back");
    case "number": return String(f.number);
    case "burning": return t("face-burning", { number: f.number });
    case "command": return t("face-command", { number: f.number, command: t(COMMAND_WORDS[f.command] ?? "face-unreadable") });
    case "suited": return t("face-suited", { rank: t(RANKS[f.rank]), suit: t(SUITS[f.suit]) });
    case "coloured": return t("face-coloured", { number: f.number, colour: t(COLOURS[f.colour]) });
    case "silver": return t("face-s", { number: f.number });
    case "gold": return t("face-g", { number: f.number });
    case "chip": return t(CHIPS[face]);
    default: return face;
  }
}

// A card as it lies on the table. `size`: "mini", "small", "large". `ghost`: what to show in an empty place.
export function card(face, size = "small", ghost = null) {
  const f = parse(face);
  if (f.kind === "chip") return chip(f.team, f.flipped, size);
  const props = { class: `card card-${size} card-${f.kind}`, role: "img", "aria-label": say(face) };
  if (f.colour) props.class += ` hue-${f.colour}`;
  if (f.suit) props.class += "HD".includes(f.suit) ? " hue-R" : " hue-K";
  return h("span", props, h("span", { class: "card-in", "aria-hidden": "true" }, inside(f, size, ghost)));
}

function inside(f, size, ghost) {
  switch (f.kind) {
    case "empty": return ghost;
    case "unreadable": return h("span", { class: "figure" }, "?");
    case "back": return null;
    case "suited": return suited(f, size);
    case "other": return h("span", { class: "figure figure-long" }, f.label);
    default: return numbered(f, size);
  }
}

function numbered(f, size) {
  const ambiguous = /^[69]+$|^(68|86|89|98)$/.test(String(f.number)) && f.kind !== "coloured";
  const figure = h("span", { class: `figure${ambiguous ? " figure-upright" : ""}` }, String(f.number));
  if (size === "mini") return [figure, sign(f)];
  return [h("span", { class: "corner" }, String(f.number)), figure, sign(f), h("span", { class: "corner corner-far" }, String(f.number))];
}

function sign(f) {
  if (f.kind === "burning") return icon("flame", "sign");
  if (f.kind !== "command") return null;
  if (f.command === "three") return h("span", { class: "sign sign-text" }, "3!");
  return COMMANDS.includes(f.command) ? icon(f.command, "sign") : null;
}

function suited(f, size) {
  const rank = f.rank === "T" ? "10" : f.rank;
  const pip = () => icon(SUIT_ICONS[f.suit], "pip");
  if (size === "mini" || size === "cell") return [h("span", { class: "figure" }, rank), pip()];
  return [
    h("span", { class: "corner" }, rank, pip()),
    icon(SUIT_ICONS[f.suit], "figure-pip"),
    h("span", { class: "corner corner-far" }, rank, pip()),
  ];
}

export function chip(team, flipped = false, size = "small") {
  const face = team + (flipped ? "*" : "");
  return h(
    "span",
    { class: `chip chip-${size} team-${team}${flipped ? " chip-flipped" : ""}`, role: "img", "aria-label": say(face) },
    icon(flipped ? "star" : CHIP_ICONS[team], "chip-sign"),
  );
}

// The faces in groups of tiles, for the keypad: a tile holds the faces that share a number or rank.
export function groups(faces) {
  const found = new Map();
  for (const face of faces) {
    const f = parse(face);
    const [group, tile] = place(f, face);
    if (!group) continue;
    if (!found.has(group.key)) found.set(group.key, { ...group, tiles: new Map() });
    const tiles = found.get(group.key).tiles;
    if (!tiles.has(tile)) tiles.set(tile, []);
    tiles.get(tile).push(face);
  }
  return [...found.values()]
    .sort((a, b) => a.order - b.order)
    .map((group) => ({ ...group, tiles: [...group.tiles.values()].map(plainFirst).sort(byNumber) }))
    .map((group) => ({ ...group, title: group.title ?? span(group.tiles) }));
}

function place(f, face) {
  switch (f.kind) {
    case "number":
    case "burning":
    case "command": {
      const ten = Math.floor(f.number / 10);
      return [{ key: `ten${ten}`, order: ten, title: null }, `${f.number}`];
    }
    case "silver": return [{ key: "silver", order: 30, title: t("silver") }, face];
    case "gold": return [{ key: "gold", order: 31, title: t("gold") }, face];
    case "coloured": return [{ key: f.colour, order: "RBGYX".indexOf(f.colour), title: t(COLOURS[f.colour]), hue: f.colour }, face];
    case "suited": return [{ key: f.suit, order: 40 + "SHDC".indexOf(f.suit), title: t(SUITS[f.suit]), icon: SUIT_ICONS[f.suit], hue: "HD".includes(f.suit) ? "R" : "K" }, face];
    case "chip": return [{ key: "chips", order: 50, title: t("chips") }, face];
    case "back":
    case "other": return [{ key: "other", order: 60, title: t("other-faces") }, face];
    default: return [null, null];
  }
}

const plainFirst = (faces) => [...faces].sort((a, b) => a.length - b.length);
const worth = (face) => {
  const f = parse(face);
  return f.number ?? "A23456789TJQK".indexOf(f.rank ?? "?");
};
const byNumber = (a, b) => worth(a[0]) - worth(b[0]);
const span = (tiles) => `${worth(tiles[0][0])}–${worth(tiles.at(-1)[0])}`;
