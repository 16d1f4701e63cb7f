// A match while it is played: whenever its table changes, the log is asked for anew, never twice at once.

import { makeAsker } from "./anew.js";
import { writeDates } from "./dates.js";
import { follow } from "./rows.js";

const given = JSON.parse(document.getElementById("given").textContent);
const log = document.getElementById("log");
const PAUSE = 500; // ms between two questions

const ask = makeAsker(async () => {
  const response = await fetch(`${location.pathname}?part=log&language=${given.language}`, { cache: "no-store" });
  if (response.ok) {
    log.innerHTML = await response.text();
    writeDates(log);
  }
}, PAUSE);

follow({
  version: given.version,
  onRows: (rows) => rows.some((row) => row.table === given.table) && ask(),
  onLink: (live) => { document.getElementById("not-live").hidden = live; },
});
