"""Where a page cuts a text: an element whose words do not fit it, or words that lie on other words."""

from __future__ import annotations

from typing import Any

CUT_TEXT = """() => {
  const hidden = (each) => getComputedStyle(each).clipPath !== "none" || (each.parentElement !== null && hidden(each.parentElement));
  const seen = (each) => each.checkVisibility({ visibilityProperty: true })
    && !each.closest("[aria-hidden=true], .board-scroll") && !hidden(each);
  const name = (each) => `${each.tagName}.${each.className} "${each.textContent.trim().slice(0, 40)}"`;
  const clips = (each) => getComputedStyle(each).overflowX !== "visible" || getComputedStyle(each).overflowY !== "visible";
  // Words that an element hides as a whole are left out on purpose, such as a variant beside a title
  const gone = (host, box) => {
    for (let around = host; around && around !== document.documentElement; around = around.parentElement) {
      const room = around.getBoundingClientRect();
      if (clips(around) && (box.top >= room.bottom - 2 || box.bottom <= room.top + 2)) return true;
    }
    return false;
  };
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const host = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !seen(host) || host.closest("script, svg, .board, .status-text")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && !gone(host, box)) boxes.push([host, box]);
  }
  const top = document.querySelector("dialog[open]") ?? document.body;
  const mine = boxes.filter(([host]) => top.contains(host));
  // A text is cut where an element around it hides what flows over, and hides a part of it, but not all of it
  const cut = mine.filter(([host, box]) => {
    for (let around = host; around && around !== document.documentElement; around = around.parentElement) {
      const style = getComputedStyle(around);
      const scrolls = /auto|scroll/.test(style.overflowY);
      if (style.overflowX === "visible" && style.overflowY === "visible" || (scrolls && !around.matches(".word-text"))) continue;
      const room = around.getBoundingClientRect();
      const out = Math.max(room.left - box.left, box.right - room.right, room.top - box.top, box.bottom - room.bottom);
      if (out > 2.5) return true;
    }
    return box.left < -1 || box.right > innerWidth + 1;
  });
  const over = mine.filter(([host, box], i) => mine.some(([other, at], k) => k > i && !host.contains(other) && !other.contains(host)
    && Math.min(box.right, at.right) - Math.max(box.left, at.left) > 2 && Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top) > 5
    && !host.closest(".card, .chip, .toast") && !other.closest(".card, .chip, .toast, .start-foot, .bar")));
  return [...cut.map(([host]) => `cut: ${name(host)}`), ...over.map(([host]) => `overlaps: ${name(host)}`)];
}"""


def find_cut_texts(page: Any) -> list[str]:
    """What of the page's words is cut or lies on other words, each with its element."""
    return [str(found) for found in page.evaluate(CUT_TEXT)]
