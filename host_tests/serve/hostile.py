#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hostile.py SERVE MODELS IMAGES [SECONDS [SEED]]: random requests and model folders that are almost valid.

Requests are cut and spliced, their bytes, headers, JSON values and lengths of binary tensors are changed, and they are
sent at once, in small pieces, or not completely. Each gets an error message, or its connection is closed. Meanwhile
valid requests get right answers, and at the end the worker shuts down properly. A failure prints its seed.
"""
import copy
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from worker import Digits, Worker, binary_logits, copy_models, request

serve, models, images = sys.argv[1:4]
SECONDS = float(sys.argv[4]) if len(sys.argv) > 4 else 5
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(1 << 32)
THREADS, PATIENCE = 8, 60
digits = Digits(os.path.join(models, "digits", "1"), images)
over = threading.Event()
problems, counts = [], {}

# Values that are often handled wrongly where a JSON value or a number in a header is expected.
VALUES = (None, True, False, 0, -1, 1, 63, 65, 1 << 31, -(1 << 31), 1 << 32, (1 << 63) - 1, -(1 << 63), 1 << 64, 10 ** 400,
          0.5, 1e308, -0.0, "", "images", "UINT8", "FP64", "BYTES", "\u0000", "\ud83d\ude00" * 50, "../../etc/passwd",
          "a" * 5000, [], {}, [[]], [None], [-1, 64], [1, -64], [0, 64], [1 << 62, 4], [1] * 200, {"input": {}})
NUMBERS = (b"0", b"1", b"-1", b"+5", b"18446744073709551615", b"18446744073709551616", b"99999999999999999999999",
           b"0x10", b" 12 ", b"1e3", b"", b"12,12", b"abc")
HEADERS = (b"Transfer-Encoding: chunked", b"Content-Encoding: gzip", b"Expect: 100-continue", b"Connection: close",
           b"Connection: upgrade", b"Content-Type: text/plain", b"Priority: u=9", b"Priority: u=-1, i", b"X-Request-Timeout-Ms: 0",
           b"X-Request-Timeout-Ms: 99999999999999999999", b"Host:", b": empty", b"No-Colon", b"A: " + b"b" * 9000,
           b"Inference-Header-Content-Length: 5", b"Range: bytes=0-1", b"Content-Length: 3", b" folded: yes")
PATHS = (b"/v2/models/digits/infer", b"/v2/models/digits/versions/1/infer", b"/v2", b"/metrics", b"/v2/repository/index",
         b"/v2/health/ready", b"/v2/models/%00/infer", b"/v2/models/" + b"%2e%2e%2f" * 40, b"/" * 3000, b"*", b"http://a/v2", b"")
METHODS = (b"POST", b"POST", b"POST", b"GET", b"PUT", b"HEAD", b"OPTIONS", b"CONNECT", b"POSTS", b"", b"\xff\xfe")


def places(value):
    """All (container, key) pairs in a JSON value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from places(value[key])


def change_json(chance, value):
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        found = list(places(value))
        if not found:
            break
        container, key = chance.choice(found)
        what = chance.random()
        if what < 0.6:
            container[key] = copy.deepcopy(chance.choice(VALUES))
        elif what < 0.75:
            del container[key]
        elif isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        else:
            container[chance.choice(("name", "shape", "data", "parameters", "outputs", "x"))] = copy.deepcopy(container[key])
    return value


def change_bytes(chance, data):
    data = bytearray(data)
    for _ in range(chance.choice((0, 0, 1, 1, 3))):
        at, what = chance.randrange(len(data) + 1), chance.randrange(4)
        if what == 0:
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9)))
        elif what == 1:
            del data[at:at + chance.randrange(1, 40)]
        elif what == 2 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        else:
            other = chance.randrange(len(data) + 1)
            data[at:at] = data[other:other + chance.randrange(60)]
    return bytes(data)


def some_body(chance):
    """(body, headers): a valid inference request, with its JSON changed at random."""
    count = chance.randrange(1, 5)
    if chance.random() < 0.5:
        data = list(digits.some(0, count))
        body = {"id": "x", "inputs": [{"name": "images", "datatype": "UINT8", "shape": [count, 64], "data": data}]}
        return json.dumps(change_json(chance, body)).encode(), []
    head = json.dumps(change_json(chance, request(count))).encode()
    length = chance.choice(NUMBERS) if chance.random() < 0.2 else b"%d" % (len(head) + chance.choice((0, 0, 0, 0, 1, -1, 64)))
    return head + digits.some(0, count), [b"Inference-Header-Content-Length: " + length]


def chunked(chance, body):
    parts, at = [], 0
    while at < len(body):
        size = chance.randrange(1, 200)
        part = body[at:at + size]
        stated = len(part) if chance.random() < 0.97 else chance.choice((0, 1 << 31, 1 << 64, len(part) + 1))
        parts.append(b"%x\r\n%s\r\n" % (stated, part))
        at += size
    return b"".join(parts) + chance.choice((b"0\r\n\r\n", b"0\r\n\r\n", b"", b"0\r\nTrailer: x\r\n\r\n"))


def some_request(chance):
    body, headers = some_body(chance)
    path = PATHS[0] if chance.random() < 0.7 else chance.choice(PATHS)
    method = METHODS[0] if chance.random() < 0.8 else chance.choice(METHODS)
    headers += chance.sample(HEADERS, chance.choice((0, 0, 0, 1, 2)))
    if chance.random() < 0.15:
        headers.append(b"Transfer-Encoding: chunked")
        body = chunked(chance, body)
    else:
        length = b"%d" % len(body) if chance.random() < 0.9 else chance.choice(NUMBERS)
        headers.append(b"Content-Length: " + length)
    chance.shuffle(headers)
    version = b"HTTP/1.1" if chance.random() < 0.95 else chance.choice((b"HTTP/1.0", b"HTTP/9.9", b"", b"HTTP/1.1 x"))
    whole = method + b" " + path + b" " + version + b"\r\nHost: x\r\n" + b"".join(h + b"\r\n" for h in headers) + b"\r\n" + body
    return change_bytes(chance, whole) if chance.random() < 0.4 else whole


def send(chance, connection, data):
    how = chance.random()
    if how < 0.1:
        data = data[:chance.randrange(len(data) + 1)]
    if how < 0.8:
        connection.sendall(data)
    else:
        for at in range(0, len(data), 97):
            connection.sendall(data[at:at + 97])
    what = chance.random()
    if what < 0.7:
        connection.shutdown(socket.SHUT_WR)
    elif what < 0.75:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset follows
        return False
    return what < 0.9


def receive(connection):
    answer = b""
    while True:
        part = connection.recv(65536)
        if not part:
            return answer
        answer += part


def attack(worker, number):
    host, port = worker.address.rsplit(":", 1)
    turn = 0
    while not over.is_set() and not problems:
        turn += 1
        chance = random.Random(f"{SEED}/{number}/{turn}")
        data = b"".join(some_request(chance) for _ in range(chance.choice((1, 1, 1, 3))))
        try:
            with socket.create_connection((host, int(port)), PATIENCE) as connection:
                answer = receive(connection) if send(chance, connection, data) else b""
        except socket.timeout:
            problems.append(("no answer and no end", number, turn, data[:300]))
            return
        except OSError:  # the worker has closed the connection
            answer = b""
        status = int(answer[9:12]) if answer[:7] == b"HTTP/1." and answer[9:12].isdigit() else 0
        counts[status] = counts.get(status, 0) + 1
        if answer and (not status or status in (500, 502, 504)):
            problems.append((answer[:300], number, turn, data[:600]))


def stay_right(worker):
    while not over.is_set() and not problems:
        status, headers, body = worker.infer(request(3), binary=digits.some(0, 3))
        if status in (429, 503):
            continue
        if status != 200 or binary_logits(headers, body) != digits.expected(0, 3):
            problems.append(("a good request", status, body))


def change_folder(chance, folder):
    path = os.path.join(folder, "model.json")
    with open(path, encoding="utf-8") as file:
        description = json.load(file)
    if chance.random() < 0.7:
        text = json.dumps(change_json(chance, description)).encode()
    else:
        text = change_bytes(chance, json.dumps(description).encode())
    with open(path, "wb") as file:
        file.write(text)
    if chance.random() < 0.2:
        name = chance.choice(sorted(os.listdir(folder)))
        path = os.path.join(folder, name)
        what = chance.randrange(5)
        if what == 0:
            os.unlink(path)
        elif what == 1:
            os.truncate(path, chance.randrange(os.path.getsize(path) + 1))
        elif what == 2:
            os.unlink(path)
            os.mkdir(path)
        elif what == 3:
            os.unlink(path)
            os.mkfifo(path)
        else:
            os.chmod(path, 0)


def load_folders(worker, repository):
    """Adds versions of a second model, of which invalid ones are refused. No requests are sent to it, because it shares
    an image with the valid model: a description with wrong numbers of packets would leave data in the FIFOs."""
    turn = 0
    while not over.is_set() and not problems:
        turn += 1
        chance = random.Random(f"{SEED}/folder/{turn}")
        folder = os.path.join(repository, "other", "1")
        shutil.rmtree(os.path.dirname(folder), ignore_errors=True)
        shutil.copytree(os.path.join(models, "digits", "1"), folder)
        change_folder(chance, folder)
        status, _, answer = worker.call("POST", "/v2/repository/models/other/load")
        counts["load", status] = counts.get(("load", status), 0) + 1
        if status == 200:
            worker.call("POST", "/v2/repository/models/other/unload")
        elif status not in (400, 404) or not answer.get("error"):
            problems.append(("load", status, answer, turn))


def run():
    with tempfile.TemporaryDirectory(prefix="fpgacl-hostile.") as folder:
        repository = copy_models(models, folder)
        worker = Worker(serve, repository, "--idle", "2", "--receive", "2", "--max-body", "1")
        digits.expected(0, 3)
        tasks = [(attack, worker, number) for number in range(THREADS)]
        tasks += [(stay_right, worker), (load_folders, worker, repository)]
        threads = [threading.Thread(target=guard, args=task) for task in tasks]
        for thread in threads:
            thread.start()
        end = time.time() + SECONDS
        while time.time() < end and not problems and worker.process.poll() is None:
            time.sleep(0.05)
        over.set()
        for thread in threads:
            thread.join()
        print(f"seed {SEED}: {dict(sorted(counts.items(), key=str))}")
        end_worker(worker)
        said = worker.said()
        for word in ("Sanitizer", "runtime error"):
            if word in said:
                problems.append(said[said.index(word) - 200:][:3000])
    for problem in problems[:3]:
        print(problem)
    return 1 if problems or not counts else 0


def end_worker(worker):
    try:
        if worker.process.poll() is not None or worker.stop():
            problems.append(("the worker ended", worker.process.returncode, worker.said()[-3000:]))
    except subprocess.TimeoutExpired:
        problems.append("the worker does not end")


def guard(task, *arguments):
    try:
        task(*arguments)
    except BaseException as error:  # pylint: disable=broad-except
        problems.append((task.__name__, repr(error)))


sys.exit(run())
