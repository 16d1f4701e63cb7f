// The dashboard: one view comes in, every part of the page draws what it shows of it.

import { actions } from "./actions.js";
import { canSpeak, prepareSpeech, say, setSpeaking, speaks } from "./aloud.js";
import { prepareEntries } from "./amend.js";
import { board } from "./board.js";
import { may, prepareCommands, whenDone } from "./commands.js";
import { h, icon, part } from "./dom.js";
import { lamps } from "./lamps.js";
import { follow } from "./live.js";
import { log, openLog } from "./log.js";
import { piles } from "./piles.js";
import { openMatches, prepareMatches } from "./matches.js";
import { openPlaces } from "./places.js";
import { closeSheet, follow as followSheet, openSheet, prepareSheet } from "./sheet.js";
import { idle, openSetUp, openStart } from "./start.js";
import { speak, t } from "./texts.js";
import { turn } from "./turn.js";
import { openTableCheck, voice } from "./voice.js";

const given = JSON.parse(document.getElementById("given").textContent);
const at = (id) => document.getElementById(id);
let view = given.view;
let linked = true;
let refused = ""; // why this phone gets no stream

const TABLE_ICONS = { still: "eye", moving: "hand", lost: "camera-off", waking: "eye", none: "camera-off" };

const title = {
  of: (now) => [now.match?.title, now.match?.variant],
  draw: (now) => [now.match?.title ?? t("title"), now.match?.variant ? [" ", h("small", {}, now.match.variant)] : null],
};

const status = {
  of: (now) => [now.table, linked],
  draw: (now) => linked
    ? h("span", { class: `status status-${now.table.state}`, title: now.table.text }, icon(TABLE_ICONS[now.table.state]), h("span", { class: "status-text" }, now.table.text))
    : h("span", { class: "status status-broken" }, icon("link"), h("span", { class: "status-text" }, t("reconnecting"))),
};

const notLive = {
  of: () => linked,
  draw: () => (linked ? null : [icon("link"), h("strong", {}, t("not-live")), h("span", {}, t("not-live-text"))]),
};

// Read out by screen readers as it changes.
const ruling = { of: (now) => now.ruling, draw: (now) => now.ruling?.text };

const PARTS = { title, status, idle, turn, piles, board, "not-live": notLive, voice, ruling, actions, log };

function menu() {
  const wide = (key, sign, words, onclick) => h("button", { type: "button", class: "wide quiet choice", "data-key": key, onclick }, icon(sign), h("span", {}, words));
  openSheet((now) => [t("menu"),
    h("p", { class: "sheet-text" }, now.table.text),
    now.match ? wide("menu-log", "clock", t("log"), openLog) : null,
    now.match ? wide("menu-check", "swap", t("check-table"), openTableCheck) : null,
    wide("menu-matches", "cards", t("matches"), openMatches),
    now.match ? h("a", { class: "wide quiet choice", href: `/matches/${now.match.id}` }, icon("flag"), t("afterwards")) : null,
    h("a", { class: "wide quiet choice", href: "/history" }, icon("trophy"), t("history")),
    h("a", { class: "wide quiet choice", "data-key": "menu-help", href: "/help" }, icon("question"), t("help")),
    may("start") ? wide("menu-new", "plus", t("new-match"), openStart) : null,
    now.match && may("set_up") ? wide("menu-set-up", "pencil", t("set-up"), openSetUp) : null,
    now.match ? wide("menu-places", "players", t("who-sits-where"), openPlaces) : null,
    given.asks ? h("a", { class: "wide quiet choice", href: "/phones" }, icon("link"), t("phones-title")) : null,
    h("a", { class: "wide quiet choice", href: "/table" }, icon("camera"), t("see-table")),
    h("a", { class: "wide quiet choice", href: "/health" }, icon("info"), t("health-title")),
    given.setUp ? h("a", { class: "wide quiet choice", href: "/set-up" }, icon("camera"), t("to-set-up")) : null,
    given.camera ? h("a", { class: "wide quiet choice", href: "/camera" }, icon("camera"), t("give-camera")) : null,
    now.lamps.length ? wide("menu-lamps", "bell", t("lamps"), openLamps) : null,
    canSpeak() ? wide("menu-aloud", "say", t(speaks() ? "aloud-off" : "aloud-on"), () => { setSpeaking(!speaks(), view); closeSheet(); }) : null,
    h("a", { class: "wide quiet choice", href: document.body.classList.contains("tv") ? "/" : "/tv" }, icon("eye"), t(document.body.classList.contains("tv") ? "small-print" : "large-print")),
    h("div", { class: "language" }, h("span", {}, icon("globe"), t("language")),
      h("div", { class: "groups" }, given.languages.map(({ language, name }) =>
        h("a", { class: "group", href: `${location.pathname}?language=${language}`, lang: language, "aria-current": language === given.language ? "true" : null }, name))))]);
}

const openLamps = () => openSheet((now) => [t("lamps"), lamps.draw(now)], lamps.of);

function start() {
  speak(given.language, given.texts);
  prepareSheet();
  prepareEntries();
  prepareCommands(given);
  prepareMatches(given.language);
  const parts = Object.entries(PARTS).map(([id, each]) => part(at(id), each));
  const draw = () => {
    document.body.dataset.state = view.status;
    document.body.dataset.kind = view.board ? "board" : "piles";
    document.body.classList.toggle("stale", !linked);
    followSheet(view);
    parts.forEach((show) => show({ ...view, refused }));
  };
  prepareSpeech(given.language, view);
  draw();
  at("menu").addEventListener("click", menu);
  at("plays").addEventListener("click", openLog);
  addEventListener("redraw", draw);
  if (location.search) history.replaceState(null, "", location.pathname);
  const link = follow({
    boot: given.boot,
    role: given.role,
    language: given.language,
    view,
    onView: (next) => { view = next; draw(); say(view); },
    onLink: (works) => { if (works !== linked) { linked = works; draw(); } },
    onRefused: (why) => { if (why !== refused) { refused = why; draw(); } },
  });
  whenDone(link.refresh);
}

start();
