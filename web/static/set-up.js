// The guided set-up: the steps at a glance, and the one that is open as the companion finds it just now.

import { ask, tell } from "./asking.js";
import { fill, h, whenFree } from "./dom.js";
import { card } from "./faces.js";
import { speak, t } from "./texts.js";

const ASK_EVERY = 1500; // ms
const BUSY_EVERY = 400; // ms, while something is shown to the camera
const LIMIT = 15000; // ms that an answer may take
const TONE = { hertz: 880, seconds: 0.12, loud: 0.2 };
const given = JSON.parse(document.getElementById("given").textContent);
const at = (id) => document.getElementById(id);
let open = null; // the step that a person opened; null = the first that is not done
let drawn = "";
let busy = false;
let beat = "";
let sound = null; // what makes tones, once a finger has allowed it

// `next`: the step that opens once it is done, null = the first that is not done; unless a person opened another meanwhile.
async function send(path, body, next = open) {
  const before = open;
  try {
    const found = await ask(path, body, LIMIT);
    tell("");
    if (open === before) open = next;
    draw(found);
  } catch (error) {
    tell(error.message || t("set-up-no-answer"));
  }
}

const act = (step, action, value = "", next = open) => send("/api/set-up", JSON.stringify({ step: step.name, action, value }), next);

function tab(step, now) {
  const state = step.done ? t("set-up-done") : t("set-up-minutes", { minutes: step.minutes });
  return h("li", {}, h("button", {
    type: "button", class: `set-up-tab${step.done ? " set-up-done" : ""}`, "data-key": `tab-${step.name}`,
    "aria-current": step.name === now ? "step" : null, onclick: () => { open = step.name; look(); },
  }, h("span", {}, step.title), h("small", {}, state)));
}

// What else can be done in a step; what is shown to the camera opens its own step.
function offer(step, each) {
  const opens = each.action === "begin" ? "lens" : step.name;
  return h("button", {
    type: "button", class: "wide quiet", "data-key": `${each.action}-${each.value}`,
    onclick: () => { hear(); act(step, each.action, each.value, each.action === "leave" ? null : opens); },
  }, each.label);
}

function progress([done, count]) {
  return h("progress", { class: "set-up-progress", value: done, max: count, "aria-label": `${done} / ${count}` });
}

// A tone and a nudge whenever a card was taken, or is wanted once more: eyes are on the table.
function hear() {
  sound ??= "AudioContext" in window ? new AudioContext() : null;
  sound?.resume();
}

function nudge() {
  navigator.vibrate?.(60);
  if (sound?.state !== "running") return;
  const tone = new OscillatorNode(sound, { frequency: TONE.hertz });
  tone.connect(new GainNode(sound, { gain: TONE.loud })).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + TONE.seconds);
}

function choice(step, each) {
  return h("button", {
    type: "button", class: "wide quiet", "data-key": `choose-${each.value}`, "aria-pressed": each.chosen ? "true" : "false",
    onclick: () => act(step, "choose", each.value),
  }, each.label);
}

function parts(step) {
  return [
    h("div", { class: "set-up-head" }, h("h2", {}, step.title), h("strong", { class: `set-up-${step.verdict}` }, step.word)),
    step.busy ? null : h("p", {}, step.text),
    step.card ? h("p", { class: "set-up-asks" }, step.said[0]) : null,
    step.card ? h("div", { class: "set-up-card" }, card(step.card, "large")) : null,
    step.progress ? progress(step.progress) : null,
    step.picture ? h("img", { src: `/picture/camera.jpg?${Date.now()}`, alt: t("set-up-picture"), width: 1280, height: 720 }) : null,
    h("ul", { class: "set-up-said" }, step.said.slice(step.card ? 1 : 0).map((line) => h("li", {}, line))),
    step.advice ? h("p", { class: "set-up-advice" }, step.advice) : null,
    step.choices.length && step.asks !== step.said[0] ? h("p", { class: "set-up-asks" }, step.asks) : null,
    step.choices.length ? h("div", { class: "set-up-choices", role: "group", "aria-label": step.asks }, step.choices.map((each) => choice(step, each))) : null,
    step.choices.some((each) => each.chosen && each.value === "phone") ? h("a", { class: "wide quiet", href: "/camera" }, t("set-up-give-camera")) : null,
    step.offers.length ? h("div", { class: "set-up-choices" }, step.offers.map((each) => offer(step, each))) : null,
    step.busy || !step.decides ? null : h("div", { class: "set-up-buttons" },
      h("button", { type: "button", class: "wide quiet", "data-key": "again", onclick: () => act(step, "again") }, t("set-up-again")),
      step.name === "match"
        ? h("a", { class: "wide primary", href: "/" }, t("set-up-start"))
        : h("button", { type: "button", class: "wide primary", "data-key": "good", disabled: step.verdict === "again", onclick: () => act(step, "good", "", null) }, t("set-up-next"))),
  ];
}

function draw(found) {
  const step = found.steps.find((each) => each.name === open) ?? found.steps.find((each) => each.name === found.now);
  busy = step.busy;
  if (beat && step.beat && step.beat !== beat) nudge();
  beat = step.beat;
  const now = JSON.stringify([found, step.name]);
  if (now !== drawn) {
    whenFree(() => {
      drawn = now;
      fill(at("steps"), found.steps.map((each) => tab(each, step.name)));
      fill(at("step"), parts(step));
    });
  } else if (step.picture) renew(at("step").querySelector("img"));
}

// The next picture is shown when it is complete.
async function renew(shown) {
  const next = new Image();
  next.src = `/picture/camera.jpg?${Date.now()}`;
  await next.decode().then(() => { shown.src = next.src; }).catch(() => null);
}

async function look() {
  if (document.hidden) return;
  await ask("/api/set-up", undefined, LIMIT).then(draw).catch((error) => tell(error.message || t("set-up-no-answer")));
}

async function again() {
  await look();
  setTimeout(again, busy ? BUSY_EVERY : ASK_EVERY);
}

at("import").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (file) await send("/api/set-up/profile", await file.text(), null);
  event.target.value = "";
});
speak(given.language, given.texts);
again();
