// What was found when the companion started: shown until somebody has read it on this phone.

const KEY = "notices-read";
const read = new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));

export const unread = (view) => [view.left_out, ...(view.notices ?? [])].filter((text) => text && !read.has(text));

export function hide(text) {
  read.add(text);
  sessionStorage.setItem(KEY, JSON.stringify([...read]));
  dispatchEvent(new Event("redraw"));
}
