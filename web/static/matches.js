// The matches of this companion: each can be taken up again as it was left.

import { may, sender } from "./commands.js";
import { dayFormat, hourFormat } from "./dates.js";
import { h, icon } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";

const LIMIT = 15000; // ms that the list may take
const ENDS = { won: ["trophy", "won"], lost: ["flag", "lost"], drawn: ["swap", "drawn"] };
let language = "en";

export function prepareMatches(spoken) {
  language = spoken;
}

export async function openMatches() {
  let found = null;
  let failed = false;
  const draw = () => [t("matches"), failed ? h("p", { class: "sheet-warn" }, icon("alert"), t("no-answer")) : found ? list(found) : h("p", { class: "sheet-text", role: "status" }, t("matches-wait"))];
  openSheet(draw);
  try {
    const response = await fetch("/api/matches", { cache: "no-store", signal: AbortSignal.timeout(LIMIT) });
    if (response.status === 401) return location.assign("/pair");
    found = (await response.json()).matches;
  } catch {
    failed = true;
  }
  if (document.getElementById("sheet").open) openSheet(draw);
}

const list = (matches) => (matches.length ? h("ul", { class: "matches" }, matches.map(row)) : h("p", { class: "sheet-text" }, t("matches-none")));

function row(match) {
  const [sign, ended] = ENDS[match.status] ?? ["clock", null];
  return h("li", { class: `match${match.current ? " match-here" : ""}`, "data-match": match.match },
    h("div", { class: "match-words" },
      h("p", { class: "match-title" }, match.title, match.variant ? h("small", {}, match.variant) : null),
      h("p", { class: "match-when" }, when(match.began)),
      h("p", {}, match.names.join(", ")),
      h("p", { class: `match-status match-${match.status}` }, icon(sign), h("span", {}, ended ? match.text || t(ended) : t("turn-number", { number: match.turn })))),
    match.current ? h("p", { class: "match-now" }, icon("eye"), t("match-on-table"))
      : sender({ class: "wide quiet", "data-key": `resume-${match.match}`, done: closeSheet }, "resume", { match: match.match }, icon("undo"), t(ended ? "match-look" : "match-resume")));
}

function when(began) {
  const day = new Date(began);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(began).setHours(0, 0, 0, 0)) / 86400000);
  const time = hourFormat(language).format(day);
  const date = days < 2 && days >= 0 ? new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-days, "day")
    : dayFormat(language).format(day);
  return `${date}, ${time}`;
}

export const mayGoBack = (view) => Boolean(view.left) && may("resume");
export const nextMatch = ({ game, players, names, options }) => ({ game, players, options, ...(names.length ? { names } : {}) });
