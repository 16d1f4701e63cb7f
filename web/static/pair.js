// A link with what lets a phone in behind "#" (as a QR code holds it) fills it in and sends it; what stands there never reaches a log.

const SEEN_EVERY_MS = 1500; // guess: a phone is held there for some seconds
const code = document.getElementById("code");

function take() {
  const found = /^#([A-Za-z0-9_-]{6,40})$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  code.value = found[1];
  code.form.requestSubmit();
}

// While the page shows a code for the camera, the table is asked whether it has seen it.
async function askWhetherSeen() {
  if (document.visibilityState !== "visible") return false;
  const said = await fetch("/pair/shown", { method: "POST", body: new URLSearchParams(new FormData(code.form)) });
  if (!said.ok) return false;
  return (await said.json()).joined;
}

async function waitToBeSeen() {
  for (;;) {
    try {
      if (await askWhetherSeen()) return location.replace("/");
    } catch {
      // The table is away for a moment; it is asked again.
    }
    await new Promise((go) => { setTimeout(go, SEEN_EVERY_MS); });
  }
}

document.getElementById("pressed")?.addEventListener("click", () => { code.value = ""; });
addEventListener("hashchange", take);
take();
if (document.getElementById("sight")) waitToBeSeen();
