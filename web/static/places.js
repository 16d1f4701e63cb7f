// Who sits where: the mat as it lies, the names around it. A name is dragged to its place; or it is tapped, and then a side, or moved by
// the arrow keys. Where nobody said, the place is shown that was learned from hands.

import { may, sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { drag } from "./drag.js";
import { apart, middleOf, placeNear, pointAt, sideAt, SIDES, wrapped } from "./edge.js";
import { card } from "./faces.js";
import { giveWay, into } from "./give_way.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";

const STEP = 1 / 24; // of the way around: what a button or an arrow key moves
const SHARED = 0.02; // names closer than that share a place
const CROWD = 6; // names that have room on one row
const SIDE_TEXTS = { left: "side-left", far: "side-far", right: "side-right", near: "side-near" };
const ARROWS = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP };

export function openPlaces() {
  const said = new Map(); // seat -> place that was given here, null = to be learned again
  let chosen = null;
  const draw = (view) => view.match && view.mat ? [t("who-sits-where"), ...page(around(view))] : null;
  const of = (view) => [view.seats, view.match?.id, view.mat];
  const around = (view) => ({
    view, said, chosen, ratio: view.mat.size[0] / view.mat.size[1], free: may("set_up"),
    names: view.seats.map((seat) => {
      const place = said.has(seat.seat) ? said.get(seat.seat) : seat.place;
      return { ...seat, place, learned: place !== null && !(said.has(seat.seat) || seat.placed) };
    }),
    choose: (seat) => { chosen = seat; openSheet(draw, of); },
    say: (seat, place) => { said.set(seat, place); chosen = seat; openSheet(draw, of); },
  });
  openSheet(draw, of);
}

function page(table) {
  const { names, said, free } = table;
  const told = () => names.map((each) => (each.learned ? null : each.place)); // the others go on being learned
  return [h("div", { class: "places" },
    picture(table),
    h("p", { class: "sheet-text places-text" }, t(free ? "places-text" : "places-shown")),
    free ? mover(table) : null,
    sharing(names).map((pair) => h("p", { class: "sheet-text" }, t("places-shared", { names: pair }))),
    free && said.size ? sender({ class: "wide primary", "data-key": "places-save", done: closeSheet }, "set_up", () => ({ places: told() }), t("places-save")) : null)];
}

// Those who share a place.
function sharing(names) {
  const known = names.filter((each) => each.place !== null);
  return known.flatMap((one, i) => known.slice(i + 1).filter((other) => apart(one.place, other.place) < SHARED).map((other) => `${one.name}, ${other.name}`));
}

function picture(table) {
  const { view, names, ratio } = table;
  const [known, unknown] = [names.filter((each) => each.place !== null), names.filter((each) => each.place === null)];
  const mat = h("div", { class: "mat", style: { "--ratio": ratio } }, view.mat.zones.map((zone) => lying(zone, view)),
    known.map((each) => h("i", { class: `mat-seat${each.learned ? " mat-seat-learned" : ""}`, style: at(each.place, ratio) })),
    known.map((each) => name(each, table)));
  requestAnimationFrame(() => untangle(mat));
  const sides = new Set(known.map((each) => sideAt(each.place, ratio)));
  const room = [(known.length > CROWD || sharing(names).length) && "around-crowd", sides.has("far") && "around-far", sides.has("near") && "around-near"];
  return h("div", { class: ["around", ...room].filter(Boolean).join(" "), role: "group", "aria-label": t("who-sits-where") }, mat,
    h("div", { class: "around-rest" }, unknown.length ? [h("span", {}, t("places-unknown")), unknown.map((each) => name(each, table))] : null));
}

function at(place, ratio) {
  const [x, y] = pointAt(place, ratio);
  return { "--x": x, "--y": y };
}

// What lies in a place of the mat, small.
function lying({ zone, kind, rect: [left, top, width, height] }, view) {
  const [across, down] = view.mat.size;
  const share = (part, whole) => `${(100 * part) / whole}%`;
  const pile = view.piles.find((each) => each.zone === zone);
  return h("span", {
    class: `mat-zone mat-${kind}`, style: { left: share(left, across), top: share(top, down), width: share(width, across), height: share(height, down) },
  }, pile?.top ? card(pile.top, "mini") : kind === "draw" ? icon("deck") : null);
}

function name(each, table) {
  const { ratio, free, chosen, choose, say } = table;
  const known = each.place !== null;
  const props = {
    class: ["name", known && `name-${sideAt(each.place, ratio)}`, each.learned && "name-learned", chosen === each.seat && "name-chosen", each.team && `team-${each.team}`].filter(Boolean).join(" "),
    "data-key": `place-${each.seat}`, "data-place": known ? each.place.toFixed(3) : "", style: known ? at(each.place, ratio) : {},
  };
  const inside = [each.team ? h("i", { class: "seat-team" }) : null, h("span", { class: "name-text" }, each.name),
    h("span", { class: "visually-hidden" }, `, ${where(each, ratio)}`)];
  if (!free) return h("span", props, inside);
  const button = h("button", {
    type: "button", ...props, "aria-pressed": String(chosen === each.seat),
    onclick: () => !button.dataset.dragged && choose(each.seat),
    onkeydown: (event) => {
      if (!ARROWS[event.key]) return;
      event.preventDefault();
      say(each.seat, wrapped((each.place ?? middleOf("near", ratio)) + ARROWS[event.key]));
    },
  }, inside);
  drag(button, (x, y) => {
    const mat = button.closest(".around").querySelector(".mat").getBoundingClientRect();
    say(each.seat, placeNear((x - mat.left) / mat.width, (y - mat.top) / mat.height, ratio));
  });
  return button;
}

function where(each, ratio) {
  if (each.place === null) return t("places-unknown");
  const side = t(SIDE_TEXTS[sideAt(each.place, ratio)]);
  return each.learned ? t("place-learned", { side }) : side;
}

// Names that would lie on one another give way, as little as possible: along their side, or outwards.
const OUTWARD = { left: [-1, 0], far: [0, -1], right: [1, 0], near: [0, 1] };
const ALONG = Array.from({ length: 31 }, (_, i) => (i - 15) * 8);
const WAYS = [0, 1, 2].flatMap((out) => ALONG.map((along) => [out, along])).sort((a, b) => 48 * a[0] + Math.abs(a[1]) - 48 * b[0] - Math.abs(b[1]));

function untangle(mat) {
  const room = mat.closest(".around");
  if (room) giveWay(mat.querySelectorAll(".name"), room, (each, box, area) => {
    const [ox, oy] = OUTWARD[SIDES.find((one) => each.classList.contains(`name-${one}`))];
    const inside = into(box, area);
    return [...WAYS.map(([out, along]) => [inside + ox * out * 24 + (ox ? 0 : along), oy * out * (box.height + 2) + (oy ? 0 : along)]), [inside, 0]];
  });
}

// Moving the chosen name without dragging it: to the middle of a side, or a little on.
function mover({ names, chosen, ratio, say }) {
  const each = names.find(({ seat }) => seat === chosen);
  if (!each) return null;
  const step = (by, sign, label) => h("button", {
    type: "button", class: "group", "data-key": label, "aria-label": t(label), disabled: each.place === null, onclick: () => say(each.seat, wrapped(each.place + by)),
  }, icon(sign));
  return h("div", { class: "among", role: "group", "aria-label": t("sits", { name: each.name }) },
    h("div", { class: "mover" }, step(STEP, "clockwise", "place-on"),
      h("p", { class: "among-title", "aria-live": "polite" }, `${t("sits", { name: each.name })}: ${where(each, ratio)}`), step(-STEP, "anticlockwise", "place-back")),
    h("div", { class: "sides-of" }, SIDES.map((side) => h("button", { type: "button", class: "group", "data-key": `side-${side}`, onclick: () => say(each.seat, middleOf(side, ratio)) }, t(SIDE_TEXTS[side])))),
    each.learned || each.place === null ? null : h("button", { type: "button", class: "wide quiet", "data-key": "place-learn", onclick: () => say(each.seat, null) }, icon("eye"), t("place-learn")));
}
