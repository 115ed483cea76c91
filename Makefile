# Everything lives in .venv, set up when missing or outdated.
# Needs Python 3.11 or newer, and make. Another Python: make PYTHON=python3.13 test

PYTHON ?= python3
# Where `make install` puts the program.
PREFIX ?= /opt/wisp

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PIP := -m pip --disable-pip-version-check --quiet

LOCKED := requirements.lock
LOCKED_DEV := requirements-dev.lock
SOURCES = $(wildcard app tests benchmarks tools) hatch_build.py

# Works out every platform's packages at once, and notes no address of any registry.
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make lock" --extra postgresql $(UPGRADE) pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help run test test-postgresql audit fuzz check format bench lock wheel install clean

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-15s %s\n", $$1, $$2}' Makefile

run: $(READY) ## Serve http://127.0.0.1:8000 (PORT and DATABASE_URL from the environment)
	$(BIN)/wisp serve

test: $(READY) ## Run every test
	CHROMIUM="$$(tools/chromium)" $(BIN)/pytest -n 2

# All that touches a database; tests/conftest.py leaves out the rest.
test-postgresql: $(READY) ## Run the tests on PostgreSQL, one of their own
	POSTGRESQL="$$(tools/postgresql)" $(BIN)/python -m tests.postgresql $(BIN)/pytest -n 2

check: $(READY) ## Check layout, style, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(SOURCES)
	$(BIN)/lint-imports

audit: $(READY) ## Ask which locked packages are known to be vulnerable
	$(BIN)/python tools/audit.py $(LOCKED) $(LOCKED_DEV)

fuzz: $(READY) ## Try a million inputs on all that reads them (FUZZ_INPUTS)
	FUZZ_INPUTS=$${FUZZ_INPUTS:-1000000} $(BIN)/pytest -n 2 tests/fuzz

format: $(READY) ## Lay out the code, and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY) ## Run each benchmark in turn
	@set -e; for benchmark in $(sort $(wildcard benchmarks/[a-z]*.py)); do \
		echo "== $$benchmark"; $(BIN)/python "$$benchmark"; \
	done

lock: $(READY) ## Write the locks anew (UPGRADE=--upgrade takes the newest releases)
	$(COMPILE) --output-file $(LOCKED)
	$(COMPILE) --extra dask --group dev --constraint $(LOCKED) --output-file $(LOCKED_DEV)
	npm install --package-lock-only

wheel: $(BIN)/python ## Build the wheel into dist/
	rm -rf dist
	$(BIN)/python $(PIP) wheel --no-deps --wheel-dir dist .

install: wheel ## Install the wheel and the locked packages in PREFIX (/opt/wisp)
	$(PYTHON) -m venv $(PREFIX)
	$(PREFIX)/bin/python $(PIP) install --require-hashes --requirement $(LOCKED)
	$(PREFIX)/bin/python $(PIP) install --no-deps --force-reinstall dist/*.whl

clean: ## Remove all that was made
	rm -rf $(VENV) dist static/vendor .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find app tests benchmarks migrations -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
		"Wisp needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

$(READY): $(BIN)/python pyproject.toml app/__init__.py $(LOCKED_DEV) hatch_build.py package.json package-lock.json
	$(BIN)/python $(PIP) install --require-hashes --requirement $(LOCKED_DEV)
	$(BIN)/python $(PIP) install --no-deps --editable .
	touch $(READY)
