# Every entry point of the project. Each target makes the environment it needs.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check bench docs record clean

demo: .venv/installed
	$(BIN)/python -m nearbest.demo

test: .venv/installed
	$(BIN)/python -m pytest -n 2

check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/installed
	$(BIN)/python benchmarks/overhead.py
	$(BIN)/python benchmarks/flights.py

docs: .venv/installed
	$(BIN)/mkdocs build --strict

record: .venv/installed
	$(BIN)/python -W ignore benchmarks/record_flights.py

clean:
	rm -rf .venv build dist site

.venv/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev]"
	touch $@
