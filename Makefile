.PHONY: check bench lock release site

check:  ## everything CI runs
	./check

bench:  ## print what the goals ask for, on one core; AGAINST=REVISION measures that revision too
	OMP_NUM_THREADS=1 .venv/bin/python -m tests.benchmarks $(NAMES) $(if $(AGAINST),--against $(AGAINST))

COMPILE = echo 'setuptools>=77' | uv pip compile -q --no-header --no-annotate --generate-hashes pyproject.toml -

lock:  ## write the locks anew (needs uv): what is developed with, what runs, what runs in a club, what runs beside picamera2 on a Pi with bookworm
	$(COMPILE) --universal --extra dev -o requirements-dev.lock
	$(COMPILE) --universal -c requirements-dev.lock --extra print --extra tls -o requirements.lock
	$(COMPILE) --universal -c requirements-dev.lock --extra print --extra tls --extra club -o requirements-club.lock
	$(COMPILE) --python-version 3.11 --python-platform aarch64-manylinux_2_28 --extra print --extra tls --extra pi-bookworm -o requirements-pi-bookworm.lock

release:  ## what is published into dist/: the wheel, the Debian packages, and the list of parts (CycloneDX); the same sources give the same bytes
	systemd/release

site:  ## the site into dist/site, of docs/ and of the texts of the program
	.venv/bin/python -m mkdocs build --strict
