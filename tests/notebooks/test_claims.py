"""What prose claims is computed when a chapter is built, and once more when it is tested."""

import functools

import claims as tool
import evidence
import nbformat
import pytest
from build_notebooks import BuildError, build
from claims import OF_DRAWS, WRITTEN, FalseClaimError, filled, has_claims, program

from tests.one_test_for_many import every

SOURCES = tool.EVIDENCE.parent
TABLE = evidence.read()


def texts_of(texts, product):
    return [cell.source for cell in nbformat.reads(texts[product], as_version=4).cells]


def test_numbers_and_words_are_filled_in(claim_texts):
    assert texts_of(claim_texts, "notebooks/99_toy.ipynb")[2:] == [
        "The mean is −0.062, of 100 numbers, and less than a tenth away from zero.",
        "The smallest is −2.83.",
        "x = -x\nlen(x)",
        "Now the largest is 2.83.",
    ]


def test_cells_are_counted_as_if_nothing_had_been_computed(claim_texts):
    notebook = nbformat.reads(claim_texts["notebooks/99_toy.ipynb"], as_version=4)
    assert [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"] == [1, 2]
    assert [cell.id for cell in notebook.cells] == [f"cell-0{i}" for i in range(1, 7)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("abs(x.mean()) < 0.1", "abs(x.mean()) < 0.01", "'less than a tenth away from zero' does not hold"),
        ("⟦x.min():.2f⟧", "⟦nothing:.2f⟧", "name 'nothing' is not defined"),
        ("x.min():.2f", 'evidence["99 none"]["a"].min()', "sources/evidence.toml has no '99 none'"),
        ("⟦x.min():.2f⟧", "⟦x.min():.2f", "a claim is ⟦expression⟧ or"),
        ("# # A toy chapter", "# # A toy chapter of ⟦1 + 1⟧ pages", "no code cell stands above"),
    ],
)
def test_a_claim_that_does_not_hold_is_an_error(course, claims, old, new, message):
    course("99_toy", claims.replace(old, new))
    with pytest.raises(BuildError) as error:
        build(course.root, "99_toy")
    assert message in str(error.value)


def test_the_text_of_an_exercise_says_what_its_solution_found(course):
    course(
        "99_toy_exercises",
        """
        # %%
        doses = [1, 2, 4]

        # %% [markdown]
        # There are ⟦len(doses)⟧ doses.

        # %% [markdown] solution_only=true
        # The sum is ⟦sum(doses)⟧.
        """,
    )
    texts = build(course.root, "99_toy_exercises")
    assert texts_of(texts, "exercises/99_toy_exercises.ipynb")[1:] == ["There are 3 doses."]
    assert texts_of(texts, "solutions/99_toy_solutions.ipynb")[1:] == ["There are 3 doses.", "The sum is 7."]


def test_what_was_written_is_kept_beside_the_text(claim_texts):
    notebook = nbformat.reads(claim_texts["notebooks/99_toy.ipynb"], as_version=4)
    assert notebook.cells[3].metadata[WRITTEN] == "The smallest is ⟦x.min():.2f⟧."
    assert WRITTEN not in notebook.cells[0].metadata


def test_text_without_brackets_is_left_alone():
    assert not has_claims("A [link](x), $\\{1\\}$, and a ← b.")
    assert program(["nothing"]) == 'print(__import__("json").dumps([]))'
    assert filled(["nothing"], "[]") == ["nothing"]


def test_only_what_is_true_holds():
    with pytest.raises(FalseClaimError):
        filled(["⟦all ⇐ x⟧"], "[false]")


def test_what_many_draws_say_is_read_and_not_computed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tool, "EVIDENCE", tmp_path / "evidence.toml")
    entry = {
        "draw": "a:b",
        "seeds": 3,
        "against": "none",
        "found": {"ours": [1.0, 2.0, 4.5], "rival's": [1, 2, 3]},
    }
    tool.EVIDENCE.write_text(evidence.written({"99 toy": entry}), encoding="utf-8")
    assert evidence.tomllib.loads(tool.EVIDENCE.read_text(encoding="utf-8")) == {"99 toy": entry}
    here = 'evidence["99 toy"]'
    texts = [f"⟦{here}['ours'].mean():.1f⟧, ⟦more ⇐ all({here}['ours'] >= {here}[\"rival's\"])⟧"]
    exec(program(texts), {})
    assert filled(texts, capsys.readouterr().out) == ["2.5, more"]


@every("key", TABLE, str)
def test_evidence_is_of_many_draws_of_the_code_that_stands_and_is_used(key):
    entry = TABLE[key]
    assert entry["seeds"] >= evidence.LEAST_SEEDS and len(entry["against"]) > 10
    assert {len(values) for values in entry["found"].values()} == {entry["seeds"]}
    assert entry["code"] == evidence.digest(evidence.function_of(entry)), "run tools/evidence.py"
    assert any(
        key in OF_DRAWS.findall(path.read_text("utf-8")) for path in SOURCES.glob(f"{key.split()[0]}_*.py")
    )


@pytest.mark.night
@pytest.mark.parametrize("key", TABLE)
def test_evidence_is_found_again(key):
    for name, values in evidence.found(TABLE[key]).items():
        assert values == pytest.approx(TABLE[key]["found"][name], rel=1e-4, abs=1e-9), name


@every("line", (SOURCES / "claims.tsv").read_text(encoding="utf-8").splitlines(), lambda line: line[:90])
def test_each_sentence_of_the_list_by_outcome_stands_in_its_chapter(line):
    if not line.startswith("# "):
        chapter, outcome, words = line.split("\t")
        assert outcome in ("theorem", "source", "table", "condition", "draws")
        assert any(words in text for text in texts_of_chapter(chapter)), "no chapter says so"


@functools.cache
def texts_of_chapter(number):
    return [path.read_text(encoding="utf-8") for path in SOURCES.glob(f"{number}_*.py")]
