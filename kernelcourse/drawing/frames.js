// Explorers where no kernel answers, on the site and in a chapter that has not run: two controls move through scenes that the
// library computed before, and what `by_hand.js` knows is computed here. They are fetched when an explorer comes near the
// window. The static picture stays for print, and where JavaScript is off.

const NEAR = "400px"; // of the window, at which an explorer is fetched
const PAUSE = 12; // milliseconds of unpacking after which the page may do something else
const FOLDER = new URL("frames/", document.currentScript.src);
const MANY = ["No control moves", "One control moves", "Two controls move", "Three controls move"];
const NUMBERS = { i1: Int8Array, u1: Uint8Array, i2: Int16Array, f4: Float32Array };

const fetched = new Map(), waiting = new Map();

/** The scenes of an explorer, by its name; each is fetched once. */
function framesOf(name) {
  if (!fetched.has(name)) {
    // A script, not `fetch`: so that the site can be read from a disk, too.
    fetched.set(name, new Promise((resolve, reject) => {
      waiting.set(name, resolve);
      const script = element("script", { src: new URL(`${name}.js`, FOLDER) });
      script.onerror = () => reject(new Error(`${name} could not be fetched`));
      document.head.append(script);
    }).then(unpack));
  }
  return fetched.get(name);
}

/** Undo what `tools/site_packing.py` does: a header, and for each number of a scene its template with all filled in. */
async function unpack(text) {
  const zipped = await fetch(`data:application/octet-stream;base64,${text}`);
  const all = new Uint8Array(await new Response(zipped.body.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  const length = new DataView(all.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(all.subarray(4, 4 + length))), bytes = all.subarray(4 + length);
  const stacks = [];
  let from = performance.now();
  for (const about of header.stacks) {
    stacks.push(numbersOf(about, bytes));
    if (performance.now() - from > PAUSE) {
      await new Promise((go) => setTimeout(go)); // the page may scroll meanwhile
      from = performance.now();
    }
  }
  const fill = (part, k) => {
    if (Array.isArray(part)) return part.map((each) => fill(each, k));
    if (!part || typeof part !== "object") return part;
    if (part.$ === "word") return header.words[part.at][k];
    if (part.$ === "stack") return arrayAt(header.stacks[part.at], stacks[part.at], k);
    if (part.$ === "pick") {
      const which = part.of[k];
      part.places ??= counted(part.of);
      return fill(part.options[which], part.places[k]);
    }
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, fill(each, k)]));
  };
  return { ...header, scene: (k) => fill(header.template, k) };
}

/** For each entry, how many like it come before. */
function counted(of) {
  const seen = [];
  return of.map((which) => { seen[which] = (seen[which] ?? -1) + 1; return seen[which]; });
}

/** All arrays of a stack, one after the other. */
function numbersOf({ type, n, width, row, drop, way: [before, above, left], planes, start }, bytes) {
  const size = n * width, whole = new Int32Array(size);
  for (let i = 0, p = start; i < size; i++, p++) {
    let v = bytes[p];
    for (let k = 1; k < planes; k++) v |= bytes[p + k * size] << (8 * k);
    whole[i] = (v >>> 1) ^ -(v & 1);
  }
  if (left) for (let a = 0; a < size; a += row) for (let i = a + 1; i < a + row; i++) whole[i] += whole[i - 1];
  if (above) for (let a = 0; a < size; a += width) for (let i = a + row; i < a + width; i++) whole[i] += whole[i - row];
  if (before) for (let i = width; i < size; i++) whole[i] += whole[i - width];
  if (type === "f4") {
    for (let i = 0; i < size; i++) whole[i] = (Math.abs(whole[i]) << drop) | (whole[i] < 0 ? 1 << 31 : 0);
    return new Float32Array(whole.buffer);
  }
  const numbers = new NUMBERS[type](size);
  for (let i = 0; i < size; i++) numbers[i] = whole[i] << drop;
  return numbers;
}

/** An array of one scene, as Python would have sent it. */
function arrayAt({ type, n, width, shape, alike }, numbers, k) {
  const own = alike ? shape : shape[k], from = (n === 1 ? 0 : k) * width;
  const part = numbers.subarray(from, from + own.reduce((a, b) => a * b, 1));
  return { type, shape: own, data: new Uint8Array(part.buffer, part.byteOffset, part.byteLength) };
}

/** What a control stands for at its place. */
function valueOf(spec, place) {
  if (spec.type === "Slider") return Number(valueAt(spec, place).toPrecision(12));
  return spec.type === "Choice" ? spec.options[place] : place;
}

/** Put a live explorer behind its static picture; returns its element. `others` says when what is fixed moves. */
async function show(twin, others = "The others need the notebook.") {
  const { controls: all, rows, columns, firsts, start, scene } = await framesOf(twin.dataset.explorer);
  const at = { ...start }, el = element("div", { className: "ks-site" }), hand = BY_HAND[twin.dataset.explorer];
  twin.after(el);
  const controls = all.map((c) => (hand?.moves.includes(c.name) ? { ...c, fixed: false } : c));
  const moving = controls.filter((c) => !c.fixed).map((c) => c.label);
  const fixed = `${MANY[moving.length]} here: ${moving.join(", ")}. ${others}`;
  const view = mount(el, { controls, look: LOOK, notes: controls.some((c) => c.fixed) ? { fixed } : {} }, {
    waits: () => false,
    ask(places) {
      // What depends on a control that has moved starts anew.
      for (const c of controls) if (c.of?.some((name) => name in places)) at[c.name] = start[c.name];
      Object.assign(at, places);
      draw();
    },
  });
  // A run may be shorter than the one before.
  const draw = () => {
    const row = at[rows] ?? 0;
    at[columns] = Math.min(at[columns] ?? 0, firsts[row + 1] - firsts[row] - 1);
    const base = scene(firsts[row] + at[columns]), own = hand?.moves.some((name) => at[name] && at[name] !== start[name]);
    view.show(own ? hand.scene(base, Object.fromEntries(controls.map((c) => [c.name, valueOf(c, at[c.name])]))) : base, {});
    view.stand(at);
  };
  draw();
  twin.classList.add("ks-behind");
  return el;
}

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    show(target).catch((error) => console.error(`The picture stays as it is: ${error.message}`));
  }
}, { rootMargin: NEAR });

window.kernelsy19 = {
  frames: framesOf,
  show,
  /** What each file of scenes calls. */
  hand(name, text) {
    waiting.get(name)(text);
  },
};
document.querySelectorAll("[data-explorer]").forEach((twin) => near.observe(twin));
