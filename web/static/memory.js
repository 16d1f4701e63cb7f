// What a page remembers where the browser lets it. Some give a page no storage (an app's own web view, blocked cookies), or refuse to write:
// then nothing is remembered, and everything else works.

function memory(kind) {
  const stored = () => window[kind];
  return {
    get(key) {
      try { return stored().getItem(key); } catch { return null; }
    },
    set(key, value) {
      try { stored().setItem(key, value); } catch { /* it is forgotten with the page */ }
    },
  };
}

export const ofVisit = memory("sessionStorage");
export const ofPhone = memory("localStorage");

// A list that was kept as JSON; empty where there is none that can be read.
export function listOf(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
