// Places on a mat's edge: shares of the way around it, from its near left corner clockwise as seen from above; near is the bottom of the
// print. `ratio`: the mat's width for a height of 1. The eye counts the same way in vision/hands/edge.py: change both.

export const SIDES = ["left", "far", "right", "near"];

export const wrapped = (share) => ((share % 1) + 1) % 1;

// How far two places are apart, 0 to 0.5.
export const apart = (one, other) => Math.abs(wrapped(one - other + 0.5) - 0.5);

// The point at a place, as shares of the mat's width and height.
export function pointAt(share, ratio) {
  const along = wrapped(share) * 2 * (ratio + 1);
  if (along <= 1) return [0, 1 - along];
  if (along <= 1 + ratio) return [(along - 1) / ratio, 0];
  if (along <= 2 + ratio) return [1, along - 1 - ratio];
  return [Math.max(0, 1 - (along - 2 - ratio) / ratio), 1];
}

// The place that is nearest to a point, given as shares of width and height; the point may lie off the mat.
export function placeNear(x, y, ratio) {
  const [across, down] = [Math.min(Math.max(x, 0), 1) * ratio, Math.min(Math.max(y, 0), 1)];
  const ways = [[across, 1 - down], [down, 1 + across], [ratio - across, 1 + ratio + down], [1 - down, 2 + ratio + (ratio - across)]];
  const [, along] = ways.reduce((best, way) => (way[0] < best[0] ? way : best));
  return wrapped(along / (2 * (ratio + 1)));
}

export function sideAt(share, ratio) {
  const along = wrapped(share) * 2 * (ratio + 1);
  return SIDES[[1, 1 + ratio, 2 + ratio].filter((end) => along > end).length];
}

export const middleOf = (side, ratio) => [0.5, 1 + ratio / 2, 1.5 + ratio, 2 + 1.5 * ratio][SIDES.indexOf(side)] / (2 * (ratio + 1));
