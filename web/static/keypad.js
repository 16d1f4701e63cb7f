// Choosing a card with a thumb: a row of groups, a grid of tiles, one button that confirms. No keyboard comes up.

import { sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { card, groups, parse, say } from "./faces.js";
import { closeSheet } from "./sheet.js";
import { t } from "./texts.js";

// `near`: the face whose group opens first. `confirm`: the label of the button, given the words for a face. `empty`: may the answer
// be that nothing lies there?
export function keypad({ faces, near = "", confirm, command, body, empty = false }) {
  const found = groups(faces);
  const home = found.find((group) => group.tiles.some((tile) => tile.includes(near))) ?? found[0];
  const state = { group: home, tile: null, face: null };
  const host = h("div", { class: "keypad" });
  const draw = () => {
    const focused = document.activeElement?.dataset?.key;
    host.replaceChildren(...[groupRow(), tileGrid(), variantRow(), chosen(), nothing()].filter(Boolean));
    if (focused) host.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  };

  function groupRow() {
    if (found.length < 2) return null;
    return h("div", { class: "groups", role: "group", "aria-label": t("groups") }, found.map((group) =>
      h("button", {
        type: "button", class: `group${group.hue ? ` hue-${group.hue}` : ""}`, "data-key": `group-${group.key}`,
        "aria-pressed": String(group === state.group),
        onclick: () => { Object.assign(state, { group, tile: null, face: null }); draw(); },
      }, group.icon ? icon(group.icon, "pip") : null, group.title)));
  }

  function tileGrid() {
    return h("div", { class: "tiles" }, state.group?.tiles.map((tile) =>
      h("button", {
        type: "button", class: "tile", "data-key": `tile-${tile[0]}`, "data-face": tile.length === 1 ? tile[0] : null,
        "aria-pressed": String(tile === state.tile), "aria-label": tile.length === 1 ? say(tile[0]) : String(parse(tile[0]).number),
        onclick: () => { Object.assign(state, { tile, face: tile.length === 1 ? tile[0] : null }); draw(); },
      }, tile.length === 1 ? card(tile[0], "mini") : card(String(parse(tile[0]).number), "mini"))));
  }

  function variantRow() {
    if (!state.tile || state.tile.length === 1) return null;
    return h("div", { class: "variants", role: "group", "aria-label": t("variants") }, state.tile.map((face) =>
      h("button", {
        type: "button", class: "variant", "data-key": `face-${face}`, "data-face": face, "aria-pressed": String(face === state.face),
        onclick: () => { state.face = face; draw(); },
      }, card(face, "mini"), h("span", {}, say(face)))));
  }

  function chosen() {
    return sender(
      { class: "wide primary", "data-key": "confirm", disabled: state.face === null, done: closeSheet },
      command, () => body(state.face),
      state.face === null ? t("choose-card") : confirm(say(state.face)),
    );
  }

  function nothing() {
    if (!empty) return null;
    return sender({ class: "wide quiet", "data-key": "nothing", done: closeSheet }, command, () => body(""), t("nothing-there"));
  }

  draw();
  return host;
}
