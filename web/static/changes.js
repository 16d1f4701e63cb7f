// A view with what changed: a JSON Patch (RFC 6902) of the operations that the companion sends, "test", "replace", "add" and "remove".

// The view after `patch`, a new object that shares what did not change; null where the patch is for another view.
export function patched(view, patch) {
  const copies = new Set();
  const copied = (value) => {
    if (copies.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    copies.add(copy);
    return copy;
  };
  const next = copied(view);
  for (const { op, path, value } of patch) {
    const keys = path.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop();
    const host = keys.reduce((at, key) => { at[key] = copied(at[key]); return at[key]; }, next);
    if (op === "test") {
      if (host[last] !== value) return null;
    } else if (Array.isArray(host)) host.splice(Number(last), op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
    else if (op === "remove") delete host[last];
    else host[last] = value;
  }
  return next;
}
