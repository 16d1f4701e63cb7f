// What happened, newest first, each fact at its own place. Every line can be put right, however long ago it was.

import { isFact, openEntry } from "./amend.js";
import { h, icon } from "./dom.js";
import { SAID_LATER, VERDICTS, rule } from "./ruling.js";
import { t } from "./texts.js";

const FIRST = 8; // entries shown until all are asked for
let all = false;

// What "undo" takes back: the last thing that was said or seen. An undo is none: undoing goes on to what was before it.
export const lastUndoable = (view) => view.log
  .filter((line) => line.can_undo && !line.undone && line.kind !== "undo")
  .reduce((last, line) => (last && last.entry > line.entry ? last : line), null);

export const log = {
  of: (view) => [view.log, view.faces.length, view.match?.id, view.seats, view.piles, view.turn?.can_end === null],
  draw: (view) => {
    if (!view.log.length) return null;
    const host = h("div", { class: "log" });
    fill(host, view);
    return [h("div", { class: "part-head" }, h("h2", {}, t("log"))), host];
  },
};

function fill(host, view) {
  const entries = view.log;
  const shown = all ? entries : entries.slice(0, FIRST);
  const more = entries.length - shown.length;
  host.replaceChildren(
    h("ol", { class: "entries", reversed: true }, shown.map((entry, i) => [
      entry.turn !== shown[i - 1]?.turn ? h("li", { class: "entries-turn" }, t("turn-number", { number: entry.turn })) : null,
      h("li", {}, row(entry, view)),
    ])),
    more > 0 ? h("button", { type: "button", class: "wide quiet", "data-key": "log-all", onclick: () => { all = true; fill(host, view); } },
      t("show-all", { count: entries.length })) : "");
}

function row(entry, view) {
  const { icon: sign, text } = isFact(entry) ? VERDICTS[entry.verdict] : { icon: SAID_LATER[entry.kind], text: "verdict-note" };
  const parts = [
    h("span", { class: `entry-sign entry-${entry.undone ? "undone" : isFact(entry) ? entry.verdict : "note"}` },
      icon(entry.undone ? "undo" : sign), h("span", { class: "visually-hidden" }, t(text))),
    h("span", { class: "entry-text" }, entry.undone ? [h("s", {}, entry.text), " ", h("em", {}, t("undone"))] : entry.text),
    entry.verdict === "legal" ? null : rule(entry.rule),
  ];
  if (!entry.can_undo && !entry.can_correct && !entry.can_insert) return h("div", { class: `entry${entry.undone ? " entry-gone" : ""}` }, parts);
  return h("button", {
    type: "button", class: "entry entry-open", "data-key": `entry-${entry.entry}`, "data-entry": entry.entry, onclick: () => openEntry(entry, view),
  }, parts, icon("chevron", "icon entry-more"));
}
