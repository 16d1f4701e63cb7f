// The piles of a table without a mat, as they were found: are they named rightly? Names are dragged to their piles in the picture, or tapped
// one after the other; a draw pile that was not found is shown by a tap, or by a mark that the arrow keys move.

import { may, send, sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { drag } from "./drag.js";
import { giveWay, into } from "./give_way.js";
import { openKinds } from "./kinds.js";
import { openSheet } from "./sheet.js";
import { t } from "./texts.js";

const NEAR = 0.16; // of the picture's width: how far from a pile its new name may be let go
const STEP = 0.02; // of the picture: what an arrow key moves the mark
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

export function foundPiles(view) {
  const found = view.found_piles;
  if (!found?.asks) return null;
  const lost = found.asks === "draw";
  const right = () => sender({ class: "quiet", "data-key": "piles-right" }, "piles", {}, icon("check"), t(lost ? "draw-without" : "piles-right"));
  const wrong = () => may("piles") && h("button", {
    type: "button", class: "quiet", "data-key": "piles-wrong", onclick: () => (lost ? openNames(found.missing[0].zone) : openKinds(openNames)),
  }, icon(lost ? "deck" : "swap"), t(lost ? "draw-show" : "piles-wrong"));
  return { kind: "ask", key: "found-piles", sign: "cards", title: t(lost ? "draw-title" : "piles-title"), text: found.text, now: () => [right(), wrong()] };
}

// `chosen`: the name that was tapped, null as long as none was. `mark`: where in the picture the keys have led its draw pile.
function openNames(chosen, mark = null) {
  openSheet(({ found_piles: found }) => {
    if (!found?.asks) return null;
    const draws = [...found.places.filter(({ draw }) => draw), ...found.missing];
    const draw = draws.find(({ zone }) => zone === chosen);
    const names = { found, chosen, draw, mark: draw && mark, isDraw: (zone) => draws.some((each) => each.zone === zone) };
    return [t(found.asks === "draw" ? "draw-title" : "piles-wrong"),
      h("p", { class: "sheet-text", "aria-live": "polite" }, names.mark ? t("draw-mark", { pile: draw.title }) : draw ? t("draw-where", { pile: draw.title }) : t(chosen ? "piles-with" : "piles-which")),
      draw && !names.mark ? h("p", { class: "sheet-text with-keys" }, t("draw-keys")) : null,
      picture(names),
      h("div", { class: "names-left" }, found.missing.map((each) => label(each, names)))];
  }, (view) => view.found_piles);
}

function picture(names) {
  const { found, draw, mark } = names;
  const image = h("img", { class: "seen-table", src: "/picture/table.jpg", alt: found.text, draggable: "false" });
  image.addEventListener("click", (event) => draw && lies(draw.zone, ...share(image, event.clientX, event.clientY)));
  const labels = found.places.map((each) => label(each, names));
  const room = h("div", { class: "names-of-piles" }, image, found.places.map(({ at }) => spot("pile-spot", at)), mark ? spot("pile-mark", mark) : null, labels);
  const apart = () => giveWay(labels, room, (_, box, area) => [...WAYS, [0, 0]].map(([x, y]) => [x + into(box, area), y]));
  image.addEventListener("load", apart);
  requestAnimationFrame(apart);
  return room;
}

const spot = (kind, [x, y]) => h("i", { class: kind, style: { "--x": x, "--y": y } });

// Where a name may go that would lie on another: as near as there is room.
const WAYS = Array.from({ length: 21 * 17 }, (_, i) => [((i % 21) - 10) * 16, (Math.floor(i / 21) - 8) * 12])
  .sort((one, other) => Math.hypot(...one) - Math.hypot(...other));

function label({ zone, title, at }, names) {
  const { found, chosen, mark } = names;
  const props = { class: "pile-name", "data-key": `name-${zone}`, "aria-pressed": String(chosen === zone) };
  const style = at ? { "--x": inside(at[0]), "--y": inside(at[1]) } : {};
  const button = h("button", { type: "button", ...props, style,
    onclick: () => !button.dataset.dragged && (mark && chosen === zone ? lies(zone, ...mark) : tapped(zone, names)),
    onkeydown: (event) => {
      if (!ARROWS[event.key] || !names.isDraw(zone)) return;
      event.preventDefault();
      const from = (chosen === zone && mark) || at || [0.5, 0.5];
      openNames(zone, from.map((part, i) => Math.min(Math.max(part + ARROWS[event.key][i], 0), 1)));
    },
  }, title);
  drag(button, (x, y) => {
    const image = button.closest(".sheet-body").querySelector(".seen-table");
    const [across, down] = share(image, x, y);
    if (names.isDraw(zone)) return lies(zone, across, down);
    const tall = image.clientHeight / image.clientWidth;
    const away = (pile) => Math.min(...[pile.at, named(pile)].map((at) => Math.hypot(at[0] - across, (at[1] - down) * tall)));
    const named = (pile) => middleOf(image, button.parentElement.querySelector(`[data-key="name-${pile.zone}"]`));
    const others = found.places.filter((pile) => pile.zone !== zone && !pile.draw).sort((one, other) => away(one) - away(other));
    if (others.length && away(others[0]) < NEAR) exchange(zone, others[0].zone);
  });
  return button;
}

function tapped(zone, { chosen, isDraw }) {
  if (chosen && chosen !== zone && !isDraw(chosen) && !isDraw(zone)) exchange(chosen, zone);
  else openNames(chosen === zone ? null : zone);
}

async function exchange(one, other) {
  if (await send("piles", { swap: [one, other] })) openNames(null);
}

async function lies(zone, x, y) {
  if (x < 0 || x > 1 || y < 0 || y > 1) return;
  if (await send("piles", { draw: zone, at: [x, y] })) openNames(null);
}

function share(image, x, y) {
  const area = image.getBoundingClientRect();
  return [(x - area.left) / area.width, (y - area.top) / area.height];
}

// Where a name stands, which may have given way to others.
function middleOf(image, name) {
  const { left, top, width, height } = name.getBoundingClientRect();
  return share(image, left + width / 2, top + height / 2);
}

const inside = (part) => Math.min(Math.max(part, 0.04), 0.96);
