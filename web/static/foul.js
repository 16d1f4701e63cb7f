// The card of a foul: the buttons that fit its kind. Which these are, and what they say, is told by the companion.

import { sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { openEntry, openMissed } from "./entries.js";

const opens = (key, sign, text, onclick) => h("button", { type: "button", class: "quiet", "data-key": key, onclick }, icon(sign), text);

// By answer, the button for it. `about`: the entry in dispute with its zone, "" for none. `done`: called when the table did it.
const BUTTONS = {
  another_card: ({ entry, pile }, text) => opens(`correct-${entry}`, "pencil", text, () => openEntry(entry, pile)),
  put_right: ({ entry, pile }, text) => opens(`correct-${entry}`, "pencil", text, () => openEntry(entry, pile)),
  card_missed: ({ entry, pile }, text) => opens(`missed-${entry}`, "plus", text, () => openMissed(entry, pile)),
  turn_had_ended: ({ entry }, text, done) => sender({ class: "quiet", "data-key": `had-ended-${entry}`, done }, "insert", { before: entry }, icon("flag"), text),
  never_happened: ({ entry }, text, done) => sender({ class: "quiet", "data-key": `never-${entry}`, done }, "undo", { entry }, icon("undo"), text),
  let_stand: ({ zone }, text, done) => sender({ class: "quiet", "data-key": `waive-${zone}`, done }, "waive", { zone }, icon("check"), text),
};

// Those buttons of a foul that this phone may press. `zone`: where it lies, "" for nowhere: the foul is a ruling, and nothing waits.
export function answersTo(foul, { entry, zone = "" }, view, { only = null, done } = {}) {
  const pile = view.piles.some((each) => each.zone === zone) ? zone : null;
  return (foul?.answers ?? []).filter(({ answer }) => BUTTONS[answer] && (zone || answer !== "let_stand") && (!only || only.includes(answer)))
    .map(({ answer, text }) => BUTTONS[answer]({ entry, zone, pile }, text, done)).filter(Boolean);
}
