// The page "A ball of your own": the explorers' own renderer and controls, with the solver of ball.js in the place of the
// kernel. `tools/site_ball.py` joins both with the scripts of the explorers to one script; LOOK comes from `appearance.py`.
import * as ball from "./ball.js";

const ENDS = [-3, 3], SAMPLES = 121, FAR = 6; // of the plane; pixels that a finger may slip between down and up
const MOST = 200; // points; with more a step of a slider takes longer than a frame
const ROUNDING = 1e-14; // of a gap, in units of R²
const TICKS = [-3, -2, -1, 0, 1, 2, 3];
const KINDS = ["inside", "surface", "outlier"];
const KIND_LABELS = { inside: "inside the ball", surface: "on its surface", outlier: "outside" };
const GRID = Array.from({ length: SAMPLES }, (_, k) => ENDS[0] + (k * (ENDS[1] - ENDS[0])) / (SAMPLES - 1));

// Points to begin with; the sines only make them irregular.
const about = (x, y, n, spread) => Array.from({ length: n }, (_, k) => [
  x + spread * Math.sin(5 * k + 1) * Math.sqrt((k + 1) / n), y + spread * Math.cos(3 * k * k + k) * Math.sqrt((k + 1) / n),
]);
const STARTS = {
  "crescent and strangers": [
    ...Array.from({ length: 47 }, (_, k) => {
      const angle = 0.25 + (k * 2.7) / 46, far = 1.9 + 0.28 * Math.sin(7 * k);
      return [far * Math.cos(angle), far * Math.sin(angle) - 0.9];
    }),
    [-0.2, -1.6], [2.3, 2.1], [-2.5, 1.9],
  ],
  "two groups": [...about(-1.3, -0.6, 16, 0.8), ...about(1.4, 0.9, 12, 0.6)],
  "three points": [[-1, -0.8], [1.2, -0.4], [0.1, 1.3]],
  "one point": [[0, 0]],
};

const CONTROLS = [
  { type: "Slider", name: "nu", label: "share ν", unit: "", low: 0.01, high: 1, step: 0.01 },
  { type: "Slider", name: "gamma", label: "inverse width γ", unit: "", low: -2, high: 1.5, step: 0.05, log: true },
  { type: "Choice", name: "kernel", label: "kernel", options: ["Gaussian (RBF)", "linear"] },
  { type: "Choice", name: "start", label: "begin with", options: Object.keys(STARTS) },
  { type: "Cloud", name: "points", label: "points", classes: [], grows: true },
];
const AT_FIRST = { nu: 11, gamma: 32, kernel: 0, start: 0, points: null }; // as the controls count: ν = 0.12, γ = 10^−0.4

// ---- from the places of the controls to a scene -------------------------------------------------

const valueOf = (places, name) => valueAt(CONTROLS.find((spec) => spec.name === name), places[name]);

/** The problem that the controls set, its answer, and the place of the center. */
function solved(places) {
  const points = places.points ?? Object.values(STARTS)[places.start], nu = Number(valueOf(places, "nu").toPrecision(12));
  const gamma = valueOf(places, "gamma"), straight = places.kernel === 1;
  const kernel = straight ? ball.linear() : ball.gaussian(gamma);
  const found = ball.solveDual(ball.gramMatrix(kernel, points), nu);
  const values = ball.decisionOnGrid(kernel, points, found, GRID, GRID);
  // The image of the sample with the highest value is nearest to the center; from there to the place between the samples.
  const best = values.indexOf(Math.max(...values)), start = [GRID[best % SAMPLES], GRID[Math.floor(best / SAMPLES)]];
  const center = straight ? ball.centerInPlane(points, found.alpha) : ball.nearestToCenter(kernel, points, found.alpha, start);
  return { points, nu, gamma, straight, found, values, center };
}

const axis = (label, range, ticks = [], names = ticks.map(short)) => ({ label, range, ticks, names, scale: "linear", straight: 1 });
const pointsOf = (x, y, kind, more) => ({ mark: "Points", x, y, kind, size: 1, hold: "", moves: "xy", label: "", ...more });
const rule = (at, dash, width) => ({ mark: "Rule", at, across: "y", color: "ink", width, dash, label: "" });
const panel = (marks, x, y, more) => ({ marks, x, y, title: "", at: [0, 0], span: [1, 1], grid: true, framed: true, ...more });
const several = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

function plane({ points, straight, found, values, center }, counts) {
  const largest = Math.max(...values), smallest = Math.min(...values);
  const field = {
    mark: "Field",
    // The renderer takes values as they are, where they come along; codes are for what is sent.
    codes: { type: "i1", shape: [SAMPLES, SAMPLES], data: new Int8Array(0) },
    values: { type: "f8", shape: [SAMPLES, SAMPLES], data: values },
    extent: [...ENDS, ...ENDS], levels: [0], reach: [-smallest, largest].map((v) => (v > 0 ? v : 1)),
    palette: "field", color: "ink", width: 1.8, dash: "solid", label: "boundary, R²", bar: "",
  };
  const labeled = straight ? "center c" : "place nearest to the center";
  return panel(
    [
      field,
      pointsOf([center[0]], [center[1]], "goal", { label: labeled }),
      pointsOf(points.map((p) => p[0]), points.map((p) => p[1]), KINDS, { of: found.kinds, label: KIND_LABELS, hold: "points" }),
    ],
    axis("x₁", ENDS, TICKS), axis("x₂", ENDS, TICKS),
    {
      title: `R² = ${short(found.R2)}: ${counts[2]} of ${points.length} outside, ${counts[1]} on the surface`,
      span: [2, 1], equal: true, grid: false,
    },
  );
}

/** Distances and weights of the points, nearest to the center first, as in the explorer of chapter 03. */
function ranked({ found }) {
  const { alpha, distances, kinds, R2, bound } = found, n = alpha.length;
  // On the surface all distances are R² but for rounding: there the weights give the order.
  const within = (i) => (kinds[i] === 1 ? alpha[i] : distances[i]);
  const order = [...alpha.keys()].sort((i, j) => kinds[i] - kinds[j] || within(i) - within(j));
  const rank = order.map((_, k) => (n > 1 ? k / (n - 1) : 0.5)), sorted = { of: order.map((i) => kinds[i]), size: 0.75 };
  const beyond = order.map((i) => distances[i] - R2), reach = Math.max(...beyond.map(Math.abs)) || 1;
  const far = beyond.map((v) => v / reach), share = order.map((i) => alpha[i] / Math.min(1, bound));
  const out = order.map((_, k) => k).filter((k) => sorted.of[k] === 2);
  const stems = (x, y, more) => ({ mark: "Stems", x, y, base: x.map(() => 0), color: "faint", width: 1, label: "", ...more });
  const places = axis("", [-0.02, 1.02]);
  return [
    panel(
      [
        stems(out.map((k) => rank[k]), out.map((k) => far[k]), { color: "vermillion", width: 2, label: "slack ξᵢ" }),
        rule(0, "solid", 1.2), pointsOf(rank, far, KINDS, sorted),
      ],
      places, axis("distance", [-1.15, 1.15], [0], ["R²"]),
      { title: `‖Φ(xᵢ) − c‖² − R², from ${short(beyond[0])} to ${out.length ? short(beyond[n - 1]) : 0}`, at: [0, 1] },
    ),
    panel(
      [stems(rank, share), rule(1, "dashed", 1), pointsOf(rank, share, KINDS, sorted)],
      { ...places, label: "points, nearest to the center first" }, axis("", [-0.14, 1.18], [0, 1]),
      { title: bound < 1 ? "αᵢ / bound 1/(νn)" : "αᵢ: the bound 1/(νn) is not below 1", at: [1, 1] },
    ),
  ];
}

/** In words: what lies where, and whether it can be believed. */
function verdict({ points, nu, gamma, straight, found }, counts) {
  const n = points.length, named = straight ? "linear kernel" : `Gaussian kernel, γ = ${short(gamma)}`;
  const lies = `${counts[2]} of ${several(n, "point")} outside the ball, ${counts[1]} on its surface, ${counts[0]} inside`;
  let proof = `The duality gap proves that no ball costs less by more than ${short(found.gap)}`;
  if (found.gap < ROUNDING * Math.max(1, found.R2)) proof = "The duality gap is 0 up to rounding, so no ball costs less";
  if (!found.certified) proof = `The solver has stopped early: another ball may cost less by up to ${short(found.gap)}`;
  const few = nu * n < 1 ? " As νn is below 1, the price of a slack is so high that no point is left outside." : "";
  return `Minimum-volume ball, ${named}, ν = ${short(nu)}: ${lies}. Squared radius ${short(found.R2)}. ${proof}.${few}`;
}

function sceneOf(problem) {
  const counts = [0, 1, 2].map((kind) => problem.found.kinds.filter((k) => k === kind).length);
  return {
    panels: [plane(problem, counts), ...ranked(problem)], said: verdict(problem, counts),
    columns: [1.5, 1], rows: [1.1, 1], aspect: 0.62, hidden: problem.straight ? ["gamma"] : [], ends: {},
  };
}

// ---- the numbers below --------------------------------------------------------------------------

const ROWS = [
  ["squared radius R²", (s) => s.R2.toPrecision(8)],
  ["objective of the dual, L_D(α)", (s) => s.objective.toPrecision(8)],
  ["cost of the ball, R² + Σ ξᵢ/(νn)", (s) => s.primal.toPrecision(8)],
  ["duality gap, their difference", (s) => (s.gap > 0 ? s.gap.toExponential(1) : "0")],
  ["sum of the weights Σ αᵢ", (s) => s.sum.toFixed(12)],
  ["bound of a weight 1/(νn)", (s) => s.bound.toPrecision(4)],
  ["steps of the solver", (s) => String(s.steps)],
];

function makeNumbers() {
  const table = element("table", { className: "ball-numbers" }), caption = element("caption", { textContent: "The certificate" });
  const cells = ROWS.map(([name]) => {
    const cell = element("td");
    table.append(element("tr", {}, Object.assign(element("th", { textContent: name }), { scope: "row" }), cell));
    return cell;
  });
  table.prepend(caption);
  return { table, show: (found) => ROWS.forEach(([, say], k) => { cells[k].textContent = say(found).replace("-", "−"); }) };
}

// ---- the page -----------------------------------------------------------------------------------

/**
 * Let one click in the free plane do what a double click does in a notebook, where one click is Jupyter's. A second click at
 * the same place meets the ring around the new point, and not the canvas.
 */
function growByClick(canvas) {
  let from = null;
  canvas.addEventListener("pointerdown", (event) => {
    // Whoever takes hold of a point prevents what the browser would do. Where the click of a captured pointer goes to the
    // stage, as in chromium, it does not come here anyway.
    from = event.defaultPrevented || !event.isPrimary || event.button ? null : [event.clientX, event.clientY];
  });
  canvas.addEventListener("click", ({ clientX, clientY }) => {
    if (!from || Math.hypot(clientX - from[0], clientY - from[1]) > FAR) return;
    canvas.dispatchEvent(new MouseEvent("dblclick", { clientX, clientY }));
  });
}

function makePage(place) {
  const places = { ...AT_FIRST };
  let due = 0, problem = null;

  function answer() {
    cancelAnimationFrame(due);
    due = 0;
    problem = solved(places);
    view.show(sceneOf(problem), {});
    view.stand({ ...places, points: places.points !== null });
    numbers.show(problem.found);
  }

  function ask(changed) {
    const { points } = changed;
    view.fail("");
    if (points?.length === 0) view.fail("One point has to stay: no points, no ball.");
    else if (points?.length > MOST) view.fail(`There is room for ${MOST} points.`);
    else {
      if ("start" in changed) places.points = null;
      Object.assign(places, changed);
      // What moves in one frame is solved once. A new point is drawn at once: the next one is added to what is drawn.
      if (points && points.length !== problem.points.length) answer();
      else due ||= requestAnimationFrame(answer);
    }
  }

  const view = mount(place, { controls: CONTROLS, look: LOOK, notes: { gone: "", saved: "" } }, { ask, waits: () => due !== 0 });
  const numbers = makeNumbers(), stage = view.root.querySelector(".ks-stage");
  view.root.append(numbers.table);
  growByClick(stage.querySelector("canvas"));
  for (const button of view.root.querySelectorAll("[data-name=points] button")) {
    if (button.textContent !== "add") continue;
    button.title = "a click in the picture adds one, too";
    // From the keyboard (no click is counted): the new point has the focus, so that the arrow keys move it.
    button.addEventListener("click", (event) => event.detail || stage.querySelector(".ks-chosen").focus());
  }
  place.problem = () => problem;
  answer();
}

for (const place of document.querySelectorAll("[data-ball-of-your-own]")) makePage(place);
