// A page that asks the companion again and again: one answer, or what went wrong, in words.

const at = (id) => document.getElementById(id);

// `body`: what is sent, as text; without one it is only asked.
export async function ask(path, body, limit = 5000) {
  const response = await fetch(path, {
    ...(body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body }),
    signal: AbortSignal.timeout(limit),
  });
  if (response.status === 401) location.assign("/pair");
  const found = await response.json();
  if (!response.ok) throw new Error(found.error);
  return found;
}

// Says what is wrong, "" = nothing is.
export function tell(words) {
  at("problem").textContent = words;
  at("problem").hidden = !words;
}
