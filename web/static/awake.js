// The screen stays on while the page is looked at. Browsers keep it on only for a page that came over TLS or from the machine itself; on any
// other the phone's own settings say how long it stays, and the menu says so.

let lock = null;

export const staysAwake = () => "wakeLock" in navigator;

export function prepareAwake() {
  if (!staysAwake()) return;
  const hold = async () => {
    if (!document.hidden) lock = await navigator.wakeLock.request("screen").catch(() => lock); // refused with a low battery
  };
  document.addEventListener("visibilitychange", hold); // a page that was hidden has lost it
  hold();
}
