#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the digit network and writes all files that the demo needs.

    OMP_NUM_THREADS=1 /usr/bin/python3 train.py

Needs Debian's python3-sklearn (it brings numpy, scipy and the data set); no network. Writes, next to
this file, weights.h, data/images.bin and data/labels.bin. The build does not run it: the results
are committed. It prints the accuracy of the quantised network on the held-out images.

The network, for one image of 8 x 8 pixels from 0 to 16:

    conv    3 x 3, 1 -> 16 channels, zero padding    int8 weights, int32 sums
            2 x 2 maximum, ReLU, requantise          int8 activations, 0 to 127
    hidden  256 -> 48                                int8 weights, int32 sums
            ReLU, requantise                         int8 activations, 0 to 127
    output  48 -> 10                                 int8 weights, int32 logits

Requantisation is integer only, so every implementation of it gives the same bits:

    activation = clamp((sum * multiplier + 2^(SHIFT-1)) >> SHIFT, 0, 127)

with one multiplier for each channel of conv and one for the whole hidden layer. The hyperparameters
were chosen by cross-validation on the first 1,000 images alone (five runs, each holding out 200).
"""
import hashlib
import os
import sys

import numpy
import scipy.ndimage
import sklearn.datasets

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = 20
TRAINED = 1000  # the first 1,000 images are for training, the last 797 are held out
CHANNELS, HIDDEN, CLASSES, SIDE = 16, 48, 10, 8
POOLED = SIDE // 2
FEATURES = CHANNELS * POOLED * POOLED
EPOCHS, BATCH, RATE, DECAY, DROPOUT = 300, 20, 1e-2, 3e-2, 0.3
SHIFT = 16


def augment(images, random):
    """Rotates, scales and shifts each image slightly, at random."""
    result = numpy.empty_like(images)
    centre = numpy.array([(SIDE - 1) / 2] * 2)
    for i, image in enumerate(images):
        angle = random.uniform(-0.1, 0.1)
        scale = random.uniform(0.94, 1.06, 2)
        turn = numpy.array([[numpy.cos(angle), -numpy.sin(angle)],
                            [numpy.sin(angle), numpy.cos(angle)]]) * scale
        offset = centre - turn @ centre + random.uniform(-0.3, 0.3, 2)
        result[i] = scipy.ndimage.affine_transform(image, turn, offset, order=1)
    return result


def patches(images):
    """(count, 8, 8) -> (count, 64, 9): the 3 x 3 neighbourhood of every pixel."""
    padded = numpy.pad(images, ((0, 0), (1, 1), (1, 1)))
    taps = [padded[:, y:y + SIDE, x:x + SIDE] for y in range(3) for x in range(3)]
    return numpy.stack(taps, axis=-1).reshape(len(images), SIDE * SIDE, 9)


def pool(maps):
    """(count, 64, channels) -> the 2 x 2 maxima, (count, channels, 16), and their positions."""
    cells = maps.reshape(-1, POOLED, 2, POOLED, 2, CHANNELS).transpose(0, 5, 1, 3, 2, 4)
    cells = cells.reshape(-1, CHANNELS, POOLED * POOLED, 4)
    return cells.max(axis=3), cells.argmax(axis=3)


def unpool(gradient, winner):
    """Sends the gradient of each maximum back to the pixel it came from."""
    cells = numpy.zeros(gradient.shape + (4,), gradient.dtype)
    numpy.put_along_axis(cells, winner[..., None], gradient[..., None], axis=3)
    cells = cells.reshape(-1, CHANNELS, POOLED, POOLED, 2, 2).transpose(0, 2, 4, 3, 5, 1)
    return cells.reshape(-1, SIDE * SIDE, CHANNELS)


def initial(random):
    return {"conv": random.normal(0, numpy.sqrt(2 / 9), (9, CHANNELS)),
            "conv_bias": numpy.zeros(CHANNELS),
            "hidden": random.normal(0, numpy.sqrt(2 / FEATURES), (FEATURES, HIDDEN)),
            "hidden_bias": numpy.zeros(HIDDEN),
            "output": random.normal(0, numpy.sqrt(1 / HIDDEN), (HIDDEN, CLASSES)),
            "output_bias": numpy.zeros(CLASSES)}


def forward(net, images, dropout=lambda values: 1):
    """All values that the gradients need; the logits come last. `dropout` creates a mask."""
    columns = patches(images)
    pooled, winner = pool(columns @ net["conv"] + net["conv_bias"])
    features = numpy.maximum(pooled, 0).reshape(len(images), FEATURES)
    features = features * dropout(features)
    hidden = numpy.maximum(features @ net["hidden"] + net["hidden_bias"], 0)
    hidden = hidden * dropout(hidden)
    return columns, winner, features, hidden, hidden @ net["output"] + net["output_bias"]


def gradients(net, images, labels, random):
    """The gradients of the cross entropy with respect to each parameter."""
    columns, winner, features, hidden, logits = forward(
        net, images, lambda values: (random.random(values.shape) > DROPOUT) / (1 - DROPOUT))
    error = numpy.exp(logits - logits.max(axis=1, keepdims=True))
    error /= error.sum(axis=1, keepdims=True)
    error[numpy.arange(len(labels)), labels] -= 1
    error /= len(labels)
    keep = 1 / (1 - DROPOUT)
    to_hidden = (error @ net["output"].T) * keep * (hidden > 0)
    to_features = (to_hidden @ net["hidden"].T) * keep * (features > 0)
    to_sums = unpool(to_features.reshape(-1, CHANNELS, POOLED * POOLED), winner)
    return {"conv": numpy.einsum("npt,npc->tc", columns, to_sums),
            "conv_bias": to_sums.sum(axis=(0, 1)),
            "hidden": features.T @ to_hidden,
            "hidden_bias": to_hidden.sum(axis=0),
            "output": hidden.T @ error,
            "output_bias": error.sum(axis=0)}


def train(images, labels):
    """Adam with weight decay and cosine annealing of the learning rate to zero."""
    random = numpy.random.default_rng(SEED)
    net = initial(random)
    mean = {name: numpy.zeros_like(value) for name, value in net.items()}
    square = {name: numpy.zeros_like(value) for name, value in net.items()}
    steps, step = EPOCHS * (len(images) // BATCH), 0
    for epoch in range(EPOCHS):
        order = random.permutation(len(images))
        varied = augment(images, random)
        for start in range(0, len(images) - BATCH + 1, BATCH):
            chosen = order[start:start + BATCH]
            step += 1
            rate = RATE * 0.5 * (1 + numpy.cos(numpy.pi * step / steps))
            for name, slope in gradients(net, varied[chosen], labels[chosen], random).items():
                mean[name] = 0.9 * mean[name] + 0.1 * slope
                square[name] = 0.999 * square[name] + 0.001 * slope * slope
                change = mean[name] / (1 - 0.9 ** step)
                change /= numpy.sqrt(square[name] / (1 - 0.999 ** step)) + 1e-8
                net[name] -= rate * (change + DECAY * net[name])
        if sys.stderr.isatty():
            print(f"\repoch {epoch + 1}/{EPOCHS}", end="", file=sys.stderr, flush=True)
    return net


def quantise(net, images):
    """The integer network. Scales come from the weights and, for the activations, from `images`.

    Pixels are not scaled, so a real pixel is 1/16 of its integer (training divides by 16).
    """
    _, _, features, hidden, _ = forward(net, images)
    conv_scale = numpy.abs(net["conv"]).max(axis=0) / 127  # one for each channel
    hidden_scale = numpy.abs(net["hidden"]).max() / 127
    output_scale = numpy.abs(net["output"]).max() / 127
    feature_step = numpy.quantile(features[features > 0], 0.9995) / 127
    hidden_step = numpy.quantile(hidden[hidden > 0], 0.9995) / 127

    def integers(values):
        return numpy.rint(numpy.atleast_1d(values)).astype(int)

    return {"conv_weights": integers(net["conv"] / conv_scale).T,
            "conv_bias": integers(net["conv_bias"] / (conv_scale / 16)),
            "conv_multiplier": integers(conv_scale / 16 / feature_step * 2 ** SHIFT),
            "hidden_weights": integers(net["hidden"] / hidden_scale).T,
            "hidden_bias": integers(net["hidden_bias"] / (hidden_scale * feature_step)),
            "hidden_multiplier":
                integers(hidden_scale * feature_step / hidden_step * 2 ** SHIFT),
            "output_weights": integers(net["output"] / output_scale).T,
            "output_bias": integers(net["output_bias"] / (output_scale * hidden_step))}


def requantise(sums, multiplier):
    return numpy.clip((sums * multiplier + 2 ** (SHIFT - 1)) >> SHIFT, 0, 127)


def infer(net, pixels):
    """The logits of the integer network; `pixels` are integers from 0 to 16."""
    sums = pool(patches(pixels) @ net["conv_weights"].T + net["conv_bias"])[0]
    features = requantise(sums, net["conv_multiplier"][:, None]).reshape(-1, FEATURES)
    sums = features @ net["hidden_weights"].T + net["hidden_bias"]
    hidden = requantise(sums, net["hidden_multiplier"])
    return hidden @ net["output_weights"].T + net["output_bias"]


def table(kind, name, values):
    """A C array. The numbers are wrapped at 100 columns."""
    dimensions = "".join(f"[{n}]" for n in values.shape)
    lines, line = [], "\t"
    for value in values.flat:
        text = f"{value}, "
        if len(line.expandtabs(8)) + len(text) > 100:
            lines.append(line.rstrip())
            line = "\t"
        line += text
    lines.append(line.rstrip())
    body = "\n".join(lines)
    return f"static const {kind} {name}[{values.size}] = {{ /* {dimensions} */\n{body}\n}};\n"


def write_weights(quantised, path):
    with open(path, "w", encoding="ascii") as file:
        file.write("/* SPDX-License-Identifier: Apache-2.0 */\n"
                   "/* Written by train.py, which says what each number means. */\n"
                   "#ifndef DIGITS_WEIGHTS_H\n#define DIGITS_WEIGHTS_H\n\n"
                   "#include <stdint.h>\n\n/* clang-format off */\n")
        for name, values in quantised.items():
            kind = "int8_t" if name.endswith("_weights") else "int32_t"
            file.write("\n" + table(kind, name, values))
        file.write("\n/* clang-format on */\n#endif\n")


def write_bytes(values, path):
    data = values.astype(numpy.uint8).tobytes()
    with open(path, "wb") as file:
        file.write(data)
    print(f"{hashlib.sha256(data).hexdigest()}  {os.path.relpath(path, HERE)}")


def main():
    digits = sklearn.datasets.load_digits()
    pixels, labels = digits.images.astype(int), digits.target
    net = train(pixels[:TRAINED] / 16, labels[:TRAINED])
    quantised = quantise(net, pixels[:TRAINED] / 16)
    right = infer(quantised, pixels).argmax(axis=1) == labels
    exact = forward(net, pixels / 16)[-1].argmax(axis=1) == labels
    write_weights(quantised, os.path.join(HERE, "weights.h"))
    write_bytes(pixels, os.path.join(HERE, "data", "images.bin"))
    write_bytes(labels, os.path.join(HERE, "data", "labels.bin"))
    print(f"floating point: {exact[TRAINED:].mean():.2%} of the held-out images are right")
    print(f"int8:           {right[TRAINED:].mean():.2%} of the held-out images are right "
          f"({right[TRAINED:].sum()} of {len(right) - TRAINED}), {right[:TRAINED].mean():.2%} of "
          f"those trained on")


if __name__ == "__main__":
    main()
