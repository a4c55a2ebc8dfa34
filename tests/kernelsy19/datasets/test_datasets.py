"""The bundled data are what the literature prints, and the generators draw what they say."""

import hashlib
import inspect
import shutil
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest
import sklearn.datasets
from hypothesis import given
from hypothesis import strategies as st

from kernelsy19 import datasets
from kernelsy19.datasets import bundle

ROOT = Path(__file__).parents[3]
LOADERS = [
    datasets.faithful,
    datasets.co2,
    datasets.pima,
    datasets.iris,
    datasets.diabetes,
    lambda: datasets.usps().train,
    lambda: datasets.usps().test,
]
GENERATORS = {  # the last point of each with the seed 0, everywhere
    datasets.circles: [0.5171384891736882, -0.009195689782323175],
    datasets.moons: [2.036250249919105, 0.5443991399646668],
    datasets.spirals: [-1.0358713519893408, 0.04783312197705016],
    datasets.parabola: [0.6447476550861408, 0.2985679787708053],
    datasets.three_clusters: [0.3065040363390293, -0.023993667125803607],
}
FROM_FILES = {
    "faithful.csv": datasets.faithful,
    "co2.csv": datasets.co2,
    "pima.csv": datasets.pima,
    "usps.npz": datasets.usps,
    "japanese_vowels.npz": datasets.japanese_vowels,
    "country_names.csv": datasets.country_names,
}


@pytest.fixture
def data_copy(tmp_path, monkeypatch):
    """Loaders read a copy of the bundled files, and forget it afterwards."""
    folder = tmp_path / "data"
    shutil.copytree(bundle.DATA_FOLDER, folder)
    monkeypatch.setattr(bundle, "DATA_FOLDER", folder)
    for load in FROM_FILES.values():
        load.cache_clear()
    yield folder
    for load in FROM_FILES.values():
        load.cache_clear()


# The bundled data


def test_faithful_is_the_one_that_r_prints():
    faithful = datasets.faithful()
    first = [[3.6, 79], [1.8, 54], [3.333, 74], [2.283, 62], [4.533, 85], [2.883, 55]]
    last = [[4.117, 81], [2.15, 46], [4.417, 90], [1.817, 46], [4.467, 74]]
    assert faithful.X.shape == (272, 2) and faithful.y is None
    np.testing.assert_array_equal(faithful.X[:6], first)
    np.testing.assert_array_equal(faithful.X[-5:], last)
    assert faithful.feature_names == ("eruptions", "waiting") and faithful.units == ("min", "min")


def test_co2_rises_and_has_its_seasons():
    """Months are in order, with 316.1 ppm at the first; a year's top is in May, its low in autumn."""
    co2 = datasets.co2()
    year, ppm = co2.X.T
    assert co2.X.shape == (521, 2) and ppm[0] == 316.1 and (np.diff(year) > 1 / 12 - 2e-4).all()
    assert abs(year[0] - (1958 + 2.5 / 12)) < 1e-4 and abs(year[-1] - (2001 + 11.5 / 12)) < 1e-4
    off = ppm - np.polyval(np.polyfit(year - 1980, ppm, 2), year - 1980)
    months = [off[np.round(12 * (year % 1) - 0.5).astype(int) == m].mean() for m in range(12)]
    assert np.argmax(months) == 4 and np.argmin(months) in (8, 9)
    assert 1.0 < np.polyfit(year, ppm, 1)[0] < 1.6


def test_pima_is_the_one_of_faraway():
    pima = datasets.pima()
    names = "pregnant glucose diastolic triceps insulin bmi diabetes age test"
    assert pima.column_names == tuple(names.split())
    assert pima.X.shape == (768, 8)
    np.testing.assert_array_equal(pima.X[0], [6, 148, 72, 35, 0, 33.6, 0.627, 50])
    np.testing.assert_array_equal(pima.X[-1], [1, 93, 70, 31, 0, 30.4, 0.315, 23])
    np.testing.assert_array_equal(pima.y[:6], [1, 0, 1, 0, 1, 0])
    assert pima.class_counts == {"negative": 500, "positive": 268}
    means = [3.845052, 120.894531, 69.105469, 20.536458, 79.799479, 31.992578, 0.471876, 33.240885]
    np.testing.assert_allclose(pima.X.mean(0), means, atol=5e-7)


@pytest.mark.parametrize(
    ("names", "n"),
    [
        (("glucose", "bmi"), 752),
        (("glucose", "diastolic", "triceps", "bmi"), 532),
        (("glucose", "diastolic", "triceps", "insulin", "bmi"), 392),
        (("pregnant", "age"), 768),
    ],
)
def test_pima_where_recorded_keeps_the_known_number_of_women(names, n):
    pima = datasets.pima()
    kept = pima.columns(*names).where_recorded()
    rows = [i for i in range(768) if all(pima[a][i] or a == "pregnant" for a in names)]
    assert len(kept) == n
    np.testing.assert_array_equal(kept.X, np.column_stack([pima[a][rows] for a in names]))
    np.testing.assert_array_equal(kept.y, pima.y[rows])
    assert not any(kept.missing_counts.values())


def test_diabetes_is_the_one_of_the_article():
    diabetes = datasets.diabetes()
    # Table 1 of the article prints the first patients, with the logarithm rounded to one digit.
    first = [
        [59, 2, 32.1, 101, 157, 93.2, 38, 4, 4.8598, 87, 151],
        [48, 1, 21.6, 87, 183, 103.2, 70, 3, 3.8918, 69, 75],
    ]
    assert diabetes.X.shape == (442, 11)
    np.testing.assert_array_equal(diabetes.X[:2], first)
    assert diabetes["progression"].min() == 25 and diabetes["progression"].max() == 346
    scaled = sklearn.datasets.load_diabetes().data
    measurements = diabetes.columns(*diabetes.feature_names[:-1]).standardized().X
    np.testing.assert_allclose(measurements / np.sqrt(442), scaled, atol=1e-12)


def test_iris_agrees_with_fisher():
    iris = datasets.iris()
    first = [[5.1, 3.5, 1.4, 0.2], [4.9, 3.0, 1.4, 0.2], [4.7, 3.2, 1.3, 0.2]]
    np.testing.assert_array_equal(iris.X[:3], first)
    # The two flowers that the copy of the UCI repository has wrong.
    np.testing.assert_array_equal(iris.X[[34, 37]], [[4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1]])
    np.testing.assert_array_equal(iris.X[-1], [5.9, 3.0, 5.1, 1.8])
    assert iris.class_counts == {"setosa": 50, "versicolor": 50, "virginica": 50}
    assert iris.units == ("cm",) * 4


def test_usps_has_the_published_parts_in_their_order_with_exact_pixels():
    train, test = datasets.usps()
    assert train.X.shape == (7291, 256) and test.X.shape == (2007, 256)
    assert list(train.class_counts.values()) == [1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644]
    assert list(test.class_counts.values()) == [359, 264, 198, 166, 200, 160, 170, 147, 166, 177]
    np.testing.assert_array_equal(train.y[:10], [6, 5, 4, 7, 3, 6, 3, 1, 0, 1])
    np.testing.assert_array_equal(test.y[:10], [9, 6, 3, 6, 6, 0, 0, 0, 6, 9])
    top = [-1, -1, -1, -1, -1, -1, -1, -0.631, 0.862, -0.167, -1, -1, -1, -1, -1, -1]
    np.testing.assert_array_equal(train.images[0, 0], top)
    for part in (train, test):
        assert part.X.min() == -1 and part.X.max() == 1
        np.testing.assert_array_equal(part.X, np.round(part.X, 3))


def test_usps_nearest_neighbor_makes_the_known_errors():
    """The 1-nearest-neighbor error of 5.6% is the standard baseline (113 of 2007 digits)."""
    train, test = datasets.usps()
    squared = (train.X**2).sum(1) - 2 * test.X @ train.X.T
    assert np.sum(train.y[squared.argmin(1)] != test.y) == 113


# Files and their checksums


def test_every_bundled_file_is_listed():
    listed = {line.split()[1] for line in (bundle.DATA_FOLDER / bundle.CHECKSUMS).open()}
    assert listed == set(FROM_FILES)
    assert listed == {path.name for path in bundle.DATA_FOLDER.iterdir()} - {bundle.CHECKSUMS}


def rows_of_data_md(title):
    """Cells of the table under a heading of DATA.md, without the marks of code."""
    section = (ROOT / "DATA.md").read_text(encoding="utf-8").split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def test_data_md_says_what_the_loaders_say_of_each_file():
    listed = dict(line.split()[::-1] for line in (bundle.DATA_FOLDER / bundle.CHECKSUMS).open())
    rows = rows_of_data_md("In the package")
    assert [row[0] for row in rows] == list(FROM_FILES)
    for name, script, origin, known, digest in rows:
        data = FROM_FILES[name]()
        for part in data if isinstance(data, tuple) else [data]:
            assert (part.source, part.license_note) == (origin, known)
        assert digest == listed[name] == hashlib.sha256((bundle.DATA_FOLDER / name).read_bytes()).hexdigest()
        assert script == f"tools/data_{Path(name).stem}.py" and (ROOT / script).is_file()


def test_data_md_says_what_the_loaders_say_of_the_data_of_others():
    rows = rows_of_data_md("In other packages")
    assert [row[0] for row in rows] == ["iris", "diabetes", "flights"]
    for name, origin, known in rows:
        data = getattr(datasets, name)()
        if data.name != "flights, generated":
            assert (data.source, data.license_note) == (origin, known)


def test_data_md_names_every_loader():
    text = (ROOT / "DATA.md").read_text(encoding="utf-8")
    functions = {name for name, value in vars(datasets).items() if inspect.isfunction(inspect.unwrap(value))}
    assert {name for name in functions - {"shifted", "table"} if f"`{name}" not in text} == set()


@pytest.mark.parametrize("name", FROM_FILES)
def test_a_corrupted_file_is_refused(data_copy, name):
    content = bytearray((data_copy / name).read_bytes())
    expected = hashlib.sha256(content).hexdigest()
    content[len(content) // 2] ^= 1
    (data_copy / name).write_bytes(content)
    with pytest.raises(datasets.ChecksumError) as caught:
        FROM_FILES[name]()
    for part in (name, expected, hashlib.sha256(content).hexdigest()):
        assert part in str(caught.value)


@pytest.mark.parametrize("name", FROM_FILES)
def test_a_missing_or_unlisted_file_is_refused(data_copy, name):
    (data_copy / name).rename(data_copy / "gone")
    message = rf"{name} is missing\. .*tools/data_{Path(name).stem}\.py"
    with pytest.raises(datasets.ChecksumError, match=message):
        FROM_FILES[name]()
    (data_copy / "gone").rename(data_copy / name)
    (data_copy / bundle.CHECKSUMS).write_text("")
    with pytest.raises(datasets.ChecksumError, match=f"SHA-256 of {name}"):
        FROM_FILES[name]()
    (data_copy / bundle.CHECKSUMS).unlink()
    with pytest.raises(datasets.ChecksumError, match=bundle.CHECKSUMS):
        FROM_FILES[name]()


@pytest.mark.parametrize("name", FROM_FILES)
def test_a_file_is_read_once(data_copy, name):
    first = FROM_FILES[name]()
    (data_copy / name).unlink()
    assert FROM_FILES[name]() is first


def test_importing_reads_nothing_and_leaves_scikit_learn_out():
    code = """
import sys
from pathlib import Path
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from kernelsy19 import datasets
from kernelsy19.datasets import bundle
assert not [name for name in opened if Path(name).parent == bundle.DATA_FOLDER], opened
datasets.faithful()
assert [name for name in opened if name == str(bundle.DATA_FOLDER / "faithful.csv")]
assert "sklearn" not in sys.modules
datasets.iris()
assert "sklearn" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


# The value that loaders return


@pytest.mark.parametrize("load", [*LOADERS, *GENERATORS])
def test_a_dataset_is_frozen_and_says_what_it_is(load):
    data = load()
    assert data.X.dtype == np.float64 and len(data) == len(data.X)
    for array in [data.X] if data.y is None else [data.X, data.y]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(FrozenInstanceError):
        data.X = np.zeros((1, 1))
    for text in (repr(data), data._repr_markdown_()):
        joined = " ".join(text.split())
        said = [data.name, f"{len(data)} rows × {data.X.shape[1]} columns", data.description, data.source]
        said += [data.citation, data.license_note, data.feature_names[0], data.feature_names[-1]]
        if data.y is not None:
            said += [data.target_name, f"{data.target_names[0]} {np.sum(data.y == 0)}"]
        assert all(said) and not [words for words in said if words not in joined]


def test_columns_keep_order_units_and_labels():
    iris = datasets.iris()
    petals = iris.columns("petal width", "sepal length")
    np.testing.assert_array_equal(petals.X, iris.X[:, [3, 0]])
    np.testing.assert_array_equal(petals.y, iris.y)
    assert petals.feature_names == ("petal width", "sepal length")
    pima = datasets.pima().columns("age", "bmi", "diabetes")
    assert pima.units == ("years", "kg/m²", "") and pima.zero_means_missing == ("bmi",)
    assert datasets.usps().test.columns("pixel_0_0").image_shape is None


def test_a_column_is_found_by_name():
    pima = datasets.pima()
    np.testing.assert_array_equal(pima["bmi"], pima.X[:, 5])
    np.testing.assert_array_equal(pima["test"], pima.y)
    with pytest.raises(ValueError, match=r"pregnant, glucose.*got 'weight'"):
        pima["weight"]


@pytest.mark.parametrize("as_what", [np.asarray, list])
def test_rows_by_mask_position_and_slice(as_what):
    iris = datasets.iris()
    by_mask = iris.rows(as_what(iris.y == 1))
    by_position = iris.rows(as_what(np.arange(50, 100)))
    for part in (by_mask, by_position, iris.rows(slice(50, 100))):
        np.testing.assert_array_equal(part.X, iris.X[50:100])
        assert part.class_counts == {"setosa": 0, "versicolor": 50, "virginica": 0}
    np.testing.assert_array_equal(iris.rows([-1, 0]).X, iris.X[[149, 0]])
    assert datasets.usps().test.rows(slice(5)).images.shape == (5, 16, 16)
    assert datasets.faithful().rows([3]).y is None


@pytest.mark.parametrize("load", [datasets.faithful, datasets.iris], ids=["numbers", "classes"])
def test_points_in_order_are_the_same_however_they_were_given(load):
    data = load()
    other = data.rows(np.random.default_rng(0).permutation(len(data)))
    np.testing.assert_array_equal(data.in_order(shuffle=1).X, other.in_order(shuffle=1).X)
    one, other = data.in_order(), other.in_order()
    np.testing.assert_array_equal(one.X, other.X)
    assert data.y is None or ((one.y == other.y).all() and sorted(one.y) == sorted(data.y))
    assert (np.diff(one.X[:, -1]) >= 0).all()


@pytest.mark.parametrize("load", [datasets.country_names, lambda: datasets.japanese_vowels().test])
def test_sequences_in_order_are_the_same_however_they_were_given(load):
    data = load()
    one, other = (d.in_order() for d in (data, data.rows(np.random.default_rng(0).permutation(len(data)))))
    assert all(np.array_equal(*pair) for pair in zip(one.sequences, other.sequences, strict=True))
    assert (one.y == other.y).all() and (np.diff(one.y) >= 0).all()


def test_only_images_are_images():
    with pytest.raises(AttributeError, match="faithful are not images"):
        _ = datasets.faithful().images
    assert not hasattr(datasets.faithful(), "images")


def make(**changes):
    words = {name: "-" for name in ("name", "description", "source", "citation", "license_note")}
    fields = {"X": [[0.0, 1.0]], "feature_names": ("a", "b"), "units": ("", "m")}
    return datasets.Dataset(**(words | fields | changes))


def test_a_dataset_copies_what_it_is_given():
    X = np.zeros((3, 2))
    data = make(X=X)
    X[0, 0] = 7
    assert data.X[0, 0] == 0 and data.class_counts == {}


def test_only_zero_means_missing():
    data = make(X=[[0.0, 1.0], [0.5, 0.0], [-0.5, 2.0]], zero_means_missing=("a",))
    np.testing.assert_array_equal(data.where_recorded().X, [[0.5, 0.0], [-0.5, 2.0]])
    assert data.missing_counts == {"a": 1}
    assert len(make(X=np.zeros((3, 2))).where_recorded()) == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"X": [[0.0]]},
        {"X": [[np.nan, 0.0]]},
        {"X": np.empty((0, 2))},
        {"units": ("m",)},
        {"y": np.array([0])},
        {"y": np.array([2]), "target_names": ("no", "yes")},
        {"y": np.array([-1]), "target_names": ("no", "yes")},
        {"y": np.array([0, 1]), "target_names": ("no", "yes")},
        {"y": np.array([0.0]), "target_names": ("no", "yes")},
    ],
)
def test_a_dataset_that_does_not_agree_with_itself_is_refused(changes):
    with pytest.raises(ValueError, match="target_names must" if {*changes} == {"y"} else "must"):
        make(**changes)


# Generators


@pytest.mark.parametrize("factor", [0.1, 0.5, 0.9])
def test_circles_and_moons_without_noise_are_those_of_scikit_learn(factor):
    for data, (X, y) in (
        (
            datasets.circles(60, factor=factor, noise=0),
            sklearn.datasets.make_circles(60, shuffle=False, factor=factor),
        ),
        (datasets.moons(80, noise=0), sklearn.datasets.make_moons(80, shuffle=False)),
    ):
        np.testing.assert_allclose(data.X, X, atol=1e-12)
        np.testing.assert_array_equal(data.y, y)


@pytest.mark.parametrize("cycles", [1, 1.5, 3])
def test_spirals_follow_the_recipe(cycles):
    data = datasets.spirals(100, cycles=cycles, noise=0)
    first, w = data.X[data.y == 0], np.arange(50) * cycles / 50
    points = (2 * w + 1) / 3 * np.stack([np.cos(2 * np.pi * w), np.sin(2 * np.pi * w)])
    np.testing.assert_allclose(first, points.T, atol=1e-12)
    np.testing.assert_array_equal(data.X[data.y == 1], -first)


def test_parabola_has_the_stated_spread():
    x1, x2 = datasets.parabola(40_000, rng=1).X.T
    residual = x2 - x1**2
    assert x1.min() >= -1 and x1.max() < 1
    np.testing.assert_allclose([x1.mean(), x1.var()], [0, 1 / 3], atol=0.01)
    np.testing.assert_allclose([residual.mean(), residual.std()], [0, 0.2], atol=0.004)
    assert abs(np.corrcoef(x1, residual)[0, 1]) < 0.02
    x1, x2 = datasets.parabola(noise=0).X.T
    np.testing.assert_array_equal(x2, x1**2)
    assert datasets.parabola().y is None


def test_three_clusters_have_the_stated_centers_and_spread():
    centers = [[-0.5, -0.2], [0, 0.6], [0.5, 0]]
    data = datasets.three_clusters(30_000, rng=1)
    for j, center in enumerate(centers):
        cluster = data.X[data.y == j]
        assert len(cluster) == 10_000
        np.testing.assert_allclose(cluster.mean(0), center, atol=0.004)
        np.testing.assert_allclose(cluster.std(0), 0.1, atol=0.003)
        assert abs(np.corrcoef(cluster.T)[0, 1]) < 0.04
    exact = datasets.three_clusters(noise=0)
    np.testing.assert_array_equal(exact.X, np.repeat(centers, 30, axis=0))
    assert list(datasets.three_clusters().class_counts.values()) == [30, 30, 30]


@pytest.mark.parametrize("generate", [datasets.circles, datasets.moons])
def test_noise_is_isotropic_with_the_stated_sd(generate):
    still, moved = (generate(20_000, noise=noise, rng=2) for noise in (0, 0.3))
    shift = moved.X - still.X
    np.testing.assert_allclose(np.cov(shift.T), 0.09 * np.eye(2), atol=0.003)


@pytest.mark.parametrize("generate", GENERATORS)
def test_a_seed_gives_the_same_points_everywhere(generate):
    a, b, other = generate(rng=5), generate(rng=5), generate(rng=6)
    np.testing.assert_array_equal(a.X, b.X)
    assert not np.array_equal(a.X, other.X)
    np.testing.assert_array_equal(generate(rng=np.random.default_rng(5)).X, a.X)
    np.testing.assert_array_equal(generate(rng=0).X, generate().X)
    np.testing.assert_allclose(generate().X[-1], GENERATORS[generate], rtol=1e-12)


@given(n=st.integers(3, 200), generate=st.sampled_from([*GENERATORS]))
def test_n_points_in_classes_as_equal_as_can_be(n, generate):
    data = generate(n)
    assert data.X.shape == (n, 2)
    if data.y is not None:
        counts = list(data.class_counts.values())
        assert sum(counts) == n and max(counts) - min(counts) <= 1 and np.all(np.diff(data.y) >= 0)


def test_standardized_features_have_mean_0_and_sd_1_and_keep_their_names():
    data, raw = datasets.faithful().standardized(), datasets.faithful().X
    np.testing.assert_allclose(data.X, (raw - raw.mean(axis=0)) / raw.std(axis=0), rtol=1e-12, atol=1e-12)
    assert data.feature_names == datasets.faithful().feature_names and data.units == ("sd", "sd")


def test_smoothing_is_a_weighted_mean_over_the_pixels_around():
    digits = datasets.usps().test.rows(slice(3))
    smooth = digits.smoothed(0.75)
    steps = np.arange(-3, 4)
    w = np.exp(-(steps**2) / (2 * 0.75**2))
    w /= w.sum()
    padded = np.pad(digits.images, ((0, 0), (3, 3), (3, 3)), constant_values=-1.0)
    for row, column in [(0, 0), (7, 8), (15, 3)]:
        around = padded[:, row : row + 7, column : column + 7]
        np.testing.assert_allclose(smooth.images[:, row, column], np.einsum("nab,a,b->n", around, w, w))
    np.testing.assert_array_equal(smooth.y, digits.y)
    with pytest.raises(AttributeError, match="not images"):
        datasets.faithful().smoothed(0.75)
    with pytest.raises(ValueError, match="sd"):
        digits.smoothed(0)


# Sequences


def test_japanese_vowels_are_those_of_the_article():
    train, test = datasets.japanese_vowels()
    assert (len(train), len(test)) == (270, 370)
    assert list(train.class_counts.values()) == [30] * 9
    assert list(test.class_counts.values()) == [31, 35, 88, 44, 29, 24, 40, 50, 29]
    lengths = np.concatenate([train.lengths, test.lengths])
    assert (lengths.min(), lengths.max()) == (7, 29)
    assert {x.shape[1] for x in train.sequences + test.sequences} == {12}
    expected = [[1.860936, -0.207383, 0.261557], [1.891651, -0.193249, 0.235363]]
    np.testing.assert_array_equal(train.sequences[0][:2, :3], expected)


def test_country_names_are_in_one_language_each():
    names = datasets.country_names()
    assert len(set(names.sequences)) == len(names) == 825
    assert all(name == name.lower() and 3 <= len(name) <= 30 for name in names.sequences)
    known, of = dict(zip(names.sequences, names.y, strict=True)), names.target_names
    spoken = {"saksa": "Finnish", "frankreich": "German", "almanya": "Turkish", "brazil": "English"}
    assert {name: of[known[name]] for name in spoken} == spoken


@pytest.mark.parametrize(
    "load", [lambda: datasets.japanese_vowels().test, datasets.country_names], ids=["sounds", "strings"]
)
def test_sequences_are_frozen_and_say_what_they_are(load):
    data = load()
    assert data.description and data.source and data.citation and data.license_note
    with pytest.raises(ValueError, match="read-only"):
        data.y[0] = 0
    if not isinstance(data.sequences[0], str):
        with pytest.raises(ValueError, match="read-only"):
            data.sequences[0][0] = 0
    with pytest.raises(FrozenInstanceError):
        data.name = "other"
    for text in (data.name, data.citation.split()[0], f"{len(data)} sequences"):
        assert text in repr(data)


def test_rows_of_sequences():
    data = datasets.country_names()
    few = data.rows(data.y == 2)
    assert len(few) == data.class_counts["German"] and set(few.y) == {2}
    assert data.rows(slice(3, 5)).sequences == data.sequences[3:5]
    assert data.rows(np.array([7, 1])).sequences == (data.sequences[7], data.sequences[1])
    with pytest.raises(ValueError, match="at least one"):
        data.rows(data.y == 17)
