"""One server and one browser for all pages."""

import lab
import pytest


@pytest.fixture(scope="session")
def chromium():
    with lab.open_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def desk(chromium):
    with lab.open_desk(chromium) as desk:
        yield desk
