// What a reader does by hand where no kernel answers: distances, means and counts are computed here, from the points of the
// scene that the library computed for the controls. Each entry names what moves, and makes the scene for a new place of it.

const list = (array) => Array.from(Array.isArray(array) ? array : typed(array));
const total = (numbers) => numbers.reduce((sum, v) => sum + v, 0);
const marksOf = (panel, mark) => panel.marks.filter((m) => m.mark === mark);
const placed = (m, points, more) => ({ ...m, x: points.map((p) => p[0]), y: points.map((p) => p[1]), ...more });
const pairs = (m) => {
  const y = list(m.y);
  return list(m.x).map((x, i) => [x, y[i]]);
};
const circle = (n, [a, b], r) => Array.from({ length: n + 1 }, (_, k) => {
  const turn = (2 * Math.PI * k) / n;
  return [a + r * Math.cos(turn), b + r * Math.sin(turn)];
});
const classes = (labels, n) => ({ kind: Array.from({ length: n }, (_, k) => `class ${k}`), of: labels });

/** Points as kernels see them: each column with mean 0 and standard deviation 1. Returns the function that does it. */
function standardizing(points) {
  const [a, b] = [0, 1].map((j) => {
    const values = points.map((p) => p[j]), mean = total(values) / values.length;
    return [mean, Math.sqrt(total(values.map((v) => (v - mean) ** 2)) / values.length)];
  });
  return ([x, y]) => [(x - a[0]) / a[1], (y - b[0]) / b[1]];
}

/** The places of a grid with so many rows and columns, row by row, the lowest first. */
function gridOf([left, right, bottom, top], h, w) {
  const at = (low, high, k, n) => low + (k * (high - low)) / (n - 1);
  return Array.from({ length: h * w }, (_, i) => [at(left, right, i % w, w), at(bottom, top, Math.floor(i / w), h)]);
}

/** Regions of the plane by the largest of some scores; `scores(place)` gives one for each. */
function divided(m, scores) {
  const [n, h, w] = m.codes.shape, values = gridOf(m.extent, h, w).map(scores);
  const behind = values.map((s) => s.map((v) => v - Math.max(...s)));
  const most = behind.reduce((least, s) => Math.min(least, ...s), 0) || 1, data = new Int16Array(n * h * w);
  behind.forEach((s, i) => s.forEach((v, k) => { data[k * h * w + i] = -Math.round((v / most) * 32767); }));
  return { ...m, codes: { ...m.codes, data } };
}

/** The natural cubic spline through knots (x, y): a function. */
function spline(x, y) {
  const n = x.length, bend = new Array(n).fill(0), shares = [0], rights = [0];
  for (let i = 1; i < n - 1; i++) {
    const before = x[i] - x[i - 1], after = x[i + 1] - x[i], pivot = 2 * (before + after) - before * shares[i - 1];
    const jump = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
    shares[i] = after / pivot;
    rights[i] = (jump - before * rights[i - 1]) / pivot;
  }
  for (let i = n - 2; i > 0; i--) bend[i] = rights[i] - shares[i] * bend[i + 1];
  return (at) => {
    let i = 0;
    while (i < n - 2 && at > x[i + 1]) i++;
    const wide = x[i + 1] - x[i], a = (x[i + 1] - at) / wide, b = 1 - a;
    return a * y[i] + b * y[i + 1] + (((a ** 3 - a) * bend[i] + (b ** 3 - b) * bend[i + 1]) * wide ** 2) / 6;
  };
}

const BY_HAND = {
  CircleByHandExplorer: {
    moves: ["center"],
    scene(base, { center: [a, b], radius }) {
      const [plane] = base.panels, [curve, inside, outside, handle] = plane.marks;
      const points = [...pairs(inside), ...pairs(outside)], most = Number(plane.title.match(/(\d+) allowed/)[1]);
      const [near, far] = [false, true].map((out) => points.filter(([x, y]) => Math.hypot(x - a, y - b) > radius === out));
      const verdict = far.length <= most ? "That is allowed: now try a smaller one." : `Too many: ${most} are allowed.`;
      const length = radius.toFixed(2), left = `${far.length} of ${points.length}`;
      const marks = [placed(curve, circle(180, [a, b], radius)), placed(inside, near), placed(outside, far), { ...handle, x: a, y: b }];
      return {
        ...base, said: `A circle of radius ${length} leaves ${left} eruptions outside. ${verdict}`,
        panels: [{ ...plane, marks, title: `radius ${length}: ${left} outside, ${most} allowed` }],
      };
    },
  },

  LineByHandExplorer: {
    moves: ["through"],
    scene(base, { among, angle, through: [a, b] }) {
      const turn = (angle * Math.PI) / 180, [c, s] = [Math.cos(turn), Math.sin(turn)];
      const height = ([x, y]) => (y - b) * c - (x - a) * s, square = ([x, y]) => [x * x, y * y];
      const straight = among === "the points" ? 0 : 1, heightHere = straight ? (p) => height(square(p)) : height;
      const rings = marksOf(base.panels[0], "Points").slice(0, 2).map(pairs);
      const beyond = rings.map((ring, k) => ring.map((p) => heightHere(p) > 0 !== Boolean(k)));
      const count = total(beyond.flat().map(Number)), sign = count <= 100 ? 1 : -1;
      const wrong = rings.flatMap((ring, k) => ring.filter((_, i) => beyond[k][i] === sign > 0));
      const panels = base.panels.map((panel, k) => {
        const [field] = marksOf(panel, "Field"), points = marksOf(panel, "Points"), drawn = [];
        if (field) {
          const [h, w] = field.codes.shape, value = k === straight ? height : heightHere;
          const data = Float64Array.from(gridOf(field.extent, h, w), (p) => sign * value(p));
          const reach = [-1, 1].map((side) => data.reduce((most, v) => Math.max(most, side * v), 0) || 1);
          drawn.push({ ...field, values: { type: "f8", shape: [h, w], data }, reach, levels: [0], width: 2.2 });
        } else {
          const line = Array.from({ length: 801 }, (_, i) => [a + (i / 100 - 4) * c, b + (i / 100 - 4) * s]);
          drawn.push(placed(marksOf(panel, "Curve")[0], line.map(square)));
        }
        const missed = placed(points[2], k ? wrong.map(square) : wrong);
        return { ...panel, marks: [...drawn, points[0], points[1], missed, ...marksOf(panel, "Handle").map((m) => ({ ...m, x: a, y: b }))] };
      });
      const verdict = wrong.length ? "Try another." : "Among the points, it is a closed curve.";
      return { ...base, panels, said: `A straight line among ${among} leaves ${wrong.length} of the 200 on the wrong side. ${verdict}` };
    },
  },

  CentersByHandExplorer: {
    moves: ["centers"],
    scene(base, { centers }) {
      const [plane, bars] = base.panels, [data, held] = marksOf(plane, "Points"), points = pairs(data), c = centers.length;
      const standard = standardizing(points), middles = centers.map(standard);
      const scores = (place) => {
        const [x, y] = standard(place);
        return middles.map(([u, v]) => -((x - u) ** 2) - (y - v) ** 2);
      };
      const all = points.map(scores), labels = all.map((s) => s.indexOf(Math.max(...s)));
      const paid = centers.map((_, k) => -total(all.filter((_, i) => labels[i] === k).map((s) => s[k]))), sum = total(paid);
      const [rule] = marksOf(bars, "Rule"), spokes = points.flatMap((p, i) => [p, centers[labels[i]]]);
      const marks = [
        ...marksOf(plane, "Regions").map((m) => divided(m, scores)), placed(marksOf(plane, "Segments")[0], spokes),
        { ...data, ...classes(labels, c) }, placed(held, centers),
      ];
      const heights = [...paid, sum], high = Math.max(1.02 * sum, bars.y.range[1]);
      const paying = c === 1 ? "this center" : `these ${c} centers`;
      return {
        ...base,
        panels: [
          { ...plane, marks, title: `together they pay ${sum.toFixed(0)}` },
          { ...bars, marks: [...marksOf(bars, "Bars").map((m, k) => ({ ...m, y: [heights[k]] })), rule], y: { ...bars.y, range: [0, high] } },
        ],
        said: `With ${paying} the points pay ${sum.toFixed(0)} squared standard deviations together. The least that c-means finds is ${rule.at.toFixed(0)}.`,
      };
    },
  },

  GroupByHandExplorer: {
    moves: ["middle"],
    scene(base, { radius, means, gamma, middle: [a, b] }) {
      const [plane, nearness] = base.panels, [data] = marksOf(plane, "Points"), shown = pairs(data);
      const standard = standardizing(shown), points = shown.map(standard), n = points.length;
      const labels = shown.map(([x, y]) => Number(Math.hypot(x - a, y - b) > radius));
      const sizes = [0, 1].map((k) => labels.filter((label) => label === k).length), both = sizes.every(Boolean);
      const kernel = means === "in the plane" ? ([x, y], [u, v]) => x * u + y * v
        : ([x, y], [u, v]) => Math.exp(-gamma * ((x - u) ** 2 + (y - v) ** 2));
      const toMeans = (p) => { // ⟨Φ(p), mean⟩ of each group; where one is empty, both are the mean of all
        const sums = [0, 0];
        points.forEach((q, j) => { sums[labels[j]] += kernel(p, q); });
        return both ? sums.map((sum, k) => sum / sizes[k]) : [0, 1].map(() => total(sums) / n);
      };
      const products = points.map(toMeans);
      const norms = [0, 1].map((k) => total(products.map((s, i) => (both ? (labels[i] === k) * s[k] / sizes[k] : s[k] / n))));
      const farther = products.map((s) => norms[1] - 2 * s[1] - norms[0] + 2 * s[0]);
      const nearer = both ? farther.map((d) => Number(d < 0)) : labels, ring = shown.map((p) => Number(Math.hypot(...p) > 0.7));
      const alike = nearer.filter((label, i) => label === ring[i]).length / n, right = `${(100 * Math.max(alike, 1 - alike)).toFixed(0)}%`;
      const kinds = classes(labels, 2), reach = Math.max(...farther.map(Math.abs)) || 1;
      const scores = (place) => toMeans(standard(place)).map((s, k) => 2 * s - norms[k]);
      const marks = [
        ...(both ? marksOf(plane, "Regions").map((m) => divided(m, scores)) : []), { ...data, ...kinds },
        placed(marksOf(plane, "Curve")[0], circle(120, [a, b], radius)), { ...marksOf(plane, "Handle")[0], x: a, y: b },
      ];
      const beside = placed(marksOf(nearness, "Points")[0], shown.map((p, i) => [farther[i] / reach, Math.hypot(...p)]), kinds);
      const lie = `${sizes[0]} point${sizes[0] === 1 ? "" : "s"} of 200 lie in the disk`;
      return {
        ...base,
        panels: [
          { ...plane, marks },
          { ...nearness, marks: [marksOf(nearness, "Rule")[0], beside], title: `${right} beside their own ring` },
        ],
        said: `${lie}. Give every point to the nearer of the two means, ${means}: ${right} come together with their own ring.`,
      };
    },
  },

  CurveByHandExplorer: {
    moves: ["hand"],
    scene(base, { knots, known, hand }) {
      const [plane, bars] = base.panels, [others, seen, held] = marksOf(plane, "Points"), [line] = marksOf(plane, "Curve");
      const within = (v) => clamp(v, plane.y.range), heights = hand.map((row) => within(row[1]));
      const curve = spline(hand.map((row) => row[0]), heights), along = list(line.x);
      const missed = [seen, others].map((m) => Math.sqrt(total(pairs(m).map(([x, y]) => (curve(x) - y) ** 2)) / pairs(m).length));
      const marks = [others, seen, { ...line, y: along.map((x) => within(curve(x))) }, { ...held, y: heights }];
      const [near, far] = missed.map((v) => v.toFixed(1));
      return {
        ...base,
        panels: [
          { ...plane, marks, title: "drawn by hand" },
          { ...bars, marks: marksOf(bars, "Bars").map((m, k) => ({ ...m, y: [missed[k]] })) },
        ],
        said: `A curve through ${knots} knots misses the ${known} known eruptions by ${near} minutes, and the ${272 - known} others by ${far}.`,
      };
    },
  },

  AttentionExplorer: {
    moves: ["query"],
    scene(base, { query: [a, b] }) {
      const [plane, shares] = base.panels, [keys, words, handle] = plane.marks, [bars, points] = shares.marks;
      const exponents = pairs(keys).map(([x, y]) => [(a * x + b * y) / Math.SQRT2, (x * x + y * y) / 2 / Math.SQRT2]);
      const weights = [([product]) => product, ([product, loud]) => product - loud].map((of) => {
        const all = exponents.map(of).map(Math.exp);
        return all.map((v) => v / total(all));
      });
      const [attention, distance] = weights, most = attention.indexOf(Math.max(...attention));
      const apart = Math.max(...attention.map((v, k) => Math.abs(v - distance[k])));
      const [x, y, first, second, off] = [a, b, attention[most], distance[most], apart].map((v, k) => v.toFixed(k < 2 ? 1 : 2));
      return {
        ...base,
        panels: [
          { ...plane, marks: [{ ...keys, sizes: attention.map((v) => 0.6 + 2.5 * Math.sqrt(v)) }, words, { ...handle, x: a, y: b }] },
          { ...shares, marks: [{ ...bars, y: attention }, { ...points, y: distance }] },
        ],
        said: `The query at (${x}, ${y}) gives “${words.text[most]}” the largest weight of attention, ${first}. `
          + `The Gaussian kernel gives it ${second}; the two differ by at most ${off}.`,
      };
    },
  },
};
