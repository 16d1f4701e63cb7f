// The bar under the thumb: undo, named in words; say something; end the turn, or start another match.

import { openLargeBoard } from "./board.js";
import { may, sender, whyNot } from "./commands.js";
import { h, icon } from "./dom.js";
import { keypad } from "./keypad.js";
import { lastUndoable } from "./log.js";
import { mayGoBack } from "./matches.js";
import { closeSheet, openSheet } from "./sheet.js";
import { openStart } from "./start.js";
import { counted, t } from "./texts.js";

export const actions = {
  of: (view) => [Boolean(view.board), view.left, view.turn, view.status, view.claims, lastUndoable(view), view.games, view.match?.id, view.disputes.length],
  draw: (view) => {
    if (view.status === "idle") return null;
    if (!may("undo")) return whyNot("undo");
    const acts = view.status === "playing" ? [undo(view), large(view), claim(view), endTurn(view)] : [undo(view), large(view), again()];
    return [view.board ? null : takesBack(view), h("div", { class: "acts" }, acts)];
  },
};

// Of a correction its first words: the line of the log says the rest.
const undone = (line) => (line.kind === "correction" ? t("the-correction", { text: line.text.split(/, |\. |: /)[0] }) : line.text);

// What undo would take back, in words: a line of its own, which is there without words too.
function takesBack(view) {
  const last = lastUndoable(view);
  const words = last ? t("undo-takes", { what: undone(last) }) : mayGoBack(view) ? t("undo-new-match", { what: view.left.text }) : "";
  return h("p", { class: "actions-words", id: "undo-words" }, words);
}

// Below a board there is no line to spare: the words stand on the button.
const undoFace = (view, last) => [h("span", { class: "act-undo" }, icon("undo"), t("undo")),
  view.board ? h("small", { class: "act-words", id: "undo-words" }, last ? undone(last) : mayGoBack(view) ? view.left.text : "") : null];

const large = (view) => (view.board
  ? h("button", { type: "button", class: "act act-sign", "data-key": "large-board", "aria-label": t("large-board"), onclick: openLargeBoard }, icon("magnify")) : null);

function undo(view) {
  const last = lastUndoable(view);
  if (!last && mayGoBack(view)) return sender({ class: `act${view.board ? " act-wide" : ""}`, "data-key": "undo", "aria-describedby": "undo-words" }, "resume", { match: view.left.match }, undoFace(view, last));
  return sender({ class: `act${view.board ? " act-wide" : ""}`, "data-key": "undo", atOnce: true, disabled: !last, "aria-describedby": last ? "undo-words" : null }, "undo", { entry: last?.entry ?? null }, undoFace(view, last));
}

// Where turns end by themselves, who can do nothing passes; elsewhere that ends the match.
const claims = (view) => view.claims ?? [view.turn?.can_end === null
  ? { code: "stuck", title: t("stuck"), text: t("stuck-passes") }
  : { code: "stuck", title: t("stuck"), text: t("stuck-means"), grave: true }];

function claim(view) {
  const known = claims(view);
  if (!known.length) return null;
  const one = known.length === 1 ? known[0] : null;
  const open = () => (one ? confirmClaim(one, view) : openSheet((now) => [t("say"), claims(now).map((each) =>
    h("button", { type: "button", class: "wide quiet claim", "data-claim": each.code, onclick: () => confirmClaim(each, now) },
      h("span", {}, each.title), h("small", {}, each.text)))]));
  return h("button", { type: "button", class: "act", "data-key": "claim", "aria-haspopup": "dialog", onclick: open }, icon(one ? "stuck" : "say"), h("span", {}, one ? one.title : t("say")));
}

// What follows from a claim is said before it is sent; one that hangs on a card asks for it.
function confirmClaim({ code, title, text, grave, asks, detail }, view) {
  const told = asks
    ? keypad({ faces: view.faces.filter((face) => !view.board || !/^(blue|green|red)/.test(face)), near: "", command: "claim", body: (face) => ({ code, detail: { [asks]: face } }) })
    : sender({ class: `wide ${grave ? "danger" : "primary"}`, "data-key": "claim-confirm", done: closeSheet }, "claim", detail ? { code, detail } : { code }, title);
  openSheet(() => [title, text ? h("p", { class: "sheet-text" }, text) : null, told, h("button", { type: "button", class: "wide quiet", onclick: closeSheet }, t("cancel"))]);
}

function endTurn(view) {
  const now = view.turn;
  if (!now || now.can_end === null) return null;
  return sender({ class: `act act-main${now.can_end ? "" : " act-early"}`, "data-key": "end-turn" }, "end_turn", { turn: now.number },
    h("span", {}, t("end-turn")), now.can_end || now.still === 0 ? null : h("small", {}, counted("still", now.still)));
}

function again() {
  return !may("start") ? whyNot("start") : h("button", { type: "button", class: "act act-main", "data-key": "again", onclick: () => openStart() }, icon("plus"), h("span", {}, t("new-match")));
}
