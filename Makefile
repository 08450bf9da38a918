# Every entry point of the project. Each target makes the environment it needs.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check bench bench-timeout bench-plan bench-ties bench-scale bench-engines bench-preprocessing bench-peers bench-search bench-forecast bench-promise experiments gallery docs tables record library lab-ship compare-answers dist clean

demo: .venv/core
	$(BIN)/python -m nearbest.demo

test: .venv/installed
	$(BIN)/python -m pytest -n 3 --dist loadfile

check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/installed
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/first_probe.py
	$(BIN)/python benchmarks/overhead.py
	$(BIN)/python benchmarks/flights.py
	$(BIN)/python benchmarks/workers.py

# How close to its timeout a selection hands over a model. OPTIONS: such as --rows 100000.
bench-timeout: .venv/installed
	$(BIN)/python -W ignore benchmarks/timeouts.py $(OPTIONS)

# How far the times that are stated ahead are from those that races take, over replays. CURVES:
# the folder of the Learning Curve Database's files and of everyday.parquet.
bench-plan: .venv/installed
	$(if $(CURVES),LAB_CURVES=$(CURVES)) OMP_NUM_THREADS=1 PYTHONPATH=benchmarks $(BIN)/python -W ignore benchmarks/planning.py $(OPTIONS)

# Near ties: variants of one booster, live. DATA: a Parquet file whose target is `label`.
bench-ties: .venv/installed
	$(BIN)/python -W ignore benchmarks/ties.py $(if $(DATA),--data $(DATA)) $(OPTIONS)

# Generated tables of 1, 3 and 10 million rows against full runs. Hours; goes on where it stopped.
bench-scale: .venv/installed
	OMP_NUM_THREADS=1 PYTHONPATH=benchmarks $(BIN)/python -W ignore -m scale $(or $(FOLDER),build/scale)

# One selection on Dask and Ray with 1, 2 and 4 worker processes. Minutes. FOLDER: for the store.
bench-engines: .venv/installed
	OMP_NUM_THREADS=1 PYTHONPATH=benchmarks $(BIN)/python -W ignore -m engines $(or $(FOLDER),build/engines) $(OPTIONS)

# NAMES: a Parquet file with one column of texts and a target `label`.
bench-preprocessing: .venv/installed
	$(BIN)/python -W ignore benchmarks/preprocessing.py $(NAMES)

# Hours; goes on where it stopped. SCORING: roc_auc, which takes a quarter of an hour; ROWS: a
# trial on so many rows; LIMIT: seconds for each tool; FRESH=1: start anew.
bench-peers: .venv/peers
	PYTHONPATH=benchmarks $(BIN)/python -W ignore -m peers $(if $(SCORING),--scoring $(SCORING)) $(if $(ROWS),--rows $(ROWS)) $(if $(LIMIT),--limit $(LIMIT)) $(if $(FRESH),--fresh)

# A day; goes on where it stopped, and writes docs/searches.md. DATA: the folder that holds
# nba_shots.parquet; OPTIONS such as --seconds 60 --seeds 2, or --seconds 0 for the page alone.
bench-search: .venv/peers
	PYTHONPATH=benchmarks $(BIN)/python -W ignore -m searches $(if $(DATA),--data $(DATA)) $(OPTIONS)

# Replays every experiment of the paper on benchmarks/curves, and writes docs/experiments.md.
experiments: .venv/installed
	PYTHONPATH=benchmarks $(BIN)/python -W ignore -m experiments

# Leaves one dataset out at a time, and writes docs/forecast.md.
bench-forecast: .venv/installed
	PYTHONPATH=benchmarks $(BIN)/python -W ignore -m calibration

# Draws from every recorded table: how often a proof loses more than ε. Minutes. CURVES: the
# folder of everyday.parquet.
bench-promise: .venv/installed
	OMP_NUM_THREADS=1 $(if $(CURVES),LAB_CURVES=$(CURVES)) PYTHONPATH=benchmarks $(BIN)/python -W ignore benchmarks/promise.py

# CURVES: accuracy curves of the Learning Curve Database, as one Parquet file.
library: .venv/installed
	$(BIN)/python scripts/make_library.py $(CURVES)

# Makes the runs of scripts/answers again, and says which of their answers have changed.
# OPTIONS: such as --words, or --only "replay: *".
compare-answers: .venv/installed
	$(BIN)/python scripts/compare_answers.py check scripts/answers/recorded.json.gz $(OPTIONS)

# Fits what ships of the rule "calibrated", anew from all past curves. CURVES: the folder of
# the Learning Curve Database's files and of everyday.parquet; SCORE: such as roc_auc.
lab-ship: SCORE := accuracy
lab-ship: .venv/installed
	OMP_NUM_THREADS=1 LAB_CURVES=$(CURVES) LAB_CACHE=build/lab-$(SCORE) PYTHONPATH=benchmarks $(BIN)/python -W ignore -m lab.ship $(SCORE)

# Runs the selections of docs/gallery.md, and writes their answers and reports. DATA: the folders
# of its tables; OPTIONS: such as --only taxi.
gallery: .venv/installed
	OMP_NUM_THREADS=1 $(BIN)/python scripts/make_gallery.py $(DATA) $(OPTIONS)

docs: .venv/installed
	$(BIN)/mkdocs build --strict

# Downloads real tables to record curves of (benchmarks/public_tables/README.md) into FOLDER.
# TABLES: only these.
tables: .venv/installed
	PYTHONPATH=benchmarks $(BIN)/python -W ignore -m public_tables $(or $(FOLDER),build/tables) $(TABLES)

# TABLE: one of benchmarks/tables.py; DATA: the folder of tables that are not embedded;
# N: how many configurations; ROWS: so many rows, drawn at random.
record: .venv/installed
	$(BIN)/python -W ignore benchmarks/record.py $(or $(TABLE),flights-1m) $(if $(DATA),--data $(DATA)) $(if $(N),--n $(N)) $(if $(ROWS),--rows $(ROWS))

# Builds wheel and sdist, and tries each in a new environment. PYTHONS: further interpreters, by
# default those of pyenv.
PYTHONS ?= $(wildcard $(HOME)/.pyenv/versions/3.1[234].*/bin/python)
dist: .venv/installed
	$(BIN)/python scripts/check_dist.py $(PYTHONS)

clean:
	rm -rf .venv build dist site

# What users get; enough for the demo.
.venv/core: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

.venv/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev]"
	touch $@

# The tools that nearbest is measured against.
.venv/peers: pyproject.toml constraints.txt constraints-peers.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --constraint constraints-peers.txt --editable ".[peers]"
	touch $@
