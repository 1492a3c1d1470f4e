#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""attack.py SERVE MODELS IMAGES: clients that would like to have everything for themselves. Others are served."""
import json
import os
import socket
import sys
import tempfile
import threading
import time

from worker import PATIENCE, Digits, Worker, check_right, main, request

serve, models, images = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)
ATTACKER = "127.0.0.2"  # everybody else is 127.0.0.1
HEAD = b"POST /v2/models/digits/infer HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n"


def connect(worker, source=ATTACKER):
    if worker.address.startswith("unix:"):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        connection.connect(worker.address[5:])
        return connection
    host, port = worker.address.rsplit(":", 1)
    return socket.create_connection((host, int(port)), PATIENCE, (source, 0))


def read_all(connection):
    """What arrives before the connection ends."""
    answer = b""
    try:
        while part := connection.recv(65536):
            answer += part
    except ConnectionResetError:
        pass
    return answer


def drip(connection):
    """Sends a byte now and then until the worker ends the connection. Returns its answer."""
    answer, end = b"", time.monotonic() + PATIENCE
    connection.settimeout(0.1)
    while time.monotonic() < end:
        try:
            connection.sendall(b" ")
            part = connection.recv(65536)
            if not part:
                return answer
            answer += part
        except socket.timeout:
            pass
        except (BrokenPipeError, ConnectionResetError):
            return answer
    raise AssertionError("a client that drips keeps its connection")


def test_announced_bodies():
    """What is only announced takes no memory away from others."""
    worker = Worker(serve, models, "--max-body", "64", "--max-bodies", "64", "--share", "100", "--drain", "0")
    attackers = [connect(worker) for _ in range(32)]
    for connection in attackers:
        connection.sendall(HEAD % (64 << 20) + b"{")
    for first in range(5):
        assert check_right(worker, digits, first, 8) == 200
    assert worker.stop() == 0, worker.said()


def test_sent_bodies():
    """One client gets no more than its share of the memory, whatever it sends."""
    worker = Worker(serve, models, "--max-body", "2", "--max-bodies", "4", "--idle", "2", "--drain", "0")
    attackers = [connect(worker) for _ in range(4)]
    for connection in attackers:
        try:
            connection.sendall(HEAD % (2 << 20) + b" " * ((2 << 20) - 1))
        except (BrokenPipeError, ConnectionResetError):
            pass
    for connection in attackers[1:]:
        try:
            connection.sendall(b" ")
        except (BrokenPipeError, ConnectionResetError):
            pass
        connection.shutdown(socket.SHUT_WR)
    answers = [read_all(connection) for connection in attackers[1:]]
    assert any(b" 503 " in answer and b"no memory" in answer for answer in answers), answers
    body = json.dumps(request(1, digits.image(0))).encode()
    body += b" " * ((2 << 20) - 4096 - len(body))  # its tensors count, too
    status, _, answer = worker.call("POST", "/v2/models/digits/infer", body)
    assert status == 200 and answer["outputs"][0]["data"] == digits.logits(0), answer
    assert worker.stop() == 0, worker.said()


def test_tensors():
    """What is converted from JSON counts, too, and so do results."""
    worker = Worker(serve, models, "--max-body", "1", "--max-bodies", "1", "--share", "100", "--drain", "0")
    one = json.dumps(request(1, digits.image(0))).encode()
    for room, expected in ((0, 503), (63, 503), (64 + 39, 503), (4096, 200)):
        body = one + b" " * ((1 << 20) - room - len(one))
        for _ in range(3):  # nothing stays charged, once the request before has ended
            end = time.monotonic() + PATIENCE
            answer = {"error": "request bodies"}
            while "request bodies" in answer.get("error", "") and time.monotonic() < end:
                status, _, answer = worker.call("POST", "/v2/models/digits/infer", body)
            assert status == expected, (room, status, answer)
            assert expected == 200 or "no memory left for the tensors" in answer["error"], answer
    assert worker.stop() == 0, worker.said()


def check_connections(worker, most):
    attackers = [connect(worker) for _ in range(most)]
    for connection in attackers:  # all of these are served
        connection.sendall(b"GET /v2/health/live HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b" 200 " in connection.recv(1000)
    more = [read_all(connect(worker)) for _ in range(3)]
    assert all(b" 503 " in answer and b"too many connections" in answer for answer in more), more
    worker.wait_for(f"has {most} connections, its share (--share)")
    return attackers


def test_connections():
    worker = Worker(serve, models, "--connections", "20", "--http-threads", "1")
    attackers = check_connections(worker, 10)
    for first in range(5):
        assert check_right(worker, digits, first, 2) == 200
    text = worker.call("GET", "/metrics")[2].decode()
    assert "\nfpgacl_serve_refused_connections_total 3\n" in text and "\nfpgacl_serve_connections " in text, text
    # Each connection that ends makes room for another.
    attackers.pop().close()
    end = time.monotonic() + PATIENCE
    while b" 503 " in (answer := talk(connect(worker), b"GET /v2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")):
        assert time.monotonic() < end, answer
    assert b" 200 " in answer, answer
    assert worker.stop() == 0, worker.said()


def test_connections_of_a_user():
    with tempfile.TemporaryDirectory() as folder:
        worker = Worker(serve, models, "--connections", "8", "--share", "25", listen=f"unix:{folder}/s")
        for connection in check_connections(worker, 2):
            connection.close()
        assert worker.stop() == 0, worker.said()


def test_slow_requests():
    """--receive counts from a request's first line, however long a connection may be idle."""
    worker = Worker(serve, models, "--idle", "3600", "--receive", "1", "--rate", "0")
    for start in (HEAD % 100000, b"GET /v2 HTTP/1.1\r\nX: "):
        connection = connect(worker)
        connection.sendall(start)
        answer = drip(connection)
        assert b" 408 " in answer or not answer, answer
    assert b"\nfpgacl_serve_slow_exchanges_total 2\n" in worker.call("GET", "/metrics")[2]
    assert worker.stop() == 0, worker.said()


def test_rate():
    """A request that arrives too slowly ends long before --receive."""
    worker = Worker(serve, models, "--idle", "3600", "--receive", "3600")
    connection = connect(worker)
    connection.sendall(HEAD % 100000)
    answer = drip(connection)
    assert b" 408 " in answer or not answer, answer
    assert worker.stop() == 0, worker.said()


def talk(connection, data):
    try:
        connection.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return read_all(connection)


def ask_half_closed(worker, count, pauses, problems):
    body = json.dumps(request(count, digits.some(7, count))).encode()
    for pause in pauses:
        connection = connect(worker)
        connection.sendall(HEAD % len(body) + body)
        time.sleep(pause)
        connection.shutdown(socket.SHUT_WR)
        answer = read_all(connection)
        if b" 200 " not in answer.split(b"\r\n")[0] or json.loads(
                answer.split(b"\r\n\r\n", 1)[1])["outputs"][0]["data"] != digits.expected(7, count):
            problems.append((pause, answer))


def test_half_closed():
    """A client that has sent everything may shut down its side, early or late, and gets its answer."""
    digits.expected(7, 20)
    for devices, pauses in (("emu:u250", [0] * 50), ("delay(emu:u250)?read=50ms", [0, 0.02, 0.04])):
        worker, problems = Worker(serve, models, devices=devices), []
        clients = [threading.Thread(target=ask_half_closed, args=(worker, count, pauses, problems)) for count in (1, 20) * 4]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        assert not problems, (len(problems), problems[0])
        connection = connect(worker)
        connection.sendall(b"POST /v2/repository/models/digits/load HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        assert b" 200 " in read_all(connection)
        assert worker.stop() == 0, worker.said()


def test_two_ends():
    """A body that a proxy may end elsewhere is refused, and what follows it is no request."""
    worker = Worker(serve, models)
    inner = b"GET /v2/models/digits HTTP/1.1\r\nHost: a\r\n\r\n"
    for headers in (b"Content-Length: 2\r\nContent-Length: 2", b"Transfer-Encoding: chunked\r\nContent-Length: 2",
                    b"Content-Length: 2\r\ntransfer-encoding: chunked", b"Transfer-Encoding: gzip",
                    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"):
        for body in (b"{}" + inner, b"2\r\n{}\r\n0\r\n\r\n" + inner):
            answer = talk(connect(worker), b"POST /v2/models/digits/infer HTTP/1.1\r\nHost: a\r\n" + headers + b"\r\n\r\n" + body)
            assert answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.1 ") == 1, (headers, answer)
    assert worker.stop() == 0, worker.said()


main(globals())
