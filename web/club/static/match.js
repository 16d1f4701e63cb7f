// A match while it is played: whenever its table changes, the log is asked for anew, never twice at once.

import { writeDates } from "./dates.js";
import { follow } from "./rows.js";

const given = JSON.parse(document.getElementById("given").textContent);
const log = document.getElementById("log");
const PAUSE = 500; // ms between two questions
let asking = false;
let again = false;

async function ask() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    const response = await fetch(`${location.pathname}?part=log&language=${given.language}`, { cache: "no-store" });
    if (response.ok) {
      log.innerHTML = await response.text();
      writeDates(log);
    }
  } catch {
    again = true; // the club is away: asked for again with the next word of it
  }
  setTimeout(() => {
    asking = false;
    if (again) {
      again = false;
      ask();
    }
  }, PAUSE);
}

follow({
  version: given.version,
  onRows: (rows) => rows.some((row) => row.table === given.table) && ask(),
  onLink: (live) => { document.getElementById("not-live").hidden = live; },
});
