"""What the trainings do with a finished network before it becomes part of the project, and with one that is trained on."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

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


def between(first: Path, second: Path, part: float, out: Path) -> None:
    """Write the network that lies so far on the way from the first's weights to the second's; both ONNX files that `halved` wrote of the same
    layers. Of a network that was trained on from another it keeps some of both: what the start knew and what came after."""
    onnx = importlib.import_module("onnx")
    models = [onnx.load(file) for file in (first, second)]
    for one, other in zip(*(_weights(model) for model in models), strict=True):
        mine, others = onnx.numpy_helper.to_array(one), onnx.numpy_helper.to_array(other)
        mixed = (1 - part) * mine.astype(float) + part * others.astype(float)
        one.CopyFrom(onnx.numpy_helper.from_array(mixed.astype(mine.dtype), one.name))
    onnx.checker.check_model(models[0])
    onnx.save(models[0], str(out))


def _weights(model: Any) -> list[Any]:
    """The tensors of its layers, in their order."""
    stored = {tensor.name.removesuffix("_half"): tensor for tensor in model.graph.initializer}
    layers = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    return [stored[name] for node in layers for name in node.input[1:3]]


def begun_from(file: Path, net: Any, shown: Any) -> None:
    """Give an untrained network the weights of an ONNX file that `halved` wrote of one with the same layers. Export has put each
    normalization into the convolution before it; here it takes up the spread that `shown`, a batch, has there, and answers as before."""
    torch, onnx = importlib.import_module("torch"), importlib.import_module("onnx")
    model = onnx.load(str(file))
    arrays = {tensor.name.removesuffix("_half"): onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    stored = iter([node for node in model.graph.node if node.op_type in ("Conv", "Gemm")])
    net.eval()
    with torch.no_grad():
        for number, layer in enumerate(net):
            if hasattr(layer, "weight") and not hasattr(layer, "running_mean"):
                weight, bias = (torch.from_numpy(arrays[name].astype(np.float32)) for name in next(stored).input[1:3])
                layer.weight.copy_(weight)
                if layer.bias is not None:
                    layer.bias.copy_(bias)
                else:
                    _normalized(torch, net[number + 1], layer(shown), bias)
            shown = layer(shown)


def _normalized(torch: Any, layer: Any, seen: Any, bias: Any) -> None:
    """A batch normalization that adds `bias` and nothing else to what it sees now."""
    mean, spread = seen.mean(dim=(0, 2, 3)), seen.var(dim=(0, 2, 3)) + layer.eps
    layer.running_mean.copy_(mean)
    layer.running_var.copy_(spread - layer.eps)
    layer.weight.copy_(torch.sqrt(spread))
    layer.bias.copy_(bias + mean)
