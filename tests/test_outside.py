"""What stands around the course for services that cannot be run here: it parses, and each command in it exists."""

import fnmatch
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import run
import site_frames
import worlds
import yaml

from kernelcourse.index import all_explorers

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
    text = path.read_text(encoding="utf-8")
    assert text.count("uses: ") == len(re.findall(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n", text))
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_a_shell_reads_no_name_that_somebody_chose(path):
    """What GitHub puts into a command is run by the shell: the name of a tag, say. Only ours is put there."""
    for command in commands(path):
        assert set(re.findall(r"\$\{\{ *(\w+)", command)) <= {"matrix"}, command


def test_scenes_are_cached_by_what_they_depend_on():
    """Under a key that misses a folder, scenes that changed there are computed in every run and never kept."""
    steps = read_yaml(ROOT / ".github" / "workflows" / "site.yml")["jobs"]["build"]["steps"]
    (key,) = (step["with"]["key"] for step in steps if "key" in step.get("with", {}))
    patterns = re.findall(r"'([^']+)'", key)
    assert "requirements.lock" in patterns  # the versions in `fingerprint`
    needed = {file for name in all_explorers() for file in site_frames.depends_on(name)}
    files = {file.relative_to(ROOT).as_posix() for file in needed}
    assert len(files) > 100
    assert not [file for file in files if not any(fnmatch.fnmatch(file, pattern) for pattern in patterns)]


@pytest.mark.skipif(os.name == "nt" or not shutil.which("unzip"), reason="needs a POSIX shell and unzip")
def test_the_site_of_a_version_stays_at_its_address(tmp_path):
    """The step that collects them, with a `gh` that knows three releases; the first had no site."""
    steps = read_yaml(ROOT / ".github" / "workflows" / "site.yml")["jobs"]["build"]["steps"]
    (step,) = (step["run"] for step in steps if step.get("name") == "Keep the versions")
    for tag in ("v0.2.0", "v0.2.1"):
        (tmp_path / tag).mkdir()
        (tmp_path / tag / "index.html").write_text(tag)
        shutil.make_archive(tmp_path / tag, "zip", tmp_path / tag)
    said = "printf 'v0.2.1\\nv0.1.0\\nv0.2.0\\n'"
    (tmp_path / "gh").write_text(f'#!/bin/sh\ncase "$2" in list) {said} ;; *) cp "$3.zip" "$7" ;; esac\n')
    (tmp_path / "gh").chmod(0o755)
    (tmp_path / "build" / "site").mkdir(parents=True)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    environment = os.environ | {"PATH": path}
    subprocess.run(["sh", "-ec", step], cwd=tmp_path, env=environment, check=True, capture_output=True)
    kept = {file.parent.name: file.read_text() for file in (tmp_path / "build" / "site").glob("*/index.html")}
    assert kept == {"v0.2": "v0.2.1"}


def test_all_tests_that_there_are_run_on_a_schedule():
    words = {word for path in WORKFLOWS for line in commands(path) for word in line.split()}
    assert set(run.TARGETS["test-all"]["all"]) <= words
    weekly = read_yaml(ROOT / ".github" / "workflows" / "weekly.yml")["jobs"]["worlds"]
    # As in WORLDS_OPTIONS="newest first-use".
    named = {name for word in words for name in re.split("[=\"']", word)}
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
        named = re.findall(r"[\w/]+\\\.\w+", hook.get("files", ""))
        assert all((ROOT / name.replace("\\", "")).is_file() for name in named), hook


def test_a_release_is_refused_where_versions_differ():
    import check_release

    (version,) = set(check_release.versions().values())
    (day,) = set(check_release.days().values())
    said = check_release.main([f"v{version}"])
    assert said is None if day != "none" else "says none of the day of its release" in said
    assert "pyproject.toml says" in check_release.main(["v99.0.0"])
    assert "Name one tag" in check_release.main([version])


def test_the_notes_of_a_release_are_what_the_changes_say(tmp_path, monkeypatch):
    import check_release

    monkeypatch.setattr(check_release, "ROOT", tmp_path)
    text = "# Changes\n\n## 1.10.0 (2027-01-01)\n\nNew.\n\n### Slips\n\n- 3.6\n\n"
    text += "## 1.1.0 (2026-01-01)\n\nOld.\n"
    (tmp_path / "CHANGELOG.md").write_text(text, encoding="utf-8")
    assert check_release.notes("1.10.0") == "New.\n\n### Slips\n\n- 3.6"
    assert check_release.notes("1.1.0") == "Old."
