// Draws a scene: panels on a grid, or one below the other where room is short, and a legend below.

const WIDEST = 1040, NARROW = 600; // pixels
const KEY = 26, GAP = 18, LINE = 20; // of the legend
const PATCHES = new Set(["Bars", "Band", "Area", "SpaceSheet"]);

const font = (theme, size, weight = "") => `${weight} ${theme.text[size]}px ${theme.text.font}`;

/** From now on words are written so. */
const words = ({ pen, theme }, size, textAlign = "center", weight) =>
  Object.assign(pen, { fillStyle: theme.colors.ink, textAlign, font: font(theme, size, weight) });

/** From a value to its share of an axis, and back. */
function scaled(axis) {
  const { scale, straight } = axis;
  const to = {
    linear: (v) => v,
    log: (v) => Math.log10(Math.max(v, 1e-300)),
    symlog: (v) => (Math.abs(v) < straight ? v / straight : Math.sign(v) * (1 + Math.log10(Math.abs(v) / straight))),
  }[scale];
  const from = {
    linear: (v) => v,
    log: (v) => 10 ** v,
    symlog: (v) => (Math.abs(v) < 1 ? v * straight : Math.sign(v) * straight * 10 ** (Math.abs(v) - 1)),
  }[scale];
  const [low, high] = axis.range.map(to);
  return { share: (v) => (to(v) - low) / (high - low), value: (s) => from(low + s * (high - low)) };
}

// ---- where everything goes ----

function legendEntries(scene) {
  const entries = new Map();
  for (const m of scene.panels.flatMap((p) => p.marks)) {
    if (m.mark === "Handle" || !m.label) continue;
    const labels = typeof m.label === "string" ? [[m.kind, m.label]] : Object.entries(m.label);
    for (const [kind, text] of labels) if (text && !entries.has(text)) entries.set(text, { m, kind });
  }
  return [...entries].map(([text, entry]) => ({ text, ...entry }));
}

function placeLegend(pen, theme, entries, width) {
  pen.font = font(theme, "label");
  const rows = [];
  let row = { width: -GAP, entries: [] };
  for (const entry of entries) {
    const w = KEY + 6 + pen.measureText(entry.text).width;
    if (row.entries.length && row.width + GAP + w > width - 8) {
      rows.push(row);
      row = { width: -GAP, entries: [] };
    }
    row.entries.push({ ...entry, at: row.width + GAP });
    row.width += GAP + w;
  }
  if (row.entries.length) rows.push(row);
  return rows;
}

function cumulated(shares, size) {
  const sum = shares.reduce((a, b) => a + b, 0), ends = [0];
  for (const s of shares) ends.push(ends.at(-1) + (s / sum) * size);
  return ends;
}

const reach = ({ range: [a, b] }) => Math.abs(b - a);

/** Boxes of the panels for a width and at most a height, and the height they take. */
function arrange(scene, width, tall, legendHeight) {
  const wide = Math.min(WIDEST, Math.max(width, 760)), plain = Math.min(tall, wide * scene.aspect) - legendHeight;
  const xs = cumulated(scene.columns, wide), ys = cumulated(scene.rows, plain);
  const boxes = scene.panels.map(({ at: [row, column], span: [high, broad] }) => ({
    x: xs[column], y: ys[row], w: xs[column + broad] - xs[column], h: ys[row + high] - ys[row],
  }));
  if (width >= NARROW) {
    const shrink = width / wide; // between narrow and 760 pixels only the widths shrink
    return { boxes: boxes.map((b) => ({ ...b, x: b.x * shrink, w: b.w * shrink })), height: plain };
  }
  let y = 0;
  const stacked = boxes.map((b, k) => {
    const p = scene.panels[k], share = p.equal ? reach(p.y) / reach(p.x) : b.h / b.w;
    const h = width * Math.min(1, Math.max(0.5, share)), box = { x: 0, y, w: width, h };
    y += h;
    return box;
  });
  return { boxes: stacked, height: y };
}

// ---- a panel ----

/** Room for the names of a y axis, with their ticks. */
function roomForNames(pen, theme, p) {
  pen.font = font(theme, "tick");
  const widest = p.framed && !p.z ? Math.max(0, ...p.y.names.map((name) => pen.measureText(name).width)) : 0;
  return widest ? Math.max(widest, 22) + 7 : 0;
}

/** Room left and right of a frame: for names and ticks of the y axis, and a scale of colors. */
function sides(pen, theme, p) {
  const left = 8 + roomForNames(pen, theme, p) + (p.y.label && !p.z ? 18 : 0);
  return { left, right: 12 + (p.marks.some((m) => m.bar) ? 64 : 0) };
}

function innerBox(p, { x, y, w, h, left, right }) {
  const titles = p.title ? p.title.split("\n").length : 0;
  const box = {
    left: x + left,
    right: x + w - right,
    top: y + 8 + 17 * titles,
    bottom: y + h - 8 - (p.framed && p.x.names.length ? 18 : 0) - (p.x.label ? 18 : 0),
  };
  if (p.equal) {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const px = Math.min(width / reach(p.x), height / reach(p.y));
    const spareX = (width - px * reach(p.x)) / 2, spareY = (height - px * reach(p.y)) / 2;
    box.left += spareX; box.right -= spareX; box.top += spareY; box.bottom -= spareY;
  }
  return box;
}

/** Write a line in the middle of a frame, or as near to it as the line has room. */
function centered({ pen, box, outer: { x, w } }, line, y) {
  const room = w - 8, half = Math.min(room, pen.measureText(line).width) / 2;
  pen.fillText(line, Math.max(x + 4 + half, Math.min(x + w - 4 - half, (box.left + box.right) / 2)), y, room);
}

function drawTitle(g, p) {
  words(g, "title", "center", 600);
  const lines = p.title ? p.title.split("\n") : [];
  lines.forEach((line, k) => centered(g, line, g.box.top - 7 - 17 * (lines.length - 1 - k)));
}

function drawAxes(g, p) {
  const { pen, theme, box, px, py } = g;
  pen.strokeStyle = theme.colors.gray;
  pen.lineWidth = 1;
  pen.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  words(g, "tick");
  let free = -Infinity;
  p.x.ticks.map((t, i) => [px(t), p.x.names[i]]).sort((a, b) => a[0] - b[0]).forEach(([a, name]) => {
    if (a < box.left - 1 || a > box.right + 1) return;
    const half = pen.measureText(name).width / 2;
    pen.fillRect(a - 0.5, box.bottom, 1, 4);
    if (a - half < free) return;
    pen.fillText(name, a, box.bottom + 17);
    free = a + half + 6;
  });
  pen.textAlign = "right";
  free = Infinity;
  p.y.ticks.map((t, i) => [py(t), p.y.names[i]]).sort((a, b) => b[0] - a[0]).forEach(([b, name]) => {
    if (b < box.top - 1 || b > box.bottom + 1) return;
    pen.fillRect(box.left - 4, b - 0.5, 4, 1);
    if (b > free) return;
    pen.fillText(name, box.left - 7, b + 4);
    free = b - 13;
  });
  const names = roomForNames(pen, theme, p);
  words(g, "label");
  if (p.x.label) centered(g, p.x.label, box.bottom + (p.x.names.length ? 35 : 18));
  if (p.y.label) {
    pen.save();
    pen.translate(box.left - names - 11, (box.top + box.bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.fillText(p.y.label, 0, 0, g.outer.h);
    pen.restore();
  }
}

function drawGrid(g, p) {
  const { pen, box, px, py } = g;
  pen.fillStyle = g.theme.colors.grid;
  for (const t of p.x.ticks) pen.fillRect(Math.round(px(t)), box.top, 1, box.bottom - box.top);
  for (const t of p.y.ticks) pen.fillRect(box.left, Math.round(py(t)), box.right - box.left, 1);
}

/** The scale of colors beside a panel. */
function drawBar(g, m) {
  const { pen, theme, box } = g, x = box.right + 10, height = box.bottom - box.top;
  const [low, high] = m.mark === "Field" ? [-m.reach[0], m.reach[1]] : m.scale;
  const ramp = pen.createLinearGradient(0, box.bottom, 0, box.top), shades = theme.palettes[m.palette];
  shades.forEach((color, k) => ramp.addColorStop(k / (shades.length - 1), color));
  pen.fillStyle = ramp;
  pen.fillRect(x, box.top, 12, height);
  words(g, "tick", "left");
  pen.fillText(short(high), x + 16, box.top + 10);
  pen.fillText(short(low), x + 16, box.bottom - 1);
  pen.textAlign = "center";
  pen.fillText(m.bar, x + 8, box.top - 7);
}

/** Draw a panel; returns how values and pixels belong together. */
function drawPanel(g, p) {
  const box = (g.box = innerBox(p, g.outer)), x = scaled(p.x), y = scaled(p.y), { pen } = g;
  g.px = (v) => box.left + x.share(v) * (box.right - box.left);
  g.py = (v) => box.bottom - y.share(v) * (box.bottom - box.top);
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  pen.clip();
  if (p.grid) drawGrid(g, p);
  for (const m of p.marks) DRAW[m.mark](g, m);
  pen.restore();
  if (p.framed) drawAxes(g, p);
  drawTitle(g, p);
  p.marks.filter((m) => m.bar).forEach((m) => drawBar(g, m));
  const back = (a, b) => [
    x.value((a - box.left) / (box.right - box.left)), y.value((box.bottom - b) / (box.bottom - box.top)),
  ];
  return { panel: p, box, px: g.px, py: g.py, back };
}

// ---- space ----

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 4 ? 1 : -1, k & 2 ? 1 : -1, k & 1 ? 1 : -1]);
const EDGES = [[0, 1], [0, 2], [0, 4], [1, 3], [1, 5], [2, 3], [2, 6], [3, 7], [4, 5], [4, 6], [5, 7], [6, 7]];
const SPACE_REACH = 1.6;
const NAME_GAP = 6, NAME_HEIGHT = 14; // pixels between a turned cube and the name of an axis, and how high it is

/** The same turn as `turned` in scene.py: to the right and upward. */
function turner([turn, rise]) {
  const a = (turn * Math.PI) / 180, e = (rise * Math.PI) / 180;
  const [ca, sa, ce, se] = [Math.cos(a), Math.sin(a), Math.cos(e), Math.sin(e)];
  return ([x, y, z]) => [-sa * x + ca * y, -se * ca * x - se * sa * y + ce * z];
}

/**
 * Where the names of three axes belong, as `names_at` in scene_in_matplotlib.py: at the middles of edges of the turned cube's
 * outline, below it for x and y and to its left for z, each with the way outward. Nothing is drawn out there.
 */
function namesAt(see) {
  const sides = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(see);
  return sides.map(([u, v], k) => {
    const long = Math.hypot(u, v), [away, down] = long > 1e-6 ? [v / long, -u / long] : k < 2 ? [0, -1] : [-1, 0];
    const sign = (k < 2 ? down : away) > 0 ? -1 : 1, out = [sign * away, sign * down], middle = [0, 0];
    sides.forEach((side, j) => {
      const toward = j === k ? 0 : Math.sign(side[0] * out[0] + side[1] * out[1]);
      middle[0] += toward * side[0];
      middle[1] += toward * side[1];
    });
    return { middle, out };
  });
}

function drawNames(g, labels, see) {
  const { pen, outer } = g;
  words(g, "label");
  namesAt(see).forEach(({ middle, out: [right, up] }, k) => {
    const half = pen.measureText(labels[k]).width / 2;
    const far = NAME_GAP + Math.abs(right) * half + (Math.abs(up) * NAME_HEIGHT) / 2;
    const a = Math.min(Math.max(g.px(middle[0]) + far * right, outer.x + half), outer.x + outer.w - half);
    const b = Math.min(g.py(middle[1]) - far * up, outer.y + outer.h - NAME_HEIGHT / 2);
    pen.fillText(labels[k], a, b + 4);
  });
}

function drawSpace(g, p, view) {
  const { pen, theme } = g, bare = { ...p, framed: false, x: { names: [] } };
  const box = (g.box = innerBox(bare, g.outer)), see = turner(view);
  const unit = Math.min(box.right - box.left, box.bottom - box.top) / (2 * SPACE_REACH);
  const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  g.px = (u) => middleX + unit * u;
  g.py = (v) => middleY - unit * v;
  const flat = (places) => {
    const seen = places.map(see);
    return { x: seen.map((s) => s[0]), y: seen.map((s) => s[1]) };
  };
  const sides = [scaled(p.x), scaled(p.y), scaled(p.z)];
  for (const edge of EDGES) {
    const { x, y } = flat(edge.map((k) => CORNERS[k]));
    path(g, x, y);
    stroke(g, { width: 1, color: "grid" });
  }
  drawNames(g, [p.x, p.y, p.z].map((axis) => axis.label), see);
  for (const m of p.marks) {
    const cube = Array.from(m.x, (_, i) => [m.x[i], m.y[i], m.z[i]].map((v, k) => 2 * sides[k].share(v) - 1));
    const places = flat(cube);
    if (m.mark === "SpacePoints") drawPoints(g, { ...m, ...places });
    else {
      path(g, places.x, places.y);
      if (m.mark === "SpaceSheet") {
        pen.closePath();
        pen.globalAlpha = 0.25;
        pen.fillStyle = theme.colors[m.color];
        pen.fill();
        pen.globalAlpha = 1;
      }
      stroke(g, { width: 1, ...m });
    }
  }
  drawTitle(g, p);
  return { panel: p, box, space: true };
}

// ---- the whole ----

function drawLegend(g, rows, y, width) {
  const { pen, theme } = g;
  g.px = (v) => v;
  g.py = (v) => v;
  rows.forEach((row, k) => {
    const left = (width - row.width) / 2, middle = y + LINE * k + LINE / 2;
    for (const { text, m, kind, at } of row.entries) {
      const x = left + at;
      if (PATCHES.has(m.mark)) {
        pen.globalAlpha = m.mark === "Area" || m.mark === "SpaceSheet" ? 0.35 : 1;
        pen.fillStyle = theme.colors[m.color];
        pen.fillRect(x + 2, middle - 6, KEY - 4, 12);
        pen.globalAlpha = 1;
      } else if (m.width !== undefined) {
        path(g, [x, x + KEY], [middle, middle]);
        stroke(g, m);
      }
      if (kind) marks(g, kind, [[x + KEY / 2, middle]], [Math.min(1, m.size ?? 1)]);
      words(g, "label", "left");
      pen.fillText(text, x + KEY + 6, middle + 4);
    }
  });
}

/** Draw a scene on a canvas of a width; returns what `drawPanel` returned of each panel. */
function drawScene(canvas, scene, theme, width, tall, views) {
  const pen = canvas.getContext("2d"), ratio = devicePixelRatio || 1;
  const rows = placeLegend(pen, theme, legendEntries(scene), width);
  const legendHeight = rows.length ? LINE * rows.length + 10 : 0;
  const { boxes, height } = arrange(scene, width, tall, legendHeight), whole = Math.round(height + legendHeight);
  const size = [Math.round(width * ratio), Math.round(whole * ratio)];
  if (canvas.width !== size[0] || canvas.height !== size[1]) {
    [canvas.width, canvas.height] = size;
    Object.assign(canvas.style, { width: `${width}px`, height: `${whole}px` });
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, whole);
  const rooms = scene.panels.map((p) => sides(pen, theme, p));
  const widest = (side, alike) => Math.max(...rooms.map((room, k) => (alike(boxes[k]) ? room[side] : 0)));
  const drawn = scene.panels.map((p, k) => {
    const { x, w } = boxes[k]; // the frames of a column begin and end together
    const left = widest("left", (b) => b.x === x), right = widest("right", (b) => b.x + b.w === x + w);
    const g = { pen, theme, ratio, outer: { ...boxes[k], left, right } };
    return p.z ? drawSpace(g, p, views.get(k) ?? p.view) : drawPanel(g, p);
  });
  drawLegend({ pen, theme }, rows, height + 4, width);
  return drawn;
}
