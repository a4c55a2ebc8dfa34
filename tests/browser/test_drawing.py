"""What `marks.js` and `scene.js` draw, beside what contourpy, numpy and the static twin make of the same values."""

import numpy as np
import pytest
from contourpy import contour_generator

from kernelcourse.desk.browser_scripts import scripts
from kernelcourse.drawing import appearance
from kernelcourse.drawing.marks import turned
from kernelcourse.drawing.scene_in_matplotlib import CORNERS, EDGES, names_at

SIZE = 300  # pixels of the canvas
PAN = """([mark, flip]) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIZE;
    const pen = canvas.getContext('2d'), box = { left: 0, top: 0, right: SIZE, bottom: SIZE };
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, SIZE, SIZE);
    mark.codes = Object.assign(Int16Array.from(mark.codes), { shape: mark.shape, most: 32767 });
    const px = (v) => (flip ? 1 - v : v) * SIZE, py = (v) => (1 - v) * SIZE;
    DRAW[mark.mark]({ pen, box, px, py, ratio: 1, theme: THEME }, mark);
    return [...new Uint32Array(pen.getImageData(0, 0, SIZE, SIZE).data.buffer)];
}"""


@pytest.fixture(scope="module")
def page(chromium):
    page = chromium.new_page()
    page.set_content("<html><body></body></html>")
    page.add_script_tag(content=scripts("marks.js", "scene.js"))
    page.evaluate(f"theme => {{ window.THEME = theme; window.SIZE = {SIZE}; }}", appearance.theme())
    yield page
    page.close()


def waves(seed, h=23, w=31):
    """A smooth function on a grid, with hills, valleys and passes."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0 : 1 : h * 1j, 0 : 1 : w * 1j]
    sums = (a * np.cos(7 * (b * x + c * y) + d) for a, b, c, d in rng.normal(size=(6, 4)))
    return sum(sums)


def length(line):
    return np.linalg.norm(np.diff(line, axis=0), axis=1).sum()


@pytest.mark.parametrize("seed", range(4))
def test_level_lines_are_whole_and_those_of_contourpy(page, seed):
    values = waves(seed)
    h, w = values.shape
    for level in (-0.7, 0.0, 1.1):
        ours = page.evaluate(
            "([v, w, h, level]) => levelLines(v, w, h, level)", [values.ravel().tolist(), w, h, level]
        )
        theirs = contour_generator(np.arange(w), np.arange(h), values).lines(level)
        assert len(ours) == len(theirs) > 0
        assert sum(line["closed"] for line in ours) == sum((line[0] == line[-1]).all() for line in theirs)
        drawn = [np.column_stack([line["x"], line["y"]]) for line in ours]
        closed = [np.vstack([a, a[:1]]) if b["closed"] else a for a, b in zip(drawn, ours, strict=True)]
        np.testing.assert_allclose(sorted(map(length, closed)), sorted(map(length, theirs)), rtol=1e-9)


def field(values, **more):
    top = np.abs(values).max()
    codes = np.round(np.sign(values) * np.sqrt(np.abs(values) / top) * 32767).astype(int)
    kept = np.sign(codes) * (codes / 32767.0) ** 2 * top
    told = {"mark": "Field", "codes": codes.ravel().tolist(), "shape": list(values.shape), "top": float(top)}
    told |= {"extent": [0, 1, 0, 1], "levels": [], "palette": "", "color": "ink", "width": 2, "dash": "solid"}
    return told | more, kept


def test_the_dashes_of_a_level_line_run_on(page):
    y, x = np.mgrid[0:1:60j, 0:1:60j]
    radius = 0.4
    told, _ = field(np.hypot(x - 0.5, y - 0.5) - radius, levels=[0.0], dash="dashed")
    pixels = np.array(page.evaluate(PAN, [told, False]), dtype=np.uint32).reshape(SIZE, SIZE)
    around = np.linspace(0, 2 * np.pi, 4000, endpoint=False)
    places = SIZE * (0.5 + radius * np.column_stack([np.cos(around), -np.sin(around)]))
    dark = (pixels[tuple(places.astype(int).T[::-1])] & 255) < 140
    assert not dark.all(), "it is no dashed line at all"
    ends = np.flatnonzero(dark != np.roll(dark, 1))
    runs = np.diff(ends) * 2 * np.pi * radius * SIZE / len(around)
    first_is_dark = dark[ends[0]]
    on, off = runs[0 if first_is_dark else 1 :: 2], runs[1 if first_is_dark else 0 :: 2]
    wanted_on, wanted_off = appearance.DASHES["dashed"]
    period = wanted_on + wanted_off
    assert len(ends) / 2 == pytest.approx(2 * np.pi * radius * SIZE / period, abs=1.5)
    assert np.median(on) == pytest.approx(wanted_on, abs=1) and np.median(off) == pytest.approx(
        wanted_off, abs=1
    )
    # All but those beside the place where the line meets itself.
    assert (np.abs(np.concatenate([on - wanted_on, off - wanted_off])) > 2.5).sum() <= 3


def between(values, flip):
    """Values at the middles of pixels, between the samples."""
    at = (np.arange(SIZE) + 0.5) / SIZE
    h, w = values.shape[-2:]
    x, y = (1 - at if flip else at) * (w - 1), (1 - at) * (h - 1)
    c, r = np.minimum(x.astype(int), w - 2), np.minimum(y.astype(int), h - 2)
    s, t = x - c, (y - r)[:, None]
    low, high = (values[..., r + k, :] for k in (0, 1))
    rows = low * (1 - t) + high * t
    return rows[..., c] * (1 - s) + rows[..., c + 1] * s


def packed(colors):
    rgb = [[int(color[k : k + 2], 16) for k in (1, 3, 5)] for color in colors]
    return np.array([0xFF000000 | b << 16 | g << 8 | r for r, g, b in rgb], dtype=np.uint32)


@pytest.mark.parametrize("flip", [False, True])
def test_each_pixel_of_a_field_has_the_shade_of_its_value(page, flip):
    told, kept = field(waves(7), palette="field", reach=[2.0, 3.0])
    pixels = np.array(page.evaluate(PAN, [told, flip]), dtype=np.uint32).reshape(SIZE, SIZE)
    shades = packed(appearance.theme()["palettes"]["field"])
    z, half = between(kept, flip), len(shades) // 2
    place = np.where(z < 0, half - 1 - (-z / 2.0 * half).astype(int), half + (z / 3.0 * half).astype(int))
    assert len(np.unique(pixels)) == len(shades)
    assert np.mean(pixels != shades[place.clip(0, len(shades) - 1)]) < 1e-3


@pytest.mark.parametrize("flip", [False, True])
def test_each_pixel_of_regions_belongs_to_the_largest_score(page, flip):
    scores = np.array([waves(k, 20, 26) for k in range(4)])
    codes = np.round(scores / np.abs(scores).max() * 32767).astype(int)
    told = {
        "mark": "Regions",
        "codes": codes.ravel().tolist(),
        "shape": list(codes.shape),
        "extent": [0, 1, 0, 1],
    }
    pixels = np.array(page.evaluate(PAN, [told, flip]), dtype=np.uint32).reshape(SIZE, SIZE)
    best = between(codes.astype(float), flip).argmax(axis=0)
    assert set(np.unique(best)) == {0, 1, 2, 3}
    assert np.mean(pixels != packed(appearance.theme()["regions"])[best]) < 1e-3


VIEWS = [(-60.0, 15.0), (0.0, 0.0), (30.0, 80.0), (-135.0, 35.0), (95.0, -40.0), (200.0, 5.0), (-60.0, 90.0)]
WRITTEN = """([view, labels, extent]) => {
    const pen = document.createElement('canvas').getContext('2d'), boxes = [];
    pen.fillText = (text, x, y) => {
        const half = pen.measureText(text).width / 2;
        if (labels.includes(text)) boxes.push([x - half, x + half, y - 4 - 5, y - 4 + 5]);
    };
    const [x, y, z] = labels.map((label) => ({ label, range: [-1, 1], scale: 'linear', names: [], ticks: [] }));
    const g = { pen, theme: THEME, ratio: 1, outer: { x: 0, y: 0, w: extent[0], h: extent[1], left: 8, right: 12 } };
    drawSpace(g, { x, y, z, title: '', marks: [], framed: true }, view);
    return { boxes, scale: [g.px(0), g.px(1) - g.px(0), g.py(0), g.py(1) - g.py(0)] };
}"""


@pytest.mark.parametrize("view", VIEWS)
def test_the_names_of_a_turned_space_stand_beside_it(page, view):
    told = page.evaluate("view => namesAt(turner(view))", list(view))
    middles, outward = names_at(view)
    np.testing.assert_allclose([one["middle"] for one in told], middles, atol=1e-9)
    np.testing.assert_allclose([one["out"] for one in told], outward, atol=1e-9)
    labels = ["first (cm)", "second (cm)", "height"]
    drawn = page.evaluate(WRITTEN, [list(view), labels, [520, 420]])
    assert len(drawn["boxes"]) == 3
    ends = turned(CORNERS, *view)[:, :2][np.array(EDGES)]
    inside = np.random.default_rng(0).uniform(-1, 1, (2000, 3))
    along = ends[:, :1] + np.linspace(0, 1, 200)[:, None] * (ends[:, 1:] - ends[:, :1])
    u, v = np.vstack([along.reshape(-1, 2), turned(inside, *view)[:, :2]]).T
    a0, a, b0, b = drawn["scale"]
    x, y = a0 + a * u, b0 + b * v
    for left, right, top, bottom in drawn["boxes"]:
        assert left >= 0 and right <= 520 and bottom <= 420
        assert not ((x > left) & (x < right) & (y > top) & (y < bottom)).any()


LABELED = """(equal) => {
    const pen = document.createElement('canvas').getContext('2d'), names = [], labels = [];
    pen.fillText = (text, x) => text && (x ? names.push(x - pen.measureText(text).width) : null);
    pen.translate = (x) => labels.push(x);
    const axis = { range: [-1, 1], scale: 'linear', names: ['0', '1'], ticks: [0, 1] };
    const p = { x: { ...axis, label: '' }, y: { ...axis, label: 'height' }, title: '', marks: [], framed: true, equal };
    const g = { pen, theme: THEME, ratio: 1, outer: { x: 0, y: 0, w: 900, h: 300, left: 80, right: 12 } };
    drawPanel(g, p);
    return [g.box.left, Math.min(...names), labels[0]];
}"""


@pytest.mark.parametrize("equal", (False, True))
def test_the_label_of_a_y_axis_stands_beside_the_names_of_its_ticks(page, equal):
    frame, widest_name, middle = page.evaluate(LABELED, equal)
    assert frame == 80 or (equal and frame > 300)  # what is as wide as high is narrower than its room
    assert 6 < widest_name - middle < 30
