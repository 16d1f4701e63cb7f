// The last ruling with its reason, and everything that waits for a person: what does not stand, what was not read, what burns.

import { anotherCard } from "./amend.js";
import { sender } from "./commands.js";
import { h, icon } from "./dom.js";
import { card, say } from "./faces.js";
import { keypad } from "./keypad.js";
import { openSheet } from "./sheet.js";
import { t } from "./texts.js";

export const VERDICTS = {
  legal: { icon: "check", text: "verdict-legal" },
  illegal: { icon: "cross", text: "verdict-illegal" },
  loss: { icon: "flag", text: "verdict-loss" },
  win: { icon: "trophy", text: "verdict-win" },
  note: { icon: "info", text: "verdict-note" },
};

// Signs of what was said later of something that happened.
export const SAID_LATER = { insert: "plus", correction: "pencil", waiver: "check", undo: "undo", play_on: "flag" };

export const rule = (id) => (id ? h("span", { class: "rule" }, id) : null);

// Said aloud by screen readers as it changes. Out of sight where a dispute or the outcome says the same at length.
export const ruling = {
  of: (view) => [view.ruling, view.status, view.disputes.map((dispute) => dispute.entry), said(view)],
  draw: (view) => {
    const last = view.ruling;
    if (!last) return null;
    const elsewhere = view.disputes.some((dispute) => dispute.entry === last.entry) || ["won", "lost", "drawn"].includes(view.status);
    const { icon: sign, text } = VERDICTS[last.verdict];
    const later = SAID_LATER[said(view)];
    return h("div", { class: `ruling ruling-${last.verdict}${elsewhere ? " visually-hidden" : ""}` },
      h("span", { class: "ruling-sign" }, icon(later && last.verdict === "legal" ? later : sign)),
      h("p", { class: "ruling-text" }, later ? null : [h("strong", {}, t(text)), " "], last.text),
      rule(last.rule));
  },
};

// What kind of line the last ruling is about: what a person said later is no play, and so neither fine nor foul.
const said = (view) => view.log.find((line) => line.entry === view.ruling?.entry)?.kind;

export const attention = {
  of: (view) => [view.out_of_step, view.disputes, view.questions, view.duties, view.table.state === "lost" ? view.table : null, view.status],
  draw: (view) => [
    view.table.state === "lost" ? blind(view.table) : null,
    view.out_of_step ? outOfStep(view.out_of_step) : null,
    view.disputes.map((dispute) => disputed(dispute, view)),
    view.questions.map((question) => asked(question, view)),
    view.status === "playing" ? duties(view.duties) : null,
  ],
};

const notice = (kind, sign, title, mark, ...body) =>
  h("article", { class: `notice notice-${kind}` },
    h("header", { class: "notice-head" }, h("span", { class: "notice-sign" }, icon(sign)), h("h3", {}, title), mark), body);

function blind(table) {
  return notice("ask", "camera-off", table.text, null,
    h("p", { class: "notice-text" }, t("blind")),
    h("a", { class: "wide quiet", href: "/table" }, icon("camera"), t("see-table")));
}

function disputed(dispute, view) {
  const title = view.piles.find((pile) => pile.zone === dispute.zone)?.title ?? dispute.title ?? dispute.zone;
  const correct = () => anotherCard(dispute.entry, dispute.face, view);
  return notice("foul", "cross", t("does-not-stand"), rule(dispute.rule),
    h("div", { class: "notice-row" }, card(dispute.face, "small"),
      h("div", {}, h("p", { class: "notice-zone" }, title), h("p", { class: "notice-text" }, dispute.text))),
    h("p", { class: "notice-way" }, icon("hand"), t("take-back")),
    h("div", { class: "pair" },
      h("button", { type: "button", class: "quiet", "data-key": `correct-${dispute.entry}`, onclick: correct }, icon("pencil"), t("another-card")),
      sender({ class: "quiet", "data-key": `waive-${dispute.zone}` }, "waive", { zone: dispute.zone }, icon("check"), t("let-stand"))));
}

function asked(question, view) {
  const other = () =>
    openSheet(question.title, keypad({
      faces: view.faces, near: question.candidates[0]?.face ?? "", confirm: (words) => t("it-is", { words }),
      command: "answer", body: (face) => ({ question: question.id, face }),
    }));
  return notice("ask", "question", t("which-card"), null,
    h("div", { class: "notice-row" },
      question.picture ? h("img", { class: "crop", src: `/picture/${question.picture}.jpg`, alt: t("crop") }) : null,
      h("div", {}, h("p", { class: "notice-zone" }, question.title), h("p", { class: "notice-text" }, question.text || t("not-sure")))),
    h("div", { class: "candidates" }, question.candidates.map(({ face, confidence }) =>
      sender({ class: "candidate", "data-key": `answer-${question.id}-${face}`, "data-face": face, "aria-label": `${say(face)}, ${percent(confidence)}` },
        "answer", { question: question.id, face },
        card(face, "mini"),
        h("span", { class: "likely" }, h("span", {}, percent(confidence)), h("i", { style: { "--part": confidence } }))))),
    h("div", { class: "pair" },
      h("button", { type: "button", class: "quiet", "data-key": `other-${question.id}`, onclick: other }, icon("pad"), t("other-card")),
      sender({ class: "quiet", "data-key": `ignore-${question.id}` }, "ignore", { question: question.id }, icon("close"), t("ignore"))));
}

const percent = (confidence) => `${Math.round(confidence * 100)} %`;

function outOfStep({ zones }) {
  return notice("step", "swap", t("out-of-step"), null,
    h("ul", { class: "compare" }, zones.map((zone) =>
      h("li", {}, h("span", { class: "compare-title" }, zone.title),
        h("span", { class: "compare-side" }, h("small", {}, t("expected")), card(zone.expected, "mini")),
        h("span", { class: "compare-side" }, h("small", {}, t("seen")), card(zone.seen, "mini"))))),
    h("div", { class: "pair" },
      sender({ class: "quiet tall", "data-key": "trust-table" }, "trust", { whom: "table" },
        icon("camera"), h("span", {}, h("strong", {}, t("trust-table")), h("small", {}, t("trust-table-means")))),
      sender({ class: "quiet tall", "data-key": "trust-game" }, "trust", { whom: "game" },
        icon("cards"), h("span", {}, h("strong", {}, t("trust-game")), h("small", {}, t("trust-game-means"))))));
}

function duties(list) {
  if (!list.length) return null;
  return h("ul", { class: "duties", "aria-label": t("deadlines") }, list.map((duty) =>
    h("li", { class: `duty${duty.now ? " duty-now" : ""}${duty.certain_loss ? " duty-lost" : ""}` },
      icon(duty.card.startsWith("F") ? "flame" : "clock"),
      h("span", { class: "duty-text" }, duty.text),
      h("span", { class: "duty-when" }, duty.certain_loss ? t("too-late") : duty.now ? t("this-turn") : t("later")))));
}
