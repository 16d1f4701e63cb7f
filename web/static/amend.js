// Putting right what the log says: another card, another player, nothing at all, or something that was missed.

import { pickChip } from "./board.js";
import { sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { card } from "./faces.js";
import { keypad } from "./keypad.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";

const choice = (key, sign, words, onclick) =>
  h("button", { type: "button", class: "wide quiet choice", "data-key": key, onclick }, icon(sign), h("span", {}, words));

// Another card was on it than `face`. `entry`: the entry that is corrected.
export function anotherCard(entry, face, view) {
  openSheet(t("another-card"), keypad({
    faces: view.faces, near: face, confirm: (words) => t("it-was", { words }),
    command: "correct", body: (other) => ({ entry, face: other }),
  }));
}

export const asAnotherCard = (entry, face, view) => choice("another-card", "pencil", t("another-card"), () => anotherCard(entry, face, view));

export const asNothing = (entry, words) =>
  sender({ class: "wide quiet choice", "data-key": "undo-this", done: closeSheet }, "undo", { entry }, icon("undo"), h("span", {}, words));

// Everything that can be said of a line of the log.
export function openEntry(line, view) {
  openSheet(t("entry-title"),
    h("div", { class: "notice-row" }, line.face ? card(line.face, "small") : null, h("p", { class: "sheet-lead" }, line.text)),
    line.can_correct ? asAnotherCard(line.entry, line.face, view) : null,
    line.can_undo && line.seat !== null ? choice("another-player", "players", t("another-player"), () => pickPlayer(line, view)) : null,
    line.can_undo ? asNothing(line.entry, t(isFact(line) ? line.face ? "nothing-played" : "never-happened" : "undo-amendment")) : null,
    line.can_insert ? missed(line, view) : null);
}

// Did it happen at the table, told at once or put in later? Everything else is what was said of it.
export const isFact = (line) => line.kind === "fact" || line.kind === "insert";

function missed(line, view) {
  const { entry } = line;
  return [
    view.board ? choice("missed-chip", "plus", t("missed-chip"), () => pickChip(view, t("missed-chip"), "insert", { before: entry })) : null,
    view.piles.length ? choice("missed-card", "plus", t("missed-card"), () => pickPile(entry, view)) : null,
    view.turn && view.turn.can_end === null ? null
      : sender({ class: "wide quiet choice", "data-key": "missed-end", done: closeSheet }, "insert", { before: entry }, icon("flag"), h("span", {}, t("missed-end"))),
  ];
}

function pickPlayer(line, view) {
  openSheet(t("whose-was-it"),
    h("p", { class: "sheet-text" }, line.text),
    view.seats.filter((seat) => seat.seat !== line.seat).map((seat) =>
      sender({ class: "wide quiet choice", "data-seat": seat.seat, done: closeSheet }, "correct", { entry: line.entry, seat: seat.seat }, h("span", {}, seat.name))));
}

function pickPile(before, view) {
  openSheet(t("which-pile"), view.piles.map((pile) =>
    choice(`missed-${pile.zone}`, PILES[pile.kind], pile.title, () => openSheet(pile.title, keypad({
      faces: view.faces, near: pile.top, confirm: (words) => t("it-was", { words }),
      command: "insert", body: (face) => ({ before, zone: pile.zone, face }),
    })))));
}

const PILES = { ascending: "up", descending: "down", discard: "cards" };
