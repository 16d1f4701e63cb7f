// The strip above the table: whose turn it is, what is still to be laid, what is left to draw; or how the match ended.

import { h, icon } from "./dom.js";
import { card } from "./faces.js";
import { openPlaces } from "./places.js";
import { openSheet } from "./sheet.js";
import { counted, t } from "./texts.js";
import { isAsked } from "./voice.js";

const RATINGS = { perfect: "rating-perfect", excellent: "rating-excellent", plain: null }; // by what the companion says of it
const ENDS = { won: ["trophy", "won"], lost: ["flag", "lost"], drawn: ["swap", "drawn"] };

export const turn = {
  of: (view) => [view.turn, view.seats, view.status, view.outcome, view.deck, view.decks, view.match?.id, view.disputes.length, view.outcome && isAsked(view)],
  draw: (view) => {
    if (!view.turn) return null;
    return view.outcome && ENDS[view.status] && !isAsked(view) ? ended(view) : playing(view);
  },
};

function playing(view) {
  const now = view.turn;
  const team = view.seats.find((seat) => seat.seat === now.seat)?.team;
  return h("button", { type: "button", class: `strip${team ? ` strip-${team}` : ""}`, "data-key": "seats", "aria-haspopup": "dialog", onclick: openSeats },
    h("span", { class: "visually-hidden" }, t("turn-number", { number: now.number })),
    h("span", { class: "strip-words" }, name(t("to-play", { name: now.name })), h("span", { class: "strip-still" }, still(now))),
    tally(now), deck(view));
}

const LONG_NAME = 22; // letters that one line of the strip holds on the smallest phone

const name = (words, ...signs) => h("span", { class: `strip-name${words.length > LONG_NAME ? " strip-name-long" : ""}` }, signs, words);

// One small card for each that was laid, an outline for each that must still be.
const tally = (now) => h("span", { class: "tally", "aria-hidden": "true" },
  Array.from({ length: Math.min(now.played + now.still, 6) }, (_, i) => h("i", { class: i < now.played ? "laid" : "open" })));

function still(now) {
  if (now.still > 0) return counted("still", now.still);
  return now.can_end ? t("may-end") : now.played > 0 ? counted("laid", now.played) : "";
}

function deck(view) {
  const counts = view.decks?.length ? view.decks : view.deck === null || view.deck === undefined ? [] : [view.deck];
  if (!counts.length) return null;
  const words = counts.join(" · ");
  return h("span", { class: "strip-deck" }, icon("deck"), h("span", { "aria-hidden": "true" }, words), h("span", { class: "visually-hidden" }, t("in-deck", { count: words })));
}

// Everybody at the table; where they sit is a tap away.
function openSeats() {
  openSheet((view) => view.turn && [t("turn-number", { number: view.turn.number }),
    h("ul", { class: "seats", "aria-label": t("players") }, view.seats.map((seat) =>
      h("li", { class: `seat${seat.to_move ? " seat-now" : ""}`, "aria-current": seat.to_move ? "true" : null, "data-seat": seat.seat },
        seat.team ? h("i", { class: `seat-team team-${seat.team}` }) : null,
        h("span", { class: "seat-name" }, seat.name),
        discard(view, seat.seat),
        seat.hand === null ? null : h("span", { class: "seat-hand" }, icon("card"), counted("in-hand", seat.hand))))),
    view.deck === null || view.deck === undefined ? null : h("p", { class: "sheet-text" }, t("in-deck", { count: view.deck })),
    view.mat ? h("button", { type: "button", class: "wide quiet choice", "data-key": "places", onclick: openPlaces }, icon("players"), h("span", {}, t("who-sits-where"))) : null],
  (view) => [view.seats, view.turn, view.deck, view.piles.length]);
}

// What a player laid last, where everybody has discards of their own.
function discard(view, seat) {
  const piles = view.piles.filter((pile) => pile.kind === "discard");
  return piles.length === view.seats.length && piles[seat].top ? card(piles[seat].top, "mini") : null;
}

function ended(view) {
  const [sign, title] = ENDS[view.status];
  const { score, rating, winners = [] } = view.outcome;
  const known = score !== null && score !== undefined;
  return h("div", { class: `strip strip-end strip-${winners.length ? "won" : view.status}` },
    icon(winners.length ? "trophy" : sign),
    h("span", { class: "strip-words" }, name(winners.length ? t("wins", { names: winners.join(" + ") }) : t(title)),
      h("span", { class: "strip-still" }, [known ? `${score} ${counted("left", score)}` : null, rating in RATINGS ? RATINGS[rating] && t(RATINGS[rating]) : rating].filter(Boolean).join(" · "))));
}
