// What was found when the companion started: shown until somebody has read it on this phone.

import { listOf, ofVisit } from "./memory.js";

const KEY = "notices-read";
const read = new Set(listOf(ofVisit.get(KEY)));

export const unread = (view) => [view.left_out, ...(view.notices ?? [])].filter((text) => text && !read.has(text));

export function hide(text) {
  read.add(text);
  ofVisit.set(KEY, JSON.stringify([...read]));
  dispatchEvent(new Event("redraw"));
}
