// What was found when the companion started, and why this phone gets no stream: shown until somebody has read it on this phone.
// What is the case while a match is played is said by voice.js.

import { listOf, ofVisit } from "./memory.js";

const KEY = "notices-read";
const read = new Set(listOf(ofVisit.get(KEY)));

const isUnread = (text) => text && !read.has(text);

export const unread = (view) => [view.left_out, ...(view.notices ?? [])].filter(isUnread);

export const refusal = (view) => (isUnread(view.refused) ? view.refused : null);

export function hide(text) {
  read.add(text);
  ofVisit.set(KEY, JSON.stringify([...read]));
  dispatchEvent(new Event("redraw"));
}
