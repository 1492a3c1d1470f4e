#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""unplugged.py SERVE MODELS IMAGES FPGACL: board processes that are killed or stopped in
mid-request."""
import os
import signal
import subprocess
import sys
import tempfile
import time

from load import Load
from worker import Digits, Worker, main

serve, models, images, fpgacl = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)


class Boards:
    """Board processes with unique names."""

    def __init__(self, count):
        self.folder = tempfile.TemporaryDirectory(prefix="fpgacl-serve.")
        os.environ["XDG_RUNTIME_DIR"] = self.folder.name
        self.processes = [self.start(i) for i in range(count)]
        self.wait()
        self.devices = ",".join(f"board:s{i}" for i in range(count))

    @staticmethod
    def start(index, board="u250"):
        return subprocess.Popen([fpgacl, "board", "start", board, "--name", f"s{index}", "--foreground"],
                                stderr=subprocess.DEVNULL)

    def wait(self):
        end = time.time() + 60
        while not all(os.path.exists(f"{self.folder.name}/fpgacl/s{i}.sock") for i in range(len(self.processes))):
            assert time.time() < end, "the boards do not come up"
            time.sleep(0.05)

    def unplug(self, index):
        self.processes[index].kill()
        self.processes[index].wait(60)
        os.unlink(f"{self.folder.name}/fpgacl/s{index}.sock")

    def plug(self, index, *board):
        self.processes[index] = self.start(index, *board)
        self.wait()

    def stop(self, index):
        """Stops a board process and its executors, and returns them."""
        pids = [self.processes[index].pid]
        for pid in pids:
            with open(f"/proc/{pid}/task/{pid}/children") as file:
                pids += [int(word) for word in file.read().split()]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        return pids

    @staticmethod
    def go_on(pids):
        for pid in pids:
            os.kill(pid, signal.SIGCONT)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
            process.wait(60)
        os.environ.pop("XDG_RUNTIME_DIR")
        self.folder.cleanup()


def test_a_board_is_unplugged():
    with Boards(2) as boards:
        worker = Worker(serve, models, devices=boards.devices)
        serving = worker.metric("model_boards")
        with Load(worker, digits) as load:
            load.wait(60)
            boards.unplug(0)
            load.wait(100)
            assert worker.metric("board_up") == 1
            boards.plug(0)
            worker.wait_for_metric("model_boards", serving)
            load.wait(60)
            boards.unplug(1)  # so that the board that returned serves alone
            load.wait(100)
        load.check()
        assert worker.metric("board_up") == 1 and worker.metric("failed_requests_total") == 0
        assert worker.stop() == 0, worker.said()


def test_a_board_comes_back_worse():
    # A board that is present but loads no model is retried at growing intervals, and the log says
    # so once.
    with Boards(2) as boards:
        worker = Worker(serve, models, devices=boards.devices)
        serving = worker.metric("model_boards")
        with Load(worker, digits) as load:
            boards.unplug(0)
            worker.wait_for(" is lost")
            boards.plug(0, "fault(emu:u250)?alloc=ENOMEM")
            worker.wait_for_metric("board_returns_total", 1)
            worker.wait_for("is back")
            time.sleep(4)  # three tries
            load.wait(60)
            said = [line for line in worker.said().splitlines() if "model digits/1: board board:s" in line]
            assert len(said) == 1, said
            boards.unplug(0)
            load.wait(60)
            boards.plug(0)
            worker.wait_for_metric("model_boards", serving)
        load.check()
        assert worker.metric("failed_requests_total") == 0
        assert worker.stop() == 0, worker.said()


def test_a_board_stands_still():
    # A board does not answer for a while: its requests run elsewhere, and later it takes part
    # again.
    with Boards(2) as boards:
        worker = Worker(serve, models, "--run", "1", devices=boards.devices)
        with Load(worker, digits) as load:
            load.wait(60)
            stopped = boards.stop(0)
            load.wait(60)
            worker.wait_for("gave up on a launch")
            load.wait(60)
            boards.go_on(stopped)
            load.wait(60)
        load.check()
        assert worker.metric("board_up") == 2 and worker.metric("failed_requests_total") == 0
        assert worker.stop() == 0, worker.said()


main(globals())
