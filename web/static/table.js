// What the camera sees, again and again, without a flicker: the next picture is shown when it is complete.

import { speak, t } from "./texts.js";

const EVERY = 1000; // ms
const LIMIT = 8000; // ms that a picture may take
const given = JSON.parse(document.getElementById("given").textContent);
const picture = document.getElementById("picture");
const words = document.getElementById("words");
let shown = null;

async function look() {
  if (document.hidden) return;
  try {
    const response = await fetch("/picture/table.jpg", { cache: "no-cache", signal: AbortSignal.timeout(LIMIT) });
    if (response.status === 401) location.assign("/pair");
    if (!response.ok) return say(t(response.status === 404 ? "no-picture" : "no-answer"));
    const tag = response.headers.get("ETag");
    if (tag !== shown) await show(await response.blob(), tag);
    say("");
  } catch {
    say(t("reconnecting"));
  }
}

async function show(blob, tag) {
  const next = new Image();
  next.src = URL.createObjectURL(blob);
  await next.decode();
  URL.revokeObjectURL(picture.dataset.source ?? "");
  picture.dataset.source = picture.src = next.src;
  [picture.width, picture.height] = [next.naturalWidth, next.naturalHeight];
  picture.hidden = false;
  shown = tag;
}

function say(text) {
  if (words.textContent !== text) words.textContent = text;
  words.hidden = text === "";
}

async function again() {
  await look();
  setTimeout(again, EVERY);
}

speak(given.language, given.texts);
again();
