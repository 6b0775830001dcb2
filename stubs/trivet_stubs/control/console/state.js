// What there is: counts by kind, and the first records of one kind.

import { call, shared } from "./api.js";
import { by, doing, fill, make } from "./dom.js";

const MOST = 100;
let kind = null;
let due = 0;

export function start() {
  refresh();
}

// After a request or a change; several in a moment are one.
export function refreshSoon() {
  clearTimeout(due);
  due = setTimeout(refresh, 250);
}

export async function refresh() {
  const { counts, callers } = await call("GET", "records").catch(() => ({ counts: {}, callers: shared.callers }));
  shared.callers = callers;
  kind = kind in counts ? kind : Object.keys(counts)[0];
  const focused = document.activeElement?.dataset?.kind;
  fill(by("kinds"), ...Object.entries(counts).map(([name, count]) => make("button", {
    type: "button", class: "kind", "data-kind": name, "aria-pressed": String(name === kind), onclick: doing(() => choose(name)),
  }, name.replaceAll("_", " "), " ", make("span", { class: "count" }, count.toLocaleString("en")))));
  if (focused) document.querySelector(`[data-kind="${CSS.escape(focused)}"]`)?.focus();
  if (kind && !by("panel-state").hidden) await records();
}

async function choose(name) {
  kind = name;
  await refresh();
}

async function records() {
  const { items, total } = await call("GET", `records?kind=${encodeURIComponent(kind)}&limit=${MOST}`);
  const columns = [...new Set(items.flatMap((each) => Object.keys(each)))].slice(0, 40);
  const text = (value) => (value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));
  const cell = (value) => {
    const whole = text(value);
    return make("td", { class: typeof value === "number" ? "number" : undefined, title: whole.length > 80 ? whole.slice(0, 1000) : undefined }, whole.length > 80 ? `${whole.slice(0, 80)}…` : whole);
  };
  fill(by("records"), items.length === 0 ? make("p", { class: "empty" }, `There are no ${kind.replaceAll("_", " ")}.`) : make("table", {},
    make("caption", {}, `${kind.replaceAll("_", " ")}: ${items.length} of ${total.toLocaleString("en")}`),
    make("thead", {}, make("tr", {}, ...columns.map((each) => make("th", { scope: "col" }, each)))),
    make("tbody", {}, ...items.map((each) => make("tr", {}, ...columns.map((name) => cell(each[name])))))));
}
