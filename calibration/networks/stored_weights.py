"""What trainings do with a finished network before the network becomes part of the project, and with a network to be trained
on."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np


def load_trained(net: Any, file: Path) -> Any:
    """The network with the weights that a training left in `file`."""
    net.load_state_dict(importlib.import_module("torch").load(file))
    return net


def export_network(net: Any, file: Path, shape: tuple[int, int], axes: Mapping[str, Mapping[int, str]] | None = None) -> None:
    """Write a trained network as an ONNX file that `cv2.dnn` reads, with halved weights.

    `shape`: height and width of pictures. `axes`: sides that may differ, by "in" and "out", as `torch.onnx.export` takes them.
    """
    torch = importlib.import_module("torch")
    example, names = torch.zeros(1, 3, *shape), {"input_names": ["in"], "output_names": ["out"]}
    torch.onnx.export(net.eval(), example, str(file), **names, dynamic_axes=axes, dynamo=False, opset_version=13)
    halve_weights(file)


def halve_weights(file: Path) -> None:
    """Store the weights of an ONNX file as 16 bit floats, cast back when the network is loaded: half the size, the same
    answers."""
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


def mix_networks(first: Path, second: Path, part: float, out: Path) -> None:
    """Write the network that lies `part` of the way from the first's weights to the second's, to `out`. Both are ONNX files of
    the same layers, written by `halve_weights`. A network trained on from another keeps some of what the start knew."""
    onnx = importlib.import_module("onnx")
    models = [onnx.load(file) for file in (first, second)]
    for one, other in zip(*(_list_layer_weights(model) for model in models), strict=True):
        mine, others = onnx.numpy_helper.to_array(one), onnx.numpy_helper.to_array(other)
        mixed = (1 - part) * mine.astype(float) + part * others.astype(float)
        one.CopyFrom(onnx.numpy_helper.from_array(mixed.astype(mine.dtype), one.name))
    onnx.checker.check_model(models[0])
    onnx.save(models[0], str(out))


def _list_layer_weights(model: Any) -> list[Any]:
    """The tensors of a network's layers, in order."""
    stored = {tensor.name.removesuffix("_half"): tensor for tensor in model.graph.initializer}
    layers = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    return [stored[name] for node in layers for name in node.input[1:3]]


def start_from_network(file: Path, net: Any, shown: Any) -> None:
    """Give an untrained network the weights of an ONNX file that `halve_weights` wrote, of the same layers. Export has put each
    normalization into the convolution before. Here a normalization takes up the spread that `shown`, a batch, has at its place,
    and the network answers as before."""
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
                    _set_normalization(torch, net[number + 1], layer(shown), bias)
            shown = layer(shown)


def _set_normalization(torch: Any, layer: Any, seen: Any, bias: Any) -> None:
    """Let a batch normalization add `bias` and nothing else to what the layer sees now."""
    mean, spread = seen.mean(dim=(0, 2, 3)), seen.var(dim=(0, 2, 3)) + layer.eps
    layer.running_mean.copy_(mean)
    layer.running_var.copy_(spread - layer.eps)
    layer.weight.copy_(torch.sqrt(spread))
    layer.bias.copy_(bias + mean)
