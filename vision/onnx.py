"""Networks from ONNX files that come with the package, run by ONNX Runtime where it is installed, else by OpenCV.

Both give the same readings. ONNX Runtime takes half of the time, and has wheels for 64-bit Linux only. One thread each.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import DeckError

Planes = NDArray[Any]
"""(n, c, h, w) float32."""

SMALL = "ENGINE_CLASSIC"
"""The engine of OpenCV 5 that runs small pictures in two thirds of the time; large ones are quicker with the one it takes by itself. Older
versions have but one."""


class Network(Protocol):
    """A loaded network with a single input and a single output, used by one thread at a time."""

    def run(self, planes: Planes) -> NDArray[Any]:
        """The answer, float32 in the network's own shape. `planes`: the input."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """What runs the networks."""

    name: str  # with its version, as "ONNX Runtime 1.32.0"
    is_quick: bool  # the quickest there is


def find_engine() -> Engine:
    """What runs the networks here."""
    runtime = _find_runtime()
    return (
        Engine(f"OpenCV {cv2.__version__}", False) if runtime is None else Engine(f"ONNX Runtime {runtime.__version__}", True)
    )


def load_network(path: Path, shape: tuple[int, int, int] | None) -> Network:
    """The network of an ONNX file. Raises `DeckError` if the file is missing or damaged.

    `shape`: channels, height and width of a crop; the network is run once now, so that no frame waits for the first run. None
    for whole pictures of any size.
    """
    runtime = _find_runtime()
    network = open_with_opencv(path, shape is not None) if runtime is None else open_with_runtime(path, runtime)
    if shape is not None:
        network.run(np.zeros((1, *shape), np.float32))
    return network


def open_with_runtime(path: Path, runtime: Any) -> Network:
    """The network, run by ONNX Runtime, the module `runtime`. Raises `DeckError` if the file is missing or damaged."""
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors; geometry of the interface
    options.enable_cpu_mem_arena = False  # what one large picture took is given back
    try:
        return _RuntimeNetwork(runtime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"]))
    except Exception as error:  # the errors of ONNX Runtime have no class of their own
        raise _refuse_file(path, error) from error


def open_with_opencv(path: Path, small: bool) -> Network:
    """The network, run by OpenCV. `small`: for crops, not whole pictures. Raises `DeckError` if the file is missing or
    damaged."""
    engine = getattr(cv2.dnn, SMALL, None) if small else None
    try:
        return _OpenCvNetwork(
            cv2.dnn.readNetFromONNX(str(path)) if engine is None else cv2.dnn.readNetFromONNX(str(path), engine=engine)
        )
    except cv2.error as error:
        raise _refuse_file(path, error.err) from error


class _RuntimeNetwork:
    """A network in a session of ONNX Runtime."""

    def __init__(self, session: Any) -> None:
        self._session, self._input = session, session.get_inputs()[0].name
        self._outputs = [session.get_outputs()[0].name]

    def run(self, planes: Planes) -> NDArray[Any]:
        """As of `Network`."""
        return np.asarray(self._session.run(self._outputs, {self._input: planes})[0], np.float32)


class _OpenCvNetwork:
    """A network as a `cv2.dnn.Net`."""

    def __init__(self, net: Any) -> None:
        self._net = net

    def run(self, planes: Planes) -> NDArray[Any]:
        """As of `Network`."""
        self._net.setInput(planes)
        return np.array(self._net.forward(), np.float32)  # a copy: OpenCV writes the next answer over this one


def _find_runtime() -> Any:
    """The module of ONNX Runtime, None where it is not installed or cannot be loaded."""
    try:
        import onnxruntime
    except ImportError:
        return None
    return onnxruntime


def _refuse_file(path: Path, reason: object) -> DeckError:
    return DeckError(f"{path.name} cannot be loaded; install the package again ({reason})")
