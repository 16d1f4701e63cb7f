// The lamps as they shine on the table.

import { h, icon } from "./dom.js";
import { t } from "./texts.js";

const COLOURS = { off: "lamp-off", green: "lamp-green", amber: "lamp-amber", red: "lamp-red", white: "lamp-white" };

export const lamps = {
  of: (view) => [view.lamps, view.buzzer],
  draw: (view) => view.lamps.length ? [
    h("p", { class: `buzzer${view.buzzer === "on" ? " buzzer-on" : ""}` }, icon(view.buzzer === "on" ? "bell" : "bell-off"), t(view.buzzer === "on" ? "buzzer-on" : "buzzer-off")),
    h("ul", { class: "lamps" }, view.lamps.map(lamp)),
  ] : null,
};

function lamp({ place, title, colour, blink, meaning }) {
  const lit = blink === "off" ? "off" : colour;
  return h("li", { class: "lamp", "data-place": place },
    h("i", { class: `led led-${lit} blink-${blink}` }),
    h("span", { class: "lamp-title" }, title),
    h("span", { class: "lamp-meaning" }, lit === "off" ? t("lamp-off") : meaning || t(COLOURS[lit])),
    h("span", { class: "visually-hidden" }, t(COLOURS[lit])));
}
