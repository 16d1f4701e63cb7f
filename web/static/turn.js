// Whose turn it is and what is left to do in it; or how the match ended.

import { sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { counted, t } from "./texts.js";

const RATINGS = { perfect: "rating-perfect", excellent: "rating-excellent", plain: "rating-plain" };
const ENDS = { won: ["trophy", "won"], lost: ["flag", "lost"], drawn: ["swap", "drawn"] };

export const turn = {
  of: (view) => [view.turn, view.seats, view.status, view.outcome, view.deck, view.decks, view.match?.id],
  draw: (view) => {
    if (!view.outcome || !ENDS[view.status]) return view.turn ? [playing(view), seats(view)] : null;
    return view.outcome.found && !accepted(view) ? found(view) : ended(view);
  },
};

// An end that nobody saw when it happened: a correction found it, and the table says whether it is one. To accept it only hides the
// question, on this phone.
function found(view) {
  const { text, accept, play_on: playOn } = view.outcome.found;
  const yes = (event) => {
    sessionStorage.setItem(FOUND, question(view));
    event.currentTarget.closest(".hero").replaceWith(ended(view));
  };
  return h("div", { class: "hero hero-end hero-drawn", role: "group", "aria-labelledby": "found" },
    icon("question", "hero-sign"),
    h("h2", { class: "hero-name hero-found", id: "found" }, text),
    h("div", { class: "pair" },
      h("button", { type: "button", class: "quiet", "data-key": "found-accept", onclick: yes }, accept),
      playOn ? sender({ class: "quiet", "data-key": "found-play-on" }, "play_on", {}, playOn) : null));
}

const FOUND = "found"; // the question that this phone has put away
const question = (view) => `${view.match.id} ${view.outcome.found.turn} ${view.outcome.text}`;
const accepted = (view) => sessionStorage.getItem(FOUND) === question(view);

function playing(view) {
  const now = view.turn;
  return h("div", { class: `hero${teamOf(view)}` },
    h("div", { class: "hero-line" }, h("p", { class: "eyebrow" }, t("turn-number", { number: now.number })), deck(view)),
    h("h2", { class: "hero-name" }, t("to-play", { name: now.name })),
    h("div", { class: "tally" }, tallyCards(now), h("p", { class: "tally-words" }, tallyWords(now))));
}

const teamOf = (view) => {
  const team = view.seats.find((seat) => seat.seat === view.turn.seat)?.team;
  return team ? ` hero-${team}` : "";
};

// One small card for each that was laid, an outline for each that must still be.
function tallyCards(now) {
  const laid = Math.min(now.played, 12);
  return h("span", { class: "tally-cards", "aria-hidden": "true" },
    Array.from({ length: laid + Math.min(now.still, 12) }, (_, i) => h("i", { class: i < laid ? "laid" : "open" })));
}

function tallyWords(now) {
  const laid = now.played > 0 ? h("span", {}, counted("laid", now.played)) : null;
  const first = now.still > 0 ? counted("still", now.still) : now.can_end ? t("may-end") : null;
  return [first ? h("strong", {}, first) : null, laid];
}

function deck(view) {
  const counts = view.decks?.length ? view.decks : view.deck === null || view.deck === undefined ? [] : [view.deck];
  if (!counts.length) return null;
  return h("p", { class: "deck" }, icon("deck"), t("in-deck", { count: counts.join(" · ") }));
}

function seats(view) {
  if (view.seats.length < 2) return null;
  return h("ul", { class: "seats", "aria-label": t("players") }, view.seats.map((seat) =>
    h("li", { class: `seat${seat.to_move ? " seat-now" : ""}`, "aria-current": seat.to_move ? "true" : null },
      seat.team ? h("i", { class: `seat-team team-${seat.team}` }) : null,
      h("span", { class: "seat-name" }, seat.name),
      seat.hand === null ? null : h("span", { class: "seat-hand", "aria-label": counted("in-hand", seat.hand) }, icon("card"), seat.hand))));
}

function ended(view) {
  const [sign, title] = ENDS[view.status];
  const { text, score, rating } = view.outcome;
  const known = score !== null && score !== undefined;
  return h("div", { class: `hero hero-end hero-${view.status}` },
    icon(sign, "hero-sign"),
    h("h2", { class: "hero-name" }, t(title)),
    h("p", { class: "hero-text" }, text),
    known || rating ? h("p", { class: "hero-score" },
      known ? [h("strong", {}, score), h("span", {}, counted("left", score))] : null,
      rating ? h("span", { class: "hero-rating" }, RATINGS[rating] ? t(RATINGS[rating]) : rating) : null) : null);
}
