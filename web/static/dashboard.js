// The dashboard: one view comes in, every part of the page draws what it shows of it.

import { actions } from "./actions.js";
import { canSpeak, prepareSpeech, say, setSpeaking, speaks } from "./aloud.js";
import { prepareEntries } from "./amend.js";
import { board } from "./board.js";
import { may, prepareCommands, whenDone } from "./commands.js";
import { prepareAwake, staysAwake } from "./awake.js";
import { celebrate } from "./moment.js";
import { canSound, prepareSounds, setSounding, sound, sounds } from "./sounds.js";
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
  draw: (now) => {
    const words = [h("span", {}, now.match?.title ?? t("title")), now.match?.variant ? [" ", h("small", {}, now.match.variant)] : null];
    return now.match && may("start") ? h("button", { type: "button", class: "title", "data-key": "title", "aria-haspopup": "dialog", title: t("new-match"), onclick: () => openStart() }, words) : words;
  },
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

// Three groups, in sight as a whole: what is done with the match, with the table, with this phone.
function menu() {
  const does = (key, sign, words, onclick) => h("button", { type: "button", class: "quiet choice", "data-key": key, onclick }, icon(sign), h("span", {}, words));
  const leads = (key, sign, words, href) => h("a", { class: "quiet choice", "data-key": key, href }, icon(sign), h("span", {}, words));
  const group = (words, ...items) => [h("h3", {}, words), h("div", { class: "menu-group" }, items)];
  const other = (game) => h("button", { type: "button", class: "quiet choice", "data-game": game.game, onclick: () => openStart(game.game) }, icon(`game-${game.game}`, "game-picture"), h("span", {}, game.title));
  const tv = document.body.classList.contains("tv");
  openSheet((now) => [t("menu"), h("nav", { class: "menu", "aria-label": t("menu") },
    group(t("menu-match"),
      may("start") && now.match ? h("div", { class: "menu-games", role: "group", "aria-label": t("another-game") }, now.games.filter((each) => each.game !== now.match.game).map(other)) : null,
      may("start") ? does("menu-new", "plus", t("new-match"), () => openStart()) : null,
      does("menu-matches", "cards", t("matches"), openMatches),
      now.match && may("set_up") ? does("menu-set-up", "pencil", t("set-up"), openSetUp) : null,
      now.match ? does("menu-places", "players", t("who-sits-where"), openPlaces) : null,
      now.match ? leads("menu-after", "flag", t("afterwards"), `/matches/${now.match.id}`) : null,
      leads("menu-history", "trophy", t("history"), "/history")),
    group(t("menu-table"),
      now.match ? does("menu-check", "swap", t("check-table"), openTableCheck) : null,
      leads("menu-see", "camera", t("see-table"), "/table"),
      now.lamps.length ? does("menu-lamps", "bell", t("lamps"), openLamps) : null,
      leads("menu-health", "info", t("health-title"), "/health"),
      given.setUp ? leads("menu-setting-up", "pencil", t("to-set-up"), "/set-up") : null,
      given.asks ? leads("menu-phones", "link", t("phones-title"), "/phones") : null),
    group(t("menu-phone"),
      canSpeak() ? does("menu-aloud", "say", t(speaks() ? "aloud-off" : "aloud-on"), () => { setSpeaking(!speaks(), view); closeSheet(); }) : null,
      canSound() ? does("menu-sounds", "bell", t(sounds() ? "sounds-off" : "sounds-on"), () => { setSounding(!sounds()); closeSheet(); }) : null,
      leads("menu-print", "eye", t(tv ? "small-print" : "large-print"), tv ? "/" : "/tv"),
      leads("menu-help", "question", t("help"), "/help"),
      given.camera ? leads("menu-camera", "camera", t("give-camera"), "/camera") : null,
      h("div", { class: "menu-languages", role: "group", "aria-label": t("language") }, given.languages.map(({ language, name }) =>
        h("a", { class: "group", href: `${location.pathname}?language=${language}`, lang: language, "aria-current": language === given.language ? "true" : null }, name)))),
    staysAwake() ? null : h("p", { class: "sheet-text" }, t("screen-sleeps")))]);
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
  prepareSounds();
  prepareAwake();
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
    onView: (next) => { const before = view; view = next; draw(); say(view); sound(before, view); celebrate(before, view); },
    onLink: (works) => { if (works !== linked) { linked = works; draw(); } },
    onRefused: (why) => { if (why !== refused) { refused = why; draw(); } },
  });
  whenDone(link.refresh);
}

start();
