// All tables at a glance. A table keeps its place; whoever calls the referee stands above, the longest waiting first.

import { card as drawCard } from "/static/faces.js";
import { speak } from "/static/texts.js";
import { follow } from "./rows.js";

const given = JSON.parse(document.getElementById("given").textContent);
const rows = new Map(); // by table
const cards = new Map(); // the element of each table
const calls = new Map(); // the element of each call
const list = document.getElementById("tables");
const callList = document.getElementById("calls");
const byName = new Intl.Collator(given.language, { numeric: true });
const SHOWN_PILES = 10; // of a table; a board has none
speak(given.language, given.texts);
let ahead = 0; // s that the club's clock is ahead of this one's

function t(id, values = {}) {
  const text = given.texts[id] ?? id;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function counted(id, count) {
  return t(`${id}-${count === 1 ? "one" : "other"}`, { count });
}

function element(tag, kind, text = "") {
  const made = document.createElement(tag);
  made.className = kind;
  made.textContent = text;
  return made;
}

function playerOf(row, seat) {
  return row.players[seat] || t("club-player", { number: seat + 1 });
}

// What a table is like, in one word of the style sheet.
function kindOf(row) {
  if (!row.online) return "offline";
  if (row.foul) return "foul";
  if (row.question) return "question";
  return { won: "won", lost: "lost", drawn: "drawn", playing: "playing" }[row.status] ?? "empty";
}

function markOf(row, kind) {
  switch (kind) {
    case "offline": return t("club-offline");
    case "foul": return t("state-foul");
    case "question": return "?";
    case "won": return t("club-won");
    case "lost": return t("club-lost");
    case "drawn": return t("club-drawn");
    case "empty": return t("club-empty");
    default: return ["lost", "none"].includes(row.eye) && row.faults?.length ? t("club-blind") : "";
  }
}

// The line below the game: who is to move, the foul, or how it ended.
function lineOf(row, kind) {
  if (kind === "foul") return row.foul.message;
  if (kind === "question") return row.question.message;
  if (kind === "playing" && row.to_move !== null && row.to_move !== undefined) {
    return t("club-to-move", { name: playerOf(row, row.to_move) });
  }
  if (["won", "lost", "drawn"].includes(kind) && row.cards_left) return counted("club-left", row.cards_left);
  return "";
}

function gameOf(row) {
  if (!row.game) return "";
  const parts = [given.games[row.game] ?? row.game];
  if (row.turn) parts.push(t("club-turn", { number: row.turn }));
  const deck = row.deck_size ?? null;
  if (deck !== null) parts.push(counted("club-deck", deck));
  return parts.join(" · ");
}

function pilesOf(row) {
  return (row.piles ?? []).slice(0, SHOWN_PILES).map((pile) => {
    const kind = ["ascending", "descending"].includes(pile.kind) ? ` hall-pile-${pile.kind}` : "";
    const shown = element("span", `hall-pile${kind}`);
    shown.append(drawCard(pile.top, "mini"));
    return shown;
  });
}

function showCard(row) {
  let card = cards.get(row.table);
  if (!card) {
    card = document.createElement("li");
    card.append(element("a", ""));
    card.firstChild.href = `/tables/${row.table}`;
    cards.set(row.table, card);
    place(card, row);
  }
  const kind = kindOf(row);
  card.className = `hall-table hall-${kind}`;
  const head = element("span", "hall-head");
  head.append(element("span", "hall-name", row.name), element("span", "hall-mark", markOf(row, kind)));
  const piles = element("span", "hall-piles");
  piles.append(...pilesOf(row));
  const parts = [head, element("span", "hall-game", gameOf(row)), element("span", "hall-turn", lineOf(row, kind)), piles];
  card.firstChild.replaceChildren(...parts);
}

// Put a new card where its name belongs; half the list is passed over with each look.
function place(card, row) {
  let low = 0;
  let high = list.children.length;
  card.dataset.name = row.name;
  const last = list.lastElementChild;
  if (!last || byName.compare(last.dataset.name, row.name) <= 0) return list.append(card);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byName.compare(list.children[middle].dataset.name, row.name) <= 0) low = middle + 1;
    else high = middle;
  }
  return list.insertBefore(card, list.children[low] ?? null);
}

function sinceWords(row) {
  if (!row.called_at) return "";
  const minutes = Math.floor((Date.now() / 1000 + ahead - row.called_at) / 60);
  return minutes >= 1 ? t("club-since", { minutes }) : t("club-since-now");
}

function showCalls() {
  const calling = [...rows.values()].filter((row) => row.online && (row.foul || row.question));
  calling.sort((one, other) => Boolean(other.foul) - Boolean(one.foul) || one.called_at - other.called_at);
  for (const [table, call] of calls) {
    if (!calling.some((row) => row.table === table)) {
      call.remove();
      calls.delete(table);
    }
  }
  calling.forEach((row, number) => {
    let call = calls.get(row.table);
    if (!call) {
      call = document.createElement("li");
      call.append(element("a", ""));
      call.firstChild.href = `/tables/${row.table}`;
      call.firstChild.append(element("b", ""), element("small", ""));
      calls.set(row.table, call);
    }
    call.className = row.foul ? "hall-call" : "hall-call hall-call-question";
    const [title, words] = call.firstChild.children;
    const said = t(row.foul ? "club-referee-to" : "club-question-at", { table: row.name });
    const told = [(row.foul ?? row.question).message, sinceWords(row)].filter(Boolean).join(" · ");
    if (title.textContent !== said) title.textContent = said;
    if (words.textContent !== told) words.textContent = told;
    if (callList.children[number] !== call) callList.insertBefore(call, callList.children[number] ?? null);
  });
}

function showCount() {
  const kinds = [...rows.values()].map(kindOf);
  const parts = [counted("club-count", kinds.length)];
  const say = (id, ...wanted) => {
    const count = kinds.filter((kind) => wanted.includes(kind)).length;
    if (count) parts.push(t(id, { count }));
  };
  say("club-plays", "playing", "foul", "question");
  say("club-calls", "foul", "question");
  say("club-free", "empty", "won", "lost", "drawn");
  say("club-away", "offline");
  document.getElementById("count").textContent = kinds.length ? parts.join(" · ") : "";
  document.getElementById("none").hidden = kinds.length > 0;
}

function take(changed, now) {
  ahead = now - Date.now() / 1000;
  for (const row of changed) {
    rows.set(row.table, row);
    showCard(row);
  }
  showCalls();
  showCount();
}

take(given.hall.rows.sort((one, other) => byName.compare(one.name, other.name)), given.hall.now);
follow({
  version: given.hall.version,
  onRows: take,
  onLink: (live) => { document.getElementById("not-live").hidden = live; },
});
setInterval(showCalls, 10000);
