"""What both trainings do with a finished network before it becomes part of the project."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np


def halved(file: Path) -> None:
    """Store the weights of an ONNX file as 16 bit floats, cast back when the network is loaded: half the size, the same answers."""
    onnx = importlib.import_module("onnx")
    model = onnx.load(str(file))
    casts = []
    for i, tensor in enumerate(model.graph.initializer):
        name, weights = tensor.name, onnx.numpy_helper.to_array(tensor)
        if weights.dtype == np.float32 and weights.size > 256:
            model.graph.initializer[i].CopyFrom(onnx.numpy_helper.from_array(weights.astype(np.float16), f"{name}_half"))
            casts.append(onnx.helper.make_node("Cast", [f"{name}_half"], [name], to=onnx.TensorProto.FLOAT))
    for cast in casts:
        model.graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))
