// Names on a picture: those that would lie on one another give way, as little as possible.

// `room`: the element they stay in. `waysOf(name, box)`: by how many pixels a name may be moved, [x, y], the best way first; the last is taken
// where none is free. What a name was moved by stands in its --dx and --dy.
export function giveWay(names, room, waysOf) {
  const area = room.getBoundingClientRect();
  const placed = [];
  for (const each of names) {
    for (const by of ["--dx", "--dy"]) each.style.removeProperty(by);
    const box = each.getBoundingClientRect();
    const { left, top, width, height } = box;
    const free = ([x, y]) => left + x >= area.left - 1 && left + x + width <= area.right + 1 && top + y >= area.top - 1 && top + y + height <= area.bottom + 1
      && !placed.some((other) => left + x < other[2] && other[0] < left + x + width && top + y < other[3] && other[1] < top + y + height);
    const ways = waysOf(each, box, area);
    const [x, y] = ways.find(free) ?? ways.at(-1);
    each.style.setProperty("--dx", `${x}px`);
    each.style.setProperty("--dy", `${y}px`);
    placed.push([left + x, top + y, left + x + width, top + y + height]);
  }
}

// How far something must move across to lie in an area.
export const into = (box, area) => Math.min(0, area.right - box.right) + Math.max(0, area.left - box.left);
