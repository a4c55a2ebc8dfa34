"""One server and one browser for all pages."""

import lab
import pytest


@pytest.fixture(scope="session")
def chromium():
    if lab.find_chromium() is None:
        pytest.skip(f"no chromium or chrome on this machine (looked for {', '.join(lab.BROWSERS)})")
    with lab.open_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def desk(chromium):
    with lab.open_desk(chromium) as desk:
        yield desk
