// Which piles ascend, where no direction card says so: small pictures of how the piles may lie, and each pile by itself.

import { may, sender, whyNot } from "./commands.js";
import { h, icon, svg } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";

const MOST_PICTURES = 6;
const CARD = [18, 25]; // how large a card is drawn, and how far apart cards are at least, as parts of it
const APART = 1.15;

// `openNames(chosen)`: opens the picture of the table with all names.
export function openKinds(openNames) {
  const chosen = {}; // by name of a pile, the kind that was tapped
  const again = () => openSheet((view) => drawn(view, chosen, again, openNames), (view) => [view.found_piles, view.piles]);
  again();
}

function drawn(view, chosen, again, openNames) {
  const piles = nameless(view);
  if (view.found_piles?.asks !== "names") return null;
  const kinds = kindsOf(view);
  for (const { zone } of piles) chosen[zone] ??= kinds.find((kind) => kind.zones.includes(zone))?.key ?? kinds[0].key;
  const names = named(piles, piles.map(({ zone }) => chosen[zone]), kinds);
  const pictures = ways(piles, kinds);
  const rise = kinds.length < 3 && kinds.every(({ plain }) => !plain);
  return [t(rise ? "piles-kinds" : "piles-which-is"), whyNot("piles") ?? [
    pictures.length ? h("p", { class: "sheet-text" }, t("piles-pictures")) : null,
    h("div", { class: "kinds-pictures" }, pictures.map((way) => pictured(view, piles, way, kinds))),
    h("ul", { class: "kinds-piles" }, piles.map((pile) => h("li", {}, cardOn(view, pile), h("div", { class: "pair" }, kinds.map((kind) => choice(kind, pile, chosen, again)))))),
    names ? sender({ class: "wide primary", "data-key": "kinds-done", done: closeSheet }, "piles", { names }, icon("check"), t("piles-done")) : null,
    may("piles") && h("button", { type: "button", class: "wide quiet", "data-key": "kinds-names", onclick: () => openNames(null) }, icon("camera"), t("piles-names"))]];
}

const nameless = (view) => inOrder((view.found_piles?.places ?? []).filter(({ draw, named: known }) => !draw && !known));

// Along the line in which they lie: from the left, or from above.
function inOrder(piles) {
  const spread = (i) => Math.max(...piles.map(({ at }) => at[i])) - Math.min(...piles.map(({ at }) => at[i]));
  const axis = spread(0) >= spread(1) ? 0 : 1;
  return [...piles].sort((one, other) => one.at[axis] - other.at[axis]);
}

// The kinds of piles of this match, each with the names that no known pile bears: two piles of one kind may change places.
function kindsOf(view) {
  const known = new Set(view.found_piles.places.filter(({ named: is }) => is).map(({ zone }) => zone));
  const kinds = new Map();
  for (const { zone, kind, owner, team, title } of view.piles) {
    const key = `${kind} ${owner ?? ""} ${team ?? ""}`;
    const one = kinds.get(key) ?? kinds.set(key, { key, up: kind === "ascending", plain: kind === "discard", titles: [], zones: [] }).get(key);
    one.titles.push(title);
    if (!known.has(zone)) one.zones.push(zone);
  }
  return [...kinds.values()].map((kind) => ({ ...kind, title: kind.titles.length === 1 ? kind.titles[0] : t(kind.up ? "piles-up" : "piles-down") }));
}

// The name of each pile if these are their kinds, null where there are not so many piles of a kind. A pile of the right kind keeps its name.
function named(piles, keys, kinds) {
  const names = {};
  const free = new Map(kinds.map(({ key, zones }) => [key, [...zones]]));
  const take = (zone, key, name) => { names[zone] = name; free.set(key, free.get(key).filter((each) => each !== name)); };
  piles.forEach(({ zone }, i) => free.get(keys[i]).includes(zone) && take(zone, keys[i], zone));
  for (const [i, { zone }] of piles.entries()) {
    if (names[zone]) continue;
    if (!free.get(keys[i]).length) return null;
    take(zone, keys[i], free.get(keys[i])[0]);
  }
  return names;
}

// How the piles may lie: all ways that there are so many piles for.
function ways(piles, kinds) {
  const all = piles.reduce((found, _) => found.flatMap((way) => kinds.map(({ key }) => [...way, key])), [[]]);
  const possible = all.filter((way) => named(piles, way, kinds));
  return possible.length <= MOST_PICTURES ? possible : [];
}

function pictured(view, piles, way, kinds) {
  const kindOf = (i) => kinds.find(({ key }) => key === way[i]);
  const words = piles.map((pile, i) => `${topOf(view, pile) || t("piles-card")}: ${kindOf(i).title}`).join(", ");
  const { at, size } = placed(piles);
  return sender({ class: "quiet kinds-picture", "data-key": `kinds-${way.map((_, i) => (kindOf(i).up ? "up" : "down")).join("-")}`, "aria-label": words, done: closeSheet },
    "piles", { names: named(piles, way, kinds) },
    svg("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, "aria-hidden": "true" }, ...at.map(([x, y], i) => drawnCard(x, y, topOf(view, piles[i]), kindOf(i).up))));
}

// Where the cards lie in the drawing, as in the camera's picture: no nearer than that none hides another.
function placed(piles) {
  const away = ([one, other]) => Math.max(...[0, 1].map((i) => Math.abs(one.at[i] - other.at[i]) / (APART * CARD[i])));
  const pairs = piles.flatMap((one, i) => piles.slice(i + 1).map((other) => [one, other]));
  const scale = 1 / Math.max(Math.min(...pairs.map(away)), 1e-4);
  const least = [0, 1].map((i) => Math.min(...piles.map(({ at }) => at[i])));
  const most = [0, 1].map((i) => Math.max(...piles.map(({ at }) => at[i])));
  return {
    at: piles.map(({ at }) => [0, 1].map((i) => (at[i] - least[i]) * scale + CARD[i] / 2 + 1)),
    size: [0, 1].map((i) => (most[i] - least[i]) * scale + CARD[i] + 2),
  };
}

function drawnCard(x, y, face, up) {
  const [wide, tall] = CARD;
  const [tip, foot] = up ? [y + 1, y + 9] : [y + 9, y + 1];
  const words = svg("text", { x, y: y - 2 });
  words.textContent = face;
  return svg("g", { class: up ? "kinds-up" : "kinds-down" },
    svg("rect", { x: x - wide / 2, y: y - tall / 2, width: wide, height: tall, rx: 3 }), words,
    svg("path", { d: `M${x} ${tip}L${x - 5} ${foot}H${x + 5}Z` }));
}

const topOf = (view, { zone }) => view.piles.find((pile) => pile.zone === zone)?.top ?? "";

const cardOn = (view, { zone }) => h("img", { class: "crop", src: `/picture/${zone}.jpg`, alt: topOf(view, { zone }) || t("piles-card"), onerror: (event) => event.target.remove() });

const choice = (kind, { zone }, chosen, again) => h("button", {
  type: "button", class: "quiet", "data-key": `kind-${zone}-${kind.zones[0] ?? kind.key}`, "aria-pressed": String(chosen[zone] === kind.key),
  onclick: () => { chosen[zone] = kind.key; again(); },
}, kind.plain ? null : icon(kind.up ? "up" : "down"), kind.title);
