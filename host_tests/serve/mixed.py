#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mixed.py SERVE MODELS IMAGES KERNELS.xclbin: models of two images, tensors of other types, priorities, CUs."""
import array
import json
import os
import sys
import tempfile
import threading
import time

from load import Load
from mixed_models import add_model, ask
from worker import Digits, Worker, copy_models, main, request

serve, models, images, kernels = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)

# model: data type, kernel, type code in array, and the function that the kernel computes
TYPES = {"scale": ("FP32", "f", lambda x: x * 2 + 1), "invert": ("BOOL", "B", lambda x: 1 - x),
         "next": ("INT64", "q", lambda x: x + 1), "half": ("FP64", "d", lambda x: x * 0.5)}


def test_types():
    with tempfile.TemporaryDirectory() as folder:
        for name, (datatype, _, _) in TYPES.items():
            add_model(folder, name, datatype, kernels)
        worker = Worker(serve, folder)
        values = {"scale": [0.5, -1.25, 3e38 / 4, 1e-20], "half": [0.1, -3.0, 1e300, 5e-324 * 2],
                  "next": [9007199254740993, -9223372036854775808, 0, 9223372036854775806],
                  "invert": [True, False, False, True]}
        for name, (datatype, letter, compute) in TYPES.items():
            data = values[name]
            expected = array.array(letter, [compute(value) for value in array.array(letter, data)])
            status, _, answer = worker.infer(ask(datatype, data), model=name)
            assert status == 200, (name, answer)
            output = answer["outputs"][0]
            assert output["datatype"] == datatype and output["shape"] == [1, 4], output
            if datatype == "BOOL":
                assert output["data"] == [False, True, True, False], output
            else:
                # All digits that the type has survive the round trip.
                assert array.array(letter, output["data"]) == expected, (name, output, expected)
            binary = array.array(letter, data).tobytes()
            status, headers, body = worker.infer(ask(datatype, count=1, binary=True), model=name, binary=binary)
            assert status == 200, (name, body)
            size = int(headers["Inference-Header-Content-Length"])
            assert body[size:] == expected.tobytes(), (name, body)
        # The error names a value that does not fit its type.
        for name, data, expected in (("next", [1.5, 0, 0, 0], "INT64"), ("next", [9223372036854775808, 0, 0, 0], ""),
                                     ("invert", [2, 0, 0, 0], "BOOL"), ("scale", ["1", 0, 0, 0], "FP32"),
                                     ("scale", [1e39, 0, 0, 0], "FP32"), ("half", [True, 0, 0, 0], "FP64")):
            status, _, answer = worker.infer(ask(TYPES[name][0], data), model=name)
            assert status == 400 and expected in answer["error"], (name, data, status, answer)
        assert worker.stop() == 0, worker.said()


def raw(worker, model, datatype, numbers):
    """The answer to a request with these numbers, written as they are."""
    body = (f'{{"inputs": [{{"name": "in", "datatype": "{datatype}", "shape": [1, 4], "d\\u0061ta": [{numbers}]}}]}}')
    return worker.call("POST", f"/v2/models/{model}/infer", body.encode())


def test_numbers():
    """All numbers that JSON and the data type have, however they are written; and nothing else."""
    def give_value(description):
        description["kernels"][0]["arguments"]["more"] = {"value": 2**64 - 1, "datatype": "UINT64"}

    with tempfile.TemporaryDirectory() as folder:
        for name, (datatype, _, _) in TYPES.items():
            add_model(folder, name, datatype, kernels)
        add_model(folder, "plus", "UINT64", kernels, edit=give_value)
        worker = Worker(serve, folder)
        for model, datatype, numbers, expected in (
                ("plus", "UINT64", "18446744073709551615, 9223372036854775808 ,0,1",
                 [18446744073709551614, 9223372036854775807, 18446744073709551615, 0]),
                ("plus", "UINT64", "-0,0,0,0", [18446744073709551615] * 4),
                ("next", "INT64", "-9223372036854775808,\n0,1,2", [-9223372036854775807, 1, 2, 3]),
                ("half", "FP64", "1,18446744073709551616,100000000000000000000000,-0", [0.5, 2.0**63, 5e22, 0]),
                ("scale", "FP32", "1,9223372036854775808,1e2,-1E-1", [3, 2.0**64, 201, 0.8])):
            status, _, answer = raw(worker, model, datatype, numbers)
            assert status == 200, (model, numbers, answer)
            found = answer["outputs"][0]["data"]
            assert found == expected or all(abs(a - b) <= 1e-6 * abs(b) for a, b in zip(found, expected)), (numbers, found)
        for model, datatype, number, words in (
                ("plus", "UINT64", "18446744073709551616", "element 1 is not of type UINT64"),
                ("plus", "UINT64", "-1", "element 1"), ("plus", "UINT64", "1.0", "element 1"),
                ("plus", "UINT64", "01", "element 1"), ("plus", "UINT64", '"1"', "element 1"),
                ("next", "INT64", "9223372036854775808", "element 1 is not of type INT64"),
                ("next", "INT64", "1e2", "element 1"), ("next", "INT64", "+1", "element 1"),
                ("half", "FP64", "1e999", "element 1 is not of type FP64"), ("half", "FP64", "0x10", "element 1"),
                ("half", "FP64", "1.", "element 1"), ("half", "FP64", ".5", "element 1"),
                ("half", "FP64", "nan", "element 1"), ("half", "FP64", "Infinity", "element 1"),
                ("scale", "FP32", "100000000000000000000000000000000000000000", "element 1"),
                ("scale", "FP32", "[1]", "element 1"), ("scale", "FP32", "", "element 1"),
                ("scale", "FP32", "1 2", "expected ',' or ']' after element 2"),
                ("scale", "FP32", '{"a":[1],"b":"]"}', "element 1")):
            status, _, answer = raw(worker, model, datatype, f"0,{number},0,0")
            assert status == 400 and words in answer["error"], (model, number, status, answer)
        # Elsewhere, such a number gets the sentence of whatever it is instead of.
        for more, words in (('"parameters": {"timeout": 18446744073709551616}', "'timeout'"),
                            ('"id": 99999999999999999999', "'id' to be a string")):
            status, _, answer = worker.call("POST", "/v2/models/next/infer", f'{{{more}, "inputs": []}}'.encode())
            assert status == 400 and words in answer["error"] and "malformed" not in answer["error"], answer
        assert worker.stop() == 0, worker.said()


def test_two_images_on_one_board():
    """Swaps are grouped, and neither model starves."""
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        add_model(repository, "scale", "FP32", kernels)
        trace = os.path.join(folder, "trace.json")
        worker = Worker(serve, repository, FPGACL_TRACE=trace)
        answered, problems = [0] * 4, []
        ending = threading.Event()

        def client(index):
            while not ending.is_set():
                data = [float(index), float(answered[index]), 1.0, 2.0]
                status, _, answer = worker.infer(ask("FP32", data), model="scale")
                if status != 200 or answer["outputs"][0]["data"] != [value * 2 + 1 for value in data]:
                    problems.append((status, answer))
                    return
                answered[index] += 1
        others = [threading.Thread(target=client, args=(index,)) for index in range(4)]
        with Load(worker, digits) as load:
            for thread in others:
                thread.start()
            load.wait(40)
            end = time.time() + 120
            while min(answered) < 20 and not problems and time.time() < end:
                time.sleep(0.05)
            ending.set()
            for thread in others:
                thread.join()
        load.check()
        requests = worker.metric("succeeded_requests_total")
        assert not problems, problems[:3]
        assert min(answered) >= 20, answered
        assert worker.stop() == 0, worker.said()
        with open(trace, encoding="utf-8") as file:
            swaps = sum(event.get("cat") == "swap" for event in json.load(file))
        print(f"{swaps} swaps for {requests:.0f} requests of two models", flush=True)
        # Without grouping, alternating between two models needs a swap for each request.
        assert 4 <= swaps < requests / 2, (swaps, requests)


def test_priorities():
    """Under contention, requests are served by Priority, and low priorities do not starve."""
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        path = os.path.join(repository, "digits", "1", "model.json")
        with open(path, encoding="ascii") as file:
            description = json.load(file)
        description.update(max_batch=1, max_queue=100)
        with open(path, "w", encoding="ascii") as file:
            json.dump(description, file)
        worker = Worker(serve, repository, devices="delay(emu:u250)?read=250ms")
        order, lock = [], threading.Lock()

        def client(priority):
            status, _, answer = worker.infer(request(1, digits.image(0)), headers={"Priority": f"u={priority}"})
            with lock:
                order.append(priority if status == 200 else answer)
        clients = [threading.Thread(target=client, args=(7,)) for _ in range(24)]
        for thread in clients:
            thread.start()
        while worker.metric("queued_items") < 20:
            time.sleep(0.005)
        urgent = [threading.Thread(target=client, args=(0,)) for _ in range(2)]
        for thread in urgent:
            thread.start()
        for thread in clients + urgent:
            thread.join()
        assert sorted(order) == [0] * 2 + [7] * 24, order
        # Only requests that were on the board, or had ended, when the urgent ones arrived may come
        # first.
        assert max(place for place, priority in enumerate(order) if priority == 0) <= 12, order
        assert worker.stop() == 0, worker.said()


def test_instances():
    """Two sets of CUs of one model both work."""
    with tempfile.TemporaryDirectory() as folder:
        repository = os.path.join(folder, "models")
        add_model(repository, "scale", "FP32", kernels, instances=[{"scale": "scale_1"}, {"scale": "scale_2"}], max_batch=1)
        trace = os.path.join(folder, "trace.json")
        worker = Worker(serve, repository, devices="delay(emu:u250)?launch=20ms", FPGACL_TRACE=trace)
        problems = []

        def client(index):
            for turn in range(10):
                data = [float(index), float(turn), 0.0, 1.0]
                status, _, answer = worker.infer(ask("FP32", data), model="scale")
                if status != 200 or answer["outputs"][0]["data"] != [value * 2 + 1 for value in data]:
                    problems.append((status, answer))
        clients = [threading.Thread(target=client, args=(index,)) for index in range(8)]
        for thread in clients:
            thread.start()
        for thread in clients:
            thread.join()
        assert not problems, problems[:3]
        assert worker.stop() == 0, worker.said()
        with open(trace, encoding="utf-8") as file:
            text = file.read()
        assert "scale_1" in text and "scale_2" in text, [name for name in ("scale_1", "scale_2") if name in text]


main(globals())
