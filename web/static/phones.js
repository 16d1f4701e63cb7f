// Who is at the table: each phone with its name and role; a phone is let in, handed the referee's role, sent away.

import { ask, tell } from "./asking.js";
import { h, icon } from "./dom.js";
import { speak, t } from "./texts.js";

const ASK_EVERY = 3000; // ms
const ROLES = ["referee", "player", "spectator"];
const given = JSON.parse(document.getElementById("given").textContent);
const at = (id) => document.getElementById(id);
let drawn = "";

async function act(path, body) {
  try {
    await ask(path, JSON.stringify(body));
    tell("");
  } catch (error) {
    tell(error.message || t("no-answer"));
  }
  drawn = "";
  await look(true);
}

const nameOf = (phone) => phone.name || t("phones-nameless", { id: phone.id });

function row(phone, you) {
  const mine = phone.id === you.id;
  const rules = you.role === "referee";
  const role = h("select", { onchange: (event) => act(`/api/phones/${phone.id}`, { role: event.target.value }) },
    ROLES.map((each) => h("option", { value: each, selected: each === phone.role }, t(`role-${each}`))));
  const name = h("input", { value: phone.name, maxlength: 40, onchange: (event) => act(`/api/phones/${phone.id}`, { name: event.target.value }) });
  return h("li", { class: "phone", "data-phone": phone.id },
    h("div", { class: "phone-head" }, h("strong", {}, nameOf(phone)), mine ? h("span", {}, t("phones-you")) : null,
      h("span", { class: phone.here ? "phone-here" : "" }, t(phone.here ? "phones-here" : "phones-away"))),
    h("p", { class: "phone-means" }, `${t(`role-${phone.role}`)}: ${t(`role-${phone.role}-means`)}`),
    mine || rules ? h("label", {}, h("span", {}, t("phones-name")), name) : null,
    rules ? h("label", {}, h("span", {}, t("phones-role")), role) : null,
    mine || rules ? h("button", { type: "button", class: "wide quiet", "data-key": "remove", onclick: () => sendAway(phone) }, icon("close"), t("phones-remove")) : null);
}

function sendAway(phone) {
  if (confirm(t("phones-remove-sure", { name: nameOf(phone) }))) act(`/api/phones/${phone.id}/remove`, {});
}

function takeOver(phones, you) {
  const gone = !phones.some((phone) => phone.role === "referee" && phone.here);
  at("over").hidden = !(gone && you.role === "player");
  at("over").replaceChildren(h("p", {}, t("phones-take-over-text")),
    h("button", { type: "button", class: "wide primary", "data-key": "take-over", onclick: () => act("/api/referee", {}) }, t("phones-take-over")));
}

async function invite(you) {
  at("invite").hidden = you.role === "spectator";
  if (you.role === "spectator") return;
  const found = await ask("/api/invitation");
  const code = new DOMParser().parseFromString(found.svg, "image/svg+xml").documentElement;
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", t("phones-invite"));
  at("invite").replaceChildren(h("div", { class: "invite" }, h("h2", {}, t("phones-invite")), code,
    h("p", {}, t("phones-invite-text", { address: found.address, code: found.code }))));
}

async function look(now = false) {
  if (document.hidden || (!now && at("phones").contains(document.activeElement))) return; // nothing moves under a finger
  const found = await ask("/api/phones").catch(() => null);
  if (!found) return;
  const you = found.phones.find((phone) => phone.id === found.you);
  if (!you) return;
  const listed = JSON.stringify(found);
  await invite(you).catch(() => null);
  if (listed === drawn) return;
  drawn = listed;
  takeOver(found.phones, you);
  at("phones").replaceChildren(...found.phones.map((phone) => row(phone, you)));
}

speak(given.language, given.texts);
if (given.open) tell(t("phones-open"));
else {
  look();
  setInterval(() => look(), ASK_EVERY);
}
