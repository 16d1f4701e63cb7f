// The piles of a table without a mat, as they were found: are they named rightly? Two that are not exchange their names.

import { sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { openSheet } from "./sheet.js";
import { t } from "./texts.js";

export function foundPiles(view) {
  const found = view.found_piles;
  if (!found || found.sure) return null;
  const right = () => sender({ class: "quiet", "data-key": "piles-right" }, "piles", {}, icon("check"), t("piles-right"));
  const wrong = h("button", { type: "button", class: "quiet", "data-key": "piles-wrong", onclick: () => openNames(null) }, icon("swap"), t("piles-wrong"));
  return { kind: "ask", key: "found-piles", sign: "cards", title: t("piles-title"), text: found.text, now: () => [right(), wrong] };
}

// `first`: the pile whose name goes to the one that is tapped next; null as long as none was.
function openNames(first) {
  openSheet(({ found_piles: found }) => {
    if (!found || found.sure) return null;
    const piles = found.places.filter(({ zone }) => !zone.endsWith("draw") && zone !== first);
    const attributes = (zone) => ({ class: "wide quiet choice", "data-key": `name-${zone}` });
    return [t("piles-wrong"),
      h("img", { class: "seen-table", src: "/picture/table.jpg", alt: found.text }),
      h("p", { class: "sheet-text" }, t(first ? "piles-with" : "piles-which")),
      piles.map(({ zone, title }) => first
        ? sender({ ...attributes(zone), done: () => openNames(null) }, "piles", { swap: [first, zone] }, icon("swap"), title)
        : h("button", { type: "button", ...attributes(zone), onclick: () => openNames(zone) }, title))];
  }, (view) => view.found_piles);
}
