"use strict";
const box = document.getElementById("map"), svg = box.querySelector("svg"), whole = svg.viewBox.baseVal;
const home = [whole.x, whole.y, whole.width, whole.height];
let view = home.slice(), held = new Map();
function show() { svg.setAttribute("viewBox", view.join(" ")); }
function at(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}
function zoom(factor, x, y) {
  const size = Math.min(Math.max(view[2] * factor, home[2] / 40), home[2] * 2) / view[2];
  view = [x - (x - view[0]) * size, y - (y - view[1]) * size, view[2] * size, view[3] * size];
  show();
}
function middle() { return [view[0] + view[2] / 2, view[1] + view[3] / 2]; }
function move(east, south) { view[0] += east; view[1] += south; show(); }
box.addEventListener("wheel", event => {
  event.preventDefault();
  zoom(Math.exp(Math.sign(event.deltaY) * 0.15), ...at(event.clientX, event.clientY));
}, {passive: false});
box.addEventListener("pointerdown", event => {
  held.set(event.pointerId, [event.clientX, event.clientY]);
  box.setPointerCapture(event.pointerId);
});
box.addEventListener("pointermove", event => {
  const before = held.get(event.pointerId);
  if (!before) return;
  const now = [event.clientX, event.clientY];
  if (held.size === 1) {
    const from = at(...before), to = at(...now);
    move(from[0] - to[0], from[1] - to[1]);
  } else {
    const other = [...held].find(([id]) => id !== event.pointerId)[1];
    const far = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
    zoom(far(before) / far(now), ...at((now[0] + other[0]) / 2, (now[1] + other[1]) / 2));
  }
  held.set(event.pointerId, now);
});
for (const name of ["pointerup", "pointercancel"]) {
  box.addEventListener(name, event => held.delete(event.pointerId));
}
const acts = {
  "+": () => zoom(0.7, ...middle()),
  "-": () => zoom(1.4, ...middle()),
  "0": () => { view = home.slice(); show(); },
  ArrowLeft: () => move(-view[2] / 10, 0), ArrowRight: () => move(view[2] / 10, 0),
  ArrowUp: () => move(0, -view[3] / 10), ArrowDown: () => move(0, view[3] / 10),
};
for (const button of document.querySelectorAll("#tools button")) {
  button.addEventListener("click", () => acts[button.value]());
}
document.addEventListener("keydown", event => {
  const act = acts[event.key === "=" ? "+" : event.key];
  if (act && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); act(); }
});
