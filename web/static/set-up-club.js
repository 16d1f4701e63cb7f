// The club of the table: brokers that were found, what is typed, and how it stands. What is typed stays until it is taken.

import { ask, tell } from "./asking.js";
import { h } from "./dom.js";
import { speak, t } from "./texts.js";

const ASK_EVERY = 2000; // ms
const LIMIT = 60000; // ms that an answer may take: names that nobody has are looked for a long time
const given = JSON.parse(document.getElementById("given").textContent);
const at = (id) => document.getElementById(id);
const form = at("club");
let busy = false;

function show(club) {
  if (at("status").textContent !== club.said) at("status").textContent = club.said;
  at("leave").hidden = club.state === "off";
  if (!club.fixed.includes("password_file")) at("hint-password").textContent = club.has_password ? t("set-up-club-password-kept") : "";
  if (!club.fixed.includes("ca")) at("hint-ca").textContent = club.has_ca ? t("set-up-club-ca-kept") : "";
}

async function send(path, body) {
  if (busy) return;
  busy = true;
  form.setAttribute("aria-busy", "true");
  try {
    show(await ask(path, body, LIMIT));
    tell("");
    form.elements.password.value = form.elements.ca.value = "";
  } catch (error) {
    tell(error.message || t("set-up-no-answer"));
    at("problem").scrollIntoView({ block: "nearest" });
  } finally {
    busy = false;
    form.removeAttribute("aria-busy");
  }
}

async function join() {
  const typed = form.elements;
  const file = typed.ca.files[0];
  const body = Object.fromEntries(["broker", "name", "user", "nicknames", "names"].map((name) => [name, typed[name].value]));
  if (typed.password.value) body.password = typed.password.value;
  if (file) body.ca = await file.text();
  await send("/api/set-up/club", JSON.stringify(body));
}

function take(url) {
  form.elements.broker.value = url;
  form.elements.name.focus();
}

async function search() {
  const found = await ask("/api/set-up/club/found", undefined, LIMIT).catch(() => ({ brokers: [] }));
  at("none").hidden = found.brokers.length > 0;
  at("none").textContent = t("set-up-club-nothing");
  at("found").replaceChildren(...found.brokers.map((url) => h("button", { type: "button", class: "wide quiet", "data-key": url, onclick: () => take(url) }, url)));
}

async function look() {
  if (!document.hidden && !busy) await ask("/api/set-up/club").then(show).catch(() => null);
  setTimeout(look, ASK_EVERY);
}

form.addEventListener("submit", (event) => { event.preventDefault(); join(); });
at("leave").addEventListener("click", () => send("/api/set-up/club/leave", "{}"));
speak(given.language, given.texts);
show(given.club);
search();
look();
