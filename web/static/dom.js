// The few words with which the page is written.

const SVG = "http://www.w3.org/2000/svg";

// h("button", { class: "quiet", onclick: press }, "Undo"): an element. Children that are null or false are left out.
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...kept(children));
  return element;
}

const kept = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "style") for (const [property, to] of Object.entries(value)) element.style.setProperty(property, to);
  else element.setAttribute(name, value === true ? "" : value);
}

export function icon(name, kind = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// What is drawn waits while a finger is down: nothing moves away under it.
let down = false;
const waiting = new Set();
addEventListener("pointerdown", () => { down = true; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift), true); // after the click

function lift() {
  down = false;
  const drawn = [...waiting];
  waiting.clear();
  drawn.forEach((draw) => draw());
}

export function whenFree(draw) {
  if (down) waiting.add(draw);
  else draw();
}

// Puts nodes into a host. Keeps the focus and what was scrolled where they were.
export function fill(host, nodes) {
  const focused = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const scrolled = [...host.querySelectorAll("[data-scroll]")].map((each) => [each.dataset.scroll, each.scrollTop]);
  host.replaceChildren(...kept([nodes]));
  for (const [key, top] of scrolled) host.querySelector(`[data-scroll="${key}"]`)?.scrollTo(0, top);
  if (focused) host.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

// A part of the page that is drawn again only when what it shows has changed.
export function part(host, { of, draw }) {
  let shown = null;
  let latest = null;
  const redraw = () => {
    const now = JSON.stringify(of(latest));
    if (now === shown) return;
    shown = now;
    fill(host, draw(latest));
    host.hidden = host.childNodes.length === 0;
  };
  return (view) => {
    latest = view;
    whenFree(redraw);
  };
}
