// What happened, newest first. An entry can be undone, or its card corrected, however long ago it was.

import { sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { card } from "./faces.js";
import { keypad } from "./keypad.js";
import { VERDICTS, rule } from "./ruling.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";

const FIRST = 8; // entries shown until all are asked for
let all = false;

export const newest = (view) => [...view.log].sort((a, b) => b.entry - a.entry);

export const log = {
  of: (view) => [view.log, view.faces.length, view.match?.id],
  draw: (view) => {
    if (!view.log.length) return null;
    const host = h("div", { class: "log" });
    fill(host, view);
    return [h("div", { class: "part-head" }, h("h2", {}, t("log"))), host];
  },
};

function fill(host, view) {
  const entries = newest(view);
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
  const { icon: sign, text } = VERDICTS[entry.verdict];
  const parts = [
    h("span", { class: `entry-sign entry-${entry.undone ? "undone" : entry.verdict}` }, icon(entry.undone ? "undo" : sign), h("span", { class: "visually-hidden" }, t(text))),
    h("span", { class: "entry-text" }, entry.undone ? [h("s", {}, entry.text), " ", h("em", {}, t("undone"))] : entry.text),
    entry.verdict === "legal" ? null : rule(entry.rule),
  ];
  if (!entry.can_undo && !entry.can_correct) return h("div", { class: `entry${entry.undone ? " entry-gone" : ""}` }, parts);
  return h("button", {
    type: "button", class: "entry entry-open", "data-key": `entry-${entry.entry}`, "data-entry": entry.entry, onclick: () => amend(entry, view),
  }, parts, icon("chevron", "icon entry-more"));
}

function amend(entry, view) {
  const correct = () =>
    openSheet(t("another-card"), keypad({
      faces: view.faces, near: entry.face, confirm: (words) => t("it-was", { words }),
      command: "correct", body: (face) => ({ entry: entry.entry, face }),
    }));
  openSheet(t("entry-title"),
    h("div", { class: "notice-row" }, entry.face ? card(entry.face, "small") : null, h("p", { class: "sheet-lead" }, entry.text)),
    entry.can_correct ? h("button", { type: "button", class: "wide quiet", onclick: correct }, icon("pencil"), t("another-card")) : null,
    entry.can_undo ? sender({ class: "wide quiet", done: closeSheet }, "undo", { entry: entry.entry }, icon("undo"), t("undo-this")) : null);
}
