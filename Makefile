.PHONY: check bench lock

check:  ## everything CI runs
	./check

bench:  ## print what the goals ask for, on one core
	OMP_NUM_THREADS=1 .venv/bin/python -m tests.benchmarks

lock:  ## write requirements.lock anew (needs uv)
	uv pip compile --universal --no-header --no-annotate --extra dev pyproject.toml -o requirements.lock
