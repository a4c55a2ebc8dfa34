// A question, a place for the guess, and the answer that unfolds once there is one. It needs no kernel.

const NUMBER = /^\s*[+\-−]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?\s*%?\s*$/i;

function make(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function read(text) {
  if (!NUMBER.test(text)) return NaN;
  return Number(text.replace("−", "-").replace(",", ".").replace("%", "").trim());
}

function round(value) {
  return String(Number(value.toPrecision(3))).replace("-", "−");
}

/** What is said of a guess. */
export function verdict(guess, { value, answer, unit, reach, choices }) {
  const it = [answer, unit].filter(Boolean).join(" ");
  if (choices.length) return guess === value ? `That is it: ${it}.` : `You said: ${choices[guess]}. It is: ${it}.`;
  const off = guess - value;
  if (guess === read(answer) || Math.abs(off) <= Math.abs(value) * 0.005) return `That is it: ${it}.`;
  const near = Math.abs(off) <= reach ? "Near. " : "";
  return `${near}You said ${round(guess)}, which is ${round(Math.abs(off))} too ${off > 0 ? "high" : "low"}. It is ${it}.`;
}

let count = 0;

/** Take the covers away behind a guess, up to the next one or the next section; guess.py writes them. */
function uncover(form) {
  const behind = (node) => form.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  const next = [...document.querySelectorAll(".kernelsy19-guess, h2")].find(behind);
  for (const cover of document.querySelectorAll(".kernelsy19-cover")) {
    const before = !next || cover.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (behind(cover) && before) cover.open = true;
  }
}

/** Put a question into an element; `asked` holds question, answer, choices, value, unit, reach; `made` hears of a guess. */
export function mount(el, asked, made = () => {}) {
  const name = `kernelsy19-guess-${++count}`;
  const form = make("form", { className: "kernelsy19-guess" });
  const group = make("fieldset", {}, make("legend", { textContent: asked.question }));
  const inputs = asked.choices.map((choice, k) => {
    const input = make("input", { type: "radio", name, value: String(k) });
    group.append(make("label", {}, input, ` ${choice}`));
    return input;
  });
  const field = make("input", { type: "text", inputMode: "decimal", autocomplete: "off" });
  if (!inputs.length) group.append(make("label", {}, "Your guess ", field, ` ${asked.unit}`));
  const button = make("button", { type: "submit", textContent: "That is my guess" });
  const note = make("p");
  note.setAttribute("role", "status");
  const said = make("p");
  const folded = make("details", { hidden: true }, make("summary", { textContent: "What it is" }), said);
  form.append(group, button, note, folded);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = inputs.findIndex((input) => input.checked);
    const guess = inputs.length ? chosen : read(field.value);
    if (inputs.length ? chosen < 0 : Number.isNaN(guess)) {
      note.textContent = inputs.length ? "Choose one first." : "Write a number first.";
      return;
    }
    said.textContent = verdict(guess, asked);
    note.textContent = "Noted. Now look, and then unfold the answer.";
    folded.hidden = false;
    folded.open = false;
    uncover(form);
    made();
  });
  // Keys that JupyterLab takes for its own while a cell is selected.
  form.addEventListener("keydown", (event) => event.stopPropagation());
  el.append(form);
  return () => form.remove();
}

function render({ model, el }) {
  const names = ["question", "answer", "choices", "value", "unit", "reach"];
  const asked = Object.fromEntries(names.map((key) => [key, model.get(key)]));
  return mount(el, asked, () => model.send({ guessed: true })); // that there was one, and not which
}

export default { render };
