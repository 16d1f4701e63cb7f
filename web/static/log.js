// What happened, newest first, each fact at its own place: beside the table where there is room, else on a sheet. Every line can be put
// right, however long ago it was. The list never moves under a finger: what is new waits for a tap while somebody is at it.

import { isFact, openEntry } from "./entries.js";
import { showMe } from "./clip.js";
import { h, icon } from "./dom.js";
import { openSheet } from "./sheet.js";
import { counted, t } from "./texts.js";
import { SAID_LATER, VERDICTS } from "./voice.js";

// What "undo" takes back: the last thing that was said or seen. An undo is none: undoing goes on to what was before it. The button of the
// table and the control card follow the same law in `find_last_undoable` of companion/match/amended/amending.py: change both.
export const lastUndoable = (view) => view.log
  .filter((line) => line.can_undo && !line.undone && line.kind !== "undo")
  .reduce((last, line) => (last && last.entry > line.entry ? last : line), null);

const shown = (view) => [view.log, view.match?.id];

export const log = {
  of: shown,
  draw: (view) => (view.log.length ? [h("h2", { class: "log-title" }, t("log")), entries(view.log)] : null),
};

export function openLog() {
  const held = { newest: null };
  openSheet((view) => {
    if (!view.match) return null;
    const newest = Math.max(...view.log.map((line) => line.entry), 0);
    held.newest ??= newest;
    const known = view.log.filter((line) => line.entry <= held.newest);
    const fresh = view.log.length - known.length;
    const catchUp = () => openLog();
    return [t("log"),
      h("div", { class: "log-new" }, fresh ? h("button", { type: "button", class: "group", "data-key": "log-new", onclick: catchUp }, counted("new-plays", fresh)) : null),
      known.length ? entries(known) : fresh ? null : h("p", { class: "sheet-text" }, t("no-plays"))];
  }, shown);
}

const entries = (lines) => h("ol", { class: "entries", "data-scroll": "entries" }, lines.map((entry, i) => [
  entry.turn !== lines[i - 1]?.turn ? h("li", { class: "entries-turn" }, t("turn-number", { number: entry.turn })) : null,
  h("li", { class: entry.clip ? "entry-row" : null }, row(entry), showMe(entry.clip, { small: true })),
]));

function row(entry) {
  const { icon: sign, text } = isFact(entry) ? VERDICTS[entry.verdict] : { icon: SAID_LATER[entry.kind], text: "verdict-note" };
  const parts = [
    h("span", { class: `entry-sign entry-${entry.undone ? "undone" : isFact(entry) ? entry.verdict : "note"}` },
      icon(entry.undone ? "undo" : sign), h("span", { class: "visually-hidden" }, t(text))),
    h("span", { class: "entry-text" }, entry.undone ? [h("s", {}, entry.text), " ", h("em", {}, t("undone"))] : entry.text),
  ];
  if (!entry.can_undo && !entry.can_correct && !entry.can_insert) return h("div", { class: `entry${entry.undone ? " entry-gone" : ""}` }, parts);
  return h("button", {
    type: "button", class: "entry entry-open", "data-key": `entry-${entry.entry}`, "data-entry": entry.entry, onclick: () => openEntry(entry.entry),
  }, parts, icon("chevron", "icon entry-more"));
}
