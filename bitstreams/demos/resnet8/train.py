#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the ResNet-8 and writes weights.bin, and the pictures that the tests use.

    OMP_NUM_THREADS=1 /usr/bin/python3 train.py

Needs Debian's python3-torch and dataset-fashion-mnist; no network. The build does not run it: the
results are committed. A few minutes on one idle core. It prints the accuracy of the quantised
network on the 10,000 pictures of the data set's test part, which neither training nor the choice of
scales has seen. `train.py --net FILE` keeps the floating-point network in FILE, and takes it from
there if the file exists.

The network, for one picture of 32 x 32 grey values (the data set's 28 x 28 in a margin of zeros):

    stem     3 x 3, 1 -> 16                                   32 x 32
    first    3 x 3, 16 -> 16; 3 x 3, 16 -> 16, + its input    32 x 32
    second   3 x 3 / 2, 16 -> 32; 3 x 3, 32 -> 32, + 1 x 1 / 2 of its input    16 x 16
    third    3 x 3 / 2, 32 -> 64; 3 x 3, 64 -> 64, + 1 x 1 / 2 of its input    8 x 8
    mean of each map, 64 -> 10

ReLU follows each convolution, in the second of a block after the addition. Everything is
integers (README.md has the rules): weights int8, -127 to 127; activations 0 to 127; sums int32, and
for each output channel a bias and a shift. A sum's step is its activations' step divided by 2^shift, so
weights are rounded to such a step that this holds: no multiplication is needed afterwards. Block
inputs are added to sums: shifted left by the same distance where the channels agree (their step is
made that of the block's output), else as further products, of 1 x 1 weights with a step that gives the
same sums.
"""
import argparse
import gzip
import hashlib
import os

import numpy
import torch
from torch import nn
from torch.nn import functional

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = "/usr/share/datasets/fashion-mnist"
SEED, EPOCHS, BATCH, RATE, DECAY = 17, 2, 64, 5e-3, 5e-2
SCALED_BY = 2000  # training pictures that determine the activations' steps
KEPT = 500  # test pictures that are committed


def read(part, kind, header):
    with gzip.open(os.path.join(DATA, f"{part}-{kind}-ubyte.gz")) as file:
        return numpy.frombuffer(file.read(), numpy.uint8, offset=header)


def pictures(part):
    """Grey values, (count, 1, 32, 32) from 0 to 255, and labels."""
    labels = read(part, "labels-idx1", 8)
    small = read(part, "images-idx3", 16).reshape(len(labels), 1, 28, 28)
    return numpy.pad(small, ((0, 0), (0, 0), (2, 2), (2, 2))), labels.astype(numpy.int64)


def convolution(inputs, outputs, size, stride):
    return nn.Sequential(nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
                         nn.BatchNorm2d(outputs))


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.one = convolution(inputs, outputs, 3, stride)
        self.two = convolution(outputs, outputs, 3, 1)
        self.short = convolution(inputs, outputs, 1, stride) if stride > 1 else nn.Sequential()

    def forward(self, x):
        middle = functional.relu(self.one(x))
        return middle, functional.relu(self.two(middle) + self.short(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = convolution(1, 16, 3, 1)
        self.blocks = nn.ModuleList([Block(16, 16, 1), Block(16, 32, 2), Block(32, 64, 2)])
        self.output = nn.Linear(64, 10)

    def activations(self, x):
        """The activations after each ReLU, in order."""
        all_of_them = [functional.relu(self.stem(x))]
        for block in self.blocks:
            all_of_them += block(all_of_them[-1])
        return all_of_them

    def forward(self, x):
        return self.output(self.activations(x)[-1].mean(dim=(2, 3)))


def normal(values):
    """The network's input: the seven upper bits of each grey value, scaled to at most 1."""
    return torch.from_numpy(values >> 1).float() / 127


def varied(batch, random):
    """Mirrors some pictures, at random, and shifts all of them by up to two pixels."""
    mirrored = torch.from_numpy(random.random(len(batch)) < 0.5)[:, None, None, None]
    batch = torch.where(mirrored, batch.flip(3), batch)
    return torch.roll(batch, tuple(random.integers(-2, 3, 2)), (2, 3))


def accuracy(net, inputs, labels):
    net.eval()
    with torch.no_grad():
        found = torch.cat([net(part).argmax(1) for part in inputs.split(500)])
    return (found == labels).float().mean().item()


def train(inputs, labels):
    torch.manual_seed(SEED)
    random = numpy.random.default_rng(SEED)
    net = Net().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    steps = EPOCHS * (len(labels) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps, pct_start=0.2)
    for epoch in range(EPOCHS):
        net.train()
        order = random.permutation(len(labels))
        for start in range(0, len(labels) - BATCH + 1, BATCH):
            chosen = torch.from_numpy(order[start:start + BATCH])
            batch = varied(inputs[chosen], random).contiguous(memory_format=torch.channels_last)
            loss = functional.cross_entropy(net(batch), labels[chosen], label_smoothing=0.05)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            if start % (BATCH * 100) == 0:
                print(f"epoch {epoch + 1}/{EPOCHS}, {start} pictures: loss {loss.item():.3f}",
                      flush=True)
    return net


def folded(layer):
    """Weights [output][input][row][column] and bias of a convolution with its normalisation."""
    conv, norm = layer
    factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return ((conv.weight * factor[:, None, None, None]).double().detach().numpy(),
            (norm.bias - norm.running_mean * factor).double().detach().numpy())


def quantised_layer(layer, from_step, to_step, short=None, short_step=None):
    """(weights [output][row][column][input], short's [output][input] or None, bias, shift)."""
    weights, bias = folded(layer)
    most = numpy.abs(weights).max(axis=(1, 2, 3)) * from_step
    if short:
        short_weights, short_bias = folded(short)
        bias = bias + short_bias
        most = numpy.maximum(most, numpy.abs(short_weights).max(axis=(1, 2, 3)) * short_step)
    # The smallest step of sums, to_step / 2^shift, for which no weight exceeds 127.
    shift = numpy.floor(numpy.log2(127 * to_step / most)).clip(1, 16).astype(int)
    step = to_step / 2.0 ** shift
    integers = numpy.rint(weights / (step / from_step)[:, None, None, None]).astype(int)
    beside = None
    if short:
        beside = numpy.rint(short_weights[:, :, 0, 0] / (step / short_step)[:, None]).astype(int)
    # Adds half of the shifted-out range here, once, so that the shift rounds to nearest.
    whole_bias = numpy.rint(bias / step).astype(int) + (1 << (shift - 1))
    return integers.transpose(0, 2, 3, 1), beside, whole_bias, shift


def quantise(net, inputs):
    """The layers in the order of weights.bin; `inputs` decide the steps of activations."""
    net.eval()
    with torch.no_grad():
        step = [numpy.quantile(values[values > 0].numpy()[::7], 0.9995) / 127
                for values in net.activations(inputs)]
    step[0] = step[2] = max(step[0], step[2])  # the first block adds its input unscaled
    blocks = net.blocks
    layers = [quantised_layer(net.stem, 1 / 127, step[0]),
              quantised_layer(blocks[0].one, step[0], step[1]),
              quantised_layer(blocks[0].two, step[1], step[2]),
              quantised_layer(blocks[1].one, step[2], step[3]),
              quantised_layer(blocks[1].two, step[3], step[4], blocks[1].short, step[2]),
              quantised_layer(blocks[2].one, step[4], step[5]),
              quantised_layer(blocks[2].two, step[5], step[6], blocks[2].short, step[4])]
    dense = net.output.weight.double().detach().numpy()
    scale = numpy.abs(dense).max() / 127
    return layers, (numpy.rint(dense / scale).astype(int),
                    numpy.rint(net.output.bias.double().detach().numpy()
                               / (scale * step[6])).astype(int))


def check_range(layers):
    """Checks that no sum overflows int32, and that sums of products are exact in float."""
    for weights, beside, bias, shift in layers:
        most = 127 * numpy.abs(weights).sum(axis=(1, 2, 3))
        assert most.max() < 2 ** 24
        most += numpy.abs(bias) + (127 << shift)
        if beside is not None:
            most += 127 * numpy.abs(beside).sum(axis=1)
        assert most.max() < 2 ** 31 and numpy.abs(weights).max() <= 127


def integer_layer(values, layer, stride=1, short=None):
    """One layer on integers, (count, channels, rows, columns); check_range() says why it is exact."""
    weights, beside, bias, shift = layer
    kernel = torch.from_numpy(weights.transpose(0, 3, 1, 2).copy()).float()
    sums = functional.conv2d(values.float(), kernel, stride=stride, padding=1).double()
    if beside is not None:
        kernel = torch.from_numpy(beside).float()[:, :, None, None]
        sums += functional.conv2d(short.float(), kernel,
                                  stride=short.shape[2] // sums.shape[2]).double()
    elif short is not None:
        sums += short.double() * torch.from_numpy(2.0 ** shift)[:, None, None]
    sums += torch.from_numpy(bias).double()[:, None, None]
    return (sums / torch.from_numpy(2.0 ** shift)[:, None, None]).floor().clamp(0, 127)


def integer_logits(layers, dense, grey):
    stem = integer_layer(torch.from_numpy(grey >> 1), layers[0])
    x = integer_layer(integer_layer(stem, layers[1]), layers[2], 1, stem)
    x = integer_layer(integer_layer(x, layers[3], 2), layers[4], 1, x)
    x = integer_layer(integer_layer(x, layers[5], 2), layers[6], 1, x)
    mean = ((x.sum(dim=(2, 3)) + 32) / 64).floor()
    return mean @ torch.from_numpy(dense[0]).double().T + torch.from_numpy(dense[1]).double()


def write(name, parts):
    data = b"".join(part.tobytes() for part in parts)
    path = os.path.join(HERE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    print(f"{hashlib.sha256(data).hexdigest()}  {name}, {len(data)} bytes")


def write_weights(layers, dense):
    parts = []
    for weights, beside, bias, shift in layers:
        parts += [weights.astype(numpy.int8)]
        parts += [beside.astype(numpy.int8)] if beside is not None else []
        parts += [bias.astype("<i4"), shift.astype(numpy.int8)]
    write("weights.bin", parts + [dense[0].astype(numpy.int8), dense[1].astype("<i4")])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--net", help="keep the floating-point network here")
    arguments = parser.parse_args()
    grey, labels = pictures("train")
    inputs, answers = normal(grey), torch.from_numpy(labels)
    if arguments.net and os.path.exists(arguments.net):
        net = Net()
        net.load_state_dict(torch.load(arguments.net))
    else:
        net = train(inputs, answers)
        if arguments.net:
            torch.save(net.state_dict(), arguments.net)
    layers, dense = quantise(net, inputs[:SCALED_BY])
    check_range(layers)
    unseen, truth = pictures("t10k")
    print(f"floating point: {accuracy(net, normal(unseen), torch.from_numpy(truth)):.2%} of the "
          f"{len(truth)} held-out pictures are right")
    with torch.no_grad():
        found = torch.cat([integer_logits(layers, dense, part).argmax(1)
                           for part in numpy.split(unseen, 20)]).numpy()
    print(f"int8:           {(found == truth).mean():.2%} ({(found == truth).sum()}), and "
          f"{(found == truth)[:KEPT].sum()} of the first {KEPT}")
    write_weights(layers, dense)
    write("data/pictures.bin", [unseen[:KEPT, 0]])
    write("data/labels.bin", [truth[:KEPT].astype(numpy.uint8)])


if __name__ == "__main__":
    main()
