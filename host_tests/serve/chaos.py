#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""chaos.py SERVE MODELS IMAGES FPGACL KERNELS.xclbin NGINX [REQUESTS [SEED]]: nginx in front of three workers with faults.

At random, a worker is killed or stopped, its board is unplugged, or a model is reloaded, in at most two workers at a
time. The load, on models of two images, is below the capacity of one worker. No request may fail, and no answer may be
wrong. The default is 3,000 requests; docs/serving.md reports a run with 100,000.
"""
import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from mixed_models import add_model, ask
from worker import Digits, Worker, binary_logits, copy_models, request

serve, models, images, fpgacl, kernels, nginx = sys.argv[1:7]
TOTAL = int(sys.argv[7]) if len(sys.argv) > 7 else 3000
SEED = int(sys.argv[8]) if len(sys.argv) > 8 else random.randrange(1 << 32)
CLIENTS, WORKERS, PATIENCE = 4, 3, 120
digits = Digits(os.path.join(models, "digits", "1"), images)
folder = tempfile.mkdtemp(prefix="fpgacl-chaos.")
over = threading.Event()

CONFIGURATION = f"""
{'user root;' if not os.geteuid() else ''}  # root's own sockets are not for others
worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 512; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  upstream workers {{ {' '.join(f'server unix:{folder}/w{i}.sock max_fails=0;' for i in range(WORKERS))} }}
  server {{
    listen unix:{folder}/front.sock;
    keepalive_requests 1000000;
    location / {{
      proxy_pass http://workers;
      proxy_connect_timeout 2s; proxy_read_timeout 8s; proxy_send_timeout 8s; client_body_buffer_size 1m;
      proxy_next_upstream error timeout http_429 http_503 non_idempotent;
    }}
  }}
}}
"""


class Front:
    """Connections to nginx, with the interface that the helpers expect of a worker."""
    address = f"unix:{folder}/front.sock"
    connect, call, infer = Worker.connect, Worker.call, Worker.infer


class Place:
    """A worker with its own board process, and a supervisor for both."""

    def __init__(self, number):
        self.number, self.board, self.worker = number, None, None
        self.busy = False  # a fault is being injected
        self.plug()
        self.start()

    def plug(self):
        self.board = subprocess.Popen([fpgacl, "board", "start", "u250", "--name", f"c{self.number}", "--foreground"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        path, end = f"{folder}/fpgacl/c{self.number}.sock", time.time() + PATIENCE
        while subprocess.run([fpgacl, "info", "-d", f"board:c{self.number}"], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, check=False).returncode:
            assert time.time() < end, path
            time.sleep(0.05)

    def start(self):
        self.worker = Worker(serve, f"{folder}/models", devices=f"board:c{self.number}",
                             listen=f"unix:{folder}/w{self.number}.sock")

    def again(self):
        """Restarts what has ended, and waits until it answers."""
        if self.board.poll() is not None:
            self.plug()
        if self.worker.process.poll() is not None:
            self.start()

    def killed(self, chance):
        self.worker.process.send_signal(signal.SIGKILL)
        self.worker.process.wait()

    def stopped(self, chance):
        self.worker.process.send_signal(signal.SIGSTOP)
        time.sleep(chance.uniform(0.1, 12))
        self.worker.process.send_signal(signal.SIGCONT)

    def unplugged(self, chance):
        """Takes the worker's only board away until it returns; the worker then serves again by
        itself."""
        returns = self.worker.metric("board_returns_total")
        self.board.send_signal(signal.SIGKILL)
        self.board.wait()
        time.sleep(chance.uniform(0, 1))
        self.plug()
        self.worker.wait_for_metric("board_returns_total", returns + 1)
        self.worker.wait_for_ready()

    def loaded(self, chance):
        status, _, answer = self.worker.call("POST", "/v2/repository/models/digits/load")
        assert status == 200, answer


def client(number, counts, problems, done):
    front, chance, connection = Front(), random.Random(SEED * 100 + number), None
    while not problems and (counts[number] < TOTAL // CLIENTS or not all(done.values())):
        connection = connection or front.connect(60)
        try:
            if chance.random() < 0.3:
                data = [float(chance.randrange(1000)) for _ in range(4)]
                status, headers, answer = front.infer(ask("FP32", data), model="scale", connection=connection)
                right = status == 200 and answer["outputs"][0]["data"] == [2 * value + 1 for value in data]
            else:
                first, count = chance.randrange(20), chance.randrange(1, 9)
                status, headers, answer = front.infer(request(count), binary=digits.some(first, count), connection=connection)
                right = status == 200 and binary_logits(headers, answer) == digits.expected(first, count)
            if not right:
                problems.append((status, answer))
            if headers.get("Connection") == "close":
                connection = None
        except (OSError, http.client.HTTPException, ValueError) as error:
            problems.append(repr(error))
        counts[number] += 1
        time.sleep(0.004)


def suffer(place, action, problems, done):
    """A request may try all workers in turn, so a worker stays marked as busy for a while after its
    fault."""
    try:
        getattr(place, action)(random.Random(done[action]))
        place.again()
        over.wait(12)
    except BaseException as error:  # pylint: disable=broad-except
        problems.append((place.number, action, repr(error), place.worker.said()[-1500:]))
    place.busy = False


def disturb(places, problems, done):
    """Injects a fault about every second, in at most two workers at a time."""
    chance, threads = random.Random(SEED), []
    actions = list(done)
    chance.shuffle(actions)
    while not over.is_set() and not problems:
        well = [place for place in places if not place.busy]
        if len(well) > 1:
            place = chance.choice(well)
            action = next((name for name in actions if not done[name]), chance.choice(actions))
            place.busy = True
            done[action] += 1
            threads.append(threading.Thread(target=suffer, args=(place, action, problems, done)))
            threads[-1].start()
        over.wait(chance.uniform(0.2, 1.5))
    for thread in threads:
        thread.join()


def run():
    os.environ["XDG_RUNTIME_DIR"] = folder
    repository = copy_models(models, folder)
    add_model(repository, "scale", "FP32", kernels)
    with open(f"{folder}/nginx.conf", "w", encoding="ascii") as file:
        file.write(CONFIGURATION)
    places, problems, counts = [Place(number) for number in range(WORKERS)], [], [0] * CLIENTS
    front = subprocess.Popen([nginx, "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/nginx.log"])
    done = dict.fromkeys(("killed", "stopped", "unplugged", "loaded"), 0)
    try:
        while not os.path.exists(f"{folder}/front.sock"):
            time.sleep(0.02)
        digits.expected(0, 30)
        clients = [threading.Thread(target=client, args=(number, counts, problems, done)) for number in range(CLIENTS)]
        chaos = threading.Thread(target=disturb, args=(places, problems, done))
        for thread in [*clients, chaos]:
            thread.start()
        start = time.time()
        for thread in clients:
            thread.join()
        over.set()
        chaos.join()
        print(f"{sum(counts)} requests in {time.time() - start:.0f} s: {len(problems)} failed or wrong; {done}; seed {SEED}")
    finally:
        over.set()
        front.terminate()
        front.wait()
        for place in places:
            place.worker.process.kill()
            place.board.send_signal(signal.SIGTERM)
            place.board.wait()
    if problems:
        print(problems[:3])
        with open(f"{folder}/nginx.log", encoding="ascii", errors="replace") as file:
            print(file.read()[-2000:])
    return 1 if problems else 0


try:
    status = run()
finally:
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(status)
