# Two commands do everything on a fresh machine:  make demo   make test
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

VENV := .venv
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check
RUNTIME := $(VENV)/.runtime-ready
DEV := $(VENV)/.dev-ready

.PHONY: help setup demo test test-fast check figures screenshots format lock clean

help: ## show this help
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(RUNTIME) ## install what is missing; leaves .venv/bin/oracle (idempotent)

$(RUNTIME): requirements.lock pyproject.toml
	@.ci/system
	echo "Installing the Python packages …" >&2
	[ -x $(VENV)/bin/python ] || python3 -m venv $(VENV)
	$(PIP) install -q --require-hashes -r requirements.lock
	$(PIP) install -q --no-deps --no-build-isolation --editable .
	touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@$(PIP) install -q --require-hashes -r requirements-dev.lock
	touch $@

demo: setup ## ingest the sample rulebooks, ask three questions, show the answers with their pages
	@.ci/system
	.ci/demo

test: setup $(DEV) ## run all the tests
	@.ci/system --tests
	.ci/claude
	$(VENV)/bin/python -m pytest -n auto --maxprocesses 4 --durations 25 --durations-min 4

test-fast: setup $(DEV) ## run the tests that take no more than a few seconds each, on all cores
	@$(VENV)/bin/python -m pytest -n auto -m "not slow"

check: setup $(DEV) ## ruff, mypy, import-linter
	@$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

figures: setup $(DEV) ## evaluate on the samples (and on ORACLE_CORPUS where it is set) and write the READMEs' figures
	@mkdir -p .demo
	$(VENV)/bin/oracle --home .demo eval rulebooks/questions.jsonl --rulebooks rulebooks --json > .demo/samples.json
	open=()
	if [ -n "$${ORACLE_CORPUS:-}" ]; then
	  $(VENV)/bin/oracle --home .demo eval "$$ORACLE_CORPUS"/questions/dev-open.jsonl --rulebooks "$$ORACLE_CORPUS"/rulebooks \
	    --home .demo/eval-open --json > .demo/open.json
	  open=(--open .demo/open.json)
	fi
	$(VENV)/bin/python -m tests.bench.figures --samples .demo/samples.json "$${open[@]}"

screenshots: setup $(DEV) ## take the READMEs' pictures of the app anew, on the sample rulebooks
	@.ci/system --screenshots
	.ci/claude
	$(VENV)/bin/python -m tests.screenshots

format: $(DEV) ## format the code
	@$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

lock: $(DEV) ## resolve the dependencies again and write the hashed lock files
	@$(PIP) install -q uv
	for out in requirements.lock requirements-dev.lock; do
	  group=""; if [ $$out = requirements-dev.lock ]; then group="--group dev"; fi
	  $(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header --no-annotate --group build $$group pyproject.toml -o $$out
	done

clean: ## remove the environment, the demo's home and what builds leave
	@rm -rf $(VENV) .demo .tools build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
