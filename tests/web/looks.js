// What of a page is too faint to read (contrast below AA), too small to tap (below 44 px), or too wide for the screen.
() => {
  const composite = (over, under) => over.slice(0, 3).map((c, i) => c * over[3] + under[i] * (1 - over[3])).concat(1);
  const parse = (css) => {
    const n = (css.match(/-?[\d.]+(?:e-?\d+)?/g) || []).map(Number);
    if (css.startsWith("color(")) return [n[0] * 255, n[1] * 255, n[2] * 255, n.length > 3 ? n[3] : 1];
    return [n[0] ?? 0, n[1] ?? 0, n[2] ?? 0, n.length > 3 ? n[3] : 1];
  };
  const colours = (css) => (css.match(/(?:rgba?|color)\([^()]*\)/g) || []).map(parse);
  const luminance = (c) => {
    const [r, g, b] = c.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const grounds = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      const stops = colours(style.backgroundImage).filter((c) => c[3] === 1);
      if (stops.length) { layers.push(stops); break; }
      const colour = parse(style.backgroundColor);
      if (colour[3] > 0) layers.push([colour]);
      if (colour[3] === 1) break;
    }
    let found = layers.pop() ?? [[255, 255, 255, 1]];
    while (layers.length) { const over = layers.pop()[0]; found = found.map((under) => composite(over, under)); }
    return found;
  };
  const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest(".visually-hidden, [disabled], svg");
  const faint = [], small = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !seen(element) || ["SCRIPT", "STYLE"].includes(element.tagName)) continue;
    const style = getComputedStyle(element), ink = parse(style.color);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    const least = Math.min(...grounds(element).map((ground) => ratio(composite(ink, ground), ground)));
    if (least < (large ? 3 : 4.5)) faint.push(`${walker.currentNode.textContent.trim()} (${least.toFixed(2)}, ${element.className || element.tagName})`);
  }
  for (const e of document.querySelectorAll("button, a[href], summary, label:has(input)")) {
    const box = e.getBoundingClientRect();
    if (seen(e) && (box.width < 44 || box.height < 44)) small.push(`${e.className} ${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  const wide = document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} px`] : [];
  return { faint, small, wide };
}
