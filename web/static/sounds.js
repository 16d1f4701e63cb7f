// Short tones on this phone, where somebody asked for them: a foul, a question, a match that was won or lost.

import { ofPhone } from "./memory.js";

const KEY = "sounds";
const LOUD = 0.15;
const TONES = { foul: [[220, 0.18], [165, 0.28]], ask: [[660, 0.12]], won: [[523, 0.12], [659, 0.12], [784, 0.3]], lost: [[330, 0.2], [262, 0.4]] }; // [hertz, seconds]
let wanted = ofPhone.get(KEY) === "yes";
let player = null;

export const canSound = () => "AudioContext" in window;
export const sounds = () => canSound() && wanted;

export function setSounding(yes) {
  wanted = yes;
  ofPhone.set(KEY, yes ? "yes" : "no");
  if (yes) wakeUp();
}

// Browsers let a page sound only once a finger has touched it.
export function prepareSounds() {
  addEventListener("pointerdown", () => sounds() && wakeUp(), { once: true });
}

function wakeUp() {
  player ??= new AudioContext();
  player.resume();
}

// What has just happened, as one tone; "" for nothing that is heard.
export function kindOfSound(before, view) {
  if (before.match?.id !== view.match?.id) return "";
  if (before.status === "playing" && view.status !== "playing") return view.status === "lost" ? "lost" : "won";
  if (view.disputes.length > before.disputes.length) return "foul";
  return view.questions.length > before.questions.length ? "ask" : "";
}

export function sound(before, view) {
  const tones = sounds() && player?.state === "running" ? TONES[kindOfSound(before, view)] : null;
  if (!tones) return;
  let at = player.currentTime;
  for (const [frequency, seconds] of tones) {
    const tone = new OscillatorNode(player, { frequency });
    tone.connect(new GainNode(player, { gain: LOUD })).connect(player.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
