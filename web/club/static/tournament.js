// A tournament while it runs: asked for anew when one of its tables changes, and every two seconds, as a person may have entered
// something elsewhere. Never twice at once, and never below the fingers of somebody who is filling in a form.

import { makeAsker } from "./anew.js";
import { writeDates } from "./dates.js";
import { follow } from "./rows.js";

const given = JSON.parse(document.getElementById("given").textContent);
const live = document.getElementById("live");
const PAUSE = 500; // ms between two questions
const ANEW_EVERY = 2000; // ms until the page asks by itself
let mark = given.mark; // of what is shown
let asked = performance.now();

const isBusy = () => live.querySelector(".club-correct[open]") !== null || live.contains(document.activeElement);

function show(words) {
  const open = [...live.querySelectorAll("details[open]")].map((each) => each.id);
  live.innerHTML = words;
  writeDates(live);
  open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
}

const ask = makeAsker(async () => {
  if (isBusy()) return;
  asked = performance.now();
  const where = new URLSearchParams({ part: live.dataset.part, language: given.language, mark });
  const response = await fetch(`${location.pathname}?${where}`, { cache: "no-store" });
  const words = await response.text();
  if (response.status === 200 && !isBusy()) {
    mark = response.headers.get("Tournament-Mark");
    show(words);
  }
}, PAUSE);

const askIfDue = () => performance.now() - asked > ANEW_EVERY && ask();

follow({
  version: given.version,
  onRows: (rows) => (rows.some((row) => given.tables.includes(row.table)) ? ask() : askIfDue()),
  onLink: (isLive) => { document.getElementById("not-live").hidden = isLive; },
  onBeat: askIfDue,
});
