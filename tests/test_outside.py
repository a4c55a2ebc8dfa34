"""What stands around the course for services that cannot be run here: it parses, and each command in it exists."""

import json
import re
from pathlib import Path

import pytest
import run
import worlds
import yaml

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


def read_yaml(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def commands(workflow):
    """Commands of all jobs; `matrix.command` is each of them."""
    return [
        line.strip().replace("${{ matrix.command }}", command)
        for job in read_yaml(workflow)["jobs"].values()
        for command in job.get("strategy", {}).get("matrix", {}).get("command", [""])
        for step in job["steps"]
        for line in step.get("run", "").splitlines()
    ]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_each_command_of_a_workflow_exists(path):
    found = commands(path)
    assert found or path.stem == "site"
    for command in found:
        if command.startswith("make "):
            assert command.split()[1] in run.TARGETS, command
        for script in re.findall(r"\b(?:tools|site)/[\w/.-]+", command):
            assert (ROOT / script).exists(), command


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_a_workflow_may_do_no_more_than_it_says(path):
    content = read_yaml(path)
    assert content["permissions"] == {"contents": "read"}
    for job in content["jobs"].values():
        assert job["timeout-minutes"] <= 90
        assert all(
            re.search(r"@(v\d+|release/v\d+)$", step["uses"]) for step in job["steps"] if "uses" in step
        )


def test_all_tests_that_there_are_run_on_a_schedule():
    words = {word for path in WORKFLOWS for line in commands(path) for word in line.split()}
    assert set(run.TARGETS["test-all"]["all"]) <= words
    weekly = read_yaml(ROOT / ".github" / "workflows" / "weekly.yml")["jobs"]["worlds"]
    named = {
        name for word in words for name in re.split("[=\"']", word)
    }  # as in WORLDS_OPTIONS="newest first-use"
    assert {"native", *weekly["strategy"]["matrix"]["world"], *named} >= set(worlds.WORLDS)


def test_the_tests_run_on_what_the_package_claims():
    jobs = read_yaml(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    claimed = set(re.findall(r"Python :: (3\.\d+)", project))
    for name in ("tests", "windows"):
        assert claimed <= set(jobs[name]["strategy"]["matrix"]["python"])


@pytest.mark.parametrize("path", FORMS, ids=lambda p: p.stem)
def test_an_issue_form_asks_for_something(path):
    form = read_yaml(path)
    assert form["name"] and form["description"]
    ids = [part["id"] for part in form["body"]]
    assert len(ids) == len(set(ids)) >= 2 and all(part["attributes"]["label"] for part in form["body"])


def test_zenodo_and_citation_say_the_same():
    zenodo = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    citation = read_yaml(ROOT / "CITATION.cff")
    assert zenodo["title"] == citation["title"] and zenodo["license"] == citation["license"]
    assert [c["name"] for c in zenodo["creators"]] == [a["name"] for a in citation["authors"]]
    assert zenodo["keywords"] == citation["keywords"]


def test_the_container_sets_up_as_the_readme_does():
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    make, target = container["postCreateCommand"].split()
    assert make == "make" and target in run.TARGETS


def test_the_hooks_run_what_there_is():
    (repo,) = read_yaml(ROOT / ".pre-commit-config.yaml")["repos"]
    for hook in repo["hooks"]:
        command = hook["entry"].split()
        assert command[0] == ".venv/bin/python"
        assert command[1] == "-m" or (ROOT / command[1]).exists()


def test_a_release_is_refused_where_versions_differ():
    import check_release

    (version,) = set(check_release.versions().values())
    assert check_release.main([f"v{version}"]) is None
    assert "pyproject.toml says" in check_release.main(["v99.0.0"])
    assert "Name one tag" in check_release.main([version])
