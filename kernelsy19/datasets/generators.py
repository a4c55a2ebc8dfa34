"""Seeded toy data. A seed gives the same points every time, on every machine up to rounding.

`noise` multiplies draws that do not depend on it: with the same seed, more noise moves each point
farther along the same line. Points come class by class, sizes as equal as n allows.
"""

import numpy as np

from kernelsy19.datasets.dataset import Dataset
from kernelsy19.validation import as_generator, as_integer, as_number, require_size

THREE_CENTERS = np.array([[-0.5, -0.2], [0.0, 0.6], [0.5, 0.0]])
SCHOLKOPF = (
    "B. Schölkopf, A. Smola and K.-R. Müller (1998), Nonlinear component analysis as a kernel "
    "eigenvalue problem, Neural Computation 10, 1299–1319"
)


def circles(n=200, *, factor=0.5, noise=0.05, rng=0):
    """Two circles round the origin, one inside the other.

    With t evenly spaced over [0, 2π), the outer circle is (cos t, sin t), the inner one
    factor · (cos t, sin t); both coordinates get N(0, noise²).

    Parameters
    ----------
    n : int ≥ 2, number of points
    factor : float in (0, 1), radius of the inner circle
    noise : float ≥ 0, standard deviation
    rng : int ≥ 0 (a seed) or numpy.random.Generator

    Returns
    -------
    Dataset
        X (n, 2). y: 0 outer, 1 inner.
    """
    factor = as_number(factor, "factor", 0, 1, closed="neither")
    noise, rng = _noise(noise), as_generator(rng)
    y = _classes(n, 2)
    t = 2 * np.pi * _fractions(y)
    radius = np.where(y == 0, 1.0, factor)
    X = radius[:, None] * _on_circle(t)
    return _toy(
        "circles",
        X + noise * rng.standard_normal(X.shape),
        y,
        ("outer", "inner"),
        f"Circles of radius 1 and {factor:g} round the origin, noise of sd {noise:g}.",
        citation="Without noise, the points of make_circles: F. Pedregosa et al. (2011), "
        "Scikit-learn: machine learning in Python, JMLR 12, 2825–2830",
    )


def moons(n=200, *, noise=0.1, rng=0):
    """Two half circles that reach into each other.

    With t evenly spaced over [0, π], the upper moon is (cos t, sin t), the lower one
    (1 − cos t, ½ − sin t); both coordinates get N(0, noise²).

    Parameters
    ----------
    n : int ≥ 2, number of points
    noise : float ≥ 0, standard deviation
    rng : int ≥ 0 (a seed) or numpy.random.Generator

    Returns
    -------
    Dataset
        X (n, 2). y: 0 upper, 1 lower.
    """
    noise, rng = _noise(noise), as_generator(rng)
    y = _classes(n, 2)
    t = np.pi * _fractions(y, endpoint=True)
    upper = _on_circle(t)
    X = np.where(y[:, None] == 0, upper, [1.0, 0.5] - upper)
    return _toy(
        "moons",
        X + noise * rng.standard_normal(X.shape),
        y,
        ("upper", "lower"),
        f"Two half circles of radius 1 that reach into each other, noise of sd {noise:g}.",
        citation="Without noise, the points of make_moons: F. Pedregosa et al. (2011), "
        "Scikit-learn: machine learning in Python, JMLR 12, 2825–2830",
    )


def spirals(n=300, *, cycles=1.0, noise=0.05, rng=0):
    """Two spirals wound into each other, by the recipe of R's `mlbench.spirals`.

    With w evenly spaced over [0, cycles), a point of the first spiral is
    (2w + 1)/3 · (cos 2πw, sin 2πw), moved by N(0, noise²) along the normal of the curve. The second
    spiral is the negative of another such draw.

    Parameters
    ----------
    n : int ≥ 2, number of points
    cycles : float > 0, number of turns
    noise : float ≥ 0, standard deviation along the normal
    rng : int ≥ 0 (a seed) or numpy.random.Generator

    Returns
    -------
    Dataset
        X (n, 2). y: 0 first spiral, 1 its negative.
    """
    cycles = as_number(cycles, "cycles", 0, np.inf, closed="neither")
    noise, rng = _noise(noise), as_generator(rng)
    y = _classes(n, 2)
    w = cycles * _fractions(y)
    moved = _spiral(w) + noise * rng.standard_normal((len(w), 1)) * _spiral_normal(w)
    return _toy(
        "spirals",
        np.where(y[:, None] == 0, moved, -moved),
        y,
        ("first", "second"),
        f"Two spirals of {cycles:g} turns, noise of sd {noise:g} along the normal of the curve.",
        citation="F. Leisch and E. Dimitriadou, mlbench: machine learning benchmark problems, "
        "R package, function mlbench.spirals",
    )


def _spiral(w):
    return (2 * w[:, None] + 1) / 3 * _on_circle(2 * np.pi * w)


def _spiral_normal(w):
    radial = _on_circle(2 * np.pi * w)
    around = np.column_stack([-radial[:, 1], radial[:, 0]])
    tangent = radial + np.pi * (2 * w[:, None] + 1) * around
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    return np.column_stack([tangent[:, 1], -tangent[:, 0]])


def parabola(n=100, *, noise=0.2, rng=0):
    """Points about a parabola: x₁ uniform on [−1, 1), x₂ = x₁² + N(0, noise²).

    Parameters
    ----------
    n : int ≥ 1, number of points
    noise : float ≥ 0, standard deviation of x₂ about x₁²
    rng : int ≥ 0 (a seed) or numpy.random.Generator

    Returns
    -------
    Dataset
        X (n, 2). No y.
    """
    n, noise, rng = _count(n), _noise(noise), as_generator(rng)
    x1 = rng.uniform(-1, 1, n)
    x2 = x1**2 + noise * rng.standard_normal(n)
    return _toy(
        "parabola",
        np.column_stack([x1, x2]),
        description=f"x2 = x1² and noise of sd {noise:g}, x1 uniform on [−1, 1).",
        citation=SCHOLKOPF,
    )


def three_clusters(n=90, *, noise=0.1, rng=0):
    """Three round Gaussian clusters, centered at (−0.5, −0.2), (0, 0.6) and (0.5, 0).

    Parameters
    ----------
    n : int ≥ 3, number of points, shared among the clusters
    noise : float ≥ 0, standard deviation of each coordinate about its center
    rng : int ≥ 0 (a seed) or numpy.random.Generator

    Returns
    -------
    Dataset
        X (n, 2). y: the cluster.
    """
    noise, rng = _noise(noise), as_generator(rng)
    y = _classes(n, 3)
    return _toy(
        "three clusters",
        THREE_CENTERS[y] + noise * rng.standard_normal((len(y), 2)),
        y,
        ("left", "top", "right"),
        f"Gaussian clusters of sd {noise:g} about (−0.5, −0.2), (0, 0.6) and (0.5, 0).",
        citation=SCHOLKOPF,
    )


def _toy(name, X, y=None, target_names=(), description="", citation=""):
    return Dataset(
        name=name,
        X=X,
        y=y,
        feature_names=("x1", "x2"),
        units=("", ""),
        target_name="class" if y is not None else "",
        target_names=target_names,
        description=description,
        source=f"generated by kernelsy19.datasets.{name.replace(' ', '_')}",
        citation=citation,
        license_note="The license of kernelsy19",
    )


def _classes(n, k):
    return np.sort(np.arange(_count(n, k)) % k)


def _count(n, low=1):
    n = as_integer(n, "n", low)
    require_size(f"n = {n} points would have", n, 2)
    return n


def _on_circle(t):
    return np.column_stack([np.cos(t), np.sin(t)])


def _fractions(y, endpoint=False):
    """Evenly spaced values over [0, 1) in each class, or over [0, 1] with the end point."""
    return np.concatenate([np.linspace(0, 1, m, endpoint=endpoint) for m in np.bincount(y)])


def _noise(noise):
    return as_number(noise, "noise", 0, np.inf, closed="left")
