// The result as a picture that this phone makes: the game, how it ended, who played and when. It goes to the share sheet where there is one,
// else it is saved.

import { h, icon } from "./dom.js";
import { counted, t } from "./texts.js";

const SIZE = 1080; // pixels each way
const GROUNDS = { won: ["#11675b", "#07403a"], lost: ["#4a4360", "#272338"] };

export const shareButton = (view) => (view.outcome
  ? h("button", { type: "button", class: "rule share", "data-key": "share", "aria-label": t("share"), onclick: () => share(view) }, icon("share")) : null);

async function share(view) {
  const blob = await new Promise((done) => drawResult(view).toBlob(done, "image/png"));
  const file = new File([blob], `${view.match.game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], title: view.match.title }).catch(() => null); // put away
  const link = h("a", { href: URL.createObjectURL(blob), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The lines of the picture, the largest second.
export function linesOf(view) {
  const { winners = [], score } = view.outcome;
  const won = view.status === "won";
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(new Date(view.match.started));
  return [
    [view.match.title, view.match.variant].filter(Boolean).join(" · "),
    winners.length ? t("wins", { names: winners.join(" + ") }) : t(won ? "won" : view.status === "drawn" ? "drawn" : "lost"),
    score === null || score === undefined ? "" : `${score} ${counted("left", score)}`,
    view.seats.map((seat) => seat.name).join(", "),
    day,
  ].filter(Boolean);
}

export function drawResult(view) {
  const canvas = h("canvas", { width: SIZE, height: SIZE });
  const pen = canvas.getContext("2d");
  const ground = pen.createLinearGradient(0, 0, SIZE, SIZE);
  GROUNDS[view.status === "lost" ? "lost" : "won"].forEach((colour, i) => ground.addColorStop(i, colour));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.fillStyle = "#fbf6ea";
  pen.textAlign = "center";
  linesOf(view).forEach((line, i) => {
    let size = i === 1 ? 128 : 60;
    do pen.font = `${i === 1 ? 800 : 500} ${size -= 2}px system-ui, sans-serif`; while (pen.measureText(line).width > SIZE - 120 && size > 24);
    pen.fillText(line, SIZE / 2, 260 + i * 160);
  });
  return canvas;
}
