"""Tests of what is refused, as tables: a call, and what the error has to say of it."""

import pytest


def refused(*rows):
    """Make a test that each call of (call, message) raises a ValueError that says its message."""

    @pytest.mark.parametrize(("call", "message"), rows)
    def test(call, message):
        with pytest.raises(ValueError, match=message):
            call()

    return test
