// Putting right what was told wrongly, at the card itself: another card, nothing at all, another player, something that was missed.

import { pickChip } from "./board.js";
import { showMe } from "./clip.js";
import { may, sender, whyNot } from "./commands.js";
import { h, icon } from "./dom.js";
import { answersTo } from "./foul.js";
import { isFact, lineOf, openEntriesWith } from "./entries.js";
import { candidates, keypad } from "./keypad.js";
import { near } from "./near.js";
import { missedOnTop, spread } from "./piles.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";
import { rule } from "./voice.js";

const FEW = 4; // players or piles that are offered at once, without asking for them

// Have the page open entries here. Called once, when it begins.
export const prepareEntries = () => openEntriesWith({ entry: showEntry, missed: showMissed });

function showEntry(entry, zone = null) {
  const pad = {};
  openSheet((view) => {
    const line = lineOf(view, entry);
    if (!line || !view.match) return null;
    return [t(may("undo") ? "entry-title" : "what-happened"), about(line, view), whyNot(may("undo") ? "correct" : "undo"), ...(isFact(line) ? ofFact(line, view, pad, zone) : ofWord(line))];
  }, (view) => [lineOf(view, entry), view.piles, view.seats.map((seat) => seat.name), view.match?.id, view.disputes.map((each) => each.entry)]);
}

function about(line, view) {
  const dispute = view.disputes.find((each) => each.entry === line.entry);
  return [
    h("p", { class: "sheet-lead", "data-key": "seen" }, line.text),
    showMe(line.clip, { key: "entry" }),
    line.verdict === "legal" ? null : rule(line.rule, view),
    dispute ? h("div", { class: "sheet-foul" }, icon("cross"), h("p", {}, dispute.text, dispute.foul ? h("strong", {}, dispute.foul.remedy) : null),
      answersTo(dispute.foul, dispute, view, { only: ["let_stand", "turn_had_ended"], done: closeSheet })) : null,
  ];
}

function ofFact(line, view, pad, zone) {
  const body = (face) => ({ entry: line.entry, face });
  const [corrects, inserts] = [line.can_correct && may("correct"), line.can_insert && may("insert")];
  const likely = corrects ? near(line.face, view.faces, line.thoughts, view.board ? [] : view.piles.flatMap((pile) => pile.cards)) : [];
  return [
    corrects ? h("h3", {}, t("another-card")) : null,
    candidates(likely, "correct", body, line.picture),
    zone && line.zone === zone ? missedOnTop(view.piles.find((pile) => pile.zone === zone), view) : null,
    line.can_undo ? undone(line, t(line.face ? "nothing-played" : "never-happened")) : null,
    inserts ? missed(line, view) : null,
    line.can_undo && line.seat !== null && may("correct") ? players(line, view) : null,
    corrects ? elsewhere(line, view) : null,
    corrects ? [h("h3", {}, t("any-card")), keypad({ faces: view.faces, near: line.face, command: "correct", body, state: pad })] : null,
    zone ? spread(view.piles.find((pile) => pile.zone === zone)) : null,
  ];
}

const ofWord = (line) => (line.can_undo ? [undone(line, t("undo-amendment"))] : []);

const undone = (line, words) =>
  sender({ class: "wide quiet choice", "data-key": "undo-this", done: closeSheet }, "undo", { entry: line.entry }, icon("undo"), h("span", {}, words));

const choice = (key, sign, words, onclick) =>
  h("button", { type: "button", class: "wide quiet choice", "data-key": key, onclick }, icon(sign), h("span", {}, words));

function missed(line, view) {
  const before = line.entry;
  return [
    view.board ? choice("missed-chip", "plus", t("missed-chip"), () => pickChip(t("missed-chip"), "insert", { before })) : null,
    line.face && view.piles.length ? choice("missed-card", "plus", t("missed-card"), () => showMissed(before, line.zone)) : null,
    view.turn && view.turn.can_end === null ? null
      : sender({ class: "wide quiet choice", "data-key": "missed-end", done: closeSheet }, "insert", { before }, icon("flag"), h("span", {}, t("missed-end"))),
  ];
}

// The pile is that of the card before which it was missed, until another one is tapped.
function showMissed(before, zone) {
  const state = { zone, pad: {} };
  const draw = (view) => {
    const line = lineOf(view, before);
    const pile = view.piles.find((each) => each.zone === state.zone) ?? view.piles[0];
    if (!line || !pile) return null;
    return [t("missed-card"), h("p", { class: "sheet-lead" }, line.text),
      among("which-pile", view.piles.map((each) => h("button", {
        type: "button", class: "group", "data-key": `missed-${each.zone}`, "aria-pressed": String(each === pile),
        onclick: () => { state.zone = each.zone; openSheet(draw, of); },
      }, each.title))),
      keypad({ faces: view.faces, near: line.face, command: "insert", body: (face) => ({ before, zone: pile.zone, face }), state: state.pad })];
  };
  const of = (view) => [lineOf(view, before), view.piles.map((pile) => pile.zone)];
  openSheet(draw, of);
}

const among = (id, buttons) => h("div", { class: "among", role: "group", "aria-label": t(id) }, h("span", { class: "among-title" }, t(id)), h("div", { class: "groups" }, buttons));

function players(line, view) {
  const others = view.seats.filter((seat) => seat.seat !== line.seat);
  const buttons = others.map((seat) =>
    sender({ class: "group", "data-seat": seat.seat, done: closeSheet }, "correct", { entry: line.entry, seat: seat.seat }, seat.name));
  return few("another-player", others, buttons);
}

function elsewhere(line, view) {
  const others = view.piles.filter((pile) => pile.zone !== line.zone);
  if (view.board || !line.zone || !others.length) return null;
  const buttons = others.map((pile) =>
    sender({ class: "group", "data-key": `lies-${pile.zone}`, done: closeSheet }, "correct", { entry: line.entry, zone: pile.zone }, pile.title));
  return few("another-pile", others, buttons);
}

function few(id, others, buttons) {
  if (others.length <= FEW) return among(id, buttons);
  return h("details", { class: "among-many" }, h("summary", { class: "wide quiet choice" }, h("span", {}, t(id))), h("div", { class: "groups" }, buttons));
}
