"""One server and one browser for all pages."""

import lab
import pytest


@pytest.fixture(scope="session")
def desk():
    with lab.open_desk() as desk:
        yield desk
