// An explorer in the browser: its controls as HTML inputs, the scene on a canvas, what it says below. One question is
// under way at a time; when its answer has come, the newest state is asked for, so that nothing queues.

const TALK = 250; // milliseconds of rest before the text is read out
const FRAME = 350; // milliseconds between two steps that play
const PATIENCE = 300; // milliseconds after which work shows
const AROUND = 240, LOWEST = 380; // pixels of a window that no picture has, and that one has in the lowest of windows
const BUTTONS = [["reset", "to the start"], ["back", "one step back"], ["step", "one step on"], ["play", "play"]];
const ICONS = { // paths in a square of 16
  reset: "M2 2h3v12H2zM14 2v12L6 8z", back: "M12 2v12L3 8z", step: "M4 2v12l9-6z", play: "M1 2v12l7-6zM8 2v12l7-6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
};

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// ---- controls ----

/** The value at a place of a slider; where there are `places`, the slider stops at these alone, and counts them. */
const valueAt = (spec, place) => {
  const v = spec.low + spec.step * (spec.places ? spec.places[place] : place);
  return spec.log ? 10 ** v : v;
};

const lastOf = (spec) => (spec.places ? spec.places.length - 1 : Math.round((spec.high - spec.low) / spec.step));

/** The place of a slider whose value is nearest. */
function nearestOf(spec, v) {
  const at = ((spec.log ? Math.log10(Math.max(v, 1e-300)) : v) - spec.low) / spec.step;
  if (!spec.places) return Math.round(at);
  return spec.places.reduce((best, place, k) => (Math.abs(place - at) < Math.abs(spec.places[best] - at) ? k : best), 0);
}

/** What stands beside a slider, in the unit shown. */
const written = (spec, place) => short(Number(valueAt(spec, place).toPrecision(12)));

function makeSlider(spec, to) {
  const input = element("input", { type: "range", min: 0, max: lastOf(spec), step: 1 });
  const output = element("output");
  let place = 0;
  const tell = () => {
    output.value = written(spec, place);
    input.setAttribute("aria-valuetext", output.value + (spec.unit ? ` ${spec.unit}` : ""));
  };
  input.addEventListener("input", () => {
    place = Number(input.value);
    tell();
    to.changed(place);
  });
  const show = (next) => {
    place = next;
    input.value = Math.round(next);
    tell();
  };
  const step = (by) => {
    const next = Math.min(Number(input.max), Math.max(0, Math.round(place) + by));
    if (next === place) return false;
    show(next);
    to.changed(next);
    return true;
  };
  return {
    input, output, show, step,
    end(last) {
      input.max = Math.max(0, last);
      if (place > last) show(last);
    },
    nearest: (v) => nearestOf(spec, v),
  };
}

/** The buttons of a run; each press steps the slider. */
function makePlayer(slider, to) {
  let timer = 0;
  const made = {};
  const mark = (name, icon, title) => {
    made[name].title = title;
    made[name].setAttribute("aria-label", title);
    made[name].innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  };
  for (const [name, title] of BUTTONS) {
    made[name] = element("button", { type: "button", className: "ks-button" });
    mark(name, name, title);
  }
  const play = (on) => {
    clearInterval(timer);
    timer = 0;
    mark("play", on ? "pause" : "play", on ? "pause" : "play");
    // A step waits for the answer to the one before.
    if (on) timer = setInterval(() => to.waits() || slider.step(1) || play(false), FRAME);
  };
  made.play.addEventListener("click", () => {
    if (!timer && slider.input.value === slider.input.max) slider.step(-Infinity);
    play(!timer);
  });
  for (const [name, by] of [["reset", -Infinity], ["back", -1], ["step", 1]]) {
    made[name].addEventListener("click", () => {
      play(false);
      slider.step(by);
    });
  }
  return { row: element("span", { className: "ks-buttons" }, ...BUTTONS.map(([name]) => made[name])), stop: () => play(false) };
}

function makeCloud(spec, to) {
  const group = element("select", { hidden: !spec.classes.length });
  spec.classes.forEach((name, k) => group.append(element("option", { value: k, textContent: name })));
  group.setAttribute("aria-label", `${spec.label}: class of a new point`);
  const button = (text, title, act) => {
    const made = element("button", { type: "button", textContent: text, title, className: "ks-button" });
    made.addEventListener("click", act);
    return made;
  };
  const reset = button("Reset", `${spec.label}: all where they were`, () => to.changed(null));
  const grows = spec.grows ? [
    group,
    button("add", "a double click in the picture adds one, too", () => to.grow(Number(group.value || 0))),
    button("remove", "removes the chosen point; the Delete key, too", () => to.remove()),
  ] : [];
  return {
    input: element("span", { className: "ks-buttons" }, ...grows, reset), output: element("span"), wide: true,
    show: (changed) => { reset.disabled = !changed; },
    group: () => Number(group.value || 0),
  };
}

function makeControl(spec, to) {
  if (spec.type === "Slider") return makeSlider(spec, to);
  if (spec.type === "Cloud") return makeCloud(spec, to);
  const output = element("span");
  if (spec.type === "Choice") {
    const input = element("select");
    spec.options.forEach((text, k) => input.append(element("option", { value: k, textContent: text })));
    input.addEventListener("change", () => to.changed(Number(input.value)));
    return { input, output, show: (k) => { input.value = k; }, wide: true };
  }
  return null; // a place is moved in the picture alone
}

let count = 0; // of controls, for their ids

/** Show controls that nobody answers: they cannot be moved, and name the text that says why. */
function fix(rows, reason) {
  for (const row of rows) {
    row.classList.add("ks-fixed");
    for (const part of row.querySelectorAll("input, select, button")) {
      part.disabled = true;
      part.setAttribute("aria-describedby", reason);
    }
  }
}

/** All controls in a grid of names, tracks and values. */
function makeControls(specs, to) {
  const grid = element("div", { className: "ks-controls" }), made = new Map();
  for (const spec of specs) {
    const control = makeControl(spec, {
      changed: (place) => to.changed(spec.name, place),
      grow: (group) => to.grow(spec.name, group),
      remove: () => to.remove(spec.name),
    });
    if (!control) continue;
    const { input, output, wide } = control, named = input.matches("input, select");
    const text = element(named ? "label" : "span", { textContent: spec.unit ? `${spec.label} (${spec.unit})` : spec.label });
    if (named) text.htmlFor = input.id = `ks-${++count}-${spec.name}`;
    else {
      input.setAttribute("role", "group");
      input.setAttribute("aria-label", spec.label);
    }
    input.classList.toggle("ks-wide", Boolean(wide));
    const row = element("div", { className: "ks-control" }, text, input, ...(wide ? [] : [output]));
    row.dataset.name = spec.name;
    grid.append(row);
    if (spec.plays) {
      control.player = makePlayer(control, to);
      grid.append(element("div", { className: "ks-control" }, element("span"), control.player.row));
      control.player.row.classList.add("ks-wide");
    }
    made.set(spec.name, { ...control, row, spec });
    if (spec.fixed) fix([row, ...(control.player ? [grid.lastChild] : [])], to.reason);
  }
  grid.addEventListener("focusin", keepKeys);
  return { grid, made };
}

// ---- the picture ----

const isDark = (node) => {
  const [r, g, b] = getComputedStyle(node).color.match(/[\d.]+/g).map(Number);
  return r + g + b > 384; // light words stand on dark paper
};

/** Put an explorer into an element. `ask(places)` hears of what is moved; `waits()` says whether an answer is due. */
function mount(el, { controls: specs, look, notes }, { ask, waits }) {
  const canvas = element("canvas"), stage = element("div", { className: "ks-stage" }, canvas);
  const said = element("p", { className: "ks-said" }), note = element("p", { className: "ks-note" });
  const certificate = element("p", { className: "ks-certificate" });
  const reason = element("p", { className: "ks-reason", id: `ks-${++count}-reason` });
  const specOf = new Map(specs.map((spec) => [spec.name, spec]));
  let scene = null, shown = null, frame = 0, talk = 0, gone = false;
  canvas.setAttribute("role", "img");
  said.setAttribute("role", "status");
  note.setAttribute("role", "alert");
  reason.textContent = notes.fixed ?? ""; // why some controls are

  const hands = makeHands(stage, canvas, {
    redraw: () => draw(),
    fixed: (name) => specOf.get(name)?.fixed,
    grows: (name) => specOf.get(name).grows,
    label: (name) => specOf.get(name).label,
    group: (name) => controls.made.get(name).group(),
    changed: (name, rows) => ask({ [name]: rows }),
    stepped: (name, by) => controls.made.get(name).step(by),
    moved(name, moves, x, y) {
      if (moves === "xy") return ask({ [name]: [x, y] });
      const control = controls.made.get(name), place = control.nearest(moves === "x" ? x : y);
      control.show(Math.min(Math.max(place, 0), Number(control.input.max)));
      return ask({ [name]: place });
    },
  });
  const controls = makeControls(specs, {
    waits,
    reason: reason.id,
    changed: (name, place) => ask({ [name]: place }),
    grow: (name, group) => hands.grow(name, null, group),
    remove: (name) => hands.remove(name),
  });
  const hint = element("p", { className: "ks-hint" });
  const side = element("div", { className: "ks-side" }, controls.grid, reason, note, said, certificate, hint);
  const root = element("div", { className: "ks-live" }, element("div", { className: "ks-page" }, side, stage));
  el.append(root);

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    const width = Math.min(Math.floor(stage.clientWidth), WIDEST), tall = Math.max(LOWEST, innerHeight - AROUND);
    if (!scene || width < 50) return;
    hands.place(drawScene(canvas, scene, look[isDark(root) ? "dark" : "light"], width, tall, hands.views));
  }

  /** What a hand finds in the picture. */
  function grips() {
    const free = scene.panels.flatMap((p) => p.marks).filter((m) => !specOf.get(m.name ?? m.hold)?.fixed);
    const held = new Set(free.filter((m) => m.hold).map((m) => specOf.get(m.hold).label));
    const found = [
      free.some((m) => m.mark === "Handle") && "what stands in a dashed circle",
      ...[...held].map((label) => (label === "points" ? "any point" : `the ${label}`)),
      scene.panels.some((p) => p.z) && "the box, which turns",
    ].filter(Boolean);
    return found.length ? `Drag ${found.join(", or ")}.` : "";
  }

  const later = () => { frame ||= requestAnimationFrame(draw); };
  const sizes = new ResizeObserver(later), themes = new MutationObserver(later);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  sizes.observe(root);
  addEventListener("resize", later);
  for (const page of [document.documentElement, document.body]) {
    themes.observe(page, { attributes: true, attributeFilter: ["class", "data-theme", "data-jp-theme-light", "data-jp-theme-name"] });
  }
  scheme.addEventListener("change", later);

  return {
    root,
    /** Show a scene as Python sent it, but what has moved on since where it is now. */
    show(sent, moved) {
      if (sent !== shown) scene = typed((shown = sent));
      root.classList.toggle("ks-broad", scene.columns.length > 2);
      for (const m of scene.panels.flatMap((p) => p.marks)) {
        const place = moved[m.name ?? m.hold];
        if (place === undefined || place === null) continue;
        if (m.hold && place.length === m.x.length) place.forEach((row, i) => { [m.x[i], m.y[i]] = row; });
        else if (m.moves === "xy" && !m.hold) [m.x, m.y] = place;
        else if (m.mark === "Handle") m[m.moves] = valueAt(specOf.get(m.name), place);
      }
      for (const [name, { row, end }] of controls.made) {
        row.classList.toggle("ks-away", scene.hidden.includes(name));
        row.inert = gone || scene.hidden.includes(name);
        if (name in scene.ends) end(scene.ends[name]);
      }
      draw();
      hint.textContent = gone ? "" : grips();
      canvas.setAttribute("aria-label", scene.said);
      clearTimeout(talk);
      const tell = () => {
        said.textContent = scene.said;
        certificate.textContent = scene.certificate ?? "";
      };
      if (said.textContent) talk = setTimeout(tell, TALK); // read out where the hand rests
      else tell();
      root.dispatchEvent(new CustomEvent("ks-drawn", { bubbles: true, detail: scene.said }));
    },
    /** Show where the controls stand. */
    stand(places) {
      for (const [name, control] of controls.made) if (name in places) control.show(places[name]);
    },
    busy(on) {
      root.classList.toggle("ks-busy", on);
    },
    fail(text) {
      note.textContent = gone ? note.textContent : text;
    },
    /** From now on nothing answers. */
    stop(saved) {
      if (gone) return;
      gone = true;
      hint.textContent = "";
      note.textContent = notes[saved ? "saved" : "gone"];
      for (const { player } of controls.made.values()) player?.stop();
      controls.grid.inert = true;
      hands.stop();
    },
    close() {
      for (const { player } of controls.made.values()) player?.stop();
      sizes.disconnect();
      themes.disconnect();
      scheme.removeEventListener("change", later);
      removeEventListener("resize", later);
      cancelAnimationFrame(frame);
      clearTimeout(talk);
      root.remove();
    },
  };
}

// ---- the widget ----

export default () => {
  let lost = null; // for good: the kernel that comes after knows nothing of this widget
  const hearers = new Set();

  return {
    initialize: ({ model }) => whenGone(model, (saved) => {
      lost ??= saved ? "saved" : "gone";
      hearers.forEach((hear) => hear());
    }),

    render({ model, el }) {
      const mine = Math.random().toString(36).slice(2);
      let asked = 0, waiting = "", sent = {}, next = null, due = false, patience = 0;

      function send(places) {
        waiting = `${mine} ${++asked}`;
        patience ||= setTimeout(() => view.busy(true), PATIENCE);
        sent = places;
        model.send({ asked: waiting, values: places });
      }

      const view = mount(
        el,
        { controls: model.get("_controls"), look: model.get("_look"), notes: model.get("_notes") },
        {
          waits: () => waiting !== "",
          ask(places) {
            if (lost) return;
            if (waiting) next = { ...next, ...places };
            else send(places);
          },
        },
      );

      function show() {
        due = false;
        if (waiting && model.get("_answered") === waiting) {
          waiting = "";
          clearTimeout(patience);
          patience = 0;
          view.busy(false);
          if (next) {
            send(next); // the kernel computes while this is drawn
            next = null;
          }
        }
        view.show(model.get("_drawn"), waiting ? sent : {});
        if (!waiting) view.stand(model.get("_places"));
        view.fail(model.get("failure"));
      }

      const later = () => {
        if (!due) queueMicrotask(show); // several traits change at once
        due = true;
      };
      const traits = ["_drawn", "_places", "_answered", "failure"].map((name) => `change:${name}`);
      traits.forEach((name) => model.on(name, later));
      const hear = () => lost && view.stop(lost === "saved");
      hearers.add(hear);
      show();
      hear();
      return () => {
        traits.forEach((name) => model.off(name, later));
        hearers.delete(hear);
        clearTimeout(patience);
        view.close();
      };
    },
  };
};
