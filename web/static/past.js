// The pages of what was played: days as this phone's language says them, and the replays of a match.

import { openClip } from "./clip.js";
import { prepareSheet } from "./sheet.js";
import { speak } from "./texts.js";

const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeZone: "UTC" });
for (const time of document.querySelectorAll("time")) time.textContent = day.format(new Date(time.dateTime));

const given = document.getElementById("given");
if (given) {
  const { language, texts } = JSON.parse(given.textContent);
  speak(language, texts);
  prepareSheet();
  for (const button of document.querySelectorAll("[data-clip]")) button.addEventListener("click", () => openClip(button.dataset.clip));
}
