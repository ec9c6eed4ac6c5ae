# Everything a person or a machine does with this checkout. `make` alone lists it.
# Written for GNU make 3.81 (macOS) and newer.

PYTHON ?= python3
BIN := .venv/bin
PYTEST_ARGS ?=
NAME ?=
SETUP := $(PYTHON) tools/bootstrap.py

# Every process started here would compile the same sources again, which is half of its start.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo up link test check format bench soak mutants pictures docs snap

help: ## List these targets
	@echo "make TARGET, where TARGET is one of:"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

setup: ## Make the locked environment in .venv/ (nothing else is needed first)
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "make: no $(PYTHON) on PATH: install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3 setup" >&2; exit 1; }
	@$(SETUP)

demo: ## Start both services, read the Falcon documents, run one mission (ONCE=1 ends after printing)
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "make: no $(PYTHON) on PATH: install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3 demo" >&2; exit 1; }
	@$(SETUP) --runtime
	@$(BIN)/formicaria demo $(if $(ONCE),--once)

up: ## Run both services for real use, and read a folder: make up FOLDER=~/Documents/contracts
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "make: no $(PYTHON) on PATH: install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3 up" >&2; exit 1; }
	@$(SETUP) --runtime
	@$(BIN)/formicaria up $(if $(FOLDER),"$(FOLDER)")

link: ## Print a fresh sign-in link for the services that run
	@test -x $(BIN)/formicaria || { echo "make: nothing runs from here yet: make up" >&2; exit 1; }
	@$(BIN)/formicaria link

test: check ## Everything CI runs: the checks, then every test (PYTEST_ARGS narrows it)
	@$(BIN)/python tools/with_postgres.py $(BIN)/pytest -q -n auto --dist loadfile $(PYTEST_ARGS)

check: setup ## Style, types and walls
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy --strict tools bench
	$(BIN)/lint-imports --no-cache

format: setup ## Put every Python file into the house's form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: setup ## Measure and print one table (NAME=id runs one)
	@$(BIN)/python -m bench $(NAME)

soak: setup ## The long forms of the tests; the result goes to bench/results/
	@$(BIN)/python tools/with_postgres.py $(BIN)/python tools/soak.py $(PYTEST_ARGS)

mutants: setup ## Break each law on purpose: a test must fail for each
	@$(BIN)/python tools/mutants.py $(NAME)

pictures: setup ## Take the pictures of the README again; look at them before committing
	@FORMICARIA_TEST_SNAP=1 $(BIN)/pytest -q tests/browser/test_pictures.py $(PYTEST_ARGS)

docs: setup ## Write the generated reference pages
	@$(BIN)/python tools/docs.py

snap: setup ## Accept new goldens; read the diff before committing
	@FORMICARIA_TEST_SNAP=1 $(BIN)/pytest -q tests/falcon/test_golden.py tests/anthill/knowledge $(PYTEST_ARGS)
