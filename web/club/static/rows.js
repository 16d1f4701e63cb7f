// The rows of all tables, kept up to date by the stream of the club. A lost stream is opened again by the browser itself,
// which names the last version that it has seen.

const QUIET = 5000; // ms without a word (a beat comes every 2 s) after which nothing is believed
const LOOK_EVERY = 500; // ms
const AGAIN = 5000; // ms until a page whose stream was refused is opened anew

// `onRows` is told rows that are new or changed, and the club's clock in seconds; `onLink` whether the page is live; `onBeat` is
// called every two seconds of silence.
export function follow({ version, onRows, onLink, onBeat = () => {} }) {
  let heard = performance.now();
  const source = new EventSource(`/api/stream?since=${version}`);

  function hear() {
    heard = performance.now();
    onLink(true);
  }

  source.addEventListener("rows", (event) => {
    const told = JSON.parse(event.data);
    hear();
    onRows(told.rows, told.now);
  });
  source.addEventListener("beat", () => {
    hear();
    onBeat();
  });
  source.addEventListener("open", hear);
  const looking = setInterval(() => {
    if (performance.now() - heard > QUIET) onLink(false);
    if (source.readyState !== EventSource.CLOSED) return;
    clearInterval(looking); // refused: joined no more, or too many pages
    onLink(false);
    setTimeout(() => location.reload(), AGAIN);
  }, LOOK_EVERY);
}
