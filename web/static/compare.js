// Table and match in one picture: the mat with every pile as it lies, marked where the camera sees another card than the match has.

import { grid, openCell, wrong } from "./board.js";
import { h, icon } from "./dom.js";
import { card, say } from "./faces.js";
import { openSheet } from "./sheet.js";
import { counted, t } from "./texts.js";

const shown = (view) => [view.out_of_step, view.piles, view.board, view.table, view.match?.id];
const differing = (view) => view.out_of_step?.zones ?? [];

// `trust(view)`: what can be done about it.
export function openCheck(trust) {
  openSheet((view) => view.match && [t("check-table"), h("p", { class: "sheet-lead", role: "status" }, verdict(view)), comparison(view), differing(view).length ? trust(view) : null,
    h("a", { class: "wide quiet choice", href: "/table" }, icon("camera"), t("see-table"))], shown);
}

function verdict(view) {
  if (view.table.state !== "still") return view.table.text;
  return differing(view).length ? counted("check-differs", differing(view).length) : t("check-fine");
}

// The picture, with what its two signs mean.
export function comparison(view) {
  return h("div", { class: "compare-picture" },
    view.board ? grid(view, wrong(view), (cell) => openCell(cell.zone), "board-sheet") : mat(view),
    differing(view).length && !view.board ? h("ul", { class: "compare-key" },
      h("li", {}, icon("eye"), t("seen")), h("li", {}, icon("cards"), t("expected"))) : null);
}

function mat(view) {
  const [across, down] = view.mat.size;
  const share = (part, whole) => `${(100 * part) / whole}%`;
  return h("ul", { class: "mat mat-check", style: { "--ratio": across / down } }, view.mat.zones.map(({ zone, kind, rect: [left, top, width, height] }) => {
    const place = { left: share(left, across), top: share(top, down), width: share(width, across), height: share(height, down) };
    const pile = view.piles.find((each) => each.zone === zone);
    const other = differing(view).find((each) => each.zone === zone);
    return h("li", { class: `mat-zone mat-${kind}${other ? " mat-differs" : ""}`, "data-zone": zone, style: place, "aria-label": pile ? described(pile, other) : null },
      other ? [side("eye", other.seen), side("cards", other.expected)] : pile ? card(pile.top, "mini", empty()) : kind === "draw" ? icon("deck") : null);
  }));
}

const empty = () => h("span", { class: "ghost" });
const side = (sign, face) => h("span", { class: "mat-side" }, icon(sign), card(face, "mini", empty()));
const described = (pile, other) => `${pile.title}: ${other ? t("differs", { expected: say(other.expected), seen: say(other.seen) }) : say(pile.top)}`;
