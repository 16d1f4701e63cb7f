// A replay: what the camera saw before a ruling, from above, step by step, with the hands, the zones and what was read drawn in.

import { notify } from "./commands.js";
import { h, icon, svg } from "./dom.js";
import { parse, say } from "./faces.js";
import { openSheet } from "./sheet.js";
import { t } from "./texts.js";

const LIMIT = 8000; // ms that an answer may take
const NEAR = 0.05; // seconds before the ruling that count as the ruling

// The button that shows a replay; null where there is none. `small`: the sign alone.
export function showMe(id, { small = false, key = id } = {}) {
  if (!id) return null;
  const props = { type: "button", class: small ? "round show-me" : "quiet show-me", "data-key": `show-${key}`, onclick: () => openClip(id) };
  return h("button", { ...props, "aria-label": t("show-me") }, icon("play"), small ? null : h("span", {}, t("show-me")));
}

export async function openClip(id) {
  try {
    const response = await fetch(`/api/clips/${id}`, { cache: "no-store", signal: AbortSignal.timeout(LIMIT) });
    if (response.status === 401) return location.assign("/pair");
    const found = await response.json();
    if (!response.ok) return notify(found.error);
    let player = null;
    openSheet((view) => [t("clip-title"), (player ??= make(found, titles(view))).nodes]);
    player.begin();
  } catch {
    notify(t("no-answer"));
  }
}

// So many spaces of a board are named one by one, more are the board.
const SPACES = 3;
const isSpace = (zone) => /^r\d+c\d+$/.test(zone);

// What the places of the table are called; those without a name (draw piles, control cards) are drawn and not spoken of.
function titles(view) {
  const named = new Map((view?.piles ?? []).map((pile) => [pile.zone, pile.title]));
  const cards = new Map((view?.board?.cells ?? []).map((cell) => [cell.zone, cell.corner ? t("corner") : say(cell.card)]));
  return (zone) => named.get(zone) ?? cards.get(zone) ?? null;
}

function make(clip, title) {
  const { shots, size: [width, height] } = clip;
  const pictures = shots.map((_, i) => Object.assign(new Image(width, height), { src: `/api/clips/${clip.id}/${i}.jpg`, alt: "" }));
  const state = { at: 0, playing: false, slow: false, timer: null };
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "clip-marks", "aria-hidden": "true" });
  const picture = h("div", { class: "clip-picture", role: "img", "aria-label": t("clip-picture"), style: { "aspect-ratio": `${width} / ${height}` } }, drawn);
  const time = h("p", { class: "clip-time" });
  const read = h("p", { class: "clip-read" });
  const where = h("input", {
    type: "range", class: "clip-where", min: 0, max: shots.length - 1, step: 1, "data-key": "clip-where", "aria-label": t("clip-where"),
    oninput: () => { pause(); show(+where.value); },
  });
  const press = (key, sign, label, onclick, props = {}) =>
    h("button", { type: "button", class: "round clip-button", "data-key": key, "aria-label": label, onclick, ...props }, icon(sign));
  const playing = press("clip-play", "play", t("clip-play"), () => (state.playing ? pause() : play()));
  const slow = h("button", { type: "button", class: "group clip-slow", "data-key": "clip-slow", "aria-label": t("clip-slow"), "aria-pressed": "false", onclick: () => toggle(slow, (on) => { state.slow = on; }) }, "½×");
  const marks = press("clip-marks", "eye", t("clip-marks"), () => toggle(marks, (on) => { drawn.classList.toggle("clip-bare", !on); }), { "aria-pressed": "true" });
  const nodes = [
    h("div", { class: "clip" }, picture, h("div", { class: "clip-side" }, where, h("div", { class: "clip-controls" },
      press("clip-back", "step-back", t("clip-back"), () => step(-1)), playing, press("clip-on", "step-on", t("clip-on"), () => step(1)), slow, marks),
      h("div", { class: "clip-words" }, time, read))),
    keeping(clip),
    h("p", { class: "sheet-text" }, t("clip-keep-means")),
  ];

  const ago = (i) => shots[i].before <= NEAR ? t("clip-at")
    : t("clip-before", { seconds: shots[i].before.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });

  function show(i) {
    state.at = i;
    where.value = i;
    time.textContent = ago(i);
    read.textContent = told(shots[i], shots[0], title);
    where.setAttribute("aria-valuetext", `${time.textContent}. ${read.textContent}`);
    const next = pictures[i];
    next.decode().then(() => state.at === i && [...picture.querySelectorAll("img")].forEach((old) => old !== next && old.remove())).catch(() => {});
    picture.prepend(next);
    drawn.replaceChildren(...marked(shots[i]));
  }

  function step(by) {
    pause();
    show(Math.min(Math.max(state.at + by, 0), shots.length - 1));
  }

  function play() {
    if (state.at === shots.length - 1) show(0);
    state.playing = true;
    sign();
    wait();
  }

  function wait() {
    const gap = Math.max(shots[state.at].before - (shots[state.at + 1]?.before ?? 0), 0.04);
    state.timer = setTimeout(async () => {
      const next = state.at + 1;
      await pictures[next]?.decode().catch(() => {});
      if (!state.playing || !picture.isConnected) return pause();
      if (next < shots.length) show(next);
      if (next >= shots.length - 1) return pause();
      wait();
    }, (gap * 1000) / (state.slow ? 0.5 : 1));
  }

  function pause() {
    clearTimeout(state.timer);
    state.playing = false;
    sign();
  }

  function sign() {
    playing.setAttribute("aria-label", t(state.playing ? "clip-pause" : "clip-play"));
    playing.replaceChildren(icon(state.playing ? "pause" : "play"));
  }

  function begin() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    show(calm ? shots.length - 1 : 0);
    if (!calm) play();
  }

  return { nodes, begin };
}

function toggle(button, done) {
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  done(on);
}

// What is to be seen, in words: hands, what is being read, and what was read since the replay begins.
function told(shot, first, title) {
  const known = new Map(first.zones.map((zone) => [zone.zone, zone.face]));
  const named = (state) => {
    const zones = shot.zones.map((zone) => (zone.state === state ? zone.zone : "")).filter((zone) => zone && title(zone));
    const many = zones.filter(isSpace).length > SPACES;
    return [...zones.filter((zone) => !many || !isSpace(zone)).map(title), ...(many ? [t("board")] : [])];
  };
  const fresh = shot.zones.filter((zone) => zone.face !== (known.get(zone.zone) ?? "") && title(zone.zone)).map((zone) => `${title(zone.zone)}: ${say(zone.face)}`);
  const [covered, open] = [shot.hands.length ? named("covered") : [], named("open")];
  const said = [
    covered.length ? t("clip-hand-over", { places: covered.join(", ") }) : null,
    open.length ? t("clip-reading", { places: open.join(", ") }) : null,
    fresh.length ? t("clip-read", { what: fresh.join(", ") }) : null,
  ].filter(Boolean);
  return said.length ? said.join(". ") : t("clip-nothing-new");
}

const points = (flat) => flat.map((value, i) => (i % 2 ? value : `${i ? " " : ""}${value},`)).join("");

function marked(shot) {
  return [
    ...shot.zones.flatMap((zone) => [
      svg("polygon", { points: points(zone.corners), class: `mark-zone mark-${zone.state}` }),
      ...(zone.card ? [svg("polygon", { points: points(zone.card), class: "mark-card" })] : []),
    ]),
    ...shot.hands.map((hand) => svg("polygon", { points: points(hand), class: "mark-hand" })),
    ...shot.zones.filter((zone) => zone.face).map(label),
  ];
}

// The face on a plate at the zone's lower left; on a board's cell in its middle.
function label(zone) {
  const xs = zone.corners.filter((_, i) => i % 2 === 0);
  const ys = zone.corners.filter((_, i) => i % 2 === 1);
  const small = Math.max(...xs) - Math.min(...xs) < 60;
  const words = short(zone.face);
  const tall = small ? 17 : 30;
  const wide = tall * (0.4 + 0.62 * words.length);
  const x = small ? (Math.min(...xs) + Math.max(...xs) - wide) / 2 : Math.min(...xs) + 6;
  const y = small ? (Math.min(...ys) + Math.max(...ys) - tall) / 2 : Math.max(...ys) - tall - 6;
  const said = svg("text", { x: x + wide / 2, y: y + tall * 0.74, "font-size": tall * 0.78 });
  said.textContent = words;
  return svg("g", { class: `mark-label mark-${zone.state}` }, svg("rect", { x, y, width: wide, height: tall, rx: 4 }), said);
}

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const CHIPS = { blue: "●", green: "▲", red: "■" };

function short(face) {
  const f = parse(face);
  switch (f.kind) {
    case "burning": return `🔥${f.number}`;
    case "command": return `${f.number}!`;
    case "suited": return `${f.rank === "T" ? "10" : f.rank}${SUITS[f.suit]}`;
    case "chip": return CHIPS[f.team];
    case "unreadable": return "?";
    case "back": return "▒";
    default: return f.number === undefined ? face : String(f.number);
  }
}

function keeping(clip) {
  const button = h("button", { type: "button", class: "wide quiet choice", "data-key": "clip-keep" });
  const draw = () => {
    button.setAttribute("aria-pressed", String(clip.kept));
    button.replaceChildren(icon(clip.kept ? "check" : "keep"), h("span", {}, t(clip.kept ? "clip-kept" : "clip-keep")));
  };
  button.addEventListener("click", async () => {
    try {
      const response = await fetch(`/api/clips/${clip.id}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ kept: !clip.kept }), signal: AbortSignal.timeout(LIMIT),
      });
      if (!response.ok) return notify((await response.json()).error);
      clip.kept = !clip.kept;
      draw();
    } catch {
      notify(t("no-answer"));
    }
  });
  draw();
  return button;
}
