#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench.py SERVE HOST-LOOP MODELS MODEL INPUT-FILE: compares the worker's CPU time per item with a bare host loop's, and
with that of a worker that keeps its last calls (--capture).

A request has 32 items, as binary tensors, and connections are kept open. The clients are processes of their own, whose
CPU time is not counted. Worker and loop alternate, so that a slowdown of the machine affects both; the figures are
medians. Prints one line, followed by JSON.
"""
import json
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import time

from worker import Worker

ITEMS, TURNS, SECONDS, CLIENTS = 32, 5, 2.0, 2
serve, host_loop, models, model, input_file = sys.argv[1:]
folder = os.path.join(models, model, "1")
with open(os.path.join(folder, "model.json")) as file:
    tensor = json.load(file)["inputs"][0]
shape = [ITEMS] + tensor["shape"][1:]
size = ITEMS
for extent in shape[1:]:
    size *= extent
size *= int(re.sub(r"\D", "", tensor["datatype"]) or 8) // 8
with open(input_file, "rb") as file:
    data = file.read(size)
header = json.dumps({"inputs": [dict(tensor, shape=shape, parameters={"binary_data_size": size})],
                     "parameters": {"binary_data_output": True}}).encode()


def client(worker, until, results):
    connection, times = worker.connect(), []
    while time.time() < until:
        start = time.time()
        status = worker.call("POST", f"/v2/models/{model}/infer", header + data,
                             {"Inference-Header-Content-Length": str(len(header))}, connection)[0]
        assert status == 200, status
        times.append(time.time() - start)
    results.put(times)


def cpu(worker):
    """CPU seconds of all threads of the worker."""
    text = worker.call("GET", "/metrics")[2].decode()
    return float(re.search(r"^process_cpu_seconds_total (\S+)", text, re.M).group(1))


def serve_some(worker):
    """(CPU us an item, requests/s, times of requests)"""
    results, before, start = multiprocessing.Queue(), cpu(worker), time.time()
    clients = [multiprocessing.Process(target=client, args=(worker, start + SECONDS, results)) for _ in range(CLIENTS)]
    for process in clients:
        process.start()
    times = [one for _ in clients for one in results.get(timeout=60)]
    for process in clients:
        process.join()
    taken = time.time() - start
    return (cpu(worker) - before) * 1e6 / (len(times) * ITEMS), len(times) / taken, times


def loop_some(launches):
    out = subprocess.run([host_loop, folder, input_file, str(ITEMS), str(launches)], check=True,
                         stdout=subprocess.PIPE, text=True, timeout=300).stdout
    return [float(word) for word in out.split()]


os.environ.setdefault("FPGACL_DEVICES", "emu:u250")
worker = Worker(serve, models, devices=os.environ["FPGACL_DEVICES"])
ring = Worker(serve, models, "--capture", "64", devices=os.environ["FPGACL_DEVICES"])
serve_some(worker)
serve_some(ring)
launches = max(3, int(SECONDS * 1e6 / (loop_some(10)[1] * ITEMS)))
served, kept, looped, rates, times = [], [], [], [], []
for _ in range(TURNS):
    one, rate, some = serve_some(worker)
    served.append(one)
    rates.append(rate)
    times += some
    kept.append(serve_some(ring)[0])
    looped.append(loop_some(launches)[0])
worker.stop()
ring.stop()
times.sort()
row = {"model": model, "items_a_request": ITEMS, "worker_cpu_us": statistics.median(served),
       "host_loop_cpu_us": statistics.median(looped),
       "ratio": statistics.median(a / b for a, b in zip(served, looped)),
       "capture_ratio": statistics.median(a / b for a, b in zip(kept, served)),
       "requests_s": statistics.median(rates), "p50_ms": times[len(times) // 2] * 1e3,
       "p99_ms": times[len(times) * 99 // 100] * 1e3}
print("serve {model}: CPU {worker_cpu_us:.1f} us an item, a bare host loop {host_loop_cpu_us:.1f} us: {ratio:.2f} times, "
      "with --capture 64 {capture_ratio:.3f} times; "
      "{requests_s:.0f} requests/s of {items_a_request}, p50 {p50_ms:.2f} ms, p99 {p99_ms:.2f} ms".format(**row))
print(json.dumps(row))
