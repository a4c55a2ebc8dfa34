"""Certificates: NaN and the infinities never hold, and a wrong answer is not told what gives the solution away."""

import numpy as np
import pytest

from kernelcourse.judging.certificates import Certificate, agreement, worst


def test_what_a_certificate_says():
    assert str(Certificate("gap", 0.123456, 1e-3)) == "gap: 0.12, and it has to be below 0.001"
    assert str(Certificate("gap", 0, 2.5e-12)) == "gap: below 2.5e-12"
    assert str(Certificate("count", 0)) == "count: exactly 0"
    assert str(Certificate("count", 2)) == "count: 2, and it has to be exactly 0"
    assert str(Certificate("it fits", np.True_)) == "it fits: yes"
    assert str(Certificate("it fits", np.array(False))) == "it fits: no"


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, np.float32("nan"), np.array(np.inf)])
def test_nan_and_the_infinities_never_hold(value):
    certificate = Certificate("residual", value, 1.0)
    assert not certificate.holds
    assert certificate.excess == np.inf
    assert "and it has to be below 1" in str(certificate)


@pytest.mark.parametrize("value", [1j, np.zeros(2), "0", None, [0, 1]])
def test_a_value_is_one_number_or_a_truth_value(value):
    with pytest.raises((TypeError, ValueError)):
        Certificate("residual", value, 1.0)


def test_what_would_give_the_solution_away_is_said_only_with_the_tick():
    right, wrong = (Certificate("C is 1/m", error, 1e-9, otherwise="error of C") for error in (0.0, 0.25))
    assert str(right) == "C is 1/m: below 1e-9"
    assert str(wrong) == "error of C: 0.25, and it has to be below 1e-9"
    assert str(Certificate("it is b", False, otherwise="not this one")) == "not this one"
    assert str(Certificate("it is b", True, otherwise="not this one")) == "it is b: yes"
    certify = agreement("C is 1/m", lambda: 2.0, otherwise="error of C")
    assert str(certify((), 3.0)).startswith("error of C: 1,")


def test_the_worst_of_several_amounts():
    assert worst(-1.0, [-3.0, -2.0]) == 0.0
    assert worst(-1.0, [0.5, -2.0], np.array([[0.25]])) == 0.5
    assert worst([]) == 0.0
    assert worst(np.inf, 1) == np.inf
    for amounts in ([np.nan], [1.0, np.nan], [np.nan, -1.0], [[-1.0, np.nan], 3.0]):
        assert np.isnan(worst(*amounts))
        assert not Certificate("amount", worst(*amounts), 10.0).holds


def test_agreement_with_a_pair_does_not_lose_a_nan():
    certify = agreement("difference", lambda: (1.0, 2.0))
    assert certify((), (1.0, 2.0)).holds
    for answer in [(np.nan, 2.0), (1.0, np.nan)]:
        assert not certify((), answer).holds
