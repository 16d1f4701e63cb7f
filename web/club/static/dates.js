// Days and hours on the club's pages, as the phone's country writes them. They are those of the club's own clock, wherever the phone is.

import { dayFormat, momentFormat } from "/static/dates.js";

const { lang } = document.documentElement;
const [day, moment] = [dayFormat(lang, { timeZone: "UTC" }), momentFormat(lang, { timeZone: "UTC" })];

// Write every day and hour below an element anew. Without scripts the page keeps them as the club sent them.
export function writeDates(root = document) {
  for (const time of root.querySelectorAll("time")) {
    const hasHour = time.dateTime.includes("T");
    time.textContent = (hasHour ? moment : day).format(new Date(hasHour ? `${time.dateTime}Z` : time.dateTime));
  }
}

writeDates();
