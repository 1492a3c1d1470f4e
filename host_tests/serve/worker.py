# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of `fpgacl serve`: workers, requests, and the digits model computed in plain
Python."""
import array
import atexit
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

PATIENCE = 120  # seconds; sanitizers and other tests slow the machine down


started = []


@atexit.register
def end_workers():
    """Ends all workers, so that a test that fails leaves none behind."""
    for process in started:
        if process.poll() is None:
            process.kill()


class Worker:
    """A worker on a port of its own; `devices` is its FPGACL_DEVICES."""

    def __init__(self, serve, models, *options, devices="emu:u250", listen="127.0.0.1:0", up=True, **environment):
        self.log = tempfile.NamedTemporaryFile(mode="r", suffix=".log")
        with open(self.log.name, "w") as log:
            self.process = subprocess.Popen(
                [serve, "--listen", listen, *options, models], stderr=log, stdout=log,
                env=dict(os.environ, FPGACL_DEVICES=devices, **environment))
        started.append(self.process)
        self.address = self.wait_for("serving at ").split()[0] if up else None

    def said(self):
        with open(self.log.name) as log:
            return log.read()

    def wait_for(self, text):
        """Returns what the log contains after the text."""
        end = time.time() + PATIENCE
        while text not in self.said():
            if time.time() > end or (self.process.poll() is not None and text not in self.said()):
                raise AssertionError(f"the worker does not say '{text}': {self.said()}")
            time.sleep(0.02)
        return self.said().split(text, 1)[1]

    def connect(self, timeout=PATIENCE):
        if self.address.startswith("unix:"):
            connection = http.client.HTTPConnection("localhost", timeout=timeout)
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.settimeout(timeout)
            connection.sock.connect(self.address[5:])
            return connection
        host, port = self.address.rsplit(":", 1)
        return http.client.HTTPConnection(host.strip("[]"), int(port), timeout=timeout)

    def call(self, method, path, body=None, headers={}, connection=None):
        """Returns (status, headers, body); a JSON body is parsed."""
        connection = connection or self.connect()
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.headers.get("Content-Type") == "application/json" and method != "HEAD":
            content = json.loads(content)
        return answer.status, answer.headers, content

    def infer(self, request, model="digits", binary=b"", **more):
        body = json.dumps(request).encode()
        headers = dict(more.pop("headers", {}))
        if binary:
            headers["Inference-Header-Content-Length"] = str(len(body))
        return self.call("POST", f"/v2/models/{model}/infer", body + binary, headers, **more)

    def metric(self, name):
        """The sum of a metric's samples."""
        text = self.call("GET", "/metrics")[2].decode()
        lines = [line for line in text.splitlines() if line.startswith(tuple("fpgacl_serve_" + name + end for end in "{ "))]
        assert lines, f"there is no metric {name}"
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines)

    def wait_for_metric(self, name, least):
        end = time.time() + PATIENCE
        while self.metric(name) < least:
            assert time.time() < end, (name, self.metric(name), self.said())
            time.sleep(0.05)

    def wait_for_ready(self):
        end = time.time() + PATIENCE
        while self.call("GET", "/v2/health/ready")[0] != 200:
            assert time.time() < end, self.said()
            time.sleep(0.05)

    def stop(self, how=signal.SIGTERM):
        """Ends the worker and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        if status not in (0, -how):
            print(self.said(), flush=True)  # a sanitizer's report, for instance
        return status


class Digits:
    """The network of bitstreams/demos/digits, written independently of its reference.c."""

    def __init__(self, model, images):
        def read(name, kind):
            with open(os.path.join(model, name + ".bin"), "rb") as file:
                return array.array(kind, file.read())
        self.conv, self.conv_bias = read("conv_weights", "b"), read("conv_bias", "i")
        self.conv_multiplier = read("conv_multiplier", "i")
        self.hidden, self.hidden_bias = read("hidden_weights", "b"), read("hidden_bias", "i")
        self.output, self.output_bias = read("output_weights", "b"), read("output_bias", "i")
        with open(os.path.join(model, "model.json")) as file:
            kernels = {kernel["name"]: kernel for kernel in json.load(file)["kernels"]}
        self.hidden_multiplier = kernels["hidden"]["arguments"]["multiplier"]["value"]
        with open(images, "rb") as file:
            self.images = file.read()
        self.known = {}

    def image(self, index):
        return self.images[64 * index:64 * index + 64]

    def some(self, first, count):
        return self.images[64 * first:64 * (first + count)]

    @staticmethod
    def requantise(value, multiplier):
        return max(0, min(127, (value * multiplier + (1 << 15)) >> 16))

    def features(self, image):
        padded = [[0] * 10] + [[0, *image[8 * y:8 * y + 8], 0] for y in range(8)] + [[0] * 10]
        for channel in range(16):
            taps = self.conv[9 * channel:9 * channel + 9]
            sums = [[sum(taps[3 * j + i] * padded[y + j][x + i] for j in range(3) for i in range(3))
                     for x in range(8)] for y in range(8)]
            for y in range(0, 8, 2):
                for x in range(0, 8, 2):
                    best = max(sums[y][x], sums[y][x + 1], sums[y + 1][x], sums[y + 1][x + 1])
                    yield self.requantise(best + self.conv_bias[channel], self.conv_multiplier[channel])

    def logits(self, index):
        if index not in self.known:
            features = list(self.features(self.image(index)))
            units = [self.requantise(sum(w * f for w, f in zip(self.hidden[256 * i:256 * i + 256], features)) +
                                     self.hidden_bias[i], self.hidden_multiplier) for i in range(48)]
            self.known[index] = [sum(w * u for w, u in zip(self.output[48 * i:48 * i + 48], units)) +
                                 self.output_bias[i] for i in range(10)]
        return self.known[index]

    def expected(self, first, count):
        return [logit for index in range(first, first + count) for logit in self.logits(index)]


def request(count, data=None, **more):
    """An inference request for the digits; without data for binary ones."""
    tensor = {"name": "images", "datatype": "UINT8", "shape": [count, 64]}
    if data is None:
        tensor["parameters"] = {"binary_data_size": 64 * count}
        more.setdefault("parameters", {"binary_data_output": True})
    else:
        tensor["data"] = list(data)
    return {"inputs": [tensor], **more}


def binary_logits(headers, body):
    """The logits of an answer with binary data."""
    size = int(headers["Inference-Header-Content-Length"])
    output = json.loads(body[:size])["outputs"][0]
    assert output["parameters"]["binary_data_size"] == len(body) - size, output
    return list(array.array("i", body[size:]))


def check_right(worker, digits, first, count, connection=None):
    """One request with binary data; returns its status, and fails if an answer is wrong."""
    status, headers, body = worker.infer(request(count), binary=digits.some(first, count), connection=connection)
    if status == 200:
        assert binary_logits(headers, body) == digits.expected(first, count), f"wrong logits of {first}+{count}"
    return status


def wait_until(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.01)


def copy_models(models, folder):
    """A copy of the repository, whose versions a test can change."""
    path = os.path.join(folder, "models")
    shutil.copytree(models, path)
    return path


def main(tests):
    """Runs all functions of a module that begin with test_, and exits with 1 if one fails."""
    failed = 0
    for name, test in sorted(tests.items()):
        if not name.startswith("test_"):
            continue
        start = time.time()
        try:
            test()
            print(f"{name}: passed in {time.time() - start:.1f} s", flush=True)
        except Exception:
            traceback.print_exc(file=sys.stdout)
            print(f"{name}: FAILED", flush=True)
            failed += 1
    sys.exit(1 if failed else 0)
