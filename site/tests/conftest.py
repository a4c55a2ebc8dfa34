"""What the tests of the site share."""

import lab
import pytest


@pytest.fixture(scope="module")
def browser():
    with lab.open_chromium() as opened:
        yield opened
