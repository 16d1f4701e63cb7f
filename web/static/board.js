// The Sequence board: cards, chips, completed lines, the last move.

import { sender } from "./commands.js";
import { h, icon, svg } from "./dom.js";
import { card, chip, parse, say } from "./faces.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";

export const board = {
  of: (view) => [view.board, view.faces.length],
  draw: (view) => view.board ? [
    h("h2", { class: "visually-hidden" }, t("board")),
    grid(view.board, (cell) => h("div", { class: classes(cell, view.board), "data-zone": cell.zone }, inside(cell))),
    h("div", { class: "board-foot" },
      h("ul", { class: "legend" }, teams(view.board).map((team) => h("li", {}, chip(team, false, "key"), t(TEAMS[team])))),
      h("button", { type: "button", class: "quiet", "data-key": "board-enter", onclick: () => pickChip(view, t("enter-chip"), "put") }, icon("pencil"), t("enter-chip"))),
  ] : null,
};

const TEAMS = { blue: "team-blue", green: "team-green", red: "team-red" };
const teams = (shown) => Object.keys(TEAMS).filter((team) => shown.cells.some((cell) => cell.chip === team));

const classes = (cell, shown) =>
  `cell${cell.corner ? " cell-corner" : ""}${cell.target ? " cell-target" : ""}${shown.last.includes(cell.zone) ? " cell-last" : ""}`;

function grid(shown, draw, size = "") {
  return h("div", { class: `board ${size}`, role: "group", "aria-label": t("board"), style: { "--columns": shown.columns, "--rows": shown.rows } },
    shown.cells.map(draw), lines(shown));
}

function inside(cell) {
  if (cell.corner) return icon("star", "corner-star");
  return [card(cell.card, "cell"), cell.chip ? chip(cell.chip, cell.flipped, "cell") : null];
}

// Completed sequences, drawn from the centre of their first cell to that of their last.
function lines(shown) {
  const centre = Object.fromEntries(shown.cells.map((cell, i) => [cell.zone, [(i % shown.columns) + 0.5, Math.floor(i / shown.columns) + 0.5]]));
  const drawn = shown.lines.filter((line) => line.every((zone) => centre[zone])).flatMap((line) => {
    const [x1, y1] = centre[line[0]];
    const [x2, y2] = centre[line.at(-1)];
    return ["line-under", "line"].map((kind) => svg("line", { x1, y1, x2, y2, class: kind }));
  });
  return svg("svg", { viewBox: `0 0 ${shown.columns} ${shown.rows}`, class: "lines", "aria-hidden": "true" }, ...drawn);
}

// Choosing a space, then what lies there. `rest`: what the command says besides.
export function pickChip(view, title, command, rest = {}) {
  openSheet(title, h("div", { class: "board-scroll" }, grid(view.board, (cell) =>
    h("button", {
      type: "button", class: classes(cell, view.board), "data-zone": cell.zone, disabled: cell.corner,
      "aria-label": `${say(cell.card)}, ${cell.zone}`, onclick: () => chipOn(cell, view, command, rest),
    }, inside(cell)), "board-large")));
}

function chipOn(cell, view, command, rest) {
  const chips = [...(command === "put" ? [""] : []), ...view.faces.filter((face) => parse(face).kind === "chip")];
  openSheet(say(cell.card), h("div", { class: "chips" }, chips.map((face) =>
    sender({ class: "variant", "data-face": face, done: closeSheet }, command, { ...rest, zone: cell.zone, face },
      face === "" ? h("span", { class: "chip chip-small chip-none" }) : chip(parse(face).team, parse(face).flipped), h("span", {}, say(face))))));
}
