#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""life.py SERVE MODELS IMAGES: models that are replaced under load, shutdown, full queues, sockets."""
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time

from load import Load
from worker import Digits, Worker, check_right, copy_models, main, request, wait_until

serve, models, images = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)


def add_version(repository, version, edit=None, model="digits"):
    """A copy of version 1, prepared elsewhere and renamed into place."""
    aside = os.path.join(repository, model, f".{version}")
    shutil.copytree(os.path.join(models, "digits", "1"), aside)
    path = os.path.join(aside, "model.json")
    with open(path) as file:
        description = json.load(file)
    if edit:
        edit(description)
    with open(path, "w") as file:
        json.dump(description, file)
    os.rename(aside, os.path.join(repository, model, str(version)))


def post(worker, path, body=b""):
    return worker.call("POST", "/v2/repository/" + path, body)


def test_reload_under_load():
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        worker = Worker(serve, repository, devices="emu:u250,emu:u250")
        with Load(worker, digits) as load:
            for version in range(2, 6):
                load.wait(15)
                add_version(repository, version)
                status, _, answer = post(worker, "models/digits/load")
                assert status == 200 and answer == {}, answer
                assert worker.call("GET", "/v2/models/digits")[2]["versions"] == [str(version)]
            load.wait(15)
            # A version that is not valid leaves the previous one in place.
            add_version(repository, 6, lambda description: description["outputs"][0].update(datatype="FP32"))
            status, _, answer = post(worker, "models/digits/load")
            assert status == 400 and "the tensor 'logits' has FP32" in answer["error"], answer
            load.wait(15)
        load.check()
        assert worker.call("GET", "/v2/models/digits/versions/5/ready")[0] == 200
        assert worker.stop() == 0, worker.said()


def test_load_and_unload():
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        os.mkdir(os.path.join(repository, "half"))
        worker = Worker(serve, repository)
        index = {model["name"]: model for model in post(worker, "index")[2]}
        assert index["digits"]["state"] == "READY" and index["digits"]["version"] == "1", index
        assert index["half"]["state"] == "UNAVAILABLE" and "has no version" in index["half"]["reason"], index
        assert [model["name"] for model in post(worker, "index", b'{"ready": true}')[2]] == ["digits"]
        # A worker without one of its models is not ready, unless an option says otherwise.
        status, _, answer = worker.call("GET", "/v2/health/ready")
        assert status == 503 and "could not be loaded" in answer["error"], answer
        assert post(worker, "models/half/unload")[0] == 200
        assert worker.call("GET", "/v2/health/ready")[0] == 200

        add_version(repository, 3, model="half")
        status, _, answer = post(worker, "models/half/load")
        assert status == 200, answer
        assert worker.call("GET", "/v2/health/ready")[0] == 200
        assert worker.infer(request(1, digits.image(3)), model="half")[2]["outputs"][0]["data"] == digits.logits(3)
        assert post(worker, "models/half/unload")[0] == 200
        assert worker.infer(request(1, digits.image(3)), model="half")[0] == 404
        index = {model["name"]: model for model in post(worker, "index")[2]}
        assert index["half"]["state"] == "UNAVAILABLE" and index["half"]["reason"] == "unloaded", index

        # All that is wrong with a version is one line, which says which version it is.
        def rename(description):
            for kernel in description["kernels"]:
                kernel["name"] = kernel["name"].replace("hidden", "heeden").replace("store", "stare")

        add_version(repository, 4, edit=rename, model="half")
        status, _, answer = post(worker, "models/half/load")
        problems = answer["error"].split("; the image has no kernel ")
        assert status == 400 and len(problems) == 2 and problems[1].startswith("'stare'; it has: "), answer
        assert problems[0].startswith("model 'half' cannot be served: version 4: the image has no kernel 'heeden'"), answer

        for name in ("nobody", "..%2Fdigits", "%2e%2e", ".hidden"):
            status, _, answer = post(worker, f"models/{name}/load")
            assert status == 404 and "error" in answer, (name, answer)
        assert post(worker, "models/nobody/unload")[0] == 404
        assert post(worker, "models/digits/load", b'{"parameters": {"config": "{}"}}')[0] == 400
        assert check_right(worker, digits, 0, 4) == 200
        assert worker.stop() == 0, worker.said()


def write_policy(repository, policy, model="digits"):
    with open(os.path.join(repository, model, "config.json"), "w") as file:
        json.dump({"version_policy": policy}, file)


def served(worker, model="digits"):
    return [int(version) for version in worker.call("GET", f"/v2/models/{model}")[2]["versions"]]


def test_versions():
    """Several versions at once, and back to an older one, under load."""
    def swap_inputs(description):  # versions are told apart by the names of their tensors
        description["outputs"][0]["name"] = "older"
        description["kernels"][-1]["arguments"]["logits"] = {"output": "older"}

    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        add_version(repository, 3)
        add_version(repository, 2, swap_inputs)
        write_policy(repository, {"latest": {"num_versions": 2}})
        worker = Worker(serve, repository, devices="emu:u250,emu:u250")
        assert served(worker) == [3, 2]
        with Load(worker, digits) as load:
            for version, output in ((3, "logits"), (2, "older")):
                status, _, answer = worker.infer(request(1, digits.image(4)), model=f"digits/versions/{version}")
                assert status == 200 and answer["model_version"] == str(version), answer
                assert answer["outputs"][0]["name"] == output and answer["outputs"][0]["data"] == digits.logits(4), answer
            assert worker.infer(request(1, digits.image(4)))[2]["model_version"] == "3"
            status, _, answer = worker.call("GET", "/v2/models/digits/versions/1")
            assert status == 404 and "is loaded in versions 3 and 2, not 1" in answer["error"], answer
            index = post(worker, "index")[2]
            assert [(model["version"], model["state"]) for model in index] == [("3", "READY"), ("2", "READY")], index
            stats = worker.call("GET", "/v2/models/digits/stats")[2]["model_stats"]
            assert [model["version"] for model in stats] == ["3", "2"], stats
            text = worker.call("GET", "/metrics")[2].decode()
            for version, board in ((2, "emu:u250"), (3, "emu:u250#1")):
                assert f'fpgacl_serve_items_total{{model="digits",version="{version}"}}' in text, text
                assert f'fpgacl_serve_board_up{{board="{board}"}} 1' in text, text

            # What the policy does not ask for leaves; back to an older version works the same way.
            for policy, expected in (({"all": {}}, [3, 2, 1]), ({"specific": {"versions": [1]}}, [1]),
                                     ({"specific": {"versions": [3, 1]}}, [3, 1]), ({"latest": {}}, [3])):
                write_policy(repository, policy)
                assert post(worker, "models/digits/load")[0] == 200
                assert served(worker) == expected, (policy, served(worker))
                load.wait(10)

            # If one version does not load, none that was served leaves, and the error says which it is.
            add_version(repository, 4, lambda description: description.update(max_batch=-1))
            write_policy(repository, {"latest": {"num_versions": 2}})
            status, _, answer = post(worker, "models/digits/load")
            assert status == 400 and "version 4: model.json: expected 'max_batch'" in answer["error"], answer
            assert served(worker) == [3] and worker.call("GET", "/v2/health/ready")[0] == 200
            load.wait(10)
        load.check()
        assert worker.stop() == 0, worker.said()

        # At startup, versions that load are served, but the worker is not ready.
        worker = Worker(serve, repository)
        assert served(worker) == [3]
        assert worker.call("GET", "/v2/health/ready")[0] == 503
        index = post(worker, "index")[2]
        assert [model["state"] for model in index] == ["READY", "UNAVAILABLE"] and "version 4" in index[1]["reason"], index
        shutil.rmtree(os.path.join(repository, "digits", "4"))
        assert post(worker, "models/digits/load")[0] == 200
        assert served(worker) == [3, 2] and worker.call("GET", "/v2/health/ready")[0] == 200
        assert worker.stop() == 0, worker.said()


def test_two_models_on_one_board():
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        os.mkdir(os.path.join(repository, "more"))
        add_version(repository, 1, model="more")
        worker = Worker(serve, repository)
        with Load(worker, digits) as load:
            for first in range(30):
                status, _, answer = worker.infer(request(1, digits.image(first)), model="more")
                assert status == 200 and answer["outputs"][0]["data"] == digits.logits(first), answer
            load.wait(10)
        load.check()
        assert worker.stop() == 0, worker.said()


def test_drain():
    # Accepted requests are answered; later ones are refused with 503, or find no listener.
    worker = Worker(serve, models, devices="delay(emu:u250)?read=1500ms")
    statuses = []

    def client():
        statuses.append(check_right(worker, digits, 0, 3))

    clients = [threading.Thread(target=client) for _ in range(6)]
    idle = worker.connect()
    assert worker.call("GET", "/v2/health/ready", connection=idle)[0] == 200
    for thread in clients:
        thread.start()
    # Those of the clients, the idle one, and the one that asks. A launch takes several reads, and so outlasts the sleep.
    wait_until(lambda: worker.metric("connections") >= len(clients) + 2, "the clients' connections")
    time.sleep(2)
    worker.process.send_signal(signal.SIGTERM)
    worker.wait_for("finishing")
    status, headers, answer = worker.call("GET", "/v2/health/ready", connection=idle)
    assert status == 503 and headers["Connection"].lower() == "close", (status, answer)
    for thread in clients:
        thread.join()
    assert statuses == [200] * 6, (statuses, worker.said())
    assert worker.stop() == 0, worker.said()


def test_full_queue():
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        add_version(repository, 2, lambda description: description.update(max_batch=4, max_queue=4))
        worker = Worker(serve, repository, devices="delay(emu:u250)?read=200ms")
        with Load(worker, digits, clients=12, most=4, retried=(429,)) as load:
            load.wait(12)
            wait_until(lambda: load.again or load.problems, "a request that is refused")
            answers = [worker.infer(request(4, digits.some(0, 4))) for _ in range(3)]
        load.check()
        assert load.again > 0
        for status, headers, answer in answers:
            assert status == 200 or (status == 429 and headers["Retry-After"] == "1" and "full" in answer["error"])
        assert worker.metric("refused_requests_total") >= load.again
        assert worker.stop() == 0


def test_deadlines():
    worker = Worker(serve, models, devices="delay(emu:u250)?read=1000ms")
    answers = []

    def client(headers):
        answers.append(worker.infer(request(256), binary=digits.some(0, 256), headers=headers)[0])

    # Two launches occupy the feeders for a second, two more wait, and requests behind those exceed
    # their time in the queue.
    clients = [threading.Thread(target=client, args=({},)) for _ in range(4)]
    for thread in clients:
        thread.start()
    wait_until(lambda: worker.metric("queued_items") >= 2 * 256, "two requests in the queue")
    status, _, answer = worker.infer(request(1, digits.image(0)), headers={"X-Request-Timeout-Ms": "50"})
    assert status == 504 and "deadline passed" in answer["error"], answer
    assert worker.metric("expired_requests_total") == 1
    for thread in clients:
        thread.join()
    assert answers == [200] * 4, answers
    assert worker.stop() == 0


def test_batching():
    # Requests that arrive during a launch share the next one; with max_delay_us they wait for more.
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        add_version(repository, 2, lambda description: description.update(max_delay_us=3000000, max_batch=6))
        worker = Worker(serve, repository)
        with_three = [threading.Thread(target=check_right, args=(worker, digits, first, 2)) for first in (0, 5, 9)]
        for thread in with_three:
            thread.start()
        for thread in with_three:
            thread.join()
        assert worker.metric("launches_total") == 1, worker.call("GET", "/metrics")[2]
        assert worker.metric("items_total") == 6
        # A single request waits no longer than max_delay_us.
        assert check_right(worker, digits, 3, 1) == 200
        assert worker.metric("launches_total") == 2
        assert worker.stop() == 0


def test_sockets():
    with tempfile.TemporaryDirectory() as folder:
        listen = f"unix:{folder}/serve.sock"
        worker = Worker(serve, models, listen=listen)
        assert check_right(worker, digits, 4, 4) == 200
        other = Worker(serve, models, listen=listen, up=False)
        assert other.process.wait(60) == 1 and "another worker is listening at" in other.said(), other.said()
        assert check_right(worker, digits, 4, 4) == 200
        # A worker that was killed leaves its socket, which the next one replaces.
        worker.stop(signal.SIGKILL)
        assert os.path.exists(f"{folder}/serve.sock")
        worker = Worker(serve, models, listen=listen)
        assert check_right(worker, digits, 4, 4) == 200
        assert worker.stop() == 0 and not os.path.exists(f"{folder}/serve.sock")
        with open(f"{folder}/file", "w") as file:
            file.write("precious")
        other = Worker(serve, models, listen=f"unix:{folder}/file", up=False)
        assert other.process.wait(60) == 1 and "is not a socket" in other.said(), other.said()
        assert os.path.getsize(f"{folder}/file") == 8
        # What another program has not accepted yet is its, as what it has.
        with socket.socket(socket.AF_UNIX) as busy, socket.socket(socket.AF_UNIX) as first:
            busy.bind(f"{folder}/busy")
            busy.listen(0)
            first.connect(f"{folder}/busy")
            other = Worker(serve, models, listen=f"unix:{folder}/busy", up=False)
            assert other.process.wait(60) == 1 and "another program is listening at" in other.said(), other.said()
            assert os.path.exists(f"{folder}/busy")
        # Where others could put something else, and a lock that leads elsewhere.
        os.symlink("file", f"{folder}/led.lock")
        other = Worker(serve, models, listen=f"unix:{folder}/led", up=False)
        assert other.process.wait(60) == 1 and "is a symbolic link" in other.said(), other.said()
        os.mkdir(f"{folder}/open")
        os.chmod(f"{folder}/open", 0o777)
        other = Worker(serve, models, listen=f"unix:{folder}/open/s", up=False)
        assert other.process.wait(60) == 1 and "other users may write to the folder" in other.said(), other.said()

        worker = Worker(serve, models)
        other = Worker(serve, models, listen=worker.address, up=False)
        assert other.process.wait(60) == 1 and "another program is listening at" in other.said(), other.said()
        for listen in ("nowhere", "localhost:80", "1.2.3:x", ":", "unix:", "unix:" + "x" * 200):
            other = Worker(serve, models, listen=listen, up=False)
            assert other.process.wait(60) == 1, (listen, other.said())
        assert worker.stop() == 0


def test_systemd():
    # The notifications for systemd: the worker serves, is alive, and ends.
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"{folder}/notify")
        systemd.settimeout(60)
        worker = Worker(serve, models, NOTIFY_SOCKET=f"{folder}/notify", WATCHDOG_USEC="100000")
        assert systemd.recv(100) == b"READY=1"
        assert check_right(worker, digits, 0, 1) == 200
        for _ in range(3):
            assert systemd.recv(100) == b"WATCHDOG=1"
        worker.process.send_signal(signal.SIGTERM)
        said = b"WATCHDOG=1"
        while said == b"WATCHDOG=1":
            said = systemd.recv(100)
        assert said == b"STOPPING=1", said
        assert worker.stop() == 0


def test_no_board():
    worker = Worker(serve, models, devices="emu:u50")
    assert worker.infer(request(1, digits.image(0)))[0] == 404
    index = worker.call("POST", "/v2/repository/index")[2]
    assert "the board is xilinx_u50" in index[0]["reason"], index
    assert worker.call("GET", "/v2/health/ready")[0] == 503
    assert worker.stop() == 0
    # Another worker may find boards that this one does not.
    worker = Worker(serve, models, "--lost", "1", devices="emu:u50")
    worker.wait_for("no model could be loaded")
    assert worker.process.wait(60) == 1, worker.said()


def test_largest_body():
    # A body of the maximum size fits if there is no other one, whether its length is announced or
    # not.
    for chunked in (False, True):
        worker = Worker(serve, models, "--max-body", "2", "--max-bodies", "2")
        parts = iter([b"x" * 65536] * 32) if chunked else b"x" * (32 << 16)
        headers = {"Transfer-Encoding": "chunked"} if chunked else {}
        connection = worker.connect()
        connection.request("POST", "/v2/models/digits/infer", parts, headers, encode_chunked=chunked)
        answer = connection.getresponse()
        assert answer.status == 400 and "malformed" in json.loads(answer.read())["error"], (chunked, answer.status)
        connection.close()
        assert worker.stop() == 0, worker.said()


main(globals())
