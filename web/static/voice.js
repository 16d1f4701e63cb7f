// One voice of a fixed height below the table: the weightiest word, with what can be done about it, and how many others there are.

import { showMe } from "./clip.js";
import { may, sender, whyNot } from "./commands.js";
import { answersTo } from "./foul.js";
import { h, icon } from "./dom.js";
import { comparison, openCheck } from "./compare.js";
import { openEntry } from "./entries.js";
import { say } from "./faces.js";
import { candidates, keypad } from "./keypad.js";
import { nextMatch } from "./matches.js";
import { ofVisit } from "./memory.js";
import { near } from "./near.js";
import { boardNaming } from "./board_naming.js";
import { foundPiles } from "./found_piles.js";
import { hide, refusal, unread } from "./notices.js";
import { shareButton } from "./share.js";
import { closeSheet, openSheet } from "./sheet.js";
import { counted, t } from "./texts.js";

export const VERDICTS = {
  legal: { icon: "check", text: "verdict-legal" },
  illegal: { icon: "cross", text: "verdict-illegal" },
  loss: { icon: "flag", text: "verdict-loss" },
  win: { icon: "trophy", text: "verdict-win" },
  note: { icon: "info", text: "verdict-note" },
};

// Signs of what was said later of something that happened.
export const SAID_LATER = { insert: "plus", correction: "pencil", waiver: "check", undo: "undo", play_on: "flag" };
const MANY_PLACES = 8; // so many places differ after a match was cleared away, or was not
const FIRST = 3; // candidates of a question that the voice offers at once
const OVER = ["won", "lost", "drawn"];

// A word: how it looks (`kind`, `sign`), what it says (`title`, `text`, `rule`), what can be done about it at once (`now`) and at length
// (`more`), and where it ends on the table (`zone`).
export function words(view) {
  const said = ruling(view);
  return [
    view.table.state === "lost" ? blind(view) : null,
    ...(view.trouble ?? []).map(trouble),
    ...unread(view).map((text) => notice(text)),
    found(view),
    ...view.disputes.map((dispute) => foul(dispute, view)),
    boardNaming(view) ?? foundPiles(view) ?? searched(view),
    ...(view.pile_questions ?? []).map(onWhichPile),
    view.turn_question ? turnEnded(view.turn_question) : null,
    ...view.questions.map((each) => question(each, view)),
    view.learning ? learning(view.learning) : null,
    view.out_of_step ? outOfStep(view.out_of_step, view) : null,
    ...(view.twins ?? []).map(twins),
    ...(view.misread ?? []).map(misread),
    refusal(view) ? notice(refusal(view), { key: "refused", sign: "link", title: "refused" }) : null,
    endByCount(view),
    ended(view),
    said?.heavy ? said : null,
    ...view.duties.filter((duty) => view.status === "playing" && duty.turns !== null).map(due),
    said?.heavy ? null : said,
  ].filter(Boolean);
}

const shown = (view) => [
  view.match?.id, view.status, view.turn_question, view.pile_questions, searched(view), view.ruling, view.disputes, view.questions, view.learning, view.out_of_step, view.twins, view.misread, view.counted, view.duties, view.outcome, view.next, view.trouble, view.found_piles, view.board_naming,
  view.log.map((line) => line.clip ?? 0).join(), unread(view), refusal(view), view.table.state === "lost" && view.table.text, view.piles.length, saidLater(view), put.away,
];

export const voice = {
  of: (view) => [shown(view)],
  draw: (view) => {
    if (view.status === "idle" && !words(view).length) return null;
    const all = words(view);
    return all.length ? spoken(all[0], all.length - 1, view) : h("div", { class: "word word-none" });
  },
};

function spoken(word, others, view) {
  return h("article", { class: `word word-${word.kind}`, "data-word": word.key },
    h("header", { class: "word-head" },
      h("span", { class: "word-sign" }, icon(word.sign)), h("h2", { class: "word-title" }, word.title), showMe(word.clip, { key: "word" }), word.aside?.(), rule(word.rule, view),
      others ? h("button", { type: "button", class: "more", "data-key": "more", "aria-label": counted("more-words", others), onclick: openAll }, `+${others}`) : null),
    word.text ? h("div", { class: "word-text", "data-scroll": word.key, tabindex: 0 }, said(word)) : null,
    word.now ? h("div", { class: "word-now" }, word.now()) : null);
}

// What happened, and what to do now.
const said = ({ text, remedy }) => [text ? h("p", {}, text) : null, remedy ? h("p", { class: "word-remedy" }, remedy) : null];

function openAll() {
  openSheet((view) => {
    const all = words(view);
    return all.length ? [t("all-words"), all.map((word) => h("article", { class: `word word-long word-${word.kind}` },
      h("header", { class: "word-head" }, h("span", { class: "word-sign" }, icon(word.sign)), h("h3", { class: "word-title" }, word.title), showMe(word.clip), rule(word.rule, view)),
      said(word), (word.more ?? word.now)?.()))] : null;
  }, shown);
}

// The rule, with its number and what it says, is a tap away.
export function rule(id, view) {
  if (!id) return null;
  const open = () => openSheet(() => [t("the-rule", { id }), view.rules?.[id] ? h("p", { class: "sheet-lead" }, view.rules[id]) : null]);
  return h("button", { type: "button", class: "rule", "data-key": `rule-${id}`, "aria-label": t("the-rule", { id }), onclick: open }, icon("info"));
}

export const deadline = (duty) => (duty.certain_loss ? t("too-late") : duty.turns === 0 ? t("this-turn") : counted("in-turns", duty.turns));

const clipOf = (view, entry) => view.log.find((line) => line.entry === entry)?.clip;

// What kind of line the last ruling is about: what a person said later is no play, and so neither fine nor foul.
const saidLater = (view) => view.log.find((line) => line.entry === view.ruling?.entry)?.kind;

function ruling(view) {
  const last = view.ruling;
  if (!last || OVER.includes(view.status) || view.disputes.some((dispute) => dispute.entry === last.entry)) return null;
  const { icon: sign, text } = VERDICTS[last.verdict];
  const later = SAID_LATER[saidLater(view)];
  const answers = last.foul && may("correct") ? answersTo(last.foul, last, view) : [];
  return {
    kind: last.verdict, key: "ruling", sign: later && last.verdict === "legal" ? later : sign, rule: last.rule,
    clip: clipOf(view, last.entry),
    title: later && last.verdict === "legal" ? t("put-right-title") : last.foul?.what ?? t(text), text: last.text, remedy: last.foul?.remedy,
    now: answers.length ? () => answersTo(last.foul, last, view) : null, heavy: Boolean(later) || last.verdict !== "legal" || last.news,
  };
}

const blind = (view) => ({
  kind: "ask", key: "blind", sign: "camera-off", title: t("blind-title"), text: `${view.table.text}.`,
  now: () => h("a", { class: "quiet", href: "/table" }, icon("camera"), t("see-table")),
});

const trouble = (text) => ({ kind: "illegal", key: "trouble", sign: "alert", title: t("trouble"), text });

const notice = (text, { key = "notice", sign = "info", title = "notices" } = {}) => ({
  kind: "ask", key, sign, title: t(title), text,
  now: () => h("button", { type: "button", class: "quiet", "data-key": "notices-read", onclick: () => hide(text) }, icon("check"), t("notices-read")),
});

const foul = (dispute, view) => ({
  kind: "foul", key: `foul-${dispute.entry}`, sign: "cross", title: dispute.foul?.what ?? t("does-not-stand"), rule: dispute.rule, text: dispute.text, remedy: dispute.foul?.remedy,
  zone: dispute.zone, clip: clipOf(view, dispute.entry), now: () => whyNot("correct") ?? answersTo(dispute.foul, dispute, view),
});

// Whose hand it was is not always seen: it is asked whether a turn had ended.
const turnEnded = ({ id, text, yes, no }) => ({
  kind: "ask", key: `turn-${id}`, sign: "players", title: text,
  now: () => whyNot("turn_ended") ?? [[true, yes], [false, no]].map(([ended, label]) =>
    sender({ class: "quiet", "data-key": `turn-ended-${ended}` }, "turn_ended", { question: id, ended }, label)),
});

// A card lies where no pile is known, or on a pile of which nobody knows which it is.
function onWhichPile(asked) {
  const now = () => whyNot("answer_pile") ?? [cropOf(asked), liesOn(asked, asked.piles[0]),
    h("button", { type: "button", class: "quiet", "data-key": `pile-other-${asked.id}`, onclick: () => openPileQuestion(asked.id) }, t("pile-other"))];
  const more = () => whyNot("answer_pile") ?? [cropOf(asked), everyPile(asked)];
  return { kind: "ask", key: `pile-${asked.id}`, sign: "question", title: asked.text, now, more };
}

const cropOf = ({ picture }, kind = "crop") => h("img", { class: kind, src: `/picture/${picture}.jpg`, alt: t("crop"), onerror: (event) => event.target.remove() });
const liesOn = (asked, { zone, title }) => sender({ class: "quiet", "data-key": `lies-on-${zone}`, done: closeSheet }, "answer_pile", { question: asked.id, zone }, title);
const everyPile = (asked) => [h("div", { class: "pair pile-choices" }, asked.piles.map((pile) => liesOn(asked, pile))),
  asked.none ? sender({ class: "wide quiet choice", "data-key": `ignore-${asked.id}`, done: closeSheet }, "ignore", { question: asked.id }, icon("close"), h("span", {}, asked.none)) : null];

function openPileQuestion(id) {
  openSheet((view) => {
    const asked = view.pile_questions.find((each) => each.id === id);
    return asked ? [asked.text, cropOf(asked, "crop pile-asked"), everyPile(asked)] : null;
  }, (view) => view.pile_questions.find((each) => each.id === id));
}

// What is seen of a table without a mat before its first card, and what is waited for.
const searched = (view) => (view.table.searched ? { kind: "step", key: "bare-table", sign: "eye", title: t("bare-title"), text: view.table.text } : null);

const answering = (asked, view) => [guesses(asked, view), "answer", (face) => ({ question: asked.id, face }), asked.picture];

// What it may be: as the eye thinks; where it has no idea, the chips that are played with, or what is like the card that lies there.
function guesses(asked, view) {
  if (asked.candidates.length) return asked.candidates.map(({ face }) => face);
  const cell = view.board?.cells.some(({ zone }) => zone === asked.zone);
  return cell ? played(view) : near(view.piles.find((pile) => pile.zone === asked.zone)?.top ?? "", view.faces);
}

// The chips that are played with, of all colours as long as a team has not chosen its own.
function played(view) {
  const teams = view.seats.map((seat) => seat.team);
  return teams.every(Boolean) ? [...new Set(teams)] : ["blue", "green", "red"];
}

function question(asked, view) {
  const now = () => {
    const [faces, ...rest] = answering(asked, view);
    return whyNot("answer") ?? [candidates(faces.slice(0, FIRST), ...rest),
      h("button", { type: "button", class: "quiet", "data-key": `other-${asked.id}`, onclick: () => openQuestion(asked.id) }, t("other-card"))];
  };
  const more = () => whyNot("answer") ?? [candidates(...answering(asked, view)), h("button", { type: "button", class: "wide quiet", onclick: () => openQuestion(asked.id) }, icon("pad"), t("other-card"))];
  return { kind: "ask", key: `question-${asked.id}`, sign: "question", title: t("which-card-on", { place: asked.title }), zone: asked.zone, now, more };
}

// Every card that it might be, and that nothing was laid at all.
function openQuestion(id) {
  const state = {};
  openSheet((view) => {
    const asked = view.questions.find((each) => each.id === id);
    if (!asked) return null;
    const [faces, command, body, picture] = answering(asked, view);
    return [t("which-card-on", { place: asked.title }),
      h("p", { class: "sheet-text" }, asked.text || t("not-sure")),
      candidates(faces, command, body, picture),
      sender({ class: "wide quiet choice", "data-key": `ignore-${id}` }, "ignore", { question: id }, icon("close"), h("span", {}, asked.none)),
      h("h3", {}, t("any-card")),
      keypad({ faces: view.faces, near: faces[0] ?? "", command, body, state })];
  }, (view) => view.questions.find((each) => each.id === id));
}

const TRUST = { table: { title: "trust-table", means: "trust-table-means" }, game: { title: "trust-game", means: "trust-game-means" } };

// What is done where table and match differ, with what each means.
const settle = () => whyNot("trust") ?? h("div", { class: "pair" }, [["table", "camera"], ["game", "cards"]].map(([whom, sign]) =>
  h("div", {}, trust(whom, sign), h("p", { class: "sheet-text" }, t(TRUST[whom].means)))));
const trust = (whom, sign) => sender({ class: "quiet", "data-key": `trust-${whom}` }, "trust", { whom }, icon(sign), t(TRUST[whom].title));

export const openTableCheck = () => openCheck(settle);

function outOfStep({ zones }, view) {
  const look = () => h("button", { type: "button", class: "look", "data-key": "check", "aria-label": t("check-table"), onclick: openTableCheck }, icon("eye"));
  const now = () => [look(), whyNot("trust") ?? [trust("table", "camera"), trust("game", "cards")]];
  const few = zones.length <= 2;
  const more = () => [comparison(view), settle()];
  const text = zones.length === 1 ? `${zones[0].title}: ${differs(zones[0])}` : few ? zones.map((zone) => `${zone.title}: ${differs(zone)}`).join(" · ") : zones.length > MANY_PLACES ? counted("places-differ", zones.length) : counted("check-differs", zones.length);
  return { kind: "step", key: "out-of-step", sign: "swap", title: t("out-of-step"), text, now, more };
}

// Cards that are being learned: until then the camera reads none of them.
const learning = ({ title, text, percent }) => ({
  kind: "step", key: "learning", sign: "cards", title, text,
  now: () => h("progress", { max: 100, value: percent, "aria-label": title }, `${percent} %`),
});

const differs = (zone) => t("differs", { expected: say(zone.expected), seen: say(zone.seen) });

const twins = ({ entry, other, text }) => ({
  kind: "ask", key: `twins-${entry}`, sign: "cards", title: t("twins-title"), text,
  now: () => whyNot("correct") ?? [[entry, "the-later"], [other, "the-earlier"]].map(([n, id]) =>
    h("button", { type: "button", class: "quiet", "data-key": `twin-${n}`, onclick: () => openEntry(n) }, icon("pencil"), t(id))),
});

const misread = ({ text, cards }) => ({
  kind: "ask", key: `misread-${cards[0].entry}`, sign: "cards", title: t("misread-title"), text,
  now: () => whyNot("correct") ?? cards.map(({ entry, face }) =>
    h("button", { type: "button", class: "quiet", "data-key": `misread-${entry}`, "aria-label": say(face), onclick: () => openEntry(entry) }, icon("pencil"), say(face))),
});

// What belongs to every turn is no warning.
const due = (duty) => ({
  kind: duty.certain_loss ? "foul" : duty.usual ? "step" : "due", key: `duty-${duty.rule}-${duty.zone}`, sign: duty.certain_loss ? "alert" : "clock",
  title: deadline(duty), text: duty.text, rule: duty.rule, zone: duty.zone,
});

// An end that nobody saw when it happened: a correction found it, and the table says whether it is one. To accept it only hides the
// question, on this phone.
const put = { away: ofVisit.get("found") }; // the question that this phone has put away
const asked = (view) => `${view.match.id} ${view.outcome.found.turn} ${view.outcome.text}`;
export const isAsked = (view) => Boolean(view.outcome?.found) && put.away !== asked(view);

function found(view) {
  if (!isAsked(view)) return null;
  const { text, accept, play_on: playOn } = view.outcome.found;
  const yes = () => {
    put.away = asked(view);
    ofVisit.set("found", put.away);
    dispatchEvent(new Event("redraw"));
  };
  return {
    kind: "step", key: "found", sign: "question", title: t("found-title"), text,
    now: () => [h("button", { type: "button", class: "quiet", "data-key": "found-accept", onclick: yes }, accept),
      playOn ? sender({ class: "quiet", "data-key": "found-play-on" }, "play_on", {}, playOn) : null],
  };
}

// An end that only the count of cards tells is none before somebody says so.
function endByCount(view) {
  const key = view.counted && `${view.match.id} ${view.turn.number} ${view.counted.text}`;
  if (!key || put.away === key) return null;
  const no = () => {
    put.away = key;
    sessionStorage.setItem("found", key);
    dispatchEvent(new Event("redraw"));
  };
  const { text, yes, no: missed } = view.counted;
  return {
    kind: "ask", key: "counted", sign: "question", title: t("counted-title"), text,
    now: () => whyNot("claim") ?? [sender({ class: "quiet", "data-key": "counted-yes" }, "claim", { code: "assess" }, yes),
      h("button", { type: "button", class: "quiet", "data-key": "counted-no", onclick: no }, missed)],
  };
}

const ENDS = { won: ["trophy", "won"], lost: ["flag", "lost"], drawn: ["swap", "drawn"] };

function ended(view) {
  if (!ENDS[view.status] || isAsked(view)) return null;
  const winners = view.outcome?.winners ?? [];
  const [sign, title] = winners.length ? ENDS.won : ENDS[view.status];
  const lost = view.ruling?.verdict === "loss" && view.ruling.foul ? view.ruling : null; // by a card, which may have been misread or missed
  const now = () => [lost && may("correct") ? answersTo(lost.foul, lost, view) : null,
    view.next && may("start") ? sender({ class: "quiet", "data-key": "next" }, "start", nextMatch(view.next), view.next.text) : null];
  return {
    kind: winners.length ? "won" : view.status, key: "ended", sign, title: lost?.foul.what ?? (winners.length ? t("wins", { names: winners.join(" + ") }) : t(title)), text: lost ? lost.text.replace(view.outcome.text, "").trim() : view.outcome?.text, remedy: lost?.foul.remedy, rule: lost?.rule,
    clip: clipOf(view, view.ruling?.entry), now: now().flat().some(Boolean) ? now : null, aside: () => shareButton(view),
  };
}
