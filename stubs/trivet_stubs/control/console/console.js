// The console of a stub: one page over its control API, kept up to date by server-sent events.

import { load, shared } from "./api.js";
import * as contract from "./contract.js";
import { by, say } from "./dom.js";
import * as faults from "./faults.js";
import * as requests from "./requests.js";
import * as rules from "./rules.js";
import * as settings from "./settings.js";
import * as state from "./state.js";

const VIEWS = ["requests", "contract", "state", "faults", "rules", "settings"];

function show(view) {
  for (const each of VIEWS) {
    const chosen = each === view;
    by(`tab-${each}`).setAttribute("aria-selected", String(chosen));
    by(`tab-${each}`).tabIndex = chosen ? 0 : -1;
    by(`panel-${each}`).hidden = !chosen;
  }
  if (location.hash !== `#${view}`) history.replaceState(null, "", `#${view}`);
  if (view === "state") state.refresh();
  if (view === "rules") rules.refresh();
}

// One tab can be reached by Tab, the others by the arrow keys, as the pattern of ARIA has it.
function startTabs() {
  VIEWS.forEach((view, position) => {
    by(`tab-${view}`).addEventListener("click", () => show(view));
    by(`tab-${view}`).addEventListener("keydown", (event) => {
      const moved = { ArrowRight: position + 1, ArrowLeft: position - 1, Home: 0, End: VIEWS.length - 1 }[event.key];
      if (moved === undefined) return;
      event.preventDefault();
      const next = VIEWS[(moved + VIEWS.length) % VIEWS.length];
      show(next);
      by(`tab-${next}`).focus();
    });
  });
  const wanted = location.hash.slice(1);
  show(VIEWS.includes(wanted) ? wanted : "requests");
}

function tryAgain(item) {
  const operation = shared.operations.get(item.operation);
  const path = {};
  const given = item.path.split("/");
  operation.path.split("/").forEach((segment, at) => {
    if (segment.startsWith("{")) path[segment.slice(1, -1)] = decodeURIComponent(given[at] ?? "");
  });
  contract.choose(item.operation, { path, query: Object.fromEntries(item.query), body: item.body_bytes ? item.body : undefined });
  show("contract");
  by("operation").querySelector("button[type=submit]")?.focus();
}

const everything = () => Promise.all([requests.reload(), faults.refresh(), settings.refreshClock(), settings.refreshSettings(), state.refresh(), rules.refresh()]);

const CHANGED = {
  clock: settings.refreshClock,
  faults: faults.refresh,
  requests: requests.reload,
  settings: () => Promise.all([settings.refreshSettings(), state.refresh()]),
  state: state.refresh,
  reset: everything,
};

function connection(text, live) {
  by("connection").textContent = text;
  by("connection").classList.toggle("live", live);
}

function follow() {
  const events = new EventSource("requests/live");
  events.addEventListener("open", () => {
    connection("live", true);
    everything().catch((error) => say(error.message, true)); // what was missed while there was no connection
  });
  events.addEventListener("error", () => {
    connection("reconnecting", false);
    // A browser gives up after an answer that is no event stream.
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  });
  events.addEventListener("message", (event) => {
    requests.add(JSON.parse(event.data));
    faults.refresh().catch(() => {});
    state.refreshSoon();
    rules.refreshSoon();
  });
  events.addEventListener("changed", (event) => {
    Promise.resolve(CHANGED[JSON.parse(event.data).what]?.()).catch((error) => say(error.message, true));
  });
}

async function start() {
  try {
    await load();
  } catch (error) {
    connection("not reached", false);
    say(error.message, true);
    setTimeout(start, 2000);
    return;
  }
  by("service").textContent = shared.service;
  document.title = `${shared.service} stub`;
  requests.start(tryAgain);
  contract.start();
  faults.start();
  rules.start();
  settings.start(shared.service);
  startTabs();
  follow();
}

start();
