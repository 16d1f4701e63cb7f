// The sheet that comes up from below: one thing to do, closed by a tap beside it. What stands on it follows the match.

import { fill, h, icon, whenFree } from "./dom.js";
import { t } from "./texts.js";

const dialog = () => document.getElementById("sheet");
let open = null;
let view = null;

// `draw(view)`: [title, ...what stands on it]; null where what it speaks of is over, which closes it. `of(view)`: what of the view it
// shows; without it, the sheet stays as it was opened.
export function openSheet(draw, of = null) {
  const sheet = dialog();
  open = { draw, of, shown: of ? JSON.stringify(of(view)) : null };
  if (!show()) return;
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

function show() {
  const drawn = open.draw(view);
  if (!drawn) return closeSheet(), false;
  const [title, ...body] = drawn;
  const top = dialog().scrollTop;
  fill(dialog(), [
    h("header", { class: "sheet-head" }, h("h2", { id: "sheet-title" }, title),
      h("button", { type: "button", class: "round", "data-key": "sheet-close", "aria-label": t("close"), onclick: closeSheet }, icon("close"))),
    h("div", { class: "sheet-body" }, body),
  ]);
  dialog().scrollTop = top;
  return true;
}

export function follow(next) {
  view = next;
  whenFree(() => {
    if (!open?.of) return;
    const now = JSON.stringify(open.of(view));
    if (now === open.shown) return;
    open.shown = now;
    show();
  });
}

export function closeSheet() {
  open = null;
  if (dialog().open) dialog().close();
}

export function prepareSheet() {
  const sheet = dialog();
  sheet.addEventListener("click", (event) => event.target === sheet && closeSheet());
  sheet.addEventListener("close", () => { open = null; sheet.replaceChildren(); });
}
