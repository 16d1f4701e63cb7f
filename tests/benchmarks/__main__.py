"""`python -m tests.benchmarks [NAME ...] [--against REVISION]`: run all benchmarks, or those named, each in a process of its own.

`--against` has those that can measure an older revision too (`stalls`) do so, in the same run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
COMPARING = ("stalls",)
NAMES = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--against", metavar="REVISION")
    arguments = parser.parse_args()
    wanted = arguments.names or NAMES
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        print(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    one_core = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    pin = ["taskset", "-c", "0"] if Path("/usr/bin/taskset").exists() else []
    missed = 0
    for name in wanted:
        print(f"== {name}", flush=True)
        line = [*pin, sys.executable, "-m", f"tests.benchmarks.bench_{name}"]
        line += ["--against", arguments.against] if arguments.against and name in COMPARING else []
        done = subprocess.run(line, check=False, env=os.environ | one_core)
        missed += done.returncode != 0
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
