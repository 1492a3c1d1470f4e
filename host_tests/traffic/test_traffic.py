# SPDX-License-Identifier: Apache-2.0
"""Traffic generators at streams of an emulated board: test_traffic.py TREE HOST IMAGE SCRATCH

TREE is the folder that settings64.sh stands for. Each test has a host of its own, which programs the
board with IMAGE, and a folder for sockets.
"""
import multiprocessing
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

TREE, HOST, IMAGE, SCRATCH = sys.argv[1:5]
sys.path.insert(0, os.path.join(TREE, "data/emulation/python/xtlm_ipc_v2"))

import aie_output_plio  # noqa: E402
import axis_master  # noqa: E402
import axis_slave  # noqa: E402
import hls_input_stream  # noqa: E402
from xilinx_xtlm import Ended  # noqa: E402
from xilinx_xtlm import ipc_axis_master_nb_util, ipc_axis_master_util  # noqa: E402
from xilinx_xtlm import ipc_axis_slave_nb_util, ipc_axis_slave_util, xtlm_ipc  # noqa: E402

HELLO, WELCOME, DATA, TAKEN, REFUSED, END, MAGIC = 1, 2, 3, 4, 5, 6, 0x6C746378
LIMIT_S = 60


def make(data, tlast=True, tkeep=b"", tuser=b""):
    packet = xtlm_ipc.axi_stream_packet()
    packet.data, packet.data_length, packet.tlast = data, len(data), tlast
    packet.tkeep, packet.tuser = tkeep, tuser
    return packet


def numbers(*values):
    return struct.pack("<%dI" % len(values), *values)


class Host:
    """A program that has IMAGE on its board."""

    def __init__(self, folder, scratch=None, ready=True, **environment):
        self.log = open(os.path.join(scratch or folder, "log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([HOST, IMAGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.log, text=True,
                                        env=dict(os.environ, XTLM_IPC_SOCK_DIR=folder, FPGACL_LOG="info",
                                                 **environment))
        if ready:
            line = self.process.stdout.readline()
            if line != "ready\n":
                raise AssertionError("the host says %r: %s" % (line, self.said()))

    def collect(self, count):
        self.process.stdin.write("%d\n" % count)
        self.process.stdin.flush()

    def result(self):
        return int(self.process.stdout.readline())

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(LIMIT_S)
            except subprocess.TimeoutExpired:
                self.kill()
        self.process.stdout.close()
        self.process.stdin.close()
        self.log.close()


class Peer:
    """A process that talks to a unit without the library."""

    def __init__(self, name, direction, version=1, magic=MAGIC):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(LIMIT_S)
        self.socket.connect(os.path.join(os.environ["XTLM_IPC_SOCK_DIR"], name))
        self.socket.send(struct.pack("<8I", HELLO, direction, version, 0, 0, 0, magic, 0))

    def send(self, data):
        try:
            self.socket.sendall(data)
        except ConnectionError:
            pass  # the unit has disconnected already

    def read(self, size=32):
        data = b""
        while len(data) < size:
            try:
                part = self.socket.recv(size - len(data))
            except ConnectionError:
                break
            if not part:
                break
            data += part
        return data

    def complaint(self):
        """The text with which the unit disconnects; what it sent before is skipped."""
        while True:
            head = self.read()
            if len(head) < 32:
                return ""
            kind, _, length, keep, user, _, _, _ = struct.unpack("<8I", head)
            if kind == REFUSED:
                text = self.read(length).decode()
                assert self.read(1) == b"", "the unit is still connected"
                return text
            if kind == DATA:
                self.read(length + keep + user)

    def close(self):
        self.socket.close()


class LastAnswer:
    """A unit that has taken the first message, and nothing more comes from it."""

    def __init__(self, folder, name):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(folder, name))
        self.listener.listen(1)
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    def serve(self):
        with self.listener.accept()[0] as client:
            client.sendall(struct.pack("<8I", WELCOME, 1, 4, 0, 0, 0, 0, 0) +
                           struct.pack("<8I", TAKEN, 0, 0, 0, 0, 0, 1, 0))
            client.shutdown(socket.SHUT_WR)
            while client.recv(1000):
                pass

    def end(self):
        self.thread.join(LIMIT_S)
        self.listener.close()


class Traffic(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="s-", dir=SCRATCH)
        os.environ["XTLM_IPC_SOCK_DIR"] = self.folder
        os.environ["FPGACL_XTLM_TIMEOUT_S"] = str(LIMIT_S)
        self.addCleanup(shutil.rmtree, self.folder)

    def host(self, folder=None):
        host = Host(folder or self.folder)
        self.addCleanup(host.end)
        return host

    def test_packets(self):
        """Any length, also parts of transfers; more than the FIFOs and messages hold."""
        self.host()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        draw = random.Random(1)
        for i in range(300):
            size = draw.randint(1, 100) if i % 50 else draw.randint(1, 1200000)
            data = bytearray(draw.randbytes(size))
            data[3::4] = bytes(len(data[3::4]))  # so that adding 1 does not leave a transfer
            master.b_transport(make(bytes(data)))
            packet = slave.sample_transaction()
            padded = bytes(data) + bytes(-size % 4)
            expected = b"".join(numbers(value + 1) for value, in struct.iter_unpack("<I", padded))
            self.assertEqual(packet.data, expected[:size])
            self.assertEqual((packet.data_length, packet.tlast), (size, True))
            self.assertEqual(packet.tkeep, b"\xff" * size)
        master.end_of_simulation()

    def test_parts_of_packets(self):
        """A packet that several calls send; and data that is shorter or longer than it claims."""
        self.host()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        master.b_transport(make(numbers(1, 2), tlast=False))
        master.b_transport(make(numbers(3)))
        self.assertEqual(slave.sample_transaction().data, numbers(2, 3, 4))
        packet = make(numbers(1))
        packet.data_length = 8
        master.b_transport(packet)
        self.assertEqual(slave.sample_transaction().data, numbers(2, 1))
        packet = make(numbers(1, 2, 3))
        packet.data_length = 4
        master.b_transport(packet)
        self.assertEqual(slave.sample_transaction().data, numbers(2))

    def test_null_bytes(self):
        """TKEEP by byte and by bit; null bytes at the end are not received, those between are."""
        self.host()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        for keep in (b"\xff\xff\xff\xff\xff\xff\x00\x00", b"\x3f"):
            master.b_transport(make(numbers(1, 2), tkeep=keep))
            packet = slave.sample_transaction()
            self.assertEqual((packet.data, packet.data_length), (numbers(2, 3)[:6], 6))
        master.b_transport(make(numbers(1, 2), tkeep=b"\xff\x00\x00\x01\xff\xff\xff\xff"))
        packet = slave.sample_transaction()
        self.assertEqual(packet.data, numbers(2, 3))
        self.assertEqual(packet.tkeep, b"\xff\x00\x00\xff\xff\xff\xff\xff")
        with self.assertRaisesRegex(ValueError, "tkeep has 1 bytes for 40"):
            master.b_transport(make(bytes(40), tkeep=b"\xff"))
        with self.assertRaises(AttributeError):
            make(b"").tlst = True

    def test_user(self):
        self.host()
        master, slave = ipc_axis_master_util("wide_master"), ipc_axis_slave_util("wide_slave")
        master.b_transport(make(bytes(range(128)), tuser=b"\x01\x00\x00\xff\xff\xff"))
        packet = slave.sample_transaction()
        self.assertEqual(packet.data, bytes(range(128)))
        self.assertEqual(packet.tuser, b"\x02\x00\x00\x00\x00\x00")  # 20 bits

    def test_without_tlast(self):
        """Each transfer is a packet; other calls take any number of bytes, and none twice."""
        self.host()
        master, slave = axis_master.axis_master("raw_master"), axis_slave.axis_slave("raw_slave")
        data = random.Random(2).randbytes(80000)
        master.send_data(data, True)
        received = slave.receive_data()
        self.assertEqual(received, data[:8])
        for size in (1, 6, 9, 40000):
            part = slave.create_byte_array()
            slave.receive_data_with_size(part, size)
            received += part
        slave.disconnect()
        # Of the transfer that was taken in part, the next process gets all.
        whole = len(received) // 8 * 8
        slave = axis_slave.axis_slave("raw_slave")
        received = received[:whole] + slave.receive_data_with_size(bytearray(), len(data) - whole)
        self.assertEqual(received, data)
        with self.assertRaisesRegex(ValueError, "no TLAST"):
            slave.receive_data_on_tlast(bytearray())
        slave.disconnect()
        util = ipc_axis_master_util("raw_slave")
        with self.assertRaisesRegex(Ended, "takes a slave"):
            util.b_transport(make(bytes(8)))
        master.disconnect()
        util = ipc_axis_master_util("raw_master")
        with self.assertRaisesRegex(ValueError, "multiple of 8 bytes .*found 12"):
            util.b_transport(make(bytes(12)))

    def test_numbers(self):
        self.host()
        sender = hls_input_stream.hls_input_stream("gt_master", "int32")
        receiver = aie_output_plio.aie_output_plio("gt_slave", "int32")
        sender.send_data([-2, 5], "false")
        sender.send_data([7], True)
        self.assertEqual(receiver.receive_data_on_tlast(), [-1, 6, 8])
        sender.send_data([1, 2, 3], True)
        self.assertEqual(receiver.receive_data_with_size(8), [2, 3])
        self.assertEqual(receiver.receive_data(), [4])
        port = axis_master.axis_master("idle_master")
        for name, values in (("uInt8", [0, 255]), ("int16", [-5, 5]), ("double", [0.1]), ("bfloat16", [1.5, -3.0])):
            upper = name if name[0] == "u" else name[0].upper() + name[1:]
            data = getattr(port, name + "ToByteArray")(values)
            self.assertEqual(getattr(port, "byteArrayTo" + upper)(data), values)
        with self.assertRaisesRegex(ValueError, "int128"):
            hls_input_stream.hls_input_stream("gt_master", "int128")

    def test_nonblocking(self):
        """Everything is sent before anything is received, and before there is a host."""
        master, slave = ipc_axis_master_nb_util("gt_master"), ipc_axis_slave_nb_util("gt_slave")
        for i in range(300):
            master.nb_transport(make(numbers(*range(i, i + 50))))
        self.assertEqual(slave.no_of_available_txns(), 0)
        self.assertIsNone(slave.nb_sample_transaction())
        self.host()
        for i in range(300, 600):
            master.nb_transport(make(numbers(*range(i, i + 50))))
        sampled = 0
        while sampled < 600:
            waiting = master.get_no_of_avlbl_resp()
            self.assertEqual([master.nb_sample_resp() for i in range(waiting)], [True] * waiting)
            sampled += waiting
        self.assertFalse(master.nb_sample_resp())
        master.barrier_wait()
        for i in range(600):
            while not slave.no_of_available_txns():
                time.sleep(0.001)
            self.assertEqual(slave.nb_sample_transaction().data, numbers(*range(i + 1, i + 51)))
        self.assertEqual(slave.no_of_available_txns(), 0)

    def test_sent_when_the_process_ends(self):
        """What a process could not send at once, it sends before it ends."""
        def send():
            master = ipc_axis_master_nb_util("raw_master")
            master.nb_transport(make(bytes(3 << 20)))
        sender = multiprocessing.get_context("fork").Process(target=send)
        sender.start()
        time.sleep(0.2)
        self.host()
        slave = axis_slave.axis_slave("raw_slave")
        self.assertEqual(slave.receive_data_with_size(bytearray(), 3 << 20), bytes(3 << 20))
        sender.join(LIMIT_S)
        self.assertEqual(sender.exitcode, 0)

    def test_connected_before_a_fork(self):
        """Generators create their ports first, and use each in a process of its own."""
        self.host()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")

        def send():
            for i in range(20):
                master.b_transport(make(numbers(i)))
        sender = multiprocessing.get_context("fork").Process(target=send)
        sender.start()
        for i in range(20):
            self.assertEqual(slave.sample_transaction().data, numbers(i + 1))
        sender.join(LIMIT_S)
        self.assertEqual(sender.exitcode, 0)

    def test_kernel_waits(self):
        """A kernel that the host started first, and that the log says is waiting."""
        host = self.host()
        host.collect(1000)
        end = time.monotonic() + LIMIT_S
        while "byte_master at its other end waits for a process outside" not in host.said():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        master = ipc_axis_master_util("byte_master")
        master.b_transport(make(b"\x03" * 600))
        master.b_transport(make(b"\x02" * 400))
        self.assertEqual(host.result(), 2600)

    def test_generator_waits(self):
        """A generator that was started first; it waits for the kernel too."""
        sent = []

        def send():
            master = ipc_axis_master_util("byte_master")
            master.b_transport(make(b"\x01" * 5000))
            sent.append(True)
        thread = threading.Thread(target=send)
        thread.start()
        time.sleep(0.2)
        host = self.host()
        time.sleep(0.2)
        self.assertFalse(sent)
        host.collect(5000)
        self.assertEqual(host.result(), 5000)
        thread.join(LIMIT_S)
        self.assertTrue(sent)

    def test_sender_leaves_early(self):
        """What it has sent arrives, although it does not hear the answers."""
        host = self.host()
        master = ipc_axis_master_nb_util("byte_master")
        for i in range(80):
            master.nb_transport(make(bytes([i]) * 1000))
        master.end_of_simulation()
        host.collect(80000)
        self.assertEqual(host.result(), sum(range(80)) * 1000)

    def test_receivers_come_and_go(self):
        """What a receiver has not taken, the next one gets, and nothing twice; however it ended."""
        self.host()
        master = ipc_axis_master_util("gt_master")
        for i in range(30):
            master.b_transport(make(numbers(i, i)))
        expected = 0
        for count in (3, 1, 0, 7):
            read, write = os.pipe()
            child = os.fork()
            if not child:
                slave = ipc_axis_slave_util("gt_slave")
                for i in range(count):
                    os.write(write, slave.sample_transaction().data)
                slave._port.connect()
                slave._port.pump()  # more has come than it takes
                os.kill(os.getpid(), signal.SIGKILL)
            os.close(write)
            os.waitpid(child, 0)
            for i in range(count):
                expected += 1
                self.assertEqual(os.read(read, 8), numbers(expected, expected))
            self.assertEqual(os.read(read, 8), b"")
            os.close(read)
        slave = ipc_axis_slave_util("gt_slave")
        while expected < 30:
            expected += 1
            self.assertEqual(slave.sample_transaction().data, numbers(expected, expected))

    def test_sender_dies(self):
        """In the middle of a message: nothing of it gets to the kernel."""
        host = self.host()
        peer = Peer("gt_master", 1)
        peer.send(struct.pack("<8I", DATA, 16, 400, 0, 0, 100, 0, 0) + bytes(100))
        time.sleep(0.1)
        peer.close()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        master.b_transport(make(numbers(7)))
        self.assertEqual(slave.sample_transaction().data, numbers(8))
        self.assertIn("gone in the middle of a message", host.said())

    def test_garbage(self):
        """Each unit says what is wrong, disconnects, and serves the next process."""
        host = self.host()
        noise = random.Random(3).randbytes(5000)
        cases = [
            (dict(magic=1), b"", "does not begin as"),
            (dict(version=9), b"", "speaks version 9"),
            ({}, noise, "unknown kind"),
            ({}, struct.pack("<8I", DATA, 0, 1 << 31, 0, 0, 1 << 29, 0, 0), "too long"),
            ({}, struct.pack("<8I", DATA, 0, 4, 0, (1 << 32) - 4, 1, 0, 0), "too long"),
            ({}, struct.pack("<8I", DATA, 0, 8, 0, 0, 1, 0, 0), "do not fit"),
            ({}, struct.pack("<8I", DATA, 0, 0, 0, 0, 0, 0, 0), "do not fit"),
            ({}, struct.pack("<8I", DATA, 0, 4, 3, 0, 1, 0, 0), "do not fit"),
            ({}, struct.pack("<8I", DATA, 0, 4, 0, 7, 1, 0, 0), "do not fit"),
        ]
        for greeting, more, text in cases:
            peer = Peer("gt_master", 1, **greeting)
            peer.send(more)
            self.assertIn(text, peer.complaint())
            peer.close()
        peer = Peer("raw_master", 1)
        peer.send(struct.pack("<8I", DATA, 0, 8, 8, 0, 1, 0, 0) + bytes(16))
        self.assertIn("no TKEEP", peer.complaint())
        peer.close()
        for more in (noise, struct.pack("<8I", TAKEN, 0, 0, 0, 0, 0, 1, 0)):
            peer = Peer("gt_slave", 2)
            peer.send(more)
            self.assertIn("its answer is invalid", peer.complaint())
            peer.close()
        peer = Peer("gt_slave", 1)
        self.assertIn("takes a slave", peer.complaint())
        peer.close()
        peer = Peer("idle_master", 1)
        self.assertIn("not connected to a kernel", peer.complaint())
        peer.close()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        master.b_transport(make(numbers(1)))
        self.assertEqual(slave.sample_transaction().data, numbers(2))
        self.assertIn("disconnects a process", host.said())

    def test_host_ends(self):
        """Those that wait are told, after what had arrived; those that poll as well."""
        host = self.host()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        polling = ipc_axis_slave_nb_util("raw_slave")
        self.assertEqual(polling.no_of_available_txns(), 0)
        master.b_transport(make(numbers(1)))
        master.b_transport(make(numbers(2)))
        self.assertEqual(slave.sample_transaction().data, numbers(2))
        time.sleep(0.2)
        threading.Timer(0.3, host.kill).start()
        self.assertEqual(slave.sample_transaction().data, numbers(3))
        with self.assertRaisesRegex(Ended, "'gt_slave' has ended"):
            slave.sample_transaction()
        with self.assertRaisesRegex(Ended, "'gt_master' has ended"):
            master.b_transport(make(numbers(3)))
        with self.assertRaises(Ended):
            polling.no_of_available_txns()
        # The next host takes the place of the one that was killed.
        host = self.host()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        master.b_transport(make(numbers(4)))
        self.assertEqual(slave.sample_transaction().data, numbers(5))

    def test_end_of_simulation(self):
        """Ends a host under the vendor's variable, even one whose kernel runs, after the data before it."""
        host = self.host()
        ipc_axis_master_util("gt_master").end_of_simulation()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        master.b_transport(make(numbers(1)))
        self.assertEqual(slave.sample_transaction().data, numbers(2))
        master.end_of_simulation()
        slave.end_of_simulation()
        self.assertIsNone(host.process.poll())
        host.end()
        host = Host(self.folder, XCL_EMULATION_MODE="hw_emu")
        self.addCleanup(host.end)
        host.collect(10)
        master = ipc_axis_master_nb_util("byte_master")
        master.nb_transport(make(b"\x01" * 5))
        master.barrier_wait()
        self.assertIsNone(host.process.poll())
        master.end_of_simulation()
        self.assertEqual(host.process.wait(LIMIT_S), 0)
        self.assertIn("end_of_simulation() of a traffic generator at 'byte_master'", host.said())

    def test_end_before_the_greeting_is_answered(self):
        for end in (lambda: ipc_axis_slave_util("gt_slave").end_of_simulation(), lambda: self.run_cpp("farewell")):
            host = Host(self.folder, XCL_EMULATION_MODE="hw_emu")
            self.addCleanup(host.end)
            process = multiprocessing.get_context("fork").Process(target=end)
            process.start()
            process.join(LIMIT_S)
            self.assertEqual(host.process.wait(LIMIT_S), 0)

    def ask_for_end(self, host, count):
        """A process that does so, and has been heard; it goes on."""
        child = os.fork()
        if not child:
            peer = Peer("gt_master", 1)
            peer.send(struct.pack("<8I", END, *[0] * 7) * count)
            signal.pause()
        end = time.monotonic() + LIMIT_S
        while "the host ends" not in host.said():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        return child

    def end_process(self, child):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)

    def test_many_requests_to_end(self):
        """Only the first one counts."""
        host = Host(self.folder, XCL_EMULATION_MODE="hw_emu")
        self.addCleanup(host.end)
        child = self.ask_for_end(host, 20000)
        time.sleep(0.5)
        self.assertLess(len(os.listdir("/proc/%d/task" % host.process.pid)), 50)
        self.end_process(child)
        self.assertEqual(host.process.wait(LIMIT_S), 0)
        self.assertEqual(host.said().count("the host ends"), 1)

    def test_host_that_ends_by_itself(self):
        """Its status is its own, although it was about to be ended."""
        host = Host(self.folder, XCL_EMULATION_MODE="hw_emu")
        self.addCleanup(host.end)
        child = self.ask_for_end(host, 1)
        host.collect(-1)
        time.sleep(0.5)
        self.end_process(child)
        self.assertEqual(host.process.wait(LIMIT_S), 3)

    def test_disconnected(self):
        """A call fails after that, whatever has arrived; it is still there for the next process."""
        self.host()
        master, slave = ipc_axis_master_nb_util("gt_master"), ipc_axis_slave_nb_util("gt_slave")
        master.nb_transport(make(numbers(1)))
        while not slave.no_of_available_txns():
            time.sleep(0.001)
        slave.disconnect()
        for call in (slave.nb_sample_transaction, slave.no_of_available_txns):
            with self.assertRaisesRegex(Ended, "is disconnected"):
                call()
        slave = ipc_axis_slave_util("gt_slave")
        self.assertEqual(slave.sample_transaction().data, numbers(2))
        slave.disconnect()
        master.disconnect()
        self.run_cpp("disconnected")

    def test_last_answer(self):
        """What is in the stream was sent, although the emulation has ended since."""
        for send in (lambda: ipc_axis_master_util("last").b_transport(make(numbers(1))),
                     lambda: self.run_cpp("last answer")):
            unit = LastAnswer(self.folder, "last")
            send()
            unit.end()
            os.unlink(os.path.join(self.folder, "last"))

    def test_host_ends_during_the_greeting(self):
        """The next host will do as well."""
        self.host()
        with unittest.mock.patch.object(socket.socket, "send", side_effect=BrokenPipeError):
            slave = ipc_axis_slave_util("gt_slave")
        master = ipc_axis_master_util("gt_master")
        master.b_transport(make(numbers(1)))
        self.assertEqual(slave.sample_transaction().data, numbers(2))

    def test_limit(self):
        os.environ["FPGACL_XTLM_TIMEOUT_S"] = "1"
        with self.assertRaisesRegex(TimeoutError, "waiting for an emulation with 'gt_slave' in " + self.folder):
            ipc_axis_slave_util("gt_slave").sample_transaction()
        self.host()
        with self.assertRaisesRegex(TimeoutError, "'gt_slave': waiting for data"):
            ipc_axis_slave_util("gt_slave").sample_transaction()
        with self.assertRaisesRegex(TimeoutError, "waiting for the emulation to take data"):
            ipc_axis_master_util("byte_master").b_transport(make(bytes(5000)))

    def test_back_pressure(self):
        """Without a receiver a sender has to wait some time; nothing is lost, and the order is kept."""
        self.host()
        os.environ["FPGACL_XTLM_TIMEOUT_S"] = "1"
        master, block = ipc_axis_master_util("raw_master"), 1 << 17
        with self.assertRaises(TimeoutError):
            for i in range(1000):
                master.b_transport(make(struct.pack("<Q", i) * (block // 8), tlast=False))
        self.assertGreater(i * block, 8 << 20)
        self.assertLess(i * block, 64 << 20)
        os.environ["FPGACL_XTLM_TIMEOUT_S"] = str(LIMIT_S)
        slave = axis_slave.axis_slave("raw_slave")
        for j in range(i + 1):
            self.assertEqual(slave.receive_data_with_size(bytearray(), block), struct.pack("<Q", j) * (block // 8))

    def test_two_hosts(self):
        self.host()
        second = Host(self.folder, ready=False)
        self.addCleanup(second.end)
        self.assertRegex(second.process.stdout.readline(), "program: error")
        self.assertIn("in use by another emulation", second.said())
        # In a folder of its own, whose name is too long for the address of a socket.
        folder = os.path.join(self.folder, "n" * 120)
        os.mkdir(folder)
        self.host(folder)
        first = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        os.environ["XTLM_IPC_SOCK_DIR"] = folder
        other = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        first[0].b_transport(make(numbers(1)))
        other[0].b_transport(make(numbers(100)))
        self.assertEqual(first[1].sample_transaction().data, numbers(2))
        self.assertEqual(other[1].sample_transaction().data, numbers(101))

    def test_board_process(self):
        """Its kernels must not open sockets."""
        tool = os.path.join(os.path.dirname(os.path.realpath(os.path.join(TREE, "bin/v++"))), "fpgacl")
        environment = dict(os.environ, XDG_RUNTIME_DIR=self.folder)
        subprocess.run([tool, "board", "start", "u250", "--name", "b0"], env=environment, check=True,
                       stdout=subprocess.DEVNULL, timeout=LIMIT_S)
        self.addCleanup(subprocess.run, [tool, "board", "stop", "b0"], env=environment, check=True,
                        stdout=subprocess.DEVNULL, timeout=LIMIT_S)
        host = Host(self.folder, ready=False, XDG_RUNTIME_DIR=self.folder, FPGACL_DEVICES="board:b0")
        self.addCleanup(host.end)
        self.assertRegex(host.process.stdout.readline(), "program: error")
        self.assertIn("a board process keeps kernels from sockets", host.said())

    def test_folder_of_others(self):
        """Where others can put a socket, neither side meets anybody."""
        def refused(mode, owner):
            os.chown(self.folder, owner, -1)
            os.chmod(self.folder, mode)
            host = Host(self.folder, SCRATCH, ready=False)
            self.addCleanup(host.end)
            self.assertRegex(host.process.stdout.readline(), "error")
            self.assertIn("belongs to another user or is open to others (mode %03o)" % (mode & 0o777), host.said())
            with self.assertRaisesRegex(PermissionError, "belongs to another user or is open to others"):
                ipc_axis_master_util("gt_master")
            generator = subprocess.run([GENERATOR, "blocking"], timeout=LIMIT_S, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True)
            self.assertNotEqual(generator.returncode, 0)
            self.assertIn("belongs to another user or is open to others", generator.stderr)

        refused(0o777, os.geteuid())
        if not os.geteuid():
            refused(0o700, 65533)
            os.chown(self.folder, 0, -1)
        os.chmod(self.folder, 0o1777)
        self.host()
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        master.b_transport(make(numbers(1)))
        self.assertEqual(slave.sample_transaction().data, numbers(2))

    def test_default_folder(self):
        """Without a variable both sides know where to meet."""
        os.environ["XTLM_IPC_SOCK_DIR"] = ""
        host = Host("", self.folder, ready=False)
        self.addCleanup(host.end)
        if host.process.stdout.readline() != "ready\n" and "in use by another emulation" in host.said():
            self.skipTest("another emulation of this user runs at the same time")
        master, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        master.b_transport(make(numbers(1)))
        self.assertEqual(slave.sample_transaction().data, numbers(2))
        facts = os.stat("/tmp/fpgacl-xtlm-%d" % os.geteuid())
        self.assertEqual((facts.st_uid, facts.st_mode & 0o777), (os.geteuid(), 0o700))

    def test_two_generators(self):
        """One after the other."""
        self.host()
        first, slave = ipc_axis_master_util("gt_master"), ipc_axis_slave_util("gt_slave")
        first.b_transport(make(numbers(1)))
        second = ipc_axis_master_util("gt_master")
        os.environ["FPGACL_XTLM_TIMEOUT_S"] = "1"
        with self.assertRaisesRegex(TimeoutError, "answers another process first"):
            second.b_transport(make(numbers(2)))
        first.b_transport(make(numbers(3)))
        first.disconnect()
        second.b_transport(make(numbers(4)))
        self.assertEqual([slave.sample_transaction().data for i in range(3)], [numbers(2), numbers(4), numbers(5)])
        with self.assertRaisesRegex(Ended, "is disconnected"):
            first.b_transport(make(numbers(1)))

    def run_cpp(self, mode):
        return subprocess.run([GENERATOR, mode], timeout=LIMIT_S, check=True, stdout=subprocess.PIPE, text=True).stdout

    def test_cpp(self):
        self.host()
        for mode in ("blocking", "nonblocking", "large", "wide", "mistakes", "blocking"):
            with self.subTest(mode):
                self.run_cpp(mode)

    def test_cpp_and_the_end(self):
        host = self.host()
        process = subprocess.Popen([GENERATOR, "end"], stdout=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "|INFO | gt_slave will connect to :: %s/gt_slave\n" % self.folder)
        self.assertEqual([process.stdout.readline() for i in range(2)][1], "waiting\n")
        time.sleep(0.2)
        host.kill()
        text = process.communicate(timeout=LIMIT_S)[0]
        self.assertEqual(text.count("has ended"), 2, text)
        self.assertEqual(process.returncode, 0)


def build_generator():
    """As the vendor's scripts do."""
    script = """set -e
. "$1/settings64.sh"
GCC=$XILINX_VIVADO/tps/lnx64/gcc-9.3.0/bin/g++
IPC_XTLM=$XILINX_VIVADO/data/emulation/cpp
$GCC -std=c++11 -Wall -Werror -g "$2" -I$IPC_XTLM/inc/xtlm_ipc/ -L$IPC_XTLM/lib/ -lxtlm_ipc -L$XILINX_VIVADO/lib/lnx64.o/ \\
    -lrdizlib -L$GCC/../../lib64/ -lstdc++ -lpthread -o "$3"
IPC=$XILINX_VIVADO/data/emulation/ip_utils/xtlm_ipc/xtlm_ipc_v1_0/cpp
$GCC -std=c++17 -Wall -Wextra -Werror "$2" $IPC/src/axis/*.cpp $IPC/src/common/*.cpp $IPC/src/common/*.cc -I$IPC/inc \\
    -L$IPC/lib -lxtlm_ipc -lpthread -o "$3"
"""
    generator = os.path.join(SCRATCH, "generator")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "generator.cpp")
    subprocess.run(["bash", "-c", script, "build", TREE, source, generator], check=True)
    return generator


if __name__ == "__main__":
    os.makedirs(SCRATCH, exist_ok=True)
    GENERATOR = build_generator()
    unittest.main(argv=sys.argv[:1] + sys.argv[5:], verbosity=2)
