// The requests as they come, each with its verdict by rule.

import { call, shared } from "./api.js";
import { by, doing, fill, make, matches, pretty, prose } from "./dom.js";

const MOST = 400;
let items = [];
let waiting = [];
let paused = false;
let chosen = null;
let tryAgain = () => {};

export function start(onTryAgain) {
  tryAgain = onTryAgain;
  by("base-url").textContent = location.origin;
  by("requests-filter").addEventListener("input", show);
  by("requests-refused").addEventListener("change", show);
  by("requests-clear").addEventListener("click", doing(() => call("DELETE", "requests")));
  by("panel-requests").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen !== null) close();
  });
  by("requests-pause").addEventListener("click", () => {
    paused = !paused;
    by("requests-pause").setAttribute("aria-pressed", String(paused));
    by("requests-pause").textContent = paused ? "Continue" : "Pause";
    if (!paused) add(...waiting.splice(0));
  });
}

export async function reload() {
  items = [];
  waiting = [];
  chosen = null;
  fill(by("requests-rows"));
  by("request-detail").hidden = true;
  add(...(await call("GET", `requests?last=${MOST}`)).items);
}

export function add(...more) {
  if (paused) {
    waiting = [...waiting, ...more].slice(-MOST);
    by("requests-pause").textContent = `Continue (${waiting.length})`;
    return;
  }
  // A request that hangs has been listed without a status; its answer replaces it.
  const numbers = new Set(more.map((each) => each.number));
  items = [...items.filter((each) => !numbers.has(each.number)), ...more].sort((a, b) => a.number - b.number).slice(-MOST);
  show();
}

export function target(item) {
  const query = item.query.map(([name, value]) => `${name}=${value}`).join("&");
  return query ? `${item.path}?${query}` : item.path;
}

export function verdict(item) {
  const rule = shared.rules.get(item.rule);
  if (item.fault !== null) return { kind: "fault", text: `fault ${item.fault}`, why: item.status === null ? "It ended the connection, or lets the client wait." : "A fault that was planned has changed the answer." };
  if (item.rule) return { kind: rule?.basis ?? "stated", text: item.rule, why: rule?.sentence ?? item.problem ?? "" };
  if (item.status === null) return { kind: "none", text: "no answer", why: "The connection ended, or has not been answered yet." };
  if (item.status < 400) return { kind: "holds", text: "as the contract has it", why: "" };
  return { kind: "none", text: "refused", why: item.problem ?? "" };
}

const statusClass = (status) => (status === null ? "s0" : `s${Math.floor(status / 100)}`);

function row(item) {
  const found = verdict(item);
  const text = target(item);
  const open = make("button", { type: "button", class: "link", onclick: () => choose(item) }, text.length > 160 ? `${text.slice(0, 160)}…` : text);
  return make("tr", { class: chosen === item.number ? "chosen" : undefined, "data-number": item.number },
    make("td", { class: "number" }, item.number),
    make("td", { class: "request" }, make("span", { class: `method ${item.method.toLowerCase().replace(/[^a-z]/g, "")}` }, item.method), " ", open,
      make("small", {}, item.operation ?? "no operation of the contract")),
    make("td", {}, make("span", { class: `status ${statusClass(item.status)}` }, item.status ?? "–")),
    make("td", { class: "verdict" }, make("span", { class: `badge ${found.kind}` }, found.text), found.why ? make("small", {}, ...prose(found.why)) : null));
}

let painting = 0;
function show() {
  cancelAnimationFrame(painting);
  painting = requestAnimationFrame(paint);
}

function paint() {
  const words = by("requests-filter").value;
  const refusedOnly = by("requests-refused").checked;
  const shown = items.filter((each) => (!refusedOnly || each.rule || each.status === null || each.status >= 400)
    && matches(words, each.method, target(each), each.operation ?? "", each.status ?? "", each.rule ?? ""));
  const focused = document.activeElement?.closest?.("tr")?.dataset.number;
  fill(by("requests-rows"), ...shown.reverse().map(row));
  if (focused) document.querySelector(`tr[data-number="${Number(focused)}"] button`)?.focus();
  by("requests-empty").hidden = items.length > 0;
  by("count-requests").textContent = items.length;
}

function choose(item) {
  chosen = item.number;
  const found = verdict(item);
  const detail = by("request-detail");
  const headers = Object.entries(item.headers).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  const rule = shared.rules.get(item.rule);
  fill(detail,
    make("div", { class: "bar" }, make("h2", { class: "grow" }, `Request ${item.number}`),
      make("button", { type: "button", "aria-label": "Close the details", onclick: close }, "Close")),
    make("p", { class: "target" }, make("strong", {}, item.method), " ", target(item)),
    make("p", {}, make("span", { class: `status ${statusClass(item.status)}` }, item.status ?? "no answer"), " ", make("span", { class: `badge ${found.kind}` }, found.text)),
    found.why ? make("p", {}, ...prose(found.why)) : null,
    rule ? make("p", { class: "faint" }, `${rule.basis} · ${rule.section}`) : null,
    item.problem ? make("p", { class: "problem" }, item.problem) : null,
    make("h3", {}, "Headers"), make("dl", {}, ...headers),
    make("h3", {}, `Body, ${item.body_bytes} bytes`), make("pre", { tabindex: "0" }, item.body_bytes ? pretty(item.body) : "none"),
    shared.operations.has(item.operation) ? make("button", { type: "button", onclick: doing(() => tryAgain(item)) }, "Try it again") : null);
  detail.hidden = false;
  show();
}

function close() {
  const number = chosen;
  chosen = null;
  by("request-detail").hidden = true;
  paint();
  document.querySelector(`tr[data-number="${number}"] button`)?.focus();
}
