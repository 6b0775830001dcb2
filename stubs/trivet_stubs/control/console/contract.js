// The contract to browse, and to try.

import { resolve, shared } from "./api.js";
import { by, doing, fill, make, matches, path, pretty, prose } from "./dom.js";

const MOST_SHOWN = 200_000;
let current = null;
let stopping = null;

export function start() {
  by("operations-filter").addEventListener("input", list);
  list();
}

function list() {
  const words = by("operations-filter").value;
  const groups = new Map();
  for (const each of shared.operations.values()) {
    if (!matches(words, each.id, each.method, each.path, each.raw.summary ?? "")) continue;
    const tag = each.id.split(".").slice(0, -1).join(".") || "operations";
    groups.set(tag, [...(groups.get(tag) ?? []), each]);
  }
  fill(by("operations"), ...[...groups].flatMap(([tag, found]) => [
    make("h3", {}, tag),
    make("ul", {}, ...found.map((each) => make("li", {}, make("button", {
      type: "button", class: "operation", "data-operation": each.id, "aria-current": current === each.id ? "true" : undefined, onclick: () => choose(each.id),
    }, make("span", { class: `method ${each.method.toLowerCase()}` }, each.method), make("span", { class: "grow" }, ...path(each.path)), make("small", {}, each.id))))),
  ]));
}

export function choose(id, filled = {}) {
  stopping?.abort();
  current = id;
  for (const each of by("operations").querySelectorAll("[data-operation]")) {
    if (each.dataset.operation === id) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  const operation = shared.operations.get(id);
  const rules = [...shared.rules.values()].filter((each) => each.operations.includes(id));
  const body = resolve(operation.raw.requestBody);
  const schema = body.content?.["application/json"]?.schema;
  const inputs = operation.parameters.map((each) => [each, input(each, filled)]);
  const text = schema ? make("textarea", { rows: 7, spellcheck: false, id: "try-body" }) : null;
  if (text) text.value = filled.body ?? JSON.stringify(example(schema), null, 2);
  const callers = Object.keys(shared.callers);
  const caller = make("select", { id: "try-caller" }, ...callers.map((each) => make("option", { value: each }, each)), make("option", { value: "" }, "without credentials"));
  const media = Object.keys(successOf(operation).content ?? {});
  const accept = media.length > 1 ? make("select", { id: "try-accept" }, ...media.map((each) => make("option", {}, each))) : null;
  const outcome = make("div", { id: "outcome", "aria-live": "polite" });
  const form = make("form", { class: "card", onsubmit: doing(() => send(operation, request(), outcome)) },
    make("h3", {}, "Try it"),
    make("div", { class: "fields" },
      make("label", {}, "Caller", caller),
      accept ? make("label", {}, "Answer as", accept) : null,
      ...inputs.map(([each, field]) => make("label", {}, make("span", {}, each.name, each.required ? make("em", {}, " required") : null, make("small", {}, ` ${each.in} · ${typeOf(each.schema)}`)), field))),
    text ? make("label", {}, `Body${body.required ? "" : " (may be empty)"}`, text) : null,
    make("button", { type: "submit", class: "strong" }, "Send"));

  function request() {
    let where = operation.path;
    const query = new URLSearchParams();
    const headers = { ...(shared.callers[caller.value] ?? {}) };
    for (const [each, field] of inputs) {
      if (each.in === "path") where = where.replace(`{${each.name}}`, encodeURIComponent(field.value));
      else if (field.value === "") continue;
      else if (each.in === "query") query.append(each.name, field.value);
      else headers[each.name] = field.value;
    }
    if (accept) headers.accept = accept.value;
    const content = text?.value.trim() ? text.value : undefined;
    if (content !== undefined) headers["content-type"] = "application/json";
    const asked = String(query).replaceAll("%24", "$");
    return { method: operation.method, url: `${location.origin}${where}${asked ? `?${asked}` : ""}`, headers, body: content };
  }

  fill(by("operation"),
    make("h2", {}, make("span", { class: `method ${operation.method.toLowerCase()}` }, operation.method), " ", ...path(operation.path)),
    make("p", { class: "faint" }, id),
    make("p", {}, operation.raw.summary ?? ""),
    operation.raw.description ? make("p", {}, operation.raw.description) : null,
    form, outcome,
    make("details", {}, make("summary", {}, `${rules.length} rules`), make("ul", { class: "rules" }, ...rules.map((each) => make("li", {}, make("span", { class: `badge ${each.basis}` }, each.basis), " ", ...prose(each.sentence), make("small", {}, each.id))))),
    make("details", {}, make("summary", {}, "As OpenAPI"), make("pre", { tabindex: "0" }, JSON.stringify(operation.raw, null, 2))));
  by("operation").scrollTop = 0;
  if (matchMedia("(max-width: 46rem)").matches) by("operation").scrollIntoView();
}

function input(parameter, filled) {
  const schema = resolve(parameter.schema);
  const given = filled[parameter.in]?.[parameter.name];
  const choices = schema.enum ?? (schema.type === "boolean" ? [true, false] : null);
  if (!choices) {
    const field = make("input", { name: parameter.name, required: parameter.required === true, autocomplete: "off" });
    field.value = given ?? "";
    return field;
  }
  const field = make("select", { name: parameter.name }, ...(parameter.required ? [] : [make("option", { value: "" }, "not sent")]), ...choices.map((each) => make("option", { value: String(each) }, each)));
  if (given !== undefined) field.value = given;
  return field;
}

const successOf = (operation) => {
  const status = Object.keys(operation.raw.responses).filter((each) => each.startsWith("2")).sort()[0];
  return resolve(operation.raw.responses[status]);
};

const typeOf = (raw) => {
  const schema = resolve(raw);
  const type = [schema.type ?? "any"].flat().join(" or ");
  const bounds = ["minimum", "maximum", "maxLength", "format", "default"].filter((each) => each in schema).map((each) => `${each} ${schema[each]}`);
  return [type, ...bounds].join(", ");
};

// A body that the contract allows, as far as the schema says: required fields alone.
function example(raw, depth = 0) {
  const schema = resolve(raw);
  if (depth > 6) return null;
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => example(each, depth + 1)));
  const branch = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (branch) return example(branch, depth + 1);
  switch ([schema.type].flat()[0]) {
    case "object": {
      const wanted = schema.required ?? (depth === 0 ? Object.keys(schema.properties ?? {}).slice(0, 1) : []);
      return Object.fromEntries(wanted.map((name) => [name, example(schema.properties?.[name] ?? {}, depth + 1)]));
    }
    case "array": return [];
    case "integer": case "number": return schema.minimum ?? 1;
    case "boolean": return true;
    default: return schema.format === "uuid" ? "00000000-0000-4000-8000-000000000000" : "text";
  }
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ method, url, headers, body }) {
  const parts = ["curl", ...(method === "GET" ? [] : ["-X", method]), quoted(url), ...Object.entries(headers).flatMap(([name, value]) => ["-H", quoted(`${name}: ${value}`)])];
  return [...parts, ...(body === undefined ? [] : ["-d", quoted(body)])].join(" ");
}

async function send(operation, request, outcome) {
  stopping?.abort();
  const abort = (stopping = new AbortController());
  const command = make("details", {}, make("summary", {}, "As curl"), make("pre", { tabindex: "0" }, curl(request)));
  const text = make("pre", { tabindex: "0", class: "answer" });
  const stop = make("button", { type: "button", onclick: () => abort.abort() }, "Stop");
  const began = performance.now();
  try {
    const answer = await fetch(request.url, { ...request, url: undefined, signal: abort.signal, cache: "no-store", redirect: "manual" });
    const type = answer.headers.get("content-type") ?? "no body";
    const status = make("span", { class: `status s${Math.floor(answer.status / 100)}` }, answer.status || "redirect");
    const headers = [...answer.headers].flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
    fill(outcome, make("div", { class: "bar" }, make("h3", {}, "Answer"), status, make("span", { class: "grow faint" }, `${type} · ${Math.round(performance.now() - began)} ms`), stop), text,
      make("details", {}, make("summary", {}, "Headers"), make("dl", {}, ...headers)), command);
    const decoder = new TextDecoder();
    let whole = "";
    for (const reader = answer.body?.getReader(); reader;) {
      const { done, value } = await reader.read();
      if (done) break;
      whole += decoder.decode(value, { stream: true });
      text.textContent = whole.slice(-MOST_SHOWN);
      if (whole.length > 5 * MOST_SHOWN) throw new Error("The answer is too long to be shown.");
    }
    text.textContent = whole ? pretty(whole).slice(0, MOST_SHOWN) : "no body";
  } catch (error) {
    if (abort.signal.aborted) text.append("\n(stopped)");
    else fill(outcome, make("p", { class: "problem" }, error instanceof TypeError ? "The connection ended without a whole answer." : error.message), text, command);
  } finally {
    stop.remove();
  }
}
