// Keeps the page up to date: the event stream while it works, asking every few seconds while it does not. That the page is not live is
// known within three seconds, whether the network or the companion is silent, and whatever is done to the phone's clock.
// The stream sends what changed since the view that is shown: a phone that slept is told what it lacks.

import { patched } from "./changes.js";

const ASK_EVERY = 2000; // ms between questions while the stream is broken
const QUIET = 2750; // ms without a word (a beat comes every 2 s: `BEAT_S` of web/wire/stream.py) after which nothing is believed
const LOOK_EVERY = 250; // ms
const LIMIT = 2500; // ms that an answer may take
const AGAIN = 5000; // ms after which a stream that was refused is asked for again, where the companion names no other time

// `view` is shown already. `onRefused` is told why this phone gets no stream, and "" once it has one.
export function follow({ boot, role, language, view, onView, onLink, onRefused }) {
  let shown = view;
  let source = null;
  let etag = null;
  let heard = performance.now();
  let asked = -ASK_EVERY;
  let asking = false;
  let streamed = 0; // views that the stream brought
  let refusedUntil = 0;

  // `since`: the version from which on to tell what changed; null for a whole view first.
  function open(since = shown.version) {
    close();
    source = new EventSource(`/api/stream?language=${language}${since === null ? "" : `&since=${since}`}`);
    source.addEventListener("open", () => onRefused(""));
    source.addEventListener("beat", hear);
    source.addEventListener("view", (event) => takeFromStream(JSON.parse(event.data)));
    source.addEventListener("changes", (event) => {
      const next = patched(shown, JSON.parse(event.data));
      if (next) takeFromStream(next);
      else open(null); // what is shown came from elsewhere meanwhile
    });
    source.addEventListener("role", (event) => known(JSON.parse(event.data).role));
    source.addEventListener("current", (event) => {
      if (JSON.parse(event.data).boot !== boot) location.reload();
      hear();
    });
  }

  function close() {
    source?.close();
    source = null;
  }

  // What this phone may do has changed: the page is made anew.
  function known(now) {
    if (now && now !== role) location.reload();
  }

  function takeFromStream(next) {
    streamed += 1;
    take(next);
  }

  function take(next) {
    shown = next;
    hear();
    onView(next);
  }

  function hear() {
    heard = performance.now();
    onLink(true);
  }

  async function ask() {
    const before = streamed;
    const response = await fetch(`/api/state?language=${language}`, {
      headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", signal: AbortSignal.timeout(LIMIT),
    });
    if (response.status === 401) return location.assign("/pair");
    if (response.status === 200 || response.status === 304) known(response.headers.get("Companion-Role"));
    if (response.ok) {
      const next = await response.json();
      if (streamed !== before) return hear(); // the stream was faster: this view is older than what is shown
      etag = response.headers.get("ETag");
      take(next);
    } else if (response.status === 304) hear();
    else throw new Error(`state: ${response.status}`);
  }

  // An event source is not told why it was refused: so the stream is asked for by hand, and let go where there is a place again.
  async function askForPlace() {
    const letGo = new AbortController();
    const late = setTimeout(() => letGo.abort(), LIMIT);
    try {
      const response = await fetch("/api/stream", { cache: "no-store", signal: letGo.signal });
      if (response.status === 503) {
        refusedUntil = performance.now() + (Number(response.headers.get("Retry-After")) * 1000 || AGAIN);
        onRefused((await response.json()).error);
        return false;
      }
      return true;
    } finally {
      clearTimeout(late);
      letGo.abort();
    }
  }

  async function look() {
    if (document.hidden) return;
    const quiet = performance.now() - heard > QUIET;
    if (quiet) onLink(false);
    const streams = source?.readyState === EventSource.OPEN && !quiet;
    if (streams || asking || performance.now() - asked < ASK_EVERY) return;
    asking = true;
    asked = performance.now();
    try {
      await ask();
      const refused = source?.readyState === EventSource.CLOSED;
      if (refused && performance.now() < refusedUntil) return;
      if (quiet || !source || (refused && await askForPlace())) open();
    } catch {
      // silence is told by `heard`
    } finally {
      asking = false;
    }
  }

  // A phone that sleeps gives its connection back and catches up when it wakes.
  function wake() {
    heard = performance.now();
    open();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", () => open());
  addEventListener("offline", () => onLink(false));
  setInterval(look, LOOK_EVERY);
  open();
  return { refresh: () => (source?.readyState === EventSource.OPEN ? null : ask().catch(() => {})) };
}
