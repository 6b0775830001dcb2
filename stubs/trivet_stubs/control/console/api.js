// The control API.

export async function call(method, path, body) {
  const options = { method, cache: "no-store" };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "content-type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The stub does not answer.");
  }
  const value = await answer.json().catch(() => ({ error: `The stub answered ${answer.status}.` }));
  if (!answer.ok) throw new Error(value.error ?? `The stub answered ${answer.status}.`);
  return value;
}

// What all views share, loaded once.
export const shared = { service: "", contract: {}, operations: new Map(), rules: new Map(), callers: {}, switches: [] };

const METHODS = ["get", "post", "put", "patch", "delete"];

export async function load() {
  const [ready, contract, rules, state] = await Promise.all(["ready", "contract", "rules", "records"].map((each) => call("GET", each)));
  shared.service = ready.service;
  shared.contract = contract;
  shared.callers = state.callers;
  shared.switches = state.switches;
  shared.rules = new Map(rules.items.map((each) => [each.id, each]));
  shared.operations = new Map();
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const method of METHODS.filter((each) => each in item)) {
      const raw = item[method];
      const parameters = [...(item.parameters ?? []), ...(raw.parameters ?? [])].map(resolve);
      shared.operations.set(raw.operationId, { id: raw.operationId, method: method.toUpperCase(), path, raw, parameters });
    }
  }
}

export function resolve(node) {
  let found = node;
  for (let depth = 0; found?.$ref && depth < 20; depth += 1) {
    found = found.$ref.slice(2).split("/").reduce((owner, key) => owner?.[key], shared.contract);
  }
  return found ?? {};
}
