# `make` alone lists the targets. Everything is set up by the targets themselves, in .venv of this folder.
SHELL := /bin/sh
PYTHON ?= python3
VENV ?= .venv
OUT ?= out
ARGS ?=
BIN := $(VENV)/bin

.PHONY: help crawl test check bench spa docs setup browser clean
help: ## list the targets
	@echo "domwright: clean Markdown of whole sites, JavaScript ones too"
	@awk -F':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

crawl: setup browser ## crawl a site into Markdown: make crawl URL=https://example.org [OUT=out] [ARGS="-a max_pages=50"]
	@test -n "$(URL)" || { echo "say which site: make crawl URL=https://example.org" >&2; exit 2; }
	@$(BIN)/scrapy crawl site -a url="$(URL)" -s DOMWRIGHT_OUT="$(OUT)" $(ARGS)

test: setup-dev browser ## run every test (sets up what they need: a browser, Node, the framework sites)
	@$(BIN)/python -m tests.sites.build
	@$(BIN)/python -m pytest $(ARGS)

check: setup-dev ## lint, types and layering
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

bench: setup-bench browser ## measure: make bench [CORPUS=folder of a corpus] (python -m benchmark.corpora lists those it knows)
	@$(BIN)/python -m benchmark.spa
	@$(BIN)/python -m benchmark.crawl
ifeq ($(CORPUS),)
	@echo; echo "no CORPUS=folder was given, so extraction is not measured; these corpora are known:"; $(BIN)/python -m benchmark.corpora
else
	@test -s benchmark/.cache/folds.json || $(BIN)/python -m benchmark.fit $(CORPUS) --folds benchmark/.cache/folds.json
	@$(BIN)/python -m benchmark $(CORPUS) --folds benchmark/.cache/folds.json $(ARGS)
endif

spa: setup-dev browser ## measure the SPA corpus; exits 1 when a figure fell below its baseline
	@$(BIN)/python -m benchmark.spa

docs: ## where the documentation is
	@ls docs/*.md docs/decisions/*.md

setup: $(VENV)/.ready ## make the virtual environment and install domwright into it
browser: setup ## find a browser, or install one
	@test -s $(VENV)/.browser && test -x "`cat $(VENV)/.browser`" || { $(BIN)/domwright browser --install && \
	  $(BIN)/domwright browser | sed 's/ (.*//' > $(VENV)/.browser; } || { rm -f $(VENV)/.browser; exit 1; }

clean: ## remove what the targets made
	rm -rf $(VENV) build dist out .domwright tests/sites/build benchmark/.cache .mypy_cache .ruff_cache .pytest_cache

.PHONY: setup-dev setup-bench
setup-dev: $(VENV)/.dev
setup-bench: $(VENV)/.bench

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "domwright needs Python 3.11 or newer: install it, or name it with make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing: type apt-get install python3-venv (Debian, Ubuntu; with sudo unless you are root)" >&2; exit 1; }
	@echo "setting up $(VENV) (once, about a minute)"
	@$(PYTHON) -m venv $(VENV)
$(VENV)/.ready: $(VENV)/bin/python pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[monitors]"
	@touch $@
$(VENV)/.dev: $(VENV)/.ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@
$(VENV)/.bench: $(VENV)/.dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	@touch $@
