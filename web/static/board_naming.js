// A board whose cards the camera cannot read: its picture from above with a grid. A tap on a space, then on the card that is printed there,
// says how the board lies.

import { may, whyNot } from "./commands.js";
import { h, icon } from "./dom.js";
import { say } from "./faces.js";
import { keypad } from "./keypad.js";
import { openSheet } from "./sheet.js";
import { t } from "./texts.js";

export function boardNaming(view) {
  const asked = view.board_naming;
  if (!asked) return null;
  const open = () => h("button", { type: "button", class: "quiet", "data-key": "board-name", onclick: openPicture }, icon("eye"), t("board-name"));
  return { kind: "ask", key: "board-naming", sign: "cards", title: t("board-naming-title"), text: asked.text, now: () => whyNot("board") ?? [open()] };
}

const place = (number, size) => [Math.floor(number / size), number % size];
const isCorner = (row, column, size) => [row, column].every((n) => n === 0 || n === size - 1);

function openPicture() {
  openSheet(({ board_naming: asked }) => asked && [t("board-naming-title"), h("p", { class: "sheet-text" }, asked.text), picture(asked)], (view) => view.board_naming);
}

function picture(asked) {
  const { size, said } = asked;
  const spaces = Array.from({ length: size * size }, (_, number) => place(number, size));
  const known = new Map(said.map(({ zone, face }) => [zone, face]));
  return h("div", { class: "unread-board", style: { "--size": size } },
    h("img", { src: `/picture/${asked.picture}.jpg`, alt: t("board-picture"), draggable: "false" }),
    h("div", { class: "unread-spaces" }, spaces.map(([row, column]) => space(row, column, asked, known))));
}

function space(row, column, asked, known) {
  const zone = `r${row}c${column}`;
  const named = known.has(zone) ? say(known.get(zone)) : null;
  const where = t("board-space", { number: row * asked.size + column + 1 });
  return h("button", {
    type: "button", "data-key": `space-${zone}`, "aria-label": [where, named].filter(Boolean).join(", "), "aria-pressed": String(Boolean(named)),
    disabled: isCorner(row, column, asked.size), onclick: () => openCards(zone, asked),
  });
}

// Which card is printed on the space that was tapped.
function openCards(zone, { number, cards }) {
  const state = {};
  openSheet(({ board_naming: asked }) => asked?.number === number && may("board") && [
    t("board-which-card"), keypad({ faces: cards, command: "board", body: (face) => ({ number, zone, face }), state }),
  ], (view) => view.board_naming?.number);
}
