// What this phone asks of the table.

import { h, icon } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";
import { t } from "./texts.js";

const STAYS = 7000; // ms a notice stays
const LIMIT = 15000; // ms that a command may take; the companion itself waits longer (`ask_session` in companion/session/inbox.py)
const toast = document.getElementById("toast");
const sheet = document.getElementById("sheet");
const ASKED_FIRST = ["correct", "insert", "undo"]; // amendments: where later cards would be wrong then, the table asks before it does them
const AMENDS = [...ASKED_FIRST, "waive"];
let afterwards = () => {};
let allowed = { role: "referee", may: null };
let fading = null;

export function whenDone(call) {
  afterwards = call;
}

// `role`: what this phone is at the table; `may`: the commands that go with it.
export function prepareCommands({ role, may: names }) {
  allowed = { role, may: new Set(names) };
}

export const may = (name) => allowed.may?.has(name) ?? true;

// Why a command is not offered here, null where it is.
export const whyNot = (name) => (may(name) ? null : h("p", { class: "why" }, t(allowed.role === "spectator" ? "only-watches" : "referee-decides")));

// The table's answer if it did it, whose verdict and message are those of this command; null if not. A refusal is shown as the table said it.
export async function send(name, body = {}) {
  try {
    const response = await fetch(`/api/commands/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(LIMIT),
    });
    if (response.status === 401) location.assign("/pair");
    const answer = await response.json();
    if (response.ok) return hush(), afterwards(), answer;
    notify(answer.error);
  } catch {
    notify(t("no-answer"));
  }
  return null;
}

// A button that sends, and cannot be pressed twice while it does; null where this phone may not. `done`: called when the table did it.
// `atOnce`: not asked about first.
export function sender({ done, atOnce = false, ...props }, name, body, ...children) {
  if (!may(name)) return null;
  const button = h("button", { type: "button", ...props }, children);
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    const given = typeof body === "function" ? body() : body ?? {};
    const did = await send(name, ASKED_FIRST.includes(name) && !atOnce ? { confirm: false, ...given } : given);
    button.removeAttribute("aria-busy");
    if (did?.asks) askIfMeant(did.asks, name, given, done);
    else if (did) {
      done?.();
      if (AMENDS.includes(name) && did.open?.length) notify(did.message, "check"); // a foul that is still open keeps the voice
    }
  });
  return button;
}

// What would be wrong afterwards, with yes and no. `asks`: of the answer to a command that was not done yet.
function askIfMeant(asks, name, body, done) {
  const yes = sender({ class: "wide danger", "data-key": "asks-yes", atOnce: true, done: () => { closeSheet(); done?.(); } }, name, body, t("asks-yes"));
  openSheet(() => [t("asks-title"), h("p", { class: "sheet-lead" }, asks.text), yes,
    h("button", { type: "button", class: "wide quiet", "data-key": "asks-no", onclick: closeSheet }, t("asks-no"))]);
}

export function notify(words, sign = "alert") {
  toast.replaceChildren(icon(sign), h("span", {}, words),
    h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: hush }, icon("close")));
  (sheet.open ? sheet : document.body).append(toast); // nothing outside an open sheet can be seen or heard
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(hush, STAYS);
}

function hush() {
  toast.hidden = true;
}
