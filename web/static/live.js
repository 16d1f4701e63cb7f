// Keeps the page up to date: the event stream while it works, asking every few seconds while it does not.

const ASK_EVERY = 3000; // ms between questions while the stream is broken
const QUIET = 6000; // ms without a beat (one comes every 2 s) after which the stream is no longer believed
const PATIENCE = 2500; // ms before a break is shown: most mend by themselves
const LIMIT = 5000; // ms that an answer may take

export function follow({ boot, onView, onLink }) {
  let source = null;
  let etag = null;
  let heard = Date.now();
  let broken = null;
  let asking = false;

  function open() {
    close();
    heard = Date.now();
    source = new EventSource("/api/stream");
    source.addEventListener("beat", mended);
    source.addEventListener("view", (event) => take(JSON.parse(event.data)));
    source.addEventListener("current", (event) => {
      if (JSON.parse(event.data).boot !== boot) location.reload();
      mended();
    });
    source.addEventListener("error", () => breaks());
  }

  function close() {
    source?.close();
    source = null;
  }

  function take(view) {
    mended();
    onView(view);
  }

  function mended() {
    heard = Date.now();
    clearTimeout(broken);
    broken = null;
    onLink(true);
  }

  function breaks() {
    broken ??= setTimeout(() => onLink(false), PATIENCE);
  }

  async function ask() {
    const response = await fetch("/api/state", {
      headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", signal: AbortSignal.timeout(LIMIT),
    });
    if (response.status === 401) location.assign("/pair");
    if (response.ok) {
      etag = response.headers.get("ETag");
      onView(await response.json());
    }
    if (response.ok || response.status === 304) return;
    throw new Error(`state: ${response.status}`);
  }

  async function look() {
    if (document.hidden || asking) return;
    const quiet = Date.now() - heard > QUIET;
    const dead = quiet || !source || source.readyState === EventSource.CLOSED;
    if (!dead && broken === null) return;
    if (quiet) onLink(false); // silent for long enough: nothing to be patient with
    asking = true;
    try {
      await ask();
      if (dead) open();
    } catch {
      breaks();
    } finally {
      asking = false;
    }
  }

  // A phone that sleeps gives its connection back and catches up when it wakes.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  setInterval(look, ASK_EVERY);
  open();
  return { refresh: () => (source?.readyState === EventSource.OPEN ? null : ask().catch(breaks)) };
}
