// What was found when the companion started: shown until somebody has read it on this phone.

import { h, icon } from "./dom.js";
import { t } from "./texts.js";

const KEY = "notices-read";
const read = new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
let again = () => {};

const unread = (view) => [view.left_out, ...(view.notices ?? [])].filter((text) => text && !read.has(text));

function hide(texts) {
  texts.forEach((text) => read.add(text));
  sessionStorage.setItem(KEY, JSON.stringify([...read]));
  again();
}

// `drawn`: draws the page again.
export const whenRead = (drawn) => { again = drawn; };

export const notices = {
  of: unread,
  draw: (view) => {
    const texts = unread(view);
    return texts.length
      ? h("article", { class: "notice notice-ask" },
        h("header", { class: "notice-head" }, h("span", { class: "notice-sign" }, icon("info")), h("h3", {}, t("notices"))),
        texts.map((text) => h("p", { class: "notice-text" }, text)),
        h("button", { type: "button", class: "wide quiet", "data-key": "notices-read", onclick: () => hide(texts) },
          icon("check"), t("notices-read")))
      : null;
  },
};
