# The whole course from two commands: `make lab` and `make test`. `make` alone lists the rest.

.DEFAULT_GOAL := help
SHELL := /bin/sh

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.lock-installed
PACKAGE := $(VENV)/.package-installed

# Settings of the shell that would lead pip or Python out of .venv.
unexport PYTHONPATH PYTHONHOME PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV
export PIP_USER := 0
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Without a home that can be written Jupyter does not start, and matplotlib keeps nothing.
ifneq ($(shell [ -w "$$HOME" ] && echo works),works)
export HOME := $(CURDIR)/$(VENV)/home
endif

# The stamp names the folder it was made in: a .venv that was moved, or whose Python is gone, starts afresh.
ifneq ($(shell cat $(READY) 2>/dev/null && $(PY) -c 'import pip' 2>/dev/null && echo works),$(CURDIR) works)
.PHONY: $(READY)
CREATE := yes
endif

.PHONY: help
help: ## List what make can do
	@echo "make lab opens the course, make test checks it. All targets:"
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

# What was asked for says first what it does and how long that takes.
$(foreach goal,$(MAKECMDGOALS),$(info make $(goal): $(shell sed -n 's/^$(goal):.*## //p' $(firstword $(MAKEFILE_LIST)))))

# ---- set-up -------------------------------------------------------------------------------------

# What pip says, in a few lines. Not awk: mawk would hold back what it has read.
PROGRESS := n=0; while read -r word rest; do case "$$word $$rest" in \
  Collecting*|Processing*) n=$$((n + 1)); [ $$((n % 20)) -ne 0 ] || echo "  fetched $$n packages" ;; \
  "Installing collected"*) echo "  unpacking all $$n, the longest silence" ;; esac; done

.PHONY: setup
setup: $(PACKAGE) ## Create .venv, install the locked tools and the package, compile the solver (one to five minutes the first time)
	@echo "$(VENV) is ready."

# While pip works there is no stamp: what an interrupted set-up left behind is cleared by the next.
$(READY): requirements.lock
	@if [ "$(CREATE)" ]; then \
	  python=$$(sh tools/find_python) && echo "Creating $(VENV) with $$python" && \
	  "$$python" -m venv --clear $(VENV); \
	fi
	@rm -f $(READY)
	@echo "Installing requirements.lock: about 300 MB to fetch, 1.2 GB in $(VENV); one to five minutes the first time"
	@{ $(PY) -m pip install --require-hashes -r requirements.lock && echo "$(CURDIR)" > $(READY); } | { $(PROGRESS); }
	@test -e $(READY)

$(PACKAGE): $(READY) pyproject.toml $(wildcard kernelsy19/engine/*.py)
	@echo "Installing kernelsy19 and compiling its solver (half a minute)"
	@$(PY) -m pip install --quiet --no-deps --no-build-isolation --editable .
	@for path in $(VENV)/lib/python*/site-packages/*_kernelsy19.pth; do echo ../../../.. > "$$path"; done # see tools/run.py
	@$(PY) -m kernelsy19.engine.warmup
	@touch $@

# ---- students -----------------------------------------------------------------------------------

LAB_OPTIONS :=

.PHONY: lab
lab: setup ## Open JupyterLab on the first page (TEACHER=1 adds nbgrader's tools, LAB_OPTIONS="--port=9000" options)
	@sh tools/lab $(LAB_OPTIONS)

.PHONY: test
test: setup ## Run every test of library, chapters, solutions and exercises (seven to fifteen minutes on two processors)
	$(PY) -m pytest -n 2 --dist loadfile --no-loadscope-reorder --ignore tests/browser $(PYTEST_OPTIONS)

.PHONY: test-browser
test-browser: setup ## Take hold of every explorer in a browser, and read every chapter on two days (needs chromium; ten minutes)
	$(PY) -m pytest tests/browser -n 2 --dist loadfile --no-loadscope-reorder $(PYTEST_OPTIONS)

# What continuous integration runs by night and by week, in a row.
.PHONY: test-all
test-all: test test-browser test-library test-teaching test-browser-python mistakes torture worlds ## Run every test except the site's: in a browser, without the course, on fifty draws, in eight worlds (six hours)

# Which worlds, and what runs in them: WORLDS_OPTIONS="laptop -- notebooks"
WORLDS_OPTIONS :=

.PHONY: worlds
worlds: setup ## Run notebooks and the library's tests as on eight kinds of processor (one to two hours)
	$(PY) tools/worlds.py $(WORLDS_OPTIONS)

.PHONY: test-arm
test-arm: setup ## Run five chapters and the tests of their equations on arm64, emulated (Debian or Ubuntu; 1.2 GB, half an hour)
	$(PY) tools/worlds.py arm64

.PHONY: test-teaching
test-teaching: setup ## Grade a class of thirty generated submissions, each of which must earn its exact points (ten minutes)
	$(PY) -m pytest teaching/tests $(PYTEST_OPTIONS)

.PHONY: test-library
test-library: setup ## Run the library's tests in a copy from which the course is deleted (five minutes)
	$(PY) tools/library_alone.py

# Without the browser, the chapters and the builder's tests: what they run of the library runs in other processes.
NOT_COVERING := --ignore tests/browser --ignore-glob 'tests/notebooks/test_[bc]*' --ignore tests/notebooks/test_nbval.py

# For how long, or which problem again: TORTURE_OPTIONS="--minutes 60", TORTURE_OPTIONS="--replay svm:1782346"
TORTURE_OPTIONS :=

.PHONY: torture
torture: setup ## Run scikit-learn's own tests of our estimators, and judge certificates of random problems anew, ten minutes long
	$(PY) torture/scikit_learn.py
	$(PY) torture/certificates.py $(TORTURE_OPTIONS)

.PHONY: mistakes
mistakes: setup ## Hand in every known mistake on 50 draws of its exercise: none passes, each gets its hint (an hour)
	$(PY) -m pytest -n 2 tests/kernelcourse/judging/test_every_exercise.py -k each_mistake --draws-of-mistakes 50 $(PYTEST_OPTIONS)

.PHONY: test-browser-python
test-browser-python: setup ## Run all chapters and checks in a Python that has no more than a browser's (twenty minutes)
	$(PY) tools/browser_python.py

.PHONY: coverage
coverage: setup ## Say which lines of the library no test runs
	$(PY) -m pytest -n 2 --dist loadfile --no-loadscope-reorder --cov $(NOT_COVERING) $(PYTEST_OPTIONS) tests

# ---- authors ------------------------------------------------------------------------------------

.PHONY: build
build: setup ## Build notebooks/, exercises/ and solutions/ from sources/, what is out of date
	$(PY) tools/build_notebooks.py

.PHONY: exercises
exercises: setup ## Build exercises/ and solutions/ only
	$(PY) tools/build_notebooks.py $(notdir $(basename $(wildcard sources/*_exercises.py)))

.PHONY: tables
tables: setup $(VENV)/.peers-installed ## Compute the tables that take too long for a notebook
	@for script in tools/tables/*.py; do echo "$$script" && $(PY) "$$script" || exit 1; done

.PHONY: check
check: setup ## Lint, and check that every generated file is up to date
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) tools/build_notebooks.py --check
	$(PY) tools/make_environment.py --check
	$(PY) tools/make_contents.py --check
	$(PY) tools/make_links.py --check
	$(PY) tools/make_teaching.py --check

.PHONY: format
format: setup ## Format the code and apply ruff's safe fixes
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

PEERS := $(VENV)/.peers-installed

$(PEERS): $(PACKAGE) benchmarks/requirements.lock
	@echo "Installing benchmarks/requirements.lock, the libraries to compare with"
	@$(PY) -m pip install --quiet --require-hashes -r benchmarks/requirements.lock
	@touch $@

.PHONY: bench
bench: $(PEERS) ## Time the library against its peers, on a machine that does nothing else (BENCH_OPTIONS="-k kernel_pca")
	$(PY) -m pytest benchmarks -q --benchmark-quiet $(BENCH_OPTIONS)

.PHONY: bench-sequences
bench-sequences: setup ## Time the kernels of sequences against two peers that need an older numba (needs the network)
	$(PY) tools/bench_sequences.py

.PHONY: bench-report
bench-report: setup ## Write benchmarks/results.md from what make bench has measured
	$(PY) benchmarks/report.py

SITE_TOOLS := $(VENV)/.site-tools-installed

$(SITE_TOOLS): $(PACKAGE) site/requirements.lock
	@echo "Installing site/requirements.lock, what builds the site"
	@$(PY) -m pip install --quiet --require-hashes -r site/requirements.lock
	@touch $@

# Options for tools/build_site.py: SITE_OPTIONS="--solutions" shows and prints the solved exercises, too
SITE_OPTIONS :=

.PHONY: site
site: $(SITE_TOOLS) ## Build the site from what is committed, into build/site/ (needs the network the first time)
	$(PY) tools/once.py site tools/build_site.py $(SITE_OPTIONS)

# LITE_OPTIONS="--pyodide cdn" adds NumPy and what needs it, "--pyodide FOLDER" from a folder; SITE_OPTIONS=--lite puts it all on the site
LITE_OPTIONS :=

.PHONY: lite
lite: $(SITE_TOOLS) ## Build the course for a browser without a server, into build/lite/ (needs the network)
	$(PY) tools/once.py lite tools/build_lite.py $(LITE_OPTIONS)

.PHONY: test-site
test-site: lite site slides ## Build all three, then look for broken links, missing descriptions, formulas that fail, work that is lost (needs chromium)
	$(PY) tools/once.py test-site -m pytest site/tests -q --import-mode=prepend $(PYTEST_OPTIONS) # or pytest takes the folder site/ for Python's module site

.PHONY: book
book: site ## Print the course into build/book.pdf: chapters, exercises and equations (needs chromium)
	$(PY) tools/once.py book tools/make_book.py $(filter --solutions,$(SITE_OPTIONS))

.PHONY: slides
slides: $(SITE_TOOLS) ## Make slides of every chapter, for a lecture without network, into build/slides/
	$(PY) tools/once.py slides tools/make_slides.py

.PHONY: contents
contents: setup ## Write README's table of chapters from kernelcourse/chapters.toml
	$(PY) tools/make_contents.py

.PHONY: links
links: setup ## Write the buttons of README from the repository's address in pyproject.toml
	$(PY) tools/make_links.py

.PHONY: teaching
teaching: setup ## Write the syllabus, the notes on mistakes and the map of the course into teaching/
	$(PY) tools/make_teaching.py

.PHONY: environment
environment: setup ## Write environment.yml (conda, Binder) from pyproject.toml
	$(PY) tools/make_environment.py

.PHONY: lock
lock: ## Write all locks from pyproject.toml (needs uv and the network)
	@command -v uv >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv/" >&2; exit 1; }
	uv pip compile pyproject.toml --extra course --extra test --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-emit-index-url --quiet $(LOCK_OPTIONS) --output-file requirements.lock
	uv pip compile pyproject.toml --extra bench --extra cluster --constraint requirements.lock --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-emit-index-url --quiet $(LOCK_OPTIONS) --output-file benchmarks/requirements.lock
	uv pip compile pyproject.toml --extra site --constraint requirements.lock --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-emit-index-url --quiet $(LOCK_OPTIONS) --output-file site/requirements.lock
	uv pip compile pyproject.toml --extra bench --extra test --group bench-sequences --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-emit-index-url --quiet $(LOCK_OPTIONS) --output-file benchmarks/sequences.lock
	uv pip compile --group lite --python-version 3.14 --python-platform wasm32-pyodide2024 --only-binary :all: \
	  --no-emit-package widgetsnbextension --generate-hashes --no-header --no-emit-index-url --quiet $(LOCK_OPTIONS) --output-file site/lite.lock

# Options for tools/try_versions.py: TRY_OPTIONS="--python /usr/bin/python3.13", TRY_OPTIONS="-- tests/kernelsy19/ball -x"
TRY_OPTIONS :=

.PHONY: floors
floors: setup ## Run the library's tests with the oldest versions that pyproject.toml allows (needs uv and the network)
	$(PY) tools/try_versions.py floors $(TRY_OPTIONS)

.PHONY: newest
newest: setup ## Run the library's tests with the newest versions that there are (needs uv and the network)
	$(PY) tools/try_versions.py newest $(TRY_OPTIONS)

.PHONY: clean
clean: ## Remove .venv and every cache
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -type d -prune -exec rm -rf {} +
