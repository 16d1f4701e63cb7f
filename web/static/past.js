// The pages of what was played: days as this phone's language says them, and the replays of a match.

import { openClip } from "./clip.js";
import { dayFormat, hourFormat } from "./dates.js";
import { prepareSheet } from "./sheet.js";
import { speak } from "./texts.js";

// Days and hours of the table's own clock, wherever the phone is.
const { lang } = document.documentElement;
const [day, hour] = [dayFormat(lang, { timeZone: "UTC" }), hourFormat(lang, { timeZone: "UTC" })];
for (const time of document.querySelectorAll("time")) {
  const clock = time.dateTime.includes("T");
  time.textContent = (clock ? hour : day).format(new Date(clock ? `${time.dateTime}Z` : time.dateTime));
}

const given = document.getElementById("given");
if (given) {
  const { language, texts } = JSON.parse(given.textContent);
  speak(language, texts);
  prepareSheet();
  for (const button of document.querySelectorAll("[data-clip]")) button.addEventListener("click", () => openClip(button.dataset.clip));
}
