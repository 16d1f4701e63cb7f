// The dashboard: one view comes in, every part of the page draws what it shows of it.

import { actions } from "./actions.js";
import { board } from "./board.js";
import { whenDone } from "./commands.js";
import { h, icon, part } from "./dom.js";
import { lamps } from "./lamps.js";
import { follow } from "./live.js";
import { log } from "./log.js";
import { notices, whenRead } from "./notices.js";
import { piles } from "./piles.js";
import { attention, ruling } from "./ruling.js";
import { openSheet, prepareSheet } from "./sheet.js";
import { idle, openSetUp, openStart } from "./start.js";
import { speak, t } from "./texts.js";
import { turn } from "./turn.js";

const given = JSON.parse(document.getElementById("given").textContent);
const at = (id) => document.getElementById(id);
let view = given.view;
let linked = true;

const TABLE_ICONS = { still: "eye", moving: "hand", lost: "camera-off", none: "camera-off" };

const status = {
  of: (now) => [now.table, linked],
  draw: (now) => linked
    ? h("span", { class: `status status-${now.table.state}` }, icon(TABLE_ICONS[now.table.state]), now.table.text)
    : h("span", { class: "status status-broken" }, icon("link"), t("reconnecting")),
};

const title = {
  of: (now) => [now.match?.title, now.match?.variant],
  draw: (now) => [now.match?.title ?? t("title"), now.match?.variant ? h("small", {}, now.match.variant) : null],
};

const PARTS = { title, status, notices, idle, turn, ruling, attention, piles, board, lamps, log, actions };

function menu() {
  openSheet(t("menu"),
    h("button", { type: "button", class: "wide quiet", "data-key": "menu-new", onclick: () => openStart(view) }, icon("plus"), t("new-match")),
    view.match ? h("button", { type: "button", class: "wide quiet", "data-key": "menu-set-up", onclick: () => openSetUp(view) }, icon("pencil"), t("set-up")) : null,
    h("a", { class: "wide quiet", href: "/table" }, icon("camera"), t("see-table")),
    h("div", { class: "language" }, h("span", {}, icon("globe"), t("language")),
      h("div", { class: "groups" }, given.languages.map(({ language, name }) =>
        h("a", { class: "group", href: `/?language=${language}`, lang: language, "aria-current": language === given.language ? "true" : null }, name)))));
}

function start() {
  speak(given.language, given.texts);
  prepareSheet();
  const parts = Object.entries(PARTS).map(([id, each]) => part(at(id), each));
  const draw = () => parts.forEach((show) => show(view));
  draw();
  whenRead(draw);
  at("menu").addEventListener("click", menu);
  if (location.search) history.replaceState(null, "", "/");
  const link = follow({
    boot: given.boot,
    onView: (next) => { view = next; draw(); },
    onLink: (works) => { linked = works; draw(); },
  });
  whenDone(link.refresh);
}

start();
