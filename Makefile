# Two commands do everything: `make run` opens the lessons, `make test` proves them.
PYTHON ?= python3
VENV   ?= .venv
PORT   ?= 8866
ARGS   ?=

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
PY := $(BIN)/python

# Tests are shared out over the cores; each with a browser needs more than one, so these run two at a time. As they are
# named, not the files with most tests first: those with few are the long ones, and the last would run alone.
ifeq ($(strip $(ARGS)),)
SHARED = $(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder
# What failed in a browser beside others is tried once more, by itself: who waits for a page can be overtaken by it. What
# failed the first time stands above, and what fails by itself fails.
AGAIN = $(PY) -m pytest --last-failed --last-failed-no-failures none --maxfail 3 tests/browser
TESTS = $(SHARED) --maxprocesses 4 --ignore tests/browser && { $(SHARED) --maxprocesses 2 tests/browser || $(AGAIN); }
else
TESTS = $(PY) -m pytest $(ARGS)
endif

.PHONY: help run class lab test test-full lint format bench bench-lessons bench-class bench-bots bench-drills bench-mining predictions mined bench-peers try-hub docs lock clean
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' Makefile

run: $(VENV)/.run ## Open the lessons in a browser
	$(BIN)/canasta-tutor serve --port $(PORT) $(ARGS)

class: $(VENV)/.run ## Show the lessons to a class on this network
	$(BIN)/canasta-tutor class --port $(PORT) $(ARGS)

lab: $(VENV)/.run ## Open the same lessons in JupyterLab
	$(BIN)/canasta-tutor lab $(ARGS)

test: $(VENV)/.dev ## Run every test but the long proofs, the browser's included
	$(PY) tests/browser/finder.py --install
	$(PY) tests/postgres.py --install
	$(TESTS)

test-full: $(VENV)/.dev ## Run the long proofs too
	$(PY) tests/browser/finder.py --install
	$(PY) tests/postgres.py --install
	CANASTA_FULL=1 $(PY) -m pytest $(ARGS)

lint: $(VENV)/.dev ## Check format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PY) tests/stripped.py lessons

format: $(VENV)/.dev ## Put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev ## Print how fast the engine and the table are here
	$(PY) tests/bench/engine.py
	$(PY) tests/browser/finder.py --install
	$(PY) tests/bench/table.py

bench-lessons: $(VENV)/.dev ## Print how soon a lesson shows its table and what its kernel holds
	$(PY) tests/browser/finder.py --install
	$(PY) tests/bench/lessons.py $(ARGS)

bench-class: $(VENV)/.dev ## Print how the server does with a class; ARGS="LESSON LEARNERS SECONDS" or "--soak 600"
	$(PY) tests/browser/finder.py --install
	$(PY) tests/bench/classroom.py $(ARGS)

bench-bots: $(VENV)/.dev ## Print how strong the players are and how long they think
	$(PY) tests/bench/bots.py $(ARGS)

bench-drills: $(VENV)/.dev ## Print how long it takes to deal an item, by drill and kind
	$(PY) tests/bench/drills.py $(ARGS)

bench-mining: $(VENV)/.dev ## Print how long it takes to find items in played deals
	$(PY) tests/bench/mining.py

try-hub: $(VENV)/.dev ## Install a JupyterHub and its proxy, and try the worked configuration
	$(PY) -m pip install --quiet --disable-pip-version-check 'jupyterhub>=5,<7' 'nbgitpuller>=1.2'
	npm install --silent --no-audit --no-fund --prefix build/hub 'configurable-http-proxy@5'
	$(PY) tests/browser/finder.py --install
	CANASTA_FULL=1 $(PY) -m pytest tests/browser/test_hub.py

docs: $(VENV)/.dev ## Write the pages of docs/ from the rule book
	$(PY) docs/make.py

predictions: $(VENV)/.dev ## Simulate again what the lessons ask to be guessed
	$(PY) -m canasta.tutor.predictions

mined: $(VENV)/.dev ## Look again for the items that come from played deals
	$(PY) -m canasta.tutor.mining

bench-peers: $(VENV)/.dev ## Install the peers that the benchmark compares with
	$(PY) -m pip install --quiet --disable-pip-version-check 'open-spiel>=2.0' 'rlcard>=1.2'

lock: $(VENV)/.dev ## Renew requirements/*.txt, with hashes and without an index's address
	$(PY) requirements/lock.py

clean: ## Remove the virtual environment and what tools left
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results

# Everything comes from the locks; --no-deps and --no-build-isolation keep the last step from fetching anything else.
define install
$(PYTHON) -m venv $(VENV)
$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/$(1).txt
$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
touch $@
endef

$(VENV)/.run: requirements/run.txt pyproject.toml
	$(call install,run)

$(VENV)/.dev: requirements/dev.txt pyproject.toml
	$(call install,dev)
	touch $(VENV)/.run
