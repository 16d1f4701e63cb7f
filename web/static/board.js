// The board: its cards and chips, completed lines, the last move, what is the matter.

import { may, sender, whyNot } from "./commands.js";
import { h, icon, svg } from "./dom.js";
import { lineOf, openEntry } from "./entries.js";
import { card, chip, parse, say } from "./faces.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";

export const board = {
  of: (view) => [view.board, view.disputes, view.questions, view.out_of_step, view.duties, view.seats, view.log.filter((line) => line.can_undo).map((line) => [line.entry, line.zone])],
  draw: (view) => view.board ? [
    h("h2", { class: "visually-hidden" }, t("board")),
    grid(view, wrong(view), (cell) => openCell(cell.zone)),
    h("div", { class: "below-board" }, legend(view)),
  ] : null,
};

const MOST_TARGETS = 40;
const CHIP = 0.7; // where in its space the middle of a chip lies, across and down
const AROUND = 2; // spaces shown on each side of the one that was tapped
const TEAMS = { blue: "team-blue", green: "team-green", red: "team-red" };
const first = (view) => view.board.cells.find((cell) => !cell.corner).zone;

// Whose colour is whose.
function legend(view) {
  const teams = Object.keys(TEAMS).filter((team) => view.seats.some((seat) => seat.team === team));
  return h("ul", { class: "legend" }, teams.map((team) => h("li", {}, chip(team, false, "key"),
    h("span", {}, view.seats.filter((seat) => seat.team === team).map((seat) => seat.name).join(", ")))),
    view.seats.some((seat) => seat.team) ? null : h("li", { class: "legend-open" }, t("colours-open")));
}

export const wrong = (view) => new Map([
  ...(view.out_of_step?.zones ?? []).map((zone) => [zone.zone, { kind: "step", sign: "swap", seen: zone.seen, text: "state-out-of-step" }]),
  ...view.duties.flatMap((duty) => (duty.zones ?? []).map((zone) => [zone, { kind: duty.usual ? "step" : "due", text: "state-due-now" }])),
  ...view.questions.map((question) => [question.zone, { kind: "ask", sign: "question", text: "state-ask" }]),
  ...view.disputes.map((dispute) => [dispute.zone, { kind: "foul", sign: "cross", seen: dispute.face, text: "state-foul" }]),
]);

// Where nearly everything may be done there is nothing to point at.
const fewTargets = (view) => view.board.cells.filter((cell) => cell.target).length <= MOST_TARGETS;

function classes(cell, view, matter) {
  const names = { "cell-corner": cell.corner, "cell-target": cell.target && fewTargets(view), "cell-last": view.board.last.includes(cell.zone), [`cell-${matter?.kind}`]: matter };
  return ["cell", ...Object.keys(names).filter((name) => names[name])].join(" ");
}

function described(cell, matter, view) {
  const lies = cell.chip ? say(cell.chip + (cell.flipped ? "*" : "")) : t("face-empty");
  return [spaceName(cell, view), lies, matter?.text ? t(matter.text) : null].filter(Boolean).join(", ");
}

const at = (zone) => /^r(\d+)c(\d+)$/.exec(zone)?.slice(1).map((n) => Number(n) + 1) ?? [0, 0];

// A space by its card, and which of the two spaces of that card it is.
function spaceName(cell, view) {
  if (cell.corner) return t("corner");
  const twin = view.board.cells.find((other) => other.card === cell.card && other !== cell);
  if (!twin) return say(cell.card);
  const [[row, column], [itsRow, itsColumn]] = [at(cell.zone), at(twin.zone)];
  const which = row !== itsRow ? (row < itsRow ? "space-upper" : "space-lower") : column < itsColumn ? "space-left" : "space-right";
  return `${say(cell.card)}, ${t(which)}`;
}

// `matters`: what is the matter on which space; `tapped`: what a tap on a space does. `part`: first row and column and how many of each are
// drawn, all by default.
export function grid(view, matters, tapped, size = "", part = { row: 0, column: 0, rows: view.board.rows, columns: view.board.columns }) {
  const { row, column, rows, columns } = part;
  const cells = view.board.cells.filter((_, i) => within(Math.floor(i / view.board.columns) - row, rows) && within((i % view.board.columns) - column, columns));
  const draw = (cell) => h("button", {
    type: "button", class: classes(cell, view, matters.get(cell.zone)), "data-zone": cell.zone, "data-key": `cell-${cell.zone}`, disabled: cell.corner,
    "aria-label": described(cell, matters.get(cell.zone), view), tabindex: cell.zone === first(view) ? 0 : -1, onclick: () => tapped(cell),
  }, inside(cell, matters.get(cell.zone)));
  return h("div", { class: `board ${size}`, role: "group", "aria-label": t("board"), style: { "--columns": columns, "--rows": rows }, onkeydown: arrows(columns) },
    cells.map(draw), lines(view.board, part));
}

const within = (n, count) => n >= 0 && n < count;

// The whole board in large: it is moved with a finger.
export function openLargeBoard() {
  openSheet((view) => view.board && [t("board"), h("div", { class: "board-scroll", "data-scroll": "large", tabindex: 0 }, grid(view, wrong(view), (cell) => openCell(cell.zone), "board-large")), legend(view)], board.of);
}

// A space and those around it, in large.
function around(zone, view) {
  const { rows, columns } = view.board;
  const [row, column] = at(zone).map((n, i) => Math.min(Math.max(n - 1 - AROUND, 0), [rows, columns][i] - 2 * AROUND - 1));
  return { row, column, rows: 2 * AROUND + 1, columns: 2 * AROUND + 1 };
}

// The arrow keys go from cell to cell: one stop of the Tab key for the whole board.
const arrows = (columns) => (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  if (!by) return;
  const cells = [...event.currentTarget.querySelectorAll(".cell")];
  let next = cells.indexOf(document.activeElement) + by;
  while (cells[next]?.disabled) next += by;
  if (!cells[next]) return;
  event.preventDefault();
  cells.forEach((cell) => { cell.tabIndex = -1; });
  cells[next].tabIndex = 0;
  cells[next].focus();
};

function inside(cell, matter) {
  if (cell.corner) return icon("star", "corner-star");
  const seen = matter?.seen === undefined || matter.seen === "" ? null : parse(matter.seen);
  return [card(cell.card, "cell"),
    seen?.kind === "chip" ? chip(seen.team, seen.flipped, "cell") : cell.chip ? chip(cell.chip, cell.flipped, "cell") : null,
    matter?.sign ? icon(matter.sign, "cell-sign") : null];
}

// Completed sequences, drawn from the chip of their first cell to that of their last.
function lines(shown, part) {
  const centre = Object.fromEntries(shown.cells.map((cell, i) => [cell.zone, [(i % shown.columns) + CHIP, Math.floor(i / shown.columns) + CHIP]]));
  const drawn = shown.lines.filter((line) => line.every((zone) => centre[zone])).flatMap((line) => {
    const [x1, y1] = centre[line[0]];
    const [x2, y2] = centre[line.at(-1)];
    return ["line-under", "line"].map((kind) => svg("line", { x1, y1, x2, y2, class: kind }));
  });
  return svg("svg", { viewBox: `${part.column} ${part.row} ${part.columns} ${part.rows}`, class: "lines", "aria-hidden": "true" }, ...drawn);
}

// A tap on a space: what was seen there is put right, or what lies there is said.
export function openCell(zone) {
  openSheet((view) => {
    const cell = view.board?.cells.find((each) => each.zone === zone);
    if (!cell) return null;
    const line = seenThere(zone, view);
    return [spaceName(cell, view),
      grid(view, new Map([[zone, { kind: "here" }], ...wrong(view)]), (other) => openCell(other.zone), "board-near", around(zone, view)),
      line ? h("button", { type: "button", class: "wide quiet choice", "data-key": "entry", onclick: () => openEntry(line.entry) }, icon("pencil"), h("span", {}, line.text)) : null,
      may("put") ? [h("h3", {}, t("lies-there")), chips(cell, view, "put", {})] : whyNot("put")];
  }, (view) => [board.of(view), seenThere(zone, view)?.entry]);
}

function seenThere(zone, view) {
  const dispute = view.disputes.find((each) => each.zone === zone);
  return dispute ? lineOf(view, dispute.entry) : view.log.find((line) => line.zone === zone && line.can_undo && !line.undone);
}

function chips(cell, view, command, rest) {
  const faces = [...(command === "put" ? [""] : []), ...view.faces.filter((face) => parse(face).kind === "chip")];
  return h("div", { class: "chips" }, faces.map((face) =>
    sender({ class: "variant", "data-face": face, "data-key": `chip-${face}`, done: closeSheet }, command, { ...rest, zone: cell.zone, face },
      face === "" ? h("span", { class: "chip chip-small chip-none" }) : chip(parse(face).team, parse(face).flipped), h("span", {}, say(face)))));
}

// Choosing a space, then what lies there. `rest`: what the command says besides.
export function pickChip(title, command, rest = {}) {
  openSheet((view) => view.board && [title, h("div", { class: "board-scroll" }, grid(view, new Map(), (cell) =>
    openSheet((now) => [say(cell.card), chips(cell, now, command, rest)]), "board-large"))]);
}
