// Keeps the page up to date: the event stream while it works, asking every few seconds while it does not.

const ASK_EVERY = 3000; // ms between questions while the stream is broken
const QUIET = 20000; // ms after which a silent stream is checked
const PATIENCE = 2500; // ms before a break is shown: most mend by themselves

export function follow({ boot, onView, onLink }) {
  let source = null;
  let etag = null;
  let heard = Date.now();
  let broken = null;

  function open() {
    close();
    source = new EventSource("/api/stream");
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
    heard = Date.now();
    mended();
    onView(view);
  }

  function mended() {
    clearTimeout(broken);
    broken = null;
    onLink(true);
  }

  function breaks() {
    broken ??= setTimeout(() => onLink(false), PATIENCE);
  }

  async function ask() {
    heard = Date.now();
    const response = await fetch("/api/state", { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
    if (response.status === 401) location.assign("/pair");
    if (response.ok) {
      etag = response.headers.get("ETag");
      onView(await response.json());
    }
    if (response.ok || response.status === 304) return;
    throw new Error(`state: ${response.status}`);
  }

  async function look() {
    if (document.hidden) return;
    const dead = !source || source.readyState === EventSource.CLOSED;
    if (!dead && broken === null && Date.now() - heard < QUIET) return;
    try {
      await ask();
      if (dead) open();
    } catch {
      breaks();
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
