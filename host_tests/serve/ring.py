#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ring.py SERVE MODELS IMAGES FPGACL: the last calls of a worker (--capture), when they are asked for and when a
command fails, and their replay."""
import glob
import os
import subprocess
import sys
import tempfile

from load import Load
from worker import Digits, Worker, check_right, main

serve, models, images, fpgacl = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)


def replay(path):
    result = subprocess.run([fpgacl, "replay", "--yes", path], capture_output=True, text=True, timeout=300)
    return result.returncode, result.stdout + result.stderr


def test_asked_under_load():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        worker = Worker(serve, models, "--capture", "64")
        with Load(worker, digits, 3) as load:
            for _ in range(2):
                load.wait(50)
                path = subprocess.run([fpgacl, "capture", "--now", str(worker.process.pid)], check=True,
                                      capture_output=True, text=True, timeout=60).stdout.strip()
                status, text = replay(path)
                assert status == 0 and "all as in the captured run" in text, text
        assert worker.stop() == 0, worker.said()


def test_failed_command():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        worker = Worker(serve, models, "--capture", "64", devices="fault(emu:u250)?launch=EIO@20")
        while "the last calls are captured in" not in worker.said():
            check_right(worker, digits, 0, 2)
        assert worker.stop() == 0, worker.said()
        path, = glob.glob("fpgacl-*.fclcap")
        _, text = replay(path)  # on a board without the fault
        assert "got the error" in text or "in the captured run" in text, text
        assert "differ" not in text, text


main(dict(globals()))
