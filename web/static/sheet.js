// A sheet that slides up from below, for a choice. There is one at a time.

import { h, icon } from "./dom.js";
import { t } from "./texts.js";

const dialog = () => document.getElementById("sheet");

export function openSheet(title, ...body) {
  const sheet = dialog();
  sheet.replaceChildren(
    h("div", { class: "sheet-head" }, h("h2", { id: "sheet-title" }, title),
      h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: closeSheet }, icon("close"))),
    h("div", { class: "sheet-body" }, body),
  );
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
  return sheet;
}

export function closeSheet() {
  dialog().close();
}

export function prepareSheet() {
  const sheet = dialog();
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  sheet.addEventListener("close", () => sheet.replaceChildren());
}
