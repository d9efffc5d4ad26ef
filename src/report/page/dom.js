// Elements, numbers and colours. Text is only ever set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
const s = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);
const clear = (element, ...children) => { element.replaceChildren(); return fill(element, {}, children); };

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const minus = (text) => text.replace("-", "−");

function fixed(value, digits) {
  if (typeof value === "string") return value;
  if (!isNumber(value)) return "–";
  // As in a terminal: a tie is rounded away from zero, and zero has no sign.
  const size = Math.abs(value), whole = Math.round(Number(size + "e" + digits));
  const text = (isNumber(whole) ? Number(whole + "e-" + digits) : size).toFixed(digits);
  return (value < 0 && /[1-9]/.test(text) ? "−" : "") + text;
}

// Three significant digits, without exponents for what occurs in weights.
function short(value) {
  if (typeof value === "string") return value;
  if (!isNumber(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return minus(value.toExponential(2));
  return minus(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3));
}

// A figure with its interval, both worded as in a terminal.
function withError({ text, error }) {
  return error ? [minus(text), h("span", { class: "error" }, " " + minus(error))] : minus(text);
}

function count(number) {
  return isNumber(number) ? Math.round(number).toLocaleString("en-US") : "–";
}

function compact(number) {
  if (Math.abs(number) >= 1e6) return +(number / 1e6).toFixed(2) + " M";
  if (Math.abs(number) >= 1e3) return +(number / 1e3).toFixed(1) + " k";
  return String(+number.toFixed(6));
}

// The colours of the theme in force, read when they are drawn.
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
const DASHES = [[], [7, 4], [2, 3]];
// Seven colours that can be told apart with any eyes, then the same with other dashes.
const look = (index) => ({ colour: "c" + (index % 7), dash: DASHES[Math.floor(index / 7) % DASHES.length] });

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page from a file may have no clipboard of its own.
    const area = h("textarea", { class: "hush", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

function code(text, label, line) {
  const button = h("button", { class: "copy", type: "button", "aria-label": "Copy " + label }, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = (await copy(text)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => { button.textContent = "Copy"; }, 1600);
  });
  const block = h("pre", { tabindex: "0", "aria-label": label, class: line ? "line" : null }, h("code", {}, text));
  return h("div", { class: "code" }, block, button);
}

// A few buttons of which one is chosen.
function choice(label, options, chosen, choose) {
  const buttons = options.map(([key, text]) =>
    h("button", { type: "button", "aria-pressed": String(key === chosen), onclick: () => pick(key) }, text));
  function pick(key) {
    options.forEach(([other], index) => buttons[index].setAttribute("aria-pressed", String(other === key)));
    choose(key);
  }
  return h("div", { class: "choice", role: "group", "aria-label": label }, buttons);
}
