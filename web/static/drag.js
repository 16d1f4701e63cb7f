// Something that follows the finger until it is let go.

const TREMBLE = 6; // pixels that a finger may move without dragging

// `drop(x, y)`: where on the screen the button was let go. While it is dragged, and for the click that follows, `dataset.dragged` is set.
export function drag(button, drop) {
  let from = null;
  button.addEventListener("pointerdown", (event) => {
    from = [event.clientX, event.clientY];
    delete button.dataset.dragged;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    const by = from && [event.clientX - from[0], event.clientY - from[1]];
    if (!by || (!button.dataset.dragged && Math.hypot(...by) <= TREMBLE)) return;
    button.dataset.dragged = "yes";
    button.style.setProperty("transform", `translate(${by[0]}px, ${by[1]}px)`);
  });
  for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, (event) => {
    const dropped = from && button.dataset.dragged && end === "pointerup";
    from = null;
    button.style.removeProperty("transform");
    if (dropped) drop(event.clientX, event.clientY);
  });
}
