"""`make torture` finds what lies: on a few problems of each kind nothing does, and what is made up is found."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import certificates
import numpy as np
import pytest

from kernelsy19.kernels import Linear
from kernelsy19.svm import plain as svm_plain

# On Windows, and on Apple's processors, a long double is a double.
pytestmark = pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="there are no longer numbers")

RUNNER = Path(__file__).resolve().parents[1] / "torture" / "scikit_learn.py"


def lies(name, seeds):
    """What was found on some problems, a dict of seed to the words of each lie."""
    found = {seed: certificates.measured(name, seed)[1] for seed in seeds}
    assert any(found.values()), "nothing was certified"
    return {
        seed: [what for what, value, most in entries if not value <= most] for seed, entries in found.items()
    }


@pytest.mark.parametrize("name", certificates.CHECKS)
def test_nothing_lies(name):
    assert not any(lies(name, range(12 if name == "every_solver" else 30)).values())


def other_arrays(s):
    """An answer a thousandth beside the one that is certified; another partition, the other side."""
    changes = {"alpha": 1.001, "theta": 1.001, "w": 1.001, "permuted": 1.001, "counts": -1}
    for field, factor in changes.items():
        if hasattr(s, field):
            return replace(s, **{field: getattr(s, field) * factor})
    if hasattr(s, "labels"):
        return replace(s, labels=np.roll(s.labels, 1))
    return replace(
        s, **({"loo": s.loo * 1.001} if hasattr(s, "loo") else {"log_likelihood": s.log_likelihood + 1e-3})
    )


def other_values(s):
    """The answer, with an objective, or eigenvalues, that it has not."""
    if hasattr(s, "eigenvalues"):
        return replace(s, eigenvalues=s.eigenvalues * (1 + 1e-6))
    return replace(s, objective=s.objective * (1 + 1e-4) + 1e-4)


VALUED = [
    "ball",
    "hyperplane",
    "svm",
    "svdd",
    "ridge",
    "logistic",
    "c_means",
    "kernel_c_means",
    "axes",
    "ball_over_blocks",
]
ARRAYS = [name for name in certificates.CHECKS if name not in {"densities", "alignments", "every_solver"}]


@pytest.mark.parametrize(
    ("name", "change"),
    [*((name, other_arrays) for name in ARRAYS), *((name, other_values) for name in VALUED)],
)
def test_what_is_made_up_is_found(name, change, monkeypatch):
    certified = certificates.certified
    monkeypatch.setattr(certificates, "certified", lambda s: change(certified(s)))
    assert any(lies(name, range(5)).values())


def test_a_doubt_that_is_gone_is_missed(monkeypatch):
    """An SVM far from the origin, where kernel values do not tell points apart, and nobody says so."""

    def far_away(rng):
        X = rng.normal(size=(60, 2)) + 1e6
        return certificates.Problem(X, Linear(), Linear()(X), Linear()(X).astype(certificates.LONG), rng)

    monkeypatch.setattr(certificates, "drawn", far_away)
    assert not any(certificates.measured("svm", seed)[1] for seed in range(20)), "certified all the same"
    monkeypatch.setattr(svm_plain, "rounding_of_sums", lambda K, weights: ("nothing", 0.0))
    assert any(lies("svm", range(20)).values())


def test_a_find_can_be_replayed(monkeypatch, capsys):
    certified, said = certificates.certified, []
    monkeypatch.setattr(certificates, "certified", lambda s: other_values(certified(s)))
    assert certificates.torture(["svm"], 0.0, np.random.default_rng(0), said.append) == 1
    problem = said[0].split()[1]
    assert said[0].startswith("--replay svm:") and said[-1].endswith("1 findings.")
    certificates.main(["--replay", problem])
    assert "\nLIE dual value off by" in capsys.readouterr().out


@pytest.mark.night
def test_tests_of_scikit_learn_are_run_with_ours():
    command = [sys.executable, RUNNER, "tests/test_kernel_ridge.py", "-k", "not sparse"]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0 and "3 tests that fit one of ours passed" in said.stdout, said.stdout
