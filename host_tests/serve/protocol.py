#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""protocol.py SERVE MODELS IMAGES: the paths of the Open Inference Protocol, and errors of clients."""
import json
import os
import re
import socket
import sys
import time

from worker import Digits, Worker, binary_logits, check_right, main, request

serve, models, images = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)
worker = Worker(serve, models, "--idle", "2", "--receive", "2", "--max-body", "1")


def refused(answer, status, *words):
    """Expects an error with that status, and these words in its message."""
    assert answer[0] == status, answer
    assert set(answer[2]) == {"error"}, answer
    for word in words:
        assert word in answer[2]["error"], answer


def test_metadata():
    status, _, server = worker.call("GET", "/v2")
    assert status == 200 and server["name"] == "fpgacl serve" and server["version"], server
    assert {"binary_tensor_data", "model_repository"} <= set(server["extensions"])
    for path in ("/v2/models/digits", "/v2/models/digits/versions/1", "/v2/models/d%69gits/"):
        status, _, model = worker.call("GET", path)
        assert status == 200, (path, model)
        assert model["name"] == "digits" and model["versions"] == ["1"] and model["platform"], model
        assert model["inputs"] == [{"name": "images", "datatype": "UINT8", "shape": [-1, 64]}]
        assert model["outputs"] == [{"name": "logits", "datatype": "INT32", "shape": [-1, 10]}]


def test_health():
    assert worker.call("GET", "/v2/health/live")[::2] == (200, {"live": True})
    assert worker.call("GET", "/v2/health/ready")[::2] == (200, {"ready": True})
    assert worker.call("HEAD", "/v2/health/ready")[0] == 200
    for path in ("/v2/models/digits/ready", "/v2/models/digits/versions/1/ready"):
        assert worker.call("GET", path)[::2] == (200, {"name": "digits", "ready": True})


def test_paths():
    for path in ("/", "/v1", "/v2/", "/v2//models/digits", "/v2/models", "/v2/models/digits/versions", "/v2/health",
                 "/v2/models/digits/versions/one", "/v2/models/digits/versions/01", "/v2/models/digits/stat", "/v2/models/digits/stats/x",
                 "/v2/models/digits%00", "/v2/models/" + "a" * 300, "/v2/repository", "/v2/models/%2", "/v2/models/%zz"):
        if path != "/v2/":
            refused(worker.call("GET", path), 404, "path")
    for path in ("/v2/models/nobody", "/v2/models/nobody/ready", "/v2/models/..%2Fdigits", "/v2/models/%2e%2e"):
        refused(worker.call("GET", path), 404, "there is no model")
    refused(worker.call("GET", "/v2/models/digits/versions/2"), 404, "version 1, not 2")
    refused(worker.infer(request(1, digits.image(0)), model="nobody"), 404, "there is no model 'nobody'")
    refused(worker.infer(request(1, digits.image(0)), model="digits/versions/7"), 404, "version 1, not 7")
    answer = worker.call("GET", "/v2/models/digits/infer")
    refused(answer, 405, "POST")
    assert answer[1]["Allow"] == "POST"
    refused(worker.call("POST", "/v2/health/live", b""), 405, "GET")
    refused(worker.call("DELETE", "/v2/models/digits"), 405)


def test_json():
    for count in (1, 3):
        status, _, answer = worker.infer(request(count, digits.some(5, count), id='a "b"'))
        assert status == 200, answer
        assert answer["model_name"] == "digits" and answer["model_version"] == "1" and answer["id"] == 'a "b"'
        assert answer["outputs"] == [{"name": "logits", "datatype": "INT32", "shape": [count, 10],
                                      "data": digits.expected(5, count)}]
    nested = request(2, b"")
    nested["inputs"][0]["data"] = [list(digits.image(7)), list(digits.image(8))]
    status, _, answer = worker.infer(nested, model="digits/versions/1")
    assert status == 200 and answer["outputs"][0]["data"] == digits.expected(7, 2), answer
    assert "id" not in answer


def test_binary():
    for first, count in ((0, 1), (9, 32), (1541, 256)):
        status, headers, body = worker.infer(request(count), binary=digits.some(first, count))
        assert status == 200, body
        assert headers["Content-Type"] == "application/octet-stream"
        found = binary_logits(headers, body)
        assert len(found) == 10 * count
        some = min(count, 40)
        assert found[:10 * some] == digits.expected(first, some)
        assert found[-10:] == digits.logits(first + count - 1)
    # Binary in one direction, JSON in the other.
    status, _, answer = worker.infer(request(2, parameters={}), binary=digits.some(3, 2))
    assert status == 200 and answer["outputs"][0]["data"] == digits.expected(3, 2), answer
    asked = request(1, digits.image(4), outputs=[{"name": "logits", "parameters": {"binary_data": True}}])
    status, headers, body = worker.infer(asked)
    assert status == 200 and binary_logits(headers, body) == digits.logits(4)


def test_keep_alive():
    connection = worker.connect()
    for i in range(20):
        assert check_right(worker, digits, i, 2, connection) == 200
        refused(worker.infer({"inputs": []}, connection=connection), 400)


def test_chunked():
    body = json.dumps(request(2, digits.some(11, 2))).encode()
    connection = worker.connect()
    connection.request("POST", "/v2/models/digits/infer", iter([body[:100], body[100:101], body[101:]]),
                       {"Transfer-Encoding": "chunked"}, encode_chunked=True)
    answer = connection.getresponse()
    assert answer.status == 200 and json.loads(answer.read())["outputs"][0]["data"] == digits.expected(11, 2)


def edited(path, value, base=None):
    """A request with one value changed; None removes it."""
    changed = json.loads(json.dumps(base or request(1, digits.image(0))))
    at = changed
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return changed


def test_wrong_requests():
    tensor = ("inputs", 0)
    for words, wrong in (
            (["'inputs'"], {}),
            (["'inputs'"], {"inputs": 7}),
            (["no input '(no name)'"], {"inputs": [7]}),
            (["no input 'pictures'"], edited((*tensor, "name"), "pictures")),
            (["expected the datatype UINT8, found FP32"], edited((*tensor, "datatype"), "FP32")),
            (["expected the datatype UINT8, found none"], edited((*tensor, "datatype"), None)),
            (["expected the shape [-1,64]"], edited((*tensor, "shape"), None)),
            (["expected the shape [-1,64]"], edited((*tensor, "shape"), [64])),
            (["expected the shape [-1,64]"], edited((*tensor, "shape"), [1, 8, 8])),
            (["expected the shape [-1,64]"], edited((*tensor, "shape"), [1, "64"])),
            (["1 to 256", "found 0"], edited((*tensor, "shape"), [0, 64])),
            (["1 to 256", "found -5"], edited((*tensor, "shape"), [-5, 64])),
            (["1 to 256", "found 257"], edited((*tensor, "shape"), [257, 64])),
            (["1 to 256"], edited((*tensor, "shape"), [2**63 - 1, 64])),
            (["expected 128 elements"], edited((*tensor, "shape"), [2, 64])),
            (["'data'"], edited((*tensor, "data"), None)),
            (["'data'"], edited((*tensor, "data"), "0")),
            (["expected 64 elements", "found 63"], edited((*tensor, "data"), [0] * 63)),
            (["element 63 is not of type UINT8"], edited((*tensor, "data"), [0] * 63 + [256])),
            (["element 0 is not of type UINT8"], edited((*tensor, "data"), [-1] + [0] * 63)),
            (["element 1 is not of type UINT8"], edited((*tensor, "data"), [0, 1.5] + [0] * 62)),
            (["element 1 is not of type UINT8"], edited((*tensor, "data"), [0, None] + [0] * 62)),
            (["dimension 0"], edited((*tensor, "data"), [[0] * 64, [0] * 64])),
            (["dimension 1"], edited((*tensor, "data"), [[0] * 65])),
            (["element 3 is not of type"], edited((*tensor, "data"), [[0, 0, 0, [0]] + [0] * 60])),
            (["expected 1 inputs, found 2"], edited(("inputs",), request(1, digits.image(0))["inputs"] * 2)),
            (["no output 'logit'"], edited(("outputs",), [{"name": "logit"}])),
            (["'outputs' to be an array"], edited(("outputs",), {"name": "logits"})),
            (["classification"], edited(("outputs",), [{"name": "logits", "parameters": {"classification": 3}}])),
            (["'id' to be a string"], edited(("id",), 5)),
            (["'parameters' to be an object"], edited(("parameters",), [])),
            (["'priority'"], edited(("parameters",), {"priority": 9})),
            (["'timeout'"], edited(("parameters",), {"timeout": -1})),
            (["shared memory"], edited((*tensor, "parameters"), {"shared_memory_region": "r"})),
            (["sequences"], edited(("parameters",), {"sequence_id": 1}))):
        refused(worker.infer(wrong), 400, *words)
    assert check_right(worker, digits, 0, 1) == 200


def test_wrong_json():
    for body in (b"{", b"[]", b"nonsense", b'{"inputs": [], "inputs": []}', b"\xff\xfe{}", b'{"id": "\xc3"}',
                 b"[" * 100000, b'{"inputs":[{"name":"images","datatype":"UINT8","shape":[1e999,64]}]}',
                 b'{"id": 99999999999999999999}', b'{"id": "\\u0000"}'):
        refused(worker.call("POST", "/v2/models/digits/infer", body), 400)
    refused(worker.call("POST", "/v2/models/digits/infer"), 400, "body")
    refused(worker.call("POST", "/v2/repository/index", b"{"), 400, "malformed")
    refused(worker.call("POST", "/v2/repository/models/digits/load", b"[]"), 400, "object")


def test_many_values():
    """A short body can take a hundred times its size once parsed, so such a body is refused before
    it is parsed."""
    many = b",".join([b"{}"] * 300000)
    for body in (b'{"inputs": [' + many + b"]}", b'{"id": "\\"", "x": [' + many + b"]}"):
        refused(worker.call("POST", "/v2/models/digits/infer", body), 400, "more values")
    status, _, answer = worker.infer(request(1, digits.some(5, 1), id=',{[\\"' * 50000))
    assert status == 200 and answer["outputs"][0]["data"] == digits.expected(5, 1), answer


def test_wrong_binary():
    asked = request(2)
    refused(worker.infer(asked, binary=digits.some(0, 1)), 400, "expected 128 bytes of binary data, found 64")
    refused(worker.infer(asked, binary=digits.some(0, 3)), 400, "64 bytes of binary data do not belong to any input")
    refused(worker.infer(edited(("inputs", 0, "parameters", "binary_data_size"), 64, asked),
                         binary=digits.some(0, 2)), 400, "'binary_data_size' to be 128")
    refused(worker.infer(edited(("inputs", 0, "parameters", "binary_data_size"), -1, asked),
                         binary=digits.some(0, 2)), 400, "'binary_data_size' to be 128")
    refused(worker.infer(edited(("inputs", 0, "data"), [], asked), binary=digits.some(0, 2)), 400, "not both")
    body = json.dumps(asked).encode()
    for header in ("-1", "x", "", "99999999999999999999", str(len(body) + 1000)):
        refused(worker.call("POST", "/v2/models/digits/infer", body + digits.some(0, 2),
                            {"Inference-Header-Content-Length": header}), 400)
    refused(worker.call("POST", "/v2/models/digits/infer", body, {"Content-Encoding": "gzip"}), 415)


def test_sizes():
    for chunked in (False, True):
        connection = worker.connect()
        try:
            parts = iter([b"x" * 65536] * 20) if chunked else b"x" * (20 << 16)
            headers = {"Transfer-Encoding": "chunked"} if chunked else {}
            connection.request("POST", "/v2/models/digits/infer", parts, headers, encode_chunked=chunked)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the worker answers before it has read the body
        try:
            answer = connection.getresponse()
            assert answer.status == 413, answer.status
            assert "1048576 bytes" in json.loads(answer.read())["error"]
        except ConnectionResetError:
            assert not chunked
    # Headers that are too long, too.
    status = worker.call("GET", "/v2", headers={"X-Long": "x" * 60000})[0]
    assert status in (413, 431), status
    assert check_right(worker, digits, 0, 1) == 200


def raw(text):
    host, port = worker.address.rsplit(":", 1)
    connection = socket.create_connection((host, int(port)), 60)
    connection.sendall(text)
    return connection


def test_slow_clients():
    # No bytes, a byte now and then, a body that does not arrive: all are closed, and other clients
    # are served.
    head = b"POST /v2/models/digits/infer HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
    slow = [raw(b""), raw(b"GET /v2 HT"), raw(head), raw(head + b"{")]
    dripping = [raw(b"GET /v2 HTTP/1.1\r\nX: "), raw(head)]
    start = time.time()
    while dripping and time.time() < start + 60:
        for connection in list(dripping):
            try:
                connection.settimeout(0.01)
                connection.sendall(b"x")
                if connection.recv(1000) == b"":
                    dripping.remove(connection)
            except socket.timeout:
                pass
            except OSError:
                dripping.remove(connection)
        time.sleep(0.2)
        assert check_right(worker, digits, 1, 1) == 200
    assert not dripping, "a client that drips keeps its connection"
    assert time.time() > start + 2
    for connection in slow:
        connection.settimeout(60)
        try:
            while connection.recv(1000):
                pass  # an answer may say why
        except ConnectionResetError:
            pass


def test_broken_off():
    # Clients that disconnect at any point cost no more than their request.
    body = json.dumps(request(8)).encode()
    head = (f"POST /v2/models/digits/infer HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body) + 512}\r\n"
            f"Inference-Header-Content-Length: {len(body)}\r\n\r\n").encode()
    whole = head + body + digits.some(0, 8)
    for length in range(1, len(whole) + 1, 37):
        raw(whole[:length]).close()
    raw(whole).close()
    for first in range(0, 40, 8):
        assert check_right(worker, digits, first, 8) == 200


def test_deadline_and_priority():
    for headers in ({"X-Request-Timeout-Ms": "0"}, {"X-Request-Timeout-Ms": "soon"}, {"X-Request-Timeout-Ms": "-1"}):
        refused(worker.infer(request(1, digits.image(0)), headers=headers), 400, "X-Request-Timeout-Ms")
    for headers in ({"X-Request-Timeout-Ms": "60000"}, {"Priority": "u=0"}, {"Priority": "i, u=7"}, {"Priority": "?"}):
        assert worker.infer(request(1, digits.image(0)), headers=headers)[0] == 200
    assert worker.infer(request(1, digits.image(0), parameters={"priority": 1, "timeout": 60000000}))[0] == 200


def test_metrics():
    before = worker.metric("items_total")
    assert check_right(worker, digits, 0, 5) == 200
    assert worker.metric("items_total") == before + 5
    assert worker.metric("launches_total") >= 1 and worker.metric("board_up") == 1
    assert worker.metric("http_answers_total") > 1
    text = worker.call("GET", "/metrics")[2].decode()
    assert "# TYPE fpgacl_serve_items_total counter" in text and "process_cpu_seconds_total" in text


def histogram(text, stage):
    """(limits, cumulative counts, sum, count) of a stage of version 1."""
    labels = f'model="digits",version="1",stage="{stage}"'
    lines = [line for line in text.splitlines() if line.startswith("fpgacl_serve_request_seconds") and labels in line]
    buckets = [re.fullmatch(r'fpgacl_serve_request_seconds_bucket\{.*,le="(.*)"\} (\d+)', line).groups() for line in lines[:-2]]
    total = float(re.fullmatch(r"fpgacl_serve_request_seconds_sum\{.*\} (\S+)", lines[-2]).group(1))
    count = int(re.fullmatch(r"fpgacl_serve_request_seconds_count\{.*\} (\d+)", lines[-1]).group(1))
    return [float(limit) for limit, _ in buckets], [int(value) for _, value in buckets], total, count


def test_histograms():
    assert check_right(worker, digits, 0, 5) == 200
    text = worker.call("GET", "/metrics")[2].decode()
    assert "# TYPE fpgacl_serve_request_seconds histogram" in text
    sums = {}
    for stage in ("queue", "input", "compute", "output", "total"):
        limits, counts, sums[stage], count = histogram(text, stage)
        assert limits == sorted(limits) and limits[-1] == float("inf") and counts == sorted(counts), (stage, limits, counts)
        assert counts[-1] == count == worker.metric("succeeded_requests_total"), (stage, counts)
    assert 0 < sums["compute"] < sums["total"] and sums["input"] > 0 and sums["output"] > 0, sums
    assert sums["queue"] < sums["total"], sums


def test_statistics():
    assert "statistics" in worker.call("GET", "/v2")[2]["extensions"]
    before = worker.call("GET", "/v2/models/digits/stats")[2]["model_stats"][0]
    for first in range(3):
        assert check_right(worker, digits, first, 7) == 200
    for path in ("models/digits/stats", "models/digits/versions/1/stats", "models/stats"):
        status, _, answer = worker.call("GET", "/v2/" + path)
        assert status == 200 and len(answer["model_stats"]) == 1, answer
    stats = answer["model_stats"][0]
    assert stats["name"] == "digits" and stats["version"] == "1"
    assert abs(stats["last_inference"] / 1000 - time.time()) < 3600
    assert stats["inference_count"] == before["inference_count"] + 21
    assert stats["execution_count"] == before["execution_count"] + 3
    parts = stats["inference_stats"]
    assert set(parts) == {"success", "fail", "queue", "compute_input", "compute_infer", "compute_output", "cache_hit",
                          "cache_miss"}
    for name in ("success", "queue", "compute_input", "compute_infer", "compute_output"):
        assert parts[name]["count"] == before["inference_stats"][name]["count"] + 3, (name, parts)
        assert parts[name]["ns"] > before["inference_stats"][name]["ns"] or name == "queue", (name, parts)
    sizes = [batch["batch_size"] for batch in stats["batch_stats"]]
    assert sizes == sorted(set(sizes)) and 7 in sizes, sizes
    assert sum(batch["compute_infer"]["count"] for batch in stats["batch_stats"]) == stats["execution_count"]
    refused(worker.call("GET", "/v2/models/nobody/stats"), 404, "there is no model")
    refused(worker.call("GET", "/v2/models/digits/versions/3/stats"), 404, "version 1, not 3")
    refused(worker.call("POST", "/v2/models/stats", b""), 405, "GET")


def test_board_names():
    text = worker.call("GET", "/metrics")[2].decode()
    assert 'fpgacl_serve_board_up{board="emu:u250"} 1\n' in text, text


def test_z_end():
    assert worker.stop() == 0, worker.said()


try:
    main(globals())
finally:
    worker.stop()
