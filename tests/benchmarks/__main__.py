"""`python -m tests.benchmarks [NAME ...]`: run all benchmarks, or those named, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NAMES = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))


def main() -> int:
    wanted = sys.argv[1:] or NAMES
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        print(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    one_core = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    pin = ["taskset", "-c", "0"] if Path("/usr/bin/taskset").exists() else []
    missed = 0
    for name in wanted:
        print(f"== {name}", flush=True)
        done = subprocess.run(
            [*pin, sys.executable, "-m", f"tests.benchmarks.bench_{name}"], check=False, env=os.environ | one_core
        )
        missed += done.returncode != 0
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
