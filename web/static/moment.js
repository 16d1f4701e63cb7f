// The moment in which a match ends: a win is celebrated, a loss consoled. It goes by itself, and with a tap.

import { h, icon } from "./dom.js";
import { counted, t } from "./texts.js";

const LASTS = 4000; // ms
const CARDS = 14; // that fall for a win
const CLOSE = 10; // cards left: so few are a good result

export function celebrate(before, view) {
  const ends = before.match?.id === view.match?.id && before.status === "playing" && ["won", "lost", "drawn"].includes(view.status);
  if (!ends || view.outcome?.found) return;
  const { winners = [], score } = view.outcome;
  const won = view.status === "won" || winners.length > 0;
  const left = score === null || score === undefined ? null : h("p", {}, `${score} ${counted("left", score)}`);
  const moment = h("div", { class: `moment moment-${won ? "won" : "lost"}`, role: "status", onclick: () => moment.remove() },
    won ? h("div", { class: "moment-cards", "aria-hidden": "true" }, Array.from({ length: CARDS }, (_, i) => h("i", { style: { "--i": i } }))) : null,
    icon(won ? "trophy" : "hand", "icon moment-sign"),
    h("strong", {}, won ? (winners.length ? t("wins", { names: winners.join(" + ") }) : t("won")) : t(view.status === "drawn" ? "drawn" : "lost")),
    won && !winners.length ? null : left,
    won || view.status === "drawn" ? null : h("p", {}, t(score !== null && score <= CLOSE ? "console-close" : "console")));
  document.querySelector(".moment")?.remove();
  document.body.append(moment);
  setTimeout(() => moment.remove(), LASTS);
}
