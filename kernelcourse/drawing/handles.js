// What one takes hold of in a scene: handles, points of a cloud, spaces that turn. Each is a button over the canvas, so
// that the keyboard reaches it. What is moved is drawn where it is before the kernel has answered.

const REACH = 14; // pixels within which a point is taken hold of
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const clamp = (v, [a, b]) => Math.min(Math.max(v, Math.min(a, b)), Math.max(a, b));

/**
 * Hands over a canvas. `to` hears of what they do: `moved(name, x, y)`, `stepped(name, by)` of a slider's handle,
 * `changed(name, rows)` of a cloud, `redraw()`; it says of which controls nothing answers, `fixed(name)`.
 */
function makeHands(stage, canvas, to) {
  const buttons = new Map(), chosen = new Map(), views = new Map();
  let drawn = [], still = false, held = null;

  const stays = (name) => still || to.fixed(name);

  const at = (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  function button(key, className) {
    if (!buttons.has(key)) {
      const made = document.createElement("button");
      Object.assign(made, { type: "button", className });
      made.addEventListener("focusin", keepKeys);
      made.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        made.focus({ preventScroll: true });
        hold(event, made.drag(event));
      });
      made.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || !made.key(event)) return;
        event.preventDefault();
        event.stopPropagation();
      });
      stage.append(made);
      buttons.set(key, made);
    }
    return buttons.get(key);
  }

  /** Follow the pointer until it lets go. */
  function hold(event, follow) {
    if (still || !follow) return;
    held = { id: event.pointerId, follow };
    stage.setPointerCapture(event.pointerId);
    stage.classList.add("ks-held");
  }

  stage.addEventListener("pointermove", (event) => {
    if (held?.id === event.pointerId) held.follow(...at(event));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    stage.addEventListener(end, (event) => {
      if (held?.id !== event.pointerId) return;
      held = null;
      stage.classList.remove("ks-held");
    });
  }

  // ---- handles ----

  function moveHandle(key, place) {
    const { m, panel } = buttons.get(key).now;
    const x = clamp(place[0], panel.x.range), y = clamp(place[1], panel.y.range);
    if (m.moves !== "y") m.x = x;
    if (m.moves !== "x") m.y = y;
    to.redraw();
    to.moved(m.name, m.moves, x, y);
  }

  function placeHandle(m, shown) {
    const key = `handle ${m.name}`, made = button(key, "ks-handle");
    made.now = { m, ...shown };
    made.disabled = stays(m.name);
    made.drag = () => (a, b) => moveHandle(key, made.now.back(a, b));
    made.key = (event) => {
      const by = ARROWS[event.key], { m: now, panel } = made.now;
      if (!by) return false;
      const many = event.shiftKey ? 10 : 1;
      if (now.moves !== "xy") to.stepped(now.name, (by[0] || by[1]) * many);
      else {
        const step = (axis) => ((axis.range[1] - axis.range[0]) / 100) * many;
        moveHandle(key, [now.x + by[0] * step(panel.x), now.y + by[1] * step(panel.y)]);
      }
      return true;
    };
    setPlace(made, shown.px(m.x), shown.py(m.y));
    const where = m.moves === "xy" ? `${short(m.x)}, ${short(m.y)}` : short(m.moves === "x" ? m.x : m.y);
    made.setAttribute("aria-label", `${m.label}: ${where}. Arrow keys move it.`);
    return key;
  }

  function setPlace(made, a, b) {
    made.style.left = `${a}px`;
    made.style.top = `${b}px`;
  }

  // ---- clouds ----

  const clouds = () => drawn.flatMap((shown) => (shown.panel.marks ?? [])
    .filter((m) => m.hold).map((m) => ({ ...shown, m })));

  const rowsOf = (m) => Array.from(m.x, (x, i) => (m.classes ? [x, m.y[i], m.classes[i]] : [x, m.y[i]]));

  function movePoint({ m, panel }, i, [x, y]) {
    if (m.moves !== "y") m.x[i] = clamp(x, panel.x.range);
    if (m.moves !== "x") m.y[i] = clamp(y, panel.y.range);
    to.redraw();
    to.changed(m.hold, rowsOf(m));
  }

  function grow(name, place, group = 0) {
    const cloud = clouds().find((c) => c.m.hold === name);
    if (!cloud || stays(name)) return;
    const { m, panel } = cloud, middle = (axis) => (axis.range[0] + axis.range[1]) / 2;
    const [x, y] = place ?? [middle(panel.x), middle(panel.y)], rows = rowsOf(m);
    rows.push(m.classes ? [x, y, group] : [x, y]);
    chosen.set(name, rows.length - 1);
    to.changed(name, rows);
  }

  function remove(name) {
    const cloud = clouds().find((c) => c.m.hold === name), i = chosen.get(name) ?? 0;
    if (!cloud || stays(name)) return;
    const rows = rowsOf(cloud.m);
    rows.splice(i, 1);
    chosen.set(name, Math.max(0, Math.min(i, rows.length - 1)));
    to.changed(name, rows);
  }

  function placeCloud(m, shown) {
    const key = `cloud ${m.hold}`, made = button(key, "ks-handle ks-chosen"), n = m.x.length;
    const i = Math.min(chosen.get(m.hold) ?? 0, n - 1);
    made.hidden = i < 0;
    made.disabled = stays(m.hold);
    made.now = { m, i, ...shown };
    made.drag = () => {
      const which = made.now.i;
      return (a, b) => movePoint(made.now, which, made.now.back(a, b));
    };
    made.key = (event) => {
      const by = ARROWS[event.key], { m: now, panel, i: which } = made.now;
      if (by) {
        const step = (axis) => ((axis.range[1] - axis.range[0]) / 100) * (event.shiftKey ? 10 : 1);
        movePoint(made.now, which, [now.x[which] + by[0] * step(panel.x), now.y[which] + by[1] * step(panel.y)]);
      } else if (event.key === "PageDown" || event.key === "PageUp") {
        chosen.set(now.hold, (which + (event.key === "PageDown" ? 1 : now.x.length - 1)) % now.x.length);
        to.redraw();
      } else if (event.key === "Delete" || event.key === "Backspace") {
        if (to.grows(now.hold)) remove(now.hold);
      } else return false;
      return true;
    };
    const of = to.label(m.hold) === "points" ? "" : ` (${to.label(m.hold)})`;
    if (i >= 0) setPlace(made, shown.px(m.x[i]), shown.py(m.y[i]));
    made.setAttribute("aria-label", `point ${i + 1} of ${n}${of}: ${short(m.x[i])}, ${short(m.y[i])}. `
      + `Arrow keys move it, Page Up and Page Down choose another${to.grows(m.hold) ? ", Delete removes it" : ""}.`);
    return key;
  }

  canvas.addEventListener("pointerdown", (event) => {
    const [a, b] = at(event);
    let best = null, least = REACH;
    for (const cloud of clouds().filter((c) => !to.fixed(c.m.hold))) {
      for (let i = 0; i < cloud.m.x.length; i++) {
        const far = Math.hypot(cloud.px(cloud.m.x[i]) - a, cloud.py(cloud.m.y[i]) - b);
        // Of two at the same place the later one stands above.
        if (far <= least) [best, least] = [{ name: cloud.m.hold, i }, far];
      }
    }
    if (!best) return;
    event.preventDefault();
    chosen.set(best.name, best.i);
    to.redraw();
    const made = buttons.get(`cloud ${best.name}`);
    made.focus({ preventScroll: true });
    hold(event, (x, y) => movePoint(made.now, best.i, made.now.back(x, y)));
  });

  canvas.addEventListener("dblclick", (event) => {
    const [a, b] = at(event);
    const cloud = clouds().find(({ box }) => a > box.left && a < box.right && b > box.top && b < box.bottom);
    if (cloud && to.grows(cloud.m.hold)) grow(cloud.m.hold, cloud.back(a, b), to.group(cloud.m.hold));
  });

  // ---- spaces ----

  function turn(k, view) {
    views.set(k, [((((view[0] + 180) % 360) + 360) % 360) - 180, clamp(view[1], [-90, 90])]);
    to.redraw();
  }

  function placeSpace(k, { panel, box }) {
    const key = `space ${k}`, made = button(key, "ks-space"), view = () => views.get(k) ?? panel.view;
    made.drag = (event) => {
      const from = view(), [a0, b0] = at(event);
      return (a, b) => turn(k, [from[0] - (a - a0) / 2, from[1] + (b - b0) / 2]);
    };
    made.key = (event) => {
      const by = ARROWS[event.key];
      if (by) turn(k, [view()[0] + 5 * by[0], view()[1] + 5 * by[1]]);
      return Boolean(by);
    };
    Object.assign(made.style, {
      left: `${box.left}px`, top: `${box.top}px`, width: `${box.right - box.left}px`, height: `${box.bottom - box.top}px`,
    });
    const [turned, raised] = view().map(Math.round);
    made.setAttribute("aria-label", `${panel.title || "space"}, turned by ${turned}° and raised by ${raised}°. Arrow keys turn it.`);
    return key;
  }

  return {
    views,
    grow,
    remove,
    /** Put the buttons where the panels are now. */
    place(panels) {
      drawn = panels;
      const used = new Set();
      drawn.forEach((shown, k) => {
        if (shown.space) used.add(placeSpace(k, shown));
        else {
          for (const m of shown.panel.marks) {
            if (m.mark === "Handle") used.add(placeHandle(m, shown));
            else if (m.hold) used.add(placeCloud(m, shown));
          }
        }
      });
      for (const [key, made] of buttons) made.style.display = used.has(key) ? "" : "none";
    },
    stop() {
      still = true;
      held = null;
      for (const made of buttons.values()) made.disabled = !made.classList.contains("ks-space");
    },
  };
}
