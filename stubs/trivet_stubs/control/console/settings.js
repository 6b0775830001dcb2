// Clock, settings and data.

import { call, shared } from "./api.js";
import { by, doing, fill, make, say } from "./dom.js";

const SEEDS = {
  bus: '{ "data": { "stops": [] } }',
  chat: '{ "seed": "100x20", "users": 5 }',
  agent: '{ "projects": { "/home/dev/pond": { "README.md": "# Pond" } } }',
};
const KEPT = ["observed", "quota"];
let clock = null;

export function start(service) {
  by("clock-minute").addEventListener("click", doing(() => move({ advance: 60 })));
  by("clock-hour").addEventListener("click", doing(() => move({ advance: 3600 })));
  by("clock-run").addEventListener("click", doing(() => move({ run: !clock?.run })));
  by("reset").addEventListener("click", () => {
    by("reset-dialog").returnValue = ""; // Escape would leave the answer of the last time
    by("reset-dialog").showModal();
  });
  by("reset-dialog").addEventListener("close", doing(async () => {
    if (by("reset-dialog").returnValue !== "reset") return;
    await call("POST", "reset", {});
    say("Everything is as at the start.");
  }));
  by("clock-form").addEventListener("submit", doing(async () => {
    const now = by("clock-set").value.trim();
    const advance = by("clock-advance").value;
    await move({ ...(now ? { now } : {}), ...(advance === "" ? {} : { advance: Number(advance) }) });
    say("The clock has moved.");
  }));
  by("settings-form").addEventListener("submit", doing(apply));
  by("seed").value = SEEDS[service] ?? "{}";
  by("seed-form").addEventListener("submit", doing(async () => {
    let body;
    try {
      body = JSON.parse(by("seed").value || "{}");
    } catch {
      throw new Error("The seed is not JSON.");
    }
    await call("POST", "seed", body);
    say("The data is replaced.");
  }));
  setInterval(tick, 500);
}

const move = async (change) => showClock(await call("PATCH", "clock", change));

export const refreshClock = async () => showClock(await call("GET", "clock"));

function showClock(found) {
  const parts = /^(\d+-\d+-\d+)T(\d+:\d+:\d+)(?:\.\d+)?(Z|[+-]\d+:\d+)/.exec(found.now);
  clock = { run: found.run, at: Date.parse(found.now), zone: parts?.[3] ?? "Z", read: performance.now() };
  by("clock-run").textContent = found.run ? "Stop" : "Run";
  by("clock-run").setAttribute("aria-pressed", String(found.run));
  by("clock-set").placeholder = found.now;
  tick();
}

function tick() {
  if (!clock) return;
  const [hours, minutes] = clock.zone === "Z" ? [0, 0] : clock.zone.slice(1).split(":").map(Number);
  const offset = (clock.zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  const passed = clock.run ? performance.now() - clock.read : 0;
  const shown = new Date(clock.at + offset + passed).toISOString();
  by("clock-now").textContent = `${shown.slice(0, 10)} ${shown.slice(11, 19)} ${clock.zone}`;
  by("clock-now").dateTime = shown.slice(0, 19) + clock.zone;
}

export async function refreshSettings() {
  const found = await call("GET", "settings");
  const own = Object.entries(found).filter(([name]) => !KEPT.includes(name)).map(([name, value]) => field(name, value));
  const quota = found.quota ?? { requests: "", per: "" };
  fill(by("settings"), ...own,
    make("label", {}, "quota: requests", make("input", { type: "number", min: "0", "data-quota": "requests", value: quota.requests, placeholder: "any number" })),
    make("label", {}, "quota: per seconds", make("input", { type: "number", min: "0", step: "any", "data-quota": "per", value: quota.per ?? "", placeholder: "for ever" })));
  fill(by("observed"), ...switches(found.observed));
}

function field(name, value) {
  if (typeof value === "boolean") {
    return make("label", { class: "check" }, make("input", { type: "checkbox", "data-setting": name, checked: value }), " ", name);
  }
  if (name === "unknown_keys") {
    const choice = make("select", { "data-setting": name, "data-type": "string" }, ...["refuse", "ignore"].map((each) => make("option", {}, each)));
    choice.value = value;
    return make("label", {}, name, choice);
  }
  const type = Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
  const shown = type === "list" ? value.join(", ") : value ?? "";
  return make("label", {}, name, make("input", { type: type === "number" ? "number" : "text", step: "any", "data-setting": name, "data-type": type, value: shown }));
}

const switches = (on) => shared.switches.map((each) => make("label", { class: "check" }, make("input", { type: "checkbox", "data-switch": each, checked: on.includes(each) }), " ", each.replaceAll("_", " ")));

async function apply() {
  const changes = {};
  for (const each of by("settings").querySelectorAll("[data-setting]")) {
    const { setting, type } = each.dataset;
    if (each.type === "checkbox") changes[setting] = each.checked;
    else if (type === "number") changes[setting] = Number(each.value);
    else if (type === "list") changes[setting] = each.value.split(",").map((one) => one.trim()).filter(Boolean);
    else if (type === "null") changes[setting] = each.value === "" ? null : Number(each.value);
    else changes[setting] = each.value;
  }
  const [requests, per] = ["requests", "per"].map((name) => by("settings").querySelector(`[data-quota="${name}"]`).value);
  changes.quota = requests === "" ? null : { requests: Number(requests), per: per === "" ? null : Number(per) };
  changes.observed = [...by("observed").querySelectorAll("[data-switch]")].filter((each) => each.checked).map((each) => each.dataset.switch);
  await call("PATCH", "settings", changes);
  say("The settings are applied.");
}
