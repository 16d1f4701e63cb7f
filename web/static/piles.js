// The piles as they lie: the card that is seen, what fits, how much room is left, and what is the matter, each on its own pile.

import { may } from "./commands.js";
import { h, icon } from "./dom.js";
import { openEntry } from "./entries.js";
import { card, parse, say } from "./faces.js";
import { keypad, nextCards } from "./keypad.js";
import { next } from "./near.js";
import { openSheet } from "./sheet.js";
import { counted, t } from "./texts.js";

const DIRECTIONS = { ascending: "up", descending: "down", discard: "cards" };
const WAYS = { ascending: "way-up", descending: "way-down" }; // on a side the name stands above
const STATES = {
  foul: { icon: "cross", text: "state-foul" },
  ask: { icon: "question", text: "state-ask" },
  due: { icon: "flame", text: "state-due-now" },
  out_of_step: { icon: "swap", text: "state-out-of-step" },
};
const UNDERNEATH = 3; // edges of lower cards that show

export const piles = {
  of: (view) => [view.faces.length, view.piles, view.disputes, view.duties, view.seats.map((seat) => seat.name), view.turn?.seat, view.out_of_step],
  draw: (view) => view.piles.length ? [
    h("h2", { class: "visually-hidden" }, t("piles")),
    inForce(view),
    view.piles[0].owner === null ? group(view.piles, view) : sides(view),
  ] : null,
};

// Commands that hold as long as they are seen, in words; what they mean is a tap away.
function inForce(view) {
  const lasting = view.duties.filter((duty) => duty.turns === null && duty.zone && duty.card);
  if (!lasting.length && !view.faces.some((face) => parse(face).command)) return null; // its line is there before the first one
  return h("ul", { class: "force", "aria-label": t("in-force") }, lasting.map((duty) =>
    h("li", {}, h("button", { type: "button", class: "force-one", "data-key": `force-${duty.zone}`, onclick: () => openForce(duty) },
      icon(parse(duty.card).command ?? "info"), command(duty)))));
}

const command = (duty) => (parse(duty.card).command ? t(`command-${parse(duty.card).command}`) : duty.text);

const openForce = (duty) => openSheet((view) => [command(duty), h("p", { class: "sheet-lead" }, duty.text), view.rules?.[duty.rule] ? h("p", { class: "sheet-text" }, view.rules[duty.rule]) : null]);

const group = (some, view) => h("div", { class: `piles piles-${some[0].kind === "discard" ? "small" : some.length}` }, some.map((pile) => tile(pile, view)));

// Each player's own piles together, the one who sits near below.
function sides(view) {
  const owners = [...new Set(view.piles.map((pile) => pile.owner))].sort((a, b) => b - a);
  return h("div", { class: "sides" }, owners.map((owner) => {
    const name = view.seats.find((seat) => seat.seat === owner)?.name;
    return h("section", { class: `side side-${owner}${view.turn?.seat === owner ? " side-now" : ""}`, "aria-label": name },
      h("p", { class: "side-name", "aria-hidden": "true" }, name), group(view.piles.filter((pile) => pile.owner === owner), view));
  }));
}

function tile(pile, view) {
  const small = pile.kind === "discard";
  const wrong = view.disputes.find((dispute) => dispute.zone === pile.zone);
  return h("button", {
    type: "button", class: `pile pile-${pile.kind} pile-is-${pile.state}`, "data-key": `pile-${pile.zone}`, "data-zone": pile.zone,
    onclick: () => openPile(pile),
  },
    h("span", { class: "pile-head" }, h("span", { class: `direction${pile.team ? ` team-${pile.team}` : ""}` }, icon(DIRECTIONS[pile.kind])), h("span", { class: "pile-title" }, small ? whose(pile, view) : pile.owner === null ? pile.title : t(WAYS[pile.kind]))),
    h("span", { class: "pile-body" },
      h("span", { class: `stack${wrong ? " stack-wrong" : ""}`, style: { "--under": Math.min(Math.max(pile.count - 1, 0), UNDERNEATH) } },
        card(wrong && wrong.face ? wrong.face : pile.top, small ? "mini" : "large", ghost(pile))),
      small ? null : side(pile, view)),
    small ? state(pile, view) : null);
}

// Discards are called by their player where everybody has some.
const whose = (pile, view) => (view.piles.length === view.seats.length ? view.seats[view.piles.indexOf(pile)].name : pile.title);

const ghost = (pile) => h("span", { class: "ghost" }, icon(DIRECTIONS[pile.kind]), pile.start);

// What fits, and below it what is the matter, else how much room is left: at one place, so that no tile moves.
function side(pile, view) {
  const bounds = pile.bounds.length ? pile.bounds : [pile.fits];
  return h("span", { class: "pile-side" },
    h("span", { class: "pile-fits" }, bounds.map((bound, i) => h("span", {}, i ? t("or", { words: bound }) : bound))),
    h("span", { class: "pile-foot" }, state(pile, view) ?? room(pile)));
}

const room = (pile) => (pile.room ? h("span", { class: "room" },
  h("i", { class: "room-bar", style: { "--left": pile.room.left / Math.max(pile.room.of, 1) } }),
  h("span", {}, counted("room", pile.room.left))) : null);

const dueWords = (duty) => (duty.turns === 0 ? t("state-due-now") : counted("state-due", duty.turns));

function state(pile, view) {
  const known = STATES[pile.state];
  if (!known) return null;
  const duty = view.duties.find((each) => each.zone === pile.zone);
  const words = pile.state !== "due" || !duty ? t(known.text) : duty.turns === null ? command(duty) : dueWords(duty);
  const sign = pile.state === "due" && duty ? parse(duty.card).command ?? "flame" : known.icon;
  return h("span", { class: `pile-state${duty?.turns === null ? " pile-state-lasting" : ""}` }, icon(sign), h("span", {}, words));
}

// A tap on a pile puts right the card that is seen there; where none can be, it says what lies there.
function openPile(pile) {
  if (pile.entry !== null) return openEntry(pile.entry, pile.zone);
  const state = {};
  openSheet((view) => {
    const now = view.piles.find((each) => each.zone === pile.zone);
    return now && [now.title,
      now.due ? h("p", { class: "sheet-due" }, icon("flame"), now.due) : null,
      now.cards.length ? null : h("p", { class: "sheet-text" }, t("empty-pile")),
      view.match ? missedOnTop(now, view, false) : null,
      view.match && may("put") ? [h("h3", {}, t("enter-what-lies")), lies(now, view, state)] : null,
      now.cards.length ? spread(now) : null];
  }, (view) => [view.piles.find((each) => each.zone === pile.zone), view.match?.id]);
}

const lies = (pile, view, state) =>
  keypad({ faces: view.faces, near: pile.top, command: "put", body: (face) => ({ zone: pile.zone, face }), empty: true, state });

// The whole pile. Each card of it is put right by a tap.
export function spread(pile) {
  if (!pile) return null;
  return [
    h("h3", {}, t("bottom-to-top")),
    h("ol", { class: "spread" }, pile.cards.map((face, i) => h("li", {}, pile.entries[i] === null ? card(face, "mini")
      : h("button", { type: "button", class: "spread-card", "data-key": `laid-${pile.entries[i]}`, "aria-label": say(face), onclick: () => openEntry(pile.entries[i], pile.zone) }, card(face, "mini"))))),
  ];
}

// The card that was laid last on a pile and missed: likely ones at once, all others a tap away.
export function missedOnTop(pile, view, others = true) {
  if (!pile || !may("put")) return null;
  const likely = next(pile, view.faces, view.piles.flatMap((each) => each.cards));
  return [h("h3", {}, t("laid-on-it")),
    nextCards(likely, "put", (face) => ({ zone: pile.zone, face })),
    others && h("button", { type: "button", class: "wide quiet choice", "data-key": "put", onclick: () => openLaid(pile.zone) }, icon("pad"), h("span", {}, t("any-card")))];
}

function openLaid(zone) {
  const state = {};
  openSheet((view) => {
    const pile = view.piles.find((each) => each.zone === zone);
    return pile ? [pile.title, h("h3", {}, t("laid-on-it")), lies(pile, view, state)] : null;
  }, (view) => view.piles.find((pile) => pile.zone === zone));
}
