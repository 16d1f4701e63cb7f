// The piles of a table without a mat, as they were found: are they named rightly? Names are dragged to their piles in the picture, or tapped
// one after the other; a draw pile that was not found is shown by a tap.

import { may, send, sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { drag } from "./drag.js";
import { openSheet } from "./sheet.js";
import { t } from "./texts.js";

const NEAR = 0.16; // of the picture's width: how far from a pile its new name may be let go

export function foundPiles(view) {
  const found = view.found_piles;
  if (!found || (found.sure && !found.missing.length)) return null;
  const lost = found.sure;
  const right = () => sender({ class: "quiet", "data-key": "piles-right" }, "piles", {}, icon("check"), t(lost ? "draw-without" : "piles-right"));
  const wrong = () => may("piles") && h("button", {
    type: "button", class: "quiet", "data-key": "piles-wrong", onclick: () => openNames(lost ? found.missing[0].zone : null),
  }, icon(lost ? "deck" : "swap"), t(lost ? "draw-show" : "piles-wrong"));
  return { kind: "ask", key: "found-piles", sign: "cards", title: t(lost ? "draw-title" : "piles-title"), text: found.text, now: () => [right(), wrong()] };
}

// `chosen`: the name that was tapped, null as long as none was.
function openNames(chosen) {
  openSheet(({ found_piles: found }) => {
    if (!found || (found.sure && !found.missing.length)) return null;
    const draws = [...found.places.filter(({ draw }) => draw), ...found.missing];
    const draw = draws.find(({ zone }) => zone === chosen);
    const names = { found, chosen, draw, isDraw: (zone) => draws.some((each) => each.zone === zone) };
    return [t(found.sure ? "draw-title" : "piles-wrong"),
      h("p", { class: "sheet-text", "aria-live": "polite" }, draw ? t("draw-where", { pile: draw.title }) : t(chosen ? "piles-with" : "piles-which")),
      picture(names),
      h("div", { class: "names-left" }, found.missing.map((each) => label(each, names)))];
  }, (view) => view.found_piles);
}

function picture(names) {
  const { found, draw } = names;
  const image = h("img", { class: "seen-table", src: "/picture/table.jpg", alt: found.text, draggable: "false" });
  image.addEventListener("click", (event) => draw && lies(draw.zone, ...share(image, event.clientX, event.clientY)));
  return h("div", { class: "names-of-piles" }, image, found.places.map((each) => label(each, names)));
}

function label({ zone, title, at }, names) {
  const { found, chosen } = names;
  const props = { class: "pile-name", "data-key": `name-${zone}`, "aria-pressed": String(chosen === zone) };
  const style = at ? { "--x": inside(at[0]), "--y": inside(at[1]) } : {};
  const button = h("button", { type: "button", ...props, style, onclick: () => !button.dataset.dragged && tapped(zone, names) }, title);
  drag(button, (x, y) => {
    const image = button.closest(".sheet-body").querySelector(".seen-table");
    const [across, down] = share(image, x, y);
    if (names.isDraw(zone)) return lies(zone, across, down);
    const tall = image.clientHeight / image.clientWidth;
    const away = (pile) => Math.hypot(pile.at[0] - across, (pile.at[1] - down) * tall);
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

const inside = (part) => Math.min(Math.max(part, 0.04), 0.96);
