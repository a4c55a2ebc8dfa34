"""Forms of lines that are nearly right: they once passed, or give one side of another line."""

import pytest


def wrong_forms(table):
    """Make a test that no (proof, number of a line, form) of a table holds."""

    @pytest.mark.parametrize(("proof", "number", "form"), table)
    def test(proof, number, form):
        assert not proof.check_line(number, form)

    return test
