// Which cards a card was most likely mistaken for: what the eye thought of itself comes first, then what looks alike.

import { parse } from "./faces.js";

const MOST = 7;
const TURNED = { 6: "9", 9: "6", 1: "1", 8: "8", 0: "0" };

// `lying`: what lies on the table already, which comes last.
export function near(face, faces, thoughts = [], lying = []) {
  const [known, there] = [new Set(faces), new Set(lying)];
  const like = alike(face, faces);
  const found = [...thoughts.filter((each) => known.has(each)), ...like.filter((each) => !there.has(each)), ...like];
  return [...new Set(found)].filter((each) => each !== face).slice(0, MOST);
}

function alike(face, faces) {
  const shape = parse(face);
  const marked = faces.map((each) => [unlike(shape, parse(each)), each]).filter(([cost]) => cost < Infinity);
  return marked.sort((a, b) => a[0] - b[0]).map(([, each]) => each);
}

// How unlike two cards look, 0 = the same; Infinity: never mistaken for each other.
function unlike(a, b) {
  if (a.kind === "suited" && b.kind === "suited") return a.rank === b.rank ? 1 : a.suit === b.suit ? 1 + steps(a.rank, b.rank) : Infinity;
  if (a.kind === "chip" && b.kind === "chip") return a.team === b.team ? 1 : 2;
  if (a.number === undefined || b.number === undefined) return Infinity;
  return numbers(String(a.number), String(b.number)) + (a.colour === b.colour ? 0 : 0.5) + (a.kind === b.kind ? 0 : 0.6) + (a.command === b.command ? 0 : 0.1);
}

const RANKS = "A23456789TJQK";
const steps = (a, b) => Math.abs(RANKS.indexOf(a) - RANKS.indexOf(b));

function numbers(a, b) {
  if (a === b) return 0;
  if ([...a].reverse().map((digit) => TURNED[digit] ?? "x").join("") === b) return 0.3;
  if ([...a].reverse().join("") === b) return 0.8;
  if (a.length !== b.length) return 3 + Math.abs(a - b) / 10;
  const differ = [...a].filter((digit, i) => digit !== b[i]);
  return differ.length === 1 ? 1 + Math.abs(a - b) / 100 : 2 + Math.abs(a - b) / 10;
}

const TRICK = 10; // a card so far back is likely, too
const MOST_NEXT = 28;

// Which cards were most likely laid on a pile and missed, the likeliest first. `lying`: what lies on the table already.
export function next(pile, faces, lying) {
  const [there, shape] = [new Set(lying), parse(pile.top || pile.start)];
  const way = pile.kind === "descending" ? -1 : 1;
  const cost = (face) => {
    const { number, colour, kind } = parse(face);
    if (number === undefined) return Infinity;
    const ahead = way * (number - shape.number);
    const strange = shape.colour || ["silver", "gold"].includes(shape.kind) ? (kind === shape.kind && colour === shape.colour ? 0 : 0.5) : 0;
    return strange + (ahead === -TRICK ? 4 : ahead > 0 ? ahead : 200 - ahead);
  };
  const open = faces.filter((face) => !there.has(face)).map((face) => [cost(face), face]).filter(([price]) => price < Infinity);
  return open.sort((a, b) => a[0] - b[0]).slice(0, MOST_NEXT).map(([, face]) => face);
}
