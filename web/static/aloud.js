// The weightiest word aloud, in the browser's own voice, on phones that were asked to speak.

import { say as sayFace } from "./faces.js";
import { ofPhone } from "./memory.js";
import { words } from "./voice.js";

const KEY = "aloud";
const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" }; // a voice reads the signs as symbols
let last = null;
let wanted = ofPhone.get(KEY) === "yes";
let language = "en";

export const canSpeak = () => "speechSynthesis" in window;
export const speaks = () => canSpeak() && wanted;

export function setSpeaking(yes, view) {
  wanted = yes;
  ofPhone.set(KEY, yes ? "yes" : "no");
  last = null;
  if (yes) say(view);
  else speechSynthesis.cancel();
}

export function prepareSpeech(spoken, view) {
  language = spoken;
  last = sentence(view);
}

// What is new since the last time; the newest word interrupts an older one.
export function say(view) {
  const now = sentence(view);
  if (now === last) return;
  last = now;
  if (!now || !speaks()) return;
  const spoken = new SpeechSynthesisUtterance(now);
  spoken.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

function sentence(view) {
  const [word] = words(view);
  const said = word ? [word.title, word.text, word.remedy].filter(Boolean).map((each) => (/[.!?:]$/.test(each) ? each : `${each}.`)).join(" ") : "";
  return said.replace(/(10|[2-9JQKA])([♠♥♦♣])/g, (_, rank, sign) => sayFace(rank + SUITS[sign]));
}
