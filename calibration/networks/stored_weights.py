"""What trainings do with a finished network before the network becomes part of the project, and with a network to be trained
on.

    python -m calibration.networks.stored_weights TRAINED.onnx [...] --out FOLDER

writes networks as they come with the project, large layers in 8 bits. Small networks stay as trained; the README beside each
says which.
"""

from __future__ import annotations

import importlib
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

MIN_QUARTERED_WEIGHTS = 8192  # guess; of a layer that is stored in 8 bits: smaller ones would save 45 kB of all networks
MAX_STEPS = 127  # geometry of 8 bits
MIN_STEP = 1e-6  # the least that 16 bits tell from 0 well enough; geometry


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
    _save_network(model, casts, file)


def quarter_weights(file: Path, out: Path, least: int = MIN_QUARTERED_WEIGHTS) -> None:
    """Write the network of an ONNX file to `out`: weights of large layers as whole steps of 8 bits, others as `halve_weights`
    stores them. Each filter of a convolution has a step of its own, and each input of a dense layer: measured on the corners that
    `place.onnx` finds, a step for each output errs twice and four times as much.

    Steps are multiplied when the network is loaded. ONNX Runtime would do so in each run if `DequantizeLinear` said it.
    `least`: weights of a layer that is large.
    """
    onnx = importlib.import_module("onnx")
    model, products = load_whole_weights(file), []
    for i, tensor in enumerate(list(model.graph.initializer)):
        name, weights = tensor.name, onnx.numpy_helper.to_array(tensor)
        if weights.size >= least:
            largest = np.abs(weights).max(axis=(2, 3) if weights.ndim == 4 else 0, keepdims=True)
            step = np.maximum(largest / MAX_STEPS, MIN_STEP).astype(np.float16).astype(np.float32)
            steps = np.clip(np.round(weights / step), -MAX_STEPS, MAX_STEPS).astype(np.int8)
            model.graph.initializer[i].CopyFrom(onnx.numpy_helper.from_array(steps, f"{name}_steps"))
            model.graph.initializer.append(onnx.numpy_helper.from_array(step, f"{name}_step"))
            products.append(onnx.helper.make_node("Cast", [f"{name}_steps"], [f"{name}_cast"], to=onnx.TensorProto.FLOAT))
            products.append(onnx.helper.make_node("Mul", [f"{name}_cast", f"{name}_step"], [name]))
    _save_network(model, products, out)
    halve_weights(out)


def load_whole_weights(file: Path) -> Any:
    """The model of an ONNX file, with weights as 32 bit floats however they are stored, by the names that layers know."""
    onnx = importlib.import_module("onnx")
    model = onnx.load(str(file))
    arrays = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    for node in list(model.graph.node):
        if node.op_type in ("Cast", "Mul") and all(name in arrays for name in node.input):
            first, *others = (arrays.pop(name).astype(np.float32) for name in node.input)
            arrays[node.output[0]] = first * others[0] if others else first
            model.graph.node.remove(node)
    del model.graph.initializer[:]
    model.graph.initializer.extend(onnx.numpy_helper.from_array(array, name) for name, array in arrays.items())
    return model


def _save_network(model: Any, computed: Sequence[Any], file: Path) -> None:
    """Write a model to an ONNX file, with nodes that compute weights before all others."""
    onnx = importlib.import_module("onnx")
    for node in reversed(computed):
        model.graph.node.insert(0, node)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))


def mix_networks(first: Path, second: Path, part: float, out: Path) -> None:
    """Write the network that lies `part` of the way from the first's weights to the second's, to `out`, as `halve_weights`
    stores them. Both are ONNX files of the same layers. A network trained on from another keeps some of what the start knew."""
    onnx = importlib.import_module("onnx")
    models = [load_whole_weights(file) for file in (first, second)]
    for one, other in zip(*(_list_layer_weights(model) for model in models), strict=True):
        mine, others = onnx.numpy_helper.to_array(one), onnx.numpy_helper.to_array(other)
        mixed = (1 - part) * mine.astype(float) + part * others.astype(float)
        one.CopyFrom(onnx.numpy_helper.from_array(mixed.astype(mine.dtype), one.name))
    _save_network(models[0], (), out)
    halve_weights(out)


def _list_layer_weights(model: Any) -> list[Any]:
    """The tensors of a network's layers, in order."""
    stored = {tensor.name: tensor for tensor in model.graph.initializer}
    layers = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    return [stored[name] for node in layers for name in node.input[1:3]]


def start_from_network(file: Path, net: Any, shown: Any) -> None:
    """Give an untrained network the weights of an ONNX file of the same layers. Export has put each normalization into the
    convolution before. Here a normalization takes up the spread that `shown`, a batch, has at its place, and the network
    answers as before."""
    torch, onnx = importlib.import_module("torch"), importlib.import_module("onnx")
    stored = iter(onnx.numpy_helper.to_array(tensor) for tensor in _list_layer_weights(load_whole_weights(file)))
    net.eval()
    with torch.no_grad():
        for number, layer in enumerate(net):
            if hasattr(layer, "weight") and not hasattr(layer, "running_mean"):
                weight, bias = (torch.from_numpy(next(stored).copy()) for _ in range(2))
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


def main() -> None:
    parser = ArgumentParser(description="Write trained networks as they come with the project.")
    parser.add_argument("networks", type=Path, nargs="+", help="ONNX files")
    parser.add_argument("--out", type=Path, required=True, help="folder")
    parser.add_argument("--least", type=int, default=MIN_QUARTERED_WEIGHTS, help="weights of a layer stored in 8 bits")
    given = parser.parse_args()
    for file in given.networks:
        quarter_weights(file, given.out / file.name, given.least)


if __name__ == "__main__":
    main()
