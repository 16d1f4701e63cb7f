// Asks the club for a part of a page again and again, one question at a time, with a pause between two.

/** A function that asks by `question` (an async function; it throws while the club is away). What is asked for meanwhile is asked
 * once more, `pause` milliseconds after the question before. */
export function makeAsker(question, pause) {
  let asking = false;
  let again = false;
  return async function ask() {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      await question();
    } catch {
      again = true; // the club is away: asked for again with the next word of it
    }
    setTimeout(() => {
      asking = false;
      if (again) {
        again = false;
        ask();
      }
    }, pause);
  };
}
