// The piles: the top card, what fits on it, and what is the matter with it.

import { asAnotherCard, asNothing } from "./amend.js";
import { h, icon } from "./dom.js";
import { card } from "./faces.js";
import { keypad } from "./keypad.js";
import { openSheet } from "./sheet.js";
import { counted, t } from "./texts.js";

const DIRECTIONS = { ascending: "up", descending: "down", discard: "cards" };
const STATES = {
  foul: { icon: "cross", text: "state-foul" },
  ask: { icon: "question", text: "state-ask" },
  due: { icon: "flame", text: "state-due" },
  out_of_step: { icon: "swap", text: "state-out-of-step" },
};
const UNDERNEATH = 3; // edges of lower cards that show
const REMEMBERED = 4; // earlier cards named beside the top one

export const piles = {
  of: (view) => [view.piles, view.faces.length, view.piles.map((pile) => view.log.find(({ entry }) => entry === pile.entry)?.text)],
  draw: (view) => view.piles.length ? [
    h("h2", { class: "visually-hidden" }, t("piles")),
    h("div", { class: `piles${view.piles[0].kind === "discard" ? " piles-small" : ""}` }, view.piles.map((pile) => tile(pile, view))),
  ] : null,
};

function tile(pile, view) {
  const state = STATES[pile.state];
  const small = pile.kind === "discard";
  return h("button", {
    type: "button", class: `pile pile-${pile.kind} pile-is-${pile.state}`, "data-key": `pile-${pile.zone}`, "data-zone": pile.zone,
    onclick: () => inspect(pile, view),
  },
    h("span", { class: "pile-head" }, h("span", { class: `direction${pile.team ? ` team-${pile.team}` : ""}` }, icon(DIRECTIONS[pile.kind])), h("span", { class: "pile-title" }, pile.title)),
    h("span", { class: "pile-body" },
      h("span", { class: "stack", style: { "--under": Math.min(Math.max(pile.count - 1, 0), UNDERNEATH) } }, card(pile.top, small ? "small" : "large", ghost(pile))),
      small ? null : h("span", { class: "pile-side" }, h("span", { class: "pile-count" }, counted("cards", pile.count)), earlier(pile))),
    state ? h("span", { class: "pile-state" }, icon(state.icon), h("span", {}, pile.due && pile.state === "due" ? pile.due : t(state.text))) : null,
    pile.fits ? h("span", { class: "pile-fits" }, pile.fits) : null);
}

const ghost = (pile) => h("span", { class: "ghost" }, icon(DIRECTIONS[pile.kind]), pile.start);

function earlier(pile) {
  const below = pile.cards.slice(0, -1).slice(-REMEMBERED).reverse();
  return h("span", { class: "earlier", "aria-hidden": "true" }, below.map((face) => h("span", {}, face.replace(/^F|:.*$/g, ""))));
}

function inspect(pile, view) {
  const lies = () =>
    openSheet(pile.title, keypad({
      faces: view.faces, near: pile.top, confirm: (words) => t("it-is", { words }),
      command: "put", body: (face) => ({ zone: pile.zone, face }), empty: true,
    }));
  const line = view.log.find(({ entry }) => entry === pile.entry);
  openSheet(pile.title,
    pile.fits ? h("p", { class: "sheet-lead" }, pile.fits) : null,
    pile.due ? h("p", { class: "sheet-due" }, icon("flame"), pile.due) : null,
    pile.cards.length
      ? h("ol", { class: "spread", "aria-label": t("bottom-to-top") }, pile.cards.map((face) => h("li", {}, card(face, "mini"))))
      : h("p", { class: "sheet-text" }, t("empty-pile")),
    line ? putRight(line, view) : null,
    view.match ? h("button", { type: "button", class: "wide quiet choice", "data-key": "put", onclick: lies },
      icon(line ? "plus" : "pencil"), h("span", {}, t(line ? "laid-on-it" : "enter-what-lies"))) : null);
}

// The card that is seen may have been misread: that comes before anything that would be a play.
function putRight(line, view) {
  return [
    h("p", { class: "sheet-lead", "data-key": "seen" }, line.text),
    asAnotherCard(line.entry, line.face, view),
    asNothing(line.entry, t("nothing-played")),
  ];
}
