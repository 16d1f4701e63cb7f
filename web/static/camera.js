// This phone is the camera: what it sees is sent to the companion picture by picture, the next when the last was taken.

import { tell as trouble } from "./asking.js";
import { h } from "./dom.js";
import { speak, t } from "./texts.js";

const EVERY = 100; // ms between two pictures at the least
const AGAIN = 2000; // ms until it is tried again where the companion does not answer
const LIMIT = 8000; // ms that a picture may take on its way
const LONGEST = 1280; // pixels of the longer side
const QUALITY = 0.85;
const given = JSON.parse(document.getElementById("given").textContent);
const at = (id) => document.getElementById(id);
const view = at("view");
const canvas = document.createElement("canvas");
let stream = null;
let awake = null;
let instead = false;

function tell(words, problem = "") {
  if (at("words").textContent !== words) at("words").textContent = words;
  at("words").toggleAttribute("data-live", stream !== null && !problem);
  trouble(problem);
}

const wanted = (device) => ({
  audio: false,
  video: { width: { ideal: LONGEST }, height: { ideal: 720 }, ...(device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } }) },
});

async function start(device = "") {
  at("go").disabled = true;
  try {
    release();
    stream = await navigator.mediaDevices.getUserMedia(wanted(device));
  } catch (error) {
    at("go").disabled = false;
    return tell(t("camera-text"), t(error.name === "NotAllowedError" ? "camera-denied" : "camera-none"));
  }
  view.srcObject = stream;
  await view.play();
  for (const track of stream.getVideoTracks()) track.addEventListener("ended", () => stop(t("camera-ended")));
  shown(true);
  stay();
  await choices();
  tell(t("camera-begins"));
  send(stream);
}

function release() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  view.srcObject = null;
}

function shown(live) {
  view.hidden = at("stop").hidden = !live;
  at("go").hidden = live;
  at("go").disabled = false;
}

function stop(problem = "") {
  release();
  shown(false);
  at("which").hidden = true;
  awake?.release().catch(() => null);
  awake = null;
  tell(t("camera-text"), problem);
  fetch("/api/camera/stop", { method: "POST" }).catch(() => null);
}

// The screen stays on: a phone that sleeps gives nothing.
async function stay() {
  awake = await navigator.wakeLock?.request("screen").catch(() => null);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && stream) stay();
});

async function choices() {
  const found = (await navigator.mediaDevices.enumerateDevices()).filter((each) => each.kind === "videoinput");
  const now = stream?.getVideoTracks()[0].getSettings().deviceId;
  at("which").hidden = found.length < 2;
  at("which").querySelector("select").replaceChildren(...found.map((each, i) =>
    h("option", { value: each.deviceId, selected: each.deviceId === now }, each.label || String(i + 1))));
}

function picture() {
  const scale = Math.min(1, LONGEST / Math.max(view.videoWidth, view.videoHeight));
  canvas.width = Math.round(view.videoWidth * scale);
  canvas.height = Math.round(view.videoHeight * scale);
  canvas.getContext("2d").drawImage(view, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob(done, "image/jpeg", QUALITY); });
}

const later = (ms) => new Promise((done) => { setTimeout(done, ms); });

// One loop a stream: it ends when the stream is another.
async function send(mine) {
  while (stream === mine) {
    const began = performance.now();
    const wait = await once().catch(() => (tell(t("camera-no-answer")), AGAIN));
    await later(Math.max(wait, EVERY - (performance.now() - began)));
  }
}

async function once() {
  const blob = await picture();
  if (!blob) return AGAIN;
  const response = await fetch(`/api/camera${instead ? "?instead" : ""}`, {
    method: "POST", headers: { "Content-Type": "image/jpeg" }, body: blob, signal: AbortSignal.timeout(LIMIT),
  });
  instead = false;
  if (response.status === 401) location.assign("/pair");
  const said = await response.json();
  if (response.ok) return tell(said.seen), 0;
  if (said.reason === "too-many") return AGAIN / 4;
  if (said.reason === "taken") instead = confirm(said.error);
  if (!instead) stop(said.error);
  return 0;
}

speak(given.language, given.texts);
at("go").addEventListener("click", () => start());
at("stop").addEventListener("click", () => stop());
at("which").addEventListener("change", (event) => start(event.target.value));
if (!given.wanted) {
  at("go").hidden = true;
  tell(t("camera-not-chosen"));
} else if (!window.isSecureContext) {
  at("go").hidden = true;
  tell(t("camera-insecure"));
} else if (!navigator.mediaDevices?.getUserMedia) {
  at("go").hidden = true;
  tell("", t("camera-none"));
}
