// The few words with which the page is written.

const SVG = "http://www.w3.org/2000/svg";

// h("button", { class: "quiet", onclick: press }, "Undo"): an element. Children that are null or false are left out.
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

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

// A part of the page that is drawn again only when what it shows has changed. Keeps the focus where it was.
export function part(host, { of, draw }) {
  let shown = null;
  return (view) => {
    const now = JSON.stringify(of(view));
    if (now === shown) return;
    shown = now;
    const focused = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const nodes = [draw(view)].flat(Infinity).filter(Boolean);
    host.replaceChildren(...nodes);
    host.hidden = nodes.length === 0;
    if (focused) host.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  };
}
