// The rules, and how often each has refused a request.

import { call, shared } from "./api.js";
import { by, fill, make, matches, prose } from "./dom.js";

let due = 0;

export function start() {
  by("rules-filter").addEventListener("input", show);
  by("rules-exercised").addEventListener("change", show);
  show();
}

export function refreshSoon() {
  clearTimeout(due);
  due = setTimeout(refresh, 250);
}

export async function refresh() {
  const { items } = await call("GET", "rules").catch(() => ({ items: [...shared.rules.values()] }));
  shared.rules = new Map(items.map((each) => [each.id, each]));
  show();
}

function show() {
  const all = [...shared.rules.values()];
  const exercised = all.filter((each) => each.exercised > 0);
  const words = by("rules-filter").value;
  const shown = (by("rules-exercised").checked ? exercised : all).filter((each) => matches(words, each.id, each.sentence, each.section, ...each.operations));
  by("rules-count").textContent = `${exercised.length} of ${all.length} have refused a request`;
  if (by("panel-rules").hidden) return;
  fill(by("rules"), ...shown.map((each) => make("tr", {},
    make("td", { class: "number" }, each.exercised || "–"),
    make("td", {}, ...prose(each.sentence), make("small", {}, each.id)),
    make("td", {}, make("span", { class: `badge ${each.basis}` }, each.basis)))));
}
