// Draws the marks of scene.py on a canvas. `g` holds the pen, the theme, the box of the panel, and px, py from values to
// pixels; a mark is as Python sent it, its arrays typed.

const LIMITS = { i1: 127, i2: 32767 };
const TYPES = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, f4: Float32Array, f8: Float64Array,
};

/** Everything that came from Python with its arrays typed, each with its `shape`. */
function typed(value) {
  if (Array.isArray(value)) return value.map(typed);
  if (!value || typeof value !== "object") return value;
  if (value.data !== undefined && value.shape) {
    const d = value.data;
    const bytes = d instanceof ArrayBuffer ? new Uint8Array(d) : new Uint8Array(d.buffer, d.byteOffset, d.byteLength);
    const array = new TYPES[value.type](bytes.slice().buffer);
    return Object.assign(array, { shape: value.shape, most: LIMITS[value.type] });
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, typed(item)]));
}

const short = (v) => {
  const rounded = Number(Number(v).toPrecision(3));
  return (Math.abs(rounded) < 1e6 ? String(rounded) : rounded.toExponential()).replace("-", "−");
};

function rgb(color) {
  const n = parseInt(color.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

const packed = ([r, g, b]) => (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;

/** A palette as `n` packed colors, without steps. */
function smooth(colors, n = 256) {
  const stops = colors.map(rgb);
  return Uint32Array.from({ length: n }, (_, i) => {
    const t = (i / (n - 1)) * (stops.length - 1), k = Math.min(stops.length - 2, Math.floor(t));
    return packed(stops[k].map((c, j) => Math.round(c + (stops[k + 1][j] - c) * (t - k))));
  });
}

// ---- strokes ----

function stroke(g, m, color = g.theme.lines[m.color]) {
  g.pen.setLineDash(g.theme.dashes[m.dash ?? "solid"]);
  g.pen.strokeStyle = color;
  g.pen.lineWidth = m.width;
  g.pen.stroke();
  g.pen.setLineDash([]);
}

function path(g, xs, ys) {
  let gap = true;
  g.pen.beginPath();
  for (let i = 0; i < xs.length; i++) {
    const a = g.px(xs[i]), b = g.py(ys[i]), here = !Number.isNaN(a) && !Number.isNaN(b);
    if (here) g.pen[gap ? "moveTo" : "lineTo"](a, b);
    gap = !here;
  }
}

const OUTLINES = {
  triangle: [[0, -1], [0.95, 0.8], [-0.95, 0.8]],
  down: [[0, 1], [0.95, -0.8], [-0.95, -0.8]],
  square: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  diamond: [[0, -1], [1, 0], [0, 1], [-1, 0]],
  plus: [[-0.35, -1], [0.35, -1], [0.35, -0.35], [1, -0.35], [1, 0.35], [0.35, 0.35], [0.35, 1], [-0.35, 1],
    [-0.35, 0.35], [-1, 0.35], [-1, -0.35], [-0.35, -0.35]],
  star: Array.from({ length: 10 }, (_, k) => {
    const r = k % 2 ? 0.45 : 1.05, a = (k * Math.PI) / 5;
    return [r * Math.sin(a), -r * Math.cos(a)];
  }),
};
OUTLINES.cross = OUTLINES.plus.map(([x, y]) => [(x - y) * 0.74, (x + y) * 0.74]);

function outline(pen, shape, a, b, r) {
  if (shape === "circle" || shape === "ring") {
    pen.moveTo(a + r, b);
    pen.arc(a, b, r, 0, 2 * Math.PI);
  } else if (shape === "x") {
    pen.moveTo(a - r, b - r); pen.lineTo(a + r, b + r); pen.moveTo(a + r, b - r); pen.lineTo(a - r, b + r);
  } else if (shape === "tick") {
    pen.moveTo(a, b - r); pen.lineTo(a, b + r);
  } else {
    // Chromium measures the whole path at each closePath, which made hundreds of marks slow: the first side once more joins it
    // to the last one as well.
    const corners = OUTLINES[shape], n = corners.length;
    for (let k = 0; k <= n + 1; k++) pen[k ? "lineTo" : "moveTo"](a + r * corners[k % n][0], b + r * corners[k % n][1]);
  }
}

/** Marks of one kind, one by one: edges drawn last would hide a crowd's color. */
function marks(g, kind, places, sizes) {
  const look = g.theme.kinds[kind], { pen } = g, { colors } = g.theme;
  pen.fillStyle = colors[look.fill]; pen.strokeStyle = colors[look.edge]; pen.lineWidth = look.line;
  places.forEach(([a, b], i) => {
    pen.beginPath();
    outline(pen, look.shape, a, b, (look.size / 2) * sizes[i]);
    if (look.fill) pen.fill();
    if (look.edge) pen.stroke();
  });
}

function drawPoints(g, m) {
  const names = Array.isArray(m.kind) ? m.kind : [m.kind];
  names.forEach((kind, code) => {
    const places = [], sizes = [];
    for (let i = 0; i < m.x.length; i++) {
      if (m.of && m.of[i] !== code) continue;
      const a = g.px(m.x[i]), b = g.py(m.y[i]);
      if (Number.isNaN(a + b)) continue;
      places.push([a, b]);
      sizes.push(m.size * (m.sizes ? m.sizes[i] : 1));
    }
    marks(g, kind, places, sizes);
  });
}

// ---- what is sampled on a grid ----

const toValue = (code, most, top) => (code / most) * Math.abs(code / most) * top;

/** The values of a field, computed once. */
function valuesOf(m) {
  if (!m.values) {
    m.values = new Float32Array(m.codes.length);
    for (let i = 0; i < m.codes.length; i++) m.values[i] = toValue(m.codes[i], m.codes.most, m.top);
  }
  return m.values;
}

/** The lines values = level in columns and rows of the grid, each whole, so that its dashes run on: {x, y, closed}. */
function levelLines(values, w, h, level) {
  // An edge of the grid, 2i to the right of sample i and 2i + 1 above it, is crossed once, and leads to two others at most.
  const leads = new Int32Array(4 * w * h).fill(-1), crossed = [];
  const lead = (from, to) => {
    if (leads[2 * from] < 0) crossed.push(from);
    leads[2 * from + (leads[2 * from] < 0 ? 0 : 1)] = to;
  };
  for (let r = 0; r + 1 < h; r++) {
    for (let c = 0; c + 1 < w; c++) {
      const i = r * w + c;
      const a = values[i] > level, b = values[i + 1] > level, d = values[i + w] > level, e = values[i + w + 1] > level;
      if (a === b && b === d && d === e) continue;
      const edges = [2 * i, 2 * i + 3, 2 * (i + w), 2 * i + 1], corners = [a, b, e, d];
      let on = [0, 1, 2, 3].filter((k) => corners[k] !== corners[(k + 1) % 4]);
      // A saddle: the mean of its corners says which of them meet.
      const middle = (values[i] + values[i + 1] + values[i + w] + values[i + w + 1]) / 4 > level;
      if (on.length === 4 && middle !== a) on = [3, 0, 1, 2];
      for (let k = 0; k < on.length; k += 2) {
        lead(edges[on[k]], edges[on[k + 1]]);
        lead(edges[on[k + 1]], edges[on[k]]);
      }
    }
  }
  const done = new Uint8Array(2 * w * h), lines = [];
  const follow = (start) => {
    const line = { x: [], y: [], closed: false };
    for (let edge = start, last = -1; edge >= 0;) {
      const i = edge >> 1, upward = edge & 1, from = values[i] - level, to = values[upward ? i + w : i + 1] - level;
      line.x.push((i % w) + (upward ? 0 : from / (from - to)));
      line.y.push(Math.floor(i / w) + (upward ? from / (from - to) : 0));
      done[edge] = 1;
      const [one, other] = [leads[2 * edge], leads[2 * edge + 1]], next = one === last ? other : one;
      line.closed = next === start;
      last = edge;
      edge = next >= 0 && !done[next] ? next : -1;
    }
    lines.push(line);
  };
  for (const edge of crossed) if (leads[2 * edge + 1] < 0 && !done[edge]) follow(edge); // from border to border
  for (const edge of crossed) if (!done[edge]) follow(edge);
  return lines;
}

/** Paint device pixels of a rectangle in values; `color(s, t)` gets shares from the left and from the top. */
function paint(g, [left, right, bottom, top], columns) {
  const { pen, ratio, box } = g, at = (v) => Math.round(v * ratio);
  const L = at(g.px(left)), R = at(g.px(right)), T = at(g.py(top)), B = at(g.py(bottom));
  const l = Math.max(Math.min(L, R), at(box.left)), r = Math.min(Math.max(L, R), at(box.right));
  const t = Math.max(Math.min(T, B), at(box.top)), b = Math.min(Math.max(T, B), at(box.bottom));
  if (r <= l || b <= t) return;
  const image = pen.createImageData(r - l, b - t), out = new Uint32Array(image.data.buffer);
  const shares = Float32Array.from({ length: r - l }, (_, i) => (l + i + 0.5 - L) / (R - L));
  const row = columns(shares);
  for (let j = 0; j < b - t; j++) row((t + j + 0.5 - T) / (B - T), out.subarray(j * (r - l), (j + 1) * (r - l)));
  pen.putImageData(image, l, t); // device pixels: sharp at every zoom
}

/** How pixels are mixed from samples that stand on the edges too. */
function mixing(shares, n) {
  const at = new Int32Array(shares.length), part = new Float32Array(shares.length);
  shares.forEach((s, i) => {
    const t = Math.min(n - 1.0001, Math.max(0, s * (n - 1)));
    at[i] = t;
    part[i] = t - at[i];
  });
  return [at, part];
}

/** Where in a row the pixels of each cell begin; null if the axis runs to the left. */
function beginnings(at, n) {
  if (at[0] > at[at.length - 1]) return null;
  const first = new Int32Array(n).fill(at.length);
  for (let i = at.length - 1; i >= 0; i--) first[at[i]] = i;
  for (let c = n - 2; c >= 0; c--) first[c] = Math.min(first[c], first[c + 1]);
  return first;
}

/** Fill a row of pixels. Between two samples of one look all have it; only where it changes each pixel is asked for. */
function fillRow(out, first, looks, shades, lookAt) {
  if (!first) {
    for (let i = 0; i < out.length; i++) out[i] = shades[lookAt(i)];
    return;
  }
  let from = 0;
  for (let c = 0; c + 1 < looks.length; c++) {
    if (looks[c] === looks[c + 1]) continue;
    if (from < first[c]) out.fill(shades[looks[c]], from, first[c]);
    for (let i = first[c]; i < first[c + 1]; i++) out[i] = shades[lookAt(i)];
    from = first[c + 1];
  }
  out.fill(shades[looks[looks.length - 1]], from);
}

function drawField(g, m) {
  const [h, w] = m.codes.shape, v = valuesOf(m);
  if (m.palette) {
    const shades = g.theme.palettes[m.palette].map((color) => packed(rgb(color))), half = shades.length / 2;
    const below = -half / m.reach[0], above = half / m.reach[1], row = new Float32Array(w), looks = new Uint8Array(w);
    const look = (z) => (z < 0 ? Math.max(0, half - 1 - ((z * below) | 0)) : Math.min(2 * half - 1, half + ((z * above) | 0)));
    paint(g, m.extent, (shares) => {
      const [at, part] = mixing(shares, w), first = beginnings(at, w);
      const lookAt = (i) => look(row[at[i]] + (row[at[i] + 1] - row[at[i]]) * part[i]);
      return (down, out) => {
        const t = Math.min(h - 1.0001, Math.max(0, (1 - down) * (h - 1))), r = Math.floor(t), f = t - r;
        for (let c = 0; c < w; c++) {
          row[c] = v[r * w + c] * (1 - f) + v[r * w + w + c] * f;
          looks[c] = look(row[c]);
        }
        fillRow(out, first, looks, shades, lookAt);
      };
    });
  }
  const [left, right, bottom, top] = m.extent;
  const x = (c) => g.px(left + (c / (w - 1)) * (right - left)), y = (r) => g.py(bottom + (r / (h - 1)) * (top - bottom));
  g.pen.beginPath();
  for (const level of m.levels) {
    for (const line of levelLines(v, w, h, level)) {
      line.x.forEach((c, k) => g.pen[k ? "lineTo" : "moveTo"](x(c), y(line.y[k])));
      if (line.closed) g.pen.closePath();
    }
  }
  g.pen.lineJoin = "round";
  stroke(g, m);
}

function drawRegions(g, m) {
  const [n, h, w] = m.codes.shape, shades = g.theme.regions.map((color) => packed(rgb(color)));
  const row = new Float32Array(n * w), looks = new Uint8Array(w);
  paint(g, m.extent, (shares) => {
    const [at, part] = mixing(shares, w), first = beginnings(at, w);
    const lookAt = (i) => {
      let best = 0, most = -Infinity;
      for (let k = 0, o = at[i]; k < n; k++, o += w) {
        const z = row[o] + (row[o + 1] - row[o]) * part[i];
        if (z > most) { most = z; best = k; }
      }
      return best;
    };
    return (down, out) => {
      const t = Math.min(h - 1.0001, Math.max(0, (1 - down) * (h - 1))), r = Math.floor(t), f = t - r;
      for (let c = 0; c < w; c++) {
        for (let k = 0, most = -Infinity; k < n; k++) {
          const o = (k * h + r) * w + c, z = (row[k * w + c] = m.codes[o] * (1 - f) + m.codes[o + w] * f);
          if (z > most) { most = z; looks[c] = k; }
        }
      }
      fillRow(out, first, looks, shades, lookAt);
    };
  });
}

function drawImage(g, m) {
  const [h, w] = m.codes.shape, shades = smooth(g.theme.palettes[m.palette]);
  paint(g, m.extent, (shares) => {
    const at = Int32Array.from(shares, (s) => Math.min(w - 1, Math.floor(s * w)));
    return (down, out) => {
      const o = Math.min(h - 1, Math.floor(down * h)) * w;
      for (let i = 0; i < out.length; i++) out[i] = shades[m.codes[o + at[i]]];
    };
  });
}

// ---- every mark, by its name in scene.py ----

function rectangle(g, x0, x1, y0, y1) {
  g.pen.rect(g.px(x0), g.py(y1), g.px(x1) - g.px(x0), g.py(y0) - g.py(y1));
}

const DRAW = {
  Points: drawPoints,
  Field: drawField,
  Regions: drawRegions,
  Image: drawImage,
  Curve(g, m) {
    path(g, m.x, m.y);
    g.pen.lineJoin = "round";
    stroke(g, m);
    if (m.kind) drawPoints(g, { x: m.x, y: m.y, kind: m.kind, size: 1 });
  },
  Segments(g, m) {
    g.pen.beginPath();
    for (let i = 0; i < m.x.length; i += 2) {
      g.pen.moveTo(g.px(m.x[i]), g.py(m.y[i]));
      g.pen.lineTo(g.px(m.x[i + 1]), g.py(m.y[i + 1]));
    }
    stroke(g, m);
  },
  Stems(g, m) {
    g.pen.beginPath();
    for (let i = 0; i < m.x.length; i++) {
      g.pen.moveTo(g.px(m.x[i]), g.py(m.base[i]));
      g.pen.lineTo(g.px(m.x[i]), g.py(m.y[i]));
    }
    stroke(g, m);
  },
  Bars(g, m) {
    const half = m.wide / 2;
    g.pen.beginPath();
    for (let i = 0; i < m.x.length; i++) {
      if (m.flat) rectangle(g, m.base[i], m.x[i], m.y[i] - half, m.y[i] + half);
      else rectangle(g, m.x[i] - half, m.x[i] + half, m.base[i], m.y[i]);
    }
    g.pen.fillStyle = g.theme.colors[m.color];
    g.pen.fill();
  },
  Area(g, m) {
    const n = m.x.length;
    g.pen.beginPath();
    for (let i = 0; i < n; i++) g.pen[i ? "lineTo" : "moveTo"](g.px(m.x[i]), g.py(m.y[i]));
    for (let i = n - 1; i >= 0; i--) g.pen.lineTo(g.px(m.x[i]), g.py(m.base[i]));
    g.pen.fillStyle = g.theme.colors[m.color];
    g.pen.globalAlpha = 0.25;
    g.pen.fill();
    g.pen.globalAlpha = 1;
  },
  Band(g, m) {
    const { box } = g, upright = m.across === "x";
    const [a, b] = upright ? [g.px(m.low), g.px(m.high)] : [g.py(m.low), g.py(m.high)];
    g.pen.fillStyle = g.theme.colors[m.color];
    if (upright) g.pen.fillRect(a, box.top, b - a, box.bottom - box.top);
    else g.pen.fillRect(box.left, a, box.right - box.left, b - a);
  },
  Rule(g, m) {
    const { box } = g, at = m.across === "x" ? g.px(m.at) : g.py(m.at);
    g.pen.beginPath();
    if (m.across === "x") { g.pen.moveTo(at, box.top); g.pen.lineTo(at, box.bottom); }
    else { g.pen.moveTo(box.left, at); g.pen.lineTo(box.right, at); }
    stroke(g, m);
  },
  Words(g, m) {
    const { tick, font } = g.theme.text;
    Object.assign(g.pen, { fillStyle: g.theme.words[m.color], textAlign: m.align, textBaseline: "middle", font: `${tick}px ${font}` });
    m.text.forEach((text, i) => g.pen.fillText(text, g.px(m.x[i]), g.py(m.y[i])));
    g.pen.textBaseline = "alphabetic";
  },
  Handle(g, m) {
    marks(g, m.kind, [[g.px(m.x), g.py(m.y)]], [1]);
  },
};
