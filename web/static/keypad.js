// Choosing a card with a thumb: what is likely first, with pictures; then a row of groups and a grid of tiles. A tap on a card says it.
// No keyboard comes up.

import { may, sender } from "./commands.js";
import { fill, h, icon } from "./dom.js";
import { card, groups, parse, say } from "./faces.js";
import { closeSheet } from "./sheet.js";
import { t } from "./texts.js";

// `near`: the face whose group opens first. `command`, `body(face)`: what a tap says. `empty`: may the answer be that nothing lies there?
// `state`: keeps what is open while the sheet is drawn again.
export function keypad({ faces, near = "", command, body, empty = false, state = {} }) {
  if (!may(command)) return null;
  const found = groups(faces);
  const home = found.find((group) => group.tiles.some((tile) => tile.includes(near))) ?? found[0];
  state.group ??= home?.key;
  const host = h("div", { class: "keypad" });
  const open = () => found.find((group) => group.key === state.group) ?? home;
  const draw = () => fill(host, [groupRow(), tileGrid(), variantRow(), nothing()]);

  function groupRow() {
    if (found.length < 2) return null;
    return h("div", { class: "groups", role: "group", "aria-label": t("groups") }, found.map((group) =>
      h("button", {
        type: "button", class: `group${group.hue ? ` hue-${group.hue}` : ""}`, "data-key": `group-${group.key}`,
        "aria-pressed": String(group === open()),
        onclick: () => { Object.assign(state, { group: group.key, tile: null }); draw(); },
      }, group.icon ? icon(group.icon, "pip") : null, group.title)));
  }

  function tileGrid() {
    return h("div", { class: "tiles" }, open()?.tiles.map((tile) => (tile.length === 1 ? said(tile[0], "tile") : several(tile))));
  }

  const several = (tile) => h("button", {
    type: "button", class: "tile", "data-key": `tile-${tile[0]}`, "aria-expanded": String(state.tile === tile[0]),
    "aria-label": String(parse(tile[0]).number), onclick: () => { state.tile = tile[0]; draw(); host.querySelector(".variants")?.scrollIntoView({ block: "nearest" }); },
  }, card(String(parse(tile[0]).number), "mini"));

  function variantRow() {
    const tile = open()?.tiles.find((each) => each[0] === state.tile && each.length > 1);
    return tile ? h("div", { class: "variants", role: "group", "aria-label": t("variants") }, tile.map((face) => said(face, "variant"))) : null;
  }

  const said = (face, kind) => choice(face, kind, command, body);

  function nothing() {
    if (!empty) return null;
    return sender({ class: "wide quiet", "data-key": "nothing", done: closeSheet }, command, () => body(""), t("nothing-there"));
  }

  draw();
  return host;
}

const choice = (face, kind, command, body) => {
  const label = (kind === "variant" || kind === "candidate") && parse(face).kind !== "number" ? say(face) : null;
  return sender({
    class: kind, "data-key": `${kind}-${face}`, "data-face": face, "aria-label": label ? null : say(face), done: closeSheet,
  }, command, () => body(face), card(face, "mini"), label ? h("span", {}, label) : null);
};

// The likeliest cards, beside what the camera saw.
export function candidates(faces, command, body, picture = null) {
  if (!may(command)) faces = [];
  if (!faces.length && !picture) return null;
  return h("div", { class: "likely-row" },
    picture ? h("img", { class: "crop", src: `/picture/${picture}.jpg`, alt: t("crop"), onerror: (event) => event.target.remove() }) : null,
    h("div", { class: "candidates" }, faces.map((face) => choice(face, "candidate", command, body))));
}

// Cards that were perhaps laid on a pile and missed: a tap says it, without another choice.
export function nextCards(faces, command, body) {
  if (!may(command) || !faces.length) return null;
  return h("div", { class: "next-cards" }, faces.map((face) => choice(face, "tile", command, body)));
}
