// The guided set-up: the steps at a glance, and the one that is open as the companion finds it just now.

import { fill, h, whenFree } from "./dom.js";
import { speak, t } from "./texts.js";

const ASK_EVERY = 1500; // ms
const LIMIT = 15000; // ms that an answer may take
const given = JSON.parse(document.getElementById("given").textContent);
const at = (id) => document.getElementById(id);
let open = null; // the step that a person opened; null = the first that is not done
let drawn = "";

async function ask(path, body) {
  const response = await fetch(path, {
    ...(body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body }),
    signal: AbortSignal.timeout(LIMIT),
  });
  if (response.status === 401) location.assign("/pair");
  const found = await response.json();
  if (!response.ok) throw new Error(found.error);
  return found;
}

function tell(words) {
  at("problem").textContent = words;
  at("problem").hidden = !words;
}

async function send(path, body, then = () => {}) {
  try {
    const found = await ask(path, body);
    tell("");
    then(found);
    draw(found);
  } catch (error) {
    tell(error.message || t("set-up-no-answer"));
  }
}

const act = (step, action, value = "", then) => send("/api/set-up", JSON.stringify({ step: step.name, action, value }), then);

function tab(step, now) {
  const state = step.done ? t("set-up-done") : t("set-up-minutes", { minutes: step.minutes });
  return h("li", {}, h("button", {
    type: "button", class: `set-up-tab${step.done ? " set-up-done" : ""}`, "data-key": `tab-${step.name}`,
    "aria-current": step.name === now ? "step" : null, onclick: () => { open = step.name; look(); },
  }, h("span", {}, step.title), h("small", {}, state)));
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
    h("p", {}, step.text),
    step.picture ? h("img", { src: `/picture/camera.jpg?${Date.now()}`, alt: t("set-up-picture"), width: 1280, height: 720 }) : null,
    h("ul", { class: "set-up-said" }, step.said.map((line) => h("li", {}, line))),
    step.advice ? h("p", { class: "set-up-advice" }, step.advice) : null,
    step.choices.length && step.asks !== step.said[0] ? h("p", { class: "set-up-asks" }, step.asks) : null,
    step.choices.length ? h("div", { class: "set-up-choices", role: "group", "aria-label": step.asks }, step.choices.map((each) => choice(step, each))) : null,
    step.choices.some((each) => each.chosen && each.value === "phone") ? h("a", { class: "wide quiet", href: "/camera" }, t("set-up-give-camera")) : null,
    h("div", { class: "set-up-buttons" },
      h("button", { type: "button", class: "wide quiet", "data-key": "again", onclick: () => act(step, "again") }, t("set-up-again")),
      step.name === "match"
        ? h("a", { class: "wide primary", href: "/" }, t("set-up-start"))
        : h("button", { type: "button", class: "wide primary", "data-key": "good", disabled: step.verdict === "again", onclick: () => act(step, "good", "", () => { open = null; }) }, t("set-up-next"))),
  ];
}

function draw(found) {
  const step = found.steps.find((each) => each.name === (open ?? found.now));
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
  await ask("/api/set-up").then(draw).catch((error) => tell(error.message || t("set-up-no-answer")));
}

async function again() {
  await look();
  setTimeout(again, ASK_EVERY);
}

at("import").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (file) await send("/api/set-up/profile", await file.text(), () => { open = null; });
  event.target.value = "";
});
speak(given.language, given.texts);
again();
