#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""faults.py SERVE MODELS IMAGES: boards that fail, hang and vanish in mid-request cost a retry, not an error."""
import os
import sys

from load import Load
from worker import Digits, Worker, check_right, main, request

serve, models, images = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)


def survives(devices, requests, *options):
    """A worker on these boards gives right answers to all requests; returns the worker after the
    load."""
    worker = Worker(serve, models, *options, devices=devices)
    with Load(worker, digits) as load:
        load.wait(requests)
    load.check()
    return worker


def test_transfers_fail_now_and_then():
    worker = survives("fault(emu:u250)?read=EIO%5&write=EIO%3&seed=4,fault(emu:u250)?read=EIO%5&seed=9", 200)
    assert worker.metric("retried_requests_total") > 0
    assert worker.metric("failed_requests_total") == 0 and worker.metric("board_up") == 2
    assert worker.stop() == 0, worker.said()


def test_a_kernel_fails():
    # The other kernels of the launch wait for the failed one, or leave data in the FIFOs, so that
    # board gets no more launches.
    worker = survives("fault(emu:u250)?launch=EIO@52,emu:u250", 150)
    assert worker.metric("retried_requests_total") > 0 and worker.metric("failed_requests_total") == 0
    assert worker.metric("board_up") == 2
    assert worker.call("GET", "/v2/health/ready")[0] == 200
    worker.process.kill()


def test_a_board_is_gone():
    worker = Worker(serve, models, devices="fault(emu:u250)?board=gone@80,emu:u250")
    with Load(worker, digits) as load:
        worker.wait_for(" is lost")
        load.wait(20)
    load.check()
    assert worker.metric("board_up") == 1 and worker.metric("failed_requests_total") == 0
    assert worker.stop() == 0, worker.said()


def test_a_launch_hangs():
    worker = survives("fault(emu:u250)?launch=hang@60&timeout=3s,emu:u250", 100, "--run", "1")
    assert worker.metric("retried_requests_total") > 0 and worker.metric("failed_requests_total") == 0
    worker.process.kill()


def test_a_board_comes_back():
    # The board vanishes and returns twice without a restart; meanwhile the other board serves, and
    # a model is loaded.
    worker = Worker(serve, models, devices="fault(emu:u250)?board=gone@300&back=500ms,emu:u250")
    with Load(worker, digits) as load:
        worker.wait_for(" is lost")
        assert worker.call("POST", "/v2/repository/models/digits/load")[0] == 200
        for returns in 1, 2:
            worker.wait_for_metric("board_returns_total", returns)
            load.wait(100)
    load.check()
    assert worker.metric("failed_requests_total") == 0
    assert worker.stop() == 0, worker.said()


def test_the_only_board_comes_back():
    worker = Worker(serve, models, devices="fault(emu:u250)?board=gone@300&back=500ms")
    with Load(worker, digits, retried=(503,)) as load:
        for returns in 1, 2:
            worker.wait_for_metric("board_returns_total", returns)
            load.wait(100)
    assert not load.problems and load.again > 0, (load.problems[:3], worker.said())
    assert worker.stop() == 0, worker.said()


def test_no_board_is_left():
    worker = Worker(serve, models, "--lost", "1", devices="fault(emu:u250)?board=gone@100")
    with Load(worker, digits, retried=(503,)) as load:
        worker.wait_for("all boards are lost")
    assert worker.stop() == 1, worker.said()
    assert load.right > 0 and load.again > 0, (load.right, load.again, load.problems)


def test_wrong_request_costs_others_nothing():
    worker = Worker(serve, models)
    with Load(worker, digits) as load:
        for _ in range(50):
            assert worker.infer(request(3), binary=digits.some(0, 2))[0] == 400
            assert check_right(worker, digits, 2, 2) == 200
        load.wait(10)
    load.check()
    assert worker.stop() == 0


main(globals())
