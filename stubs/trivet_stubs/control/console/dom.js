// Elements, made and filled without markup: what a server or a record says is text and nothing else.

export const by = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
};

// make("button", { type: "button", onclick: f }, "Text", otherElement)
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name in made && typeof made[name] !== "string") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...nodes(children));
  return made;
}

const nodes = (children) => children.filter((each) => each !== null && each !== undefined).map((each) => (each instanceof Node ? each : String(each)));

export const fill = (element, ...children) => element.replaceChildren(...nodes(children));

// A sentence of ours, in which `words` between backticks are code.
export const prose = (text) => text.split("`").map((each, at) => (at % 2 ? make("code", {}, each) : each));

// A path that breaks after its slashes when it is too long for a line.
export const path = (text) => text.split(/(?<=\/)/).flatMap((each) => [each, document.createElement("wbr")]);

let hide = 0;
export function say(text, wrong = false) {
  const message = by("message");
  message.textContent = text;
  message.classList.toggle("wrong", wrong);
  message.classList.add("shown");
  clearTimeout(hide);
  hide = setTimeout(() => message.classList.remove("shown"), wrong ? 9000 : 3500);
}

// Run what a button does; what goes wrong is shown in words.
export const doing = (work) => async (event) => {
  event?.preventDefault?.();
  try {
    await work(event);
  } catch (error) {
    say(error.message, true);
  }
};

export const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export const matches = (words, ...texts) => {
  const whole = texts.join(" ").toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => whole.includes(word));
};
