// Lines of the log, and the sheet of one of them. Any part of the page may open it; `amend.js` says what stands on it.

export const lineOf = (view, entry) => view.log.find((line) => line.entry === entry);

// Did it happen at the table, told at once or put in later? Everything else is what was said of it.
export const isFact = (line) => line.kind === "fact" || line.kind === "insert";

let openers = { entry: () => {}, missed: () => {} };

// `calls.entry(entry, zone)` opens the sheet of an entry from now on, `calls.missed(before, zone)` that of a card that was missed.
export function openEntriesWith(calls) {
  openers = calls;
}

// Open everything that can be said of one line of the log. `zone`: the pile on which the card was tapped.
export function openEntry(entry, zone = null) {
  openers.entry(entry, zone);
}

// Say which card was missed before an entry. `zone`: the pile that is offered first.
export function openMissed(before, zone = null) {
  openers.missed(before, zone);
}
