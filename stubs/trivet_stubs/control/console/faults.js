// Faults: plan them, watch them, remove them.

import { call, shared } from "./api.js";
import { by, doing, fill, make, say } from "./dom.js";

const place = (text) => (text === "" ? true : text);
// What a fault does: its words, the name and the first value of its argument, and the fields of the API.
const KINDS = {
  "an error status": { name: "Status", value: "503", fields: (value) => ({ status: Number(value) }) },
  "a dropped connection": { fields: () => ({ drop: true }) },
  "a delay": { name: "Seconds", value: "2", fields: (value) => ({ delay: Number(value) }) },
  "no answer at all": { fields: () => ({ hang: true }) },
  "a cut after some bytes": { name: "Bytes", value: "10", fields: (value) => ({ cut_after: Number(value) }) },
  "a cut after some events": { name: "Events", value: "2", fields: (value) => ({ after_events: Number(value) }) },
  "a cut in the middle of an event": { name: "Events before it", value: "1", fields: (value) => ({ after_events: Number(value), mid_frame: true }) },
  "an unknown field": { name: "JSON pointer, or empty", value: "", fields: (value) => ({ unknown_field: place(value) }) },
  "an unknown enum value": { name: "JSON pointer, or empty", value: "", fields: (value) => ({ unknown_enum: place(value) }) },
  "a missing field": { name: "JSON pointer, or empty", value: "", fields: (value) => ({ missing_field: place(value) }) },
};

export function start() {
  fill(by("fault-kind"), ...Object.keys(KINDS).map((each) => make("option", {}, each)));
  fill(by("fault-operation"), make("option", { value: "" }, "any request"), ...[...shared.operations.keys()].sort().map((each) => make("option", {}, each)));
  by("fault-kind").addEventListener("change", showValue);
  by("fault-form").addEventListener("submit", doing(add));
  by("faults-clear").addEventListener("click", doing(() => call("DELETE", "faults")));
  showValue();
}

function showValue() {
  const { name, value } = KINDS[by("fault-kind").value];
  by("fault-value-label").hidden = name === undefined;
  by("fault-value-name").textContent = name ?? "";
  by("fault-value").value = value ?? "";
}

async function add() {
  const times = by("fault-times").value;
  const probability = by("fault-probability").value;
  await call("POST", "faults", {
    ...KINDS[by("fault-kind").value].fields(by("fault-value").value.trim()),
    operation: by("fault-operation").value || null,
    times: times === "" ? null : Number(times),
    after: Number(by("fault-after").value || 0),
    ...(probability === "" ? {} : { probability: Number(probability), seed: Number(by("fault-seed").value || 0) }),
  });
  say("The fault waits for its requests.");
}

export async function refresh() {
  const { items } = await call("GET", "faults");
  by("count-faults").textContent = items.length;
  by("faults-empty").hidden = items.length > 0;
  by("faults-clear").disabled = items.length === 0;
  fill(by("faults"), ...items.map((each) => {
    const { id, operation, times, after, struck, ...what } = each;
    return make("li", { class: "card row" },
      make("div", { class: "grow" },
        make("strong", {}, Object.entries(what).map(([name, value]) => (value === true ? name : `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)).join(", ") || "nothing"),
        make("div", {}, operation ?? "any request"),
        make("small", {}, `${times === null ? "always" : `${times} more`}${after ? `, after ${after} others` : ""} · struck ${struck} times`)),
      make("button", { type: "button", "aria-label": `Remove fault ${id}`, onclick: doing(() => call("DELETE", `faults/${id}`)) }, "Remove"));
  }));
}
