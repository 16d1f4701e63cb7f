// Four corners, tapped clockwise into the picture of a board. A corner can be moved; a loupe shows what the finger hides.

import { svg } from "./dom.js";

const main = document.querySelector(".tapping");
const words = JSON.parse(main.dataset.words);
const box = main.querySelector(".tapping-picture");
const image = box.querySelector("img");
const drawing = box.querySelector("svg");
const loupe = box.querySelector(".loupe");
const next = main.querySelector(".tapping-next");
const again = main.querySelector("[data-again]");
const use = main.querySelector("[data-use]");

const NEAR = 26; // CSS pixels from a corner at which a finger takes hold of it
const ZOOM = 3;
const LOUPE = 120;
let corners = [];
let held = -1;
let sent = false;

const wide = Number(image.getAttribute("width")); // pixels of the picture itself; image.width is that of the page
const scale = () => wide / image.getBoundingClientRect().width;

function place(event) {
  const area = image.getBoundingClientRect();
  const keep = (v, size) => Math.min(Math.max(v, 0), size);
  return [keep(event.clientX - area.left, area.width), keep(event.clientY - area.top, area.height)];
}

function say(text, kind = "") {
  next.textContent = text;
  next.className = `tapping-next ${kind}`;
}

function show() {
  const unit = scale();
  const points = corners.map(([x, y]) => `${x},${y}`).join(" ");
  const line = svg(corners.length === 4 ? "polygon" : "polyline", { points });
  const dots = corners.flatMap(([x, y], i) => {
    const label = svg("text", { x, y, "font-size": 13 * unit });
    label.textContent = String(i + 1);
    return [svg("circle", { cx: x, cy: y, r: 11 * unit, "fill-opacity": held === i ? 0.2 : 0.85 }), held === i ? svg("g", {}) : label];
  });
  drawing.replaceChildren(line, ...dots);
  again.disabled = sent || corners.length === 0;
  use.disabled = sent || corners.length !== 4;
  if (!sent) say(corners.length === 0 ? words.first : corners.length < 4 ? `${words.next} (${corners.length + 1}/4)` : words.all);
}

function magnify([x, y]) {
  const area = image.getBoundingClientRect();
  loupe.hidden = false;
  loupe.style.left = `${Math.min(Math.max(x - LOUPE / 2, 0), area.width - LOUPE)}px`;
  loupe.style.top = `${y > LOUPE + 40 ? y - LOUPE - 34 : y + 34}px`;
  loupe.style.backgroundImage = `url(${JSON.stringify(image.currentSrc || image.src)})`;
  loupe.style.backgroundSize = `${area.width * ZOOM}px ${area.height * ZOOM}px`;
  loupe.style.backgroundPosition = `${LOUPE / 2 - 3 - x * ZOOM}px ${LOUPE / 2 - 3 - y * ZOOM}px`;
}

box.addEventListener("pointerdown", (event) => {
  if (sent) return;
  const [x, y] = place(event);
  const unit = scale();
  held = corners.findIndex(([cx, cy]) => Math.hypot(cx / unit - x, cy / unit - y) < NEAR);
  if (held < 0 && corners.length < 4) held = corners.push([0, 0]) - 1;
  if (held < 0) return;
  box.setPointerCapture(event.pointerId);
  move(event);
});

function move(event) {
  if (held < 0) return;
  const at = place(event);
  corners[held] = at.map((v) => Math.round(v * scale() * 10) / 10);
  magnify(at);
  show();
}

function drop() {
  held = -1;
  loupe.hidden = true;
  show();
}

box.addEventListener("pointermove", move);
box.addEventListener("pointerup", drop);
box.addEventListener("pointercancel", drop);
again.addEventListener("click", () => {
  corners.pop();
  show();
});

use.addEventListener("click", async () => {
  use.disabled = true;
  try {
    const answer = await fetch("", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ corners }),
    });
    if (!answer.ok) throw new Error((await answer.json()).error);
    sent = true;
    show();
    say(words.done, "good");
  } catch (error) {
    show();
    say(`${words.refused} ${error.message}`, "bad");
  }
});

show();
