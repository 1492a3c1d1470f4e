# SPDX-License-Identifier: Apache-2.0
"""Boards of a rack that talk to each other, in one process and several.

test_boards.py RING SERIAL CROSSED FPGACL CHANNELS ALLREDUCE SUMS GATHER GATHERED SCRATCH: RING is the program of ring.c,
SERIAL its image, CROSSED the same with its links behind each other's ports, CHANNELS that of channels.cl, ALLREDUCE the
program of allreduce.c, SUMS its image, GATHER the program of gather.c, and GATHERED its image.
"""
import fcntl
import glob
import json
import os
import random
import re
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

RING, SERIAL, CROSSED, FPGACL, CHANNELS, ALLREDUCE, SUMS, GATHER, GATHERED, SCRATCH = sys.argv[1:11]
LIMIT_S = 120


class Rack(unittest.TestCase):
    def setUp(self):
        os.makedirs(SCRATCH, exist_ok=True)
        self.folder = tempfile.mkdtemp(dir=SCRATCH)
        self.addCleanup(shutil.rmtree, self.folder)

    def start(self, rack, boards, rounds, log="error", meet="rack", image=None, **environment):
        environment = dict(os.environ, FPGACL_RACK=rack, FPGACL_RACK_DIR=os.path.join(self.folder, meet),
                           FPGACL_DEVICES=",".join(["emu:u280"] * boards), FPGACL_LOG=log, **environment)
        return subprocess.Popen([RING, image or SERIAL, str(rounds)], env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process):
        try:
            return process.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail("hung: %r %r" % process.communicate())

    def write(self, text):
        path = os.path.join(self.folder, "rack.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_one_process(self):
        for boards in 1, 2, 5:
            self.assertEqual(self.finish(self.start("ring:%d" % boards, boards, 3)), ("right\n", ""))
        self.assertEqual(os.listdir(os.path.join(self.folder, "rack")), [])

    def test_connected(self):
        """What connect= says of a unit's port is so: words go through the other port, the other way around the ring."""
        self.assertEqual(self.finish(self.start("ring:3", 3, 1, image=CROSSED))[0][:9], "board 0, ")
        rack = self.write("".join("[link]\nends=%s:qsfp1-%s:qsfp0\n" % tuple(pair) for pair in ("ab", "bc", "ca")))
        self.assertEqual(self.finish(self.start(rack, 3, 2, image=CROSSED)), ("right\n", ""))

    def test_processes(self):
        """One rank a board, and a process with two of them."""
        ranks = [self.start("ring:4", 1, 3, PMIX_RANK=str(i), FIRST=str(i), ALL="4") for i in range(4)]
        for rank in ranks:
            self.assertEqual(self.finish(rank), ("right\n", ""))
        rack = self.write("[board a]\nrank=0\n[board b]\nrank=0\n[board c]\nrank=1\n"
                          "[link]\nends=a:qsfp0-b:qsfp1\n[link]\nends=b:qsfp0-c:qsfp1\n"
                          "[link]\nends=c:qsfp0-a:qsfp1\n")
        ranks = [self.start(rack, 2 - i, 3, PMIX_RANK=str(i), FIRST=str(2 * i), ALL="3") for i in range(2)]
        for rank in ranks:
            self.assertEqual(self.finish(rank), ("right\n", ""))

    def test_containers(self):
        """Ranks whose files and processes are not each other's: they share one folder, under different names."""
        command = ["unshare", "--mount", "--pid", "--fork", "--ipc"]
        if os.geteuid():
            command += ["--user", "--map-root-user"]
        mounts = "mount -t tmpfs none /dev/shm && mount -t proc none /proc"
        made = subprocess.run(command + ["sh", "-c", mounts], capture_output=True, text=True, check=False)
        if made.returncode:
            self.skipTest(made.stderr.strip())
        shared = os.path.join(self.folder, "shared")
        os.mkdir(shared, 0o700)
        ranks = []
        for i in range(3):
            own = os.path.join(self.folder, "container%d" % i)
            os.mkdir(own)
            script = ('%s && mount -t tmpfs none "%s" && mkdir -m 700 "%s/links" && '
                      'mount --bind "%s" "%s/links" && exec "%s" "%s" 3' % (mounts, own, own, shared, own, RING, SERIAL))
            environment = dict(os.environ, FPGACL_RACK="ring:3", FPGACL_RACK_DIR=own + "/links", PMIX_RANK=str(i),
                               FIRST=str(i), ALL="3", FPGACL_DEVICES="emu:u280", FPGACL_LOG="error")
            ranks.append(subprocess.Popen(command + ["sh", "-c", script], env=environment, text=True,
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        for rank in ranks:
            self.assertEqual(self.finish(rank), ("right\n", ""))

    def test_boards_of_intel(self):
        """Intel's variables say how many boards there are, where nothing names any."""
        names = ("CL_CONFIG_CPU_EMULATE_DEVICES", "CL_CONTEXT_EMULATOR_DEVICE_INTELFPGA",
                 "CL_CONTEXT_EMULATOR_DEVICE_ALTERA")
        usual = {name: value for name, value in os.environ.items()
                 if name not in names + ("FPGACL_DEVICES", "XCL_EMULATION_MODE")}
        for values, count in (((), 1), (("3",), 3), (("", "2"), 2), (("", "", "4"), 4), (("", "s10_ref"), 1),
                              (("", "1000"), 1), (("", "0"), 1)):
            run = subprocess.run([FPGACL, "list", "--json"], env=dict(usual, **dict(zip(names, values))), text=True,
                                 capture_output=True, timeout=LIMIT_S, check=True)
            boards = json.loads(run.stdout)
            if not all(board["device"].startswith("emu:") for board in boards):
                self.skipTest("there is a card")
            self.assertEqual(len(boards), count, values)

    def test_killed(self):
        """The neighbour of a process that was killed goes on with the one that takes its place."""
        first = self.start("ring:2", 1, 1000000, PMIX_RANK="0", FIRST="0", ALL="2")
        second = self.start("ring:2", 1, 1000000, PMIX_RANK="1", FIRST="1", ALL="2")
        time.sleep(1)
        for rank in first, second:
            self.assertIsNone(rank.poll())
        second.kill()
        second.communicate()
        first.kill()
        first.communicate()
        ranks = [self.start("ring:2", 1, 2, PMIX_RANK=str(i), FIRST=str(i), ALL="2") for i in range(2)]
        for rank in ranks:
            self.assertEqual(self.finish(rank), ("right\n", ""))

    def start_relay(self, rack, machine):
        """A machine is a folder here: its boards meet in no other."""
        environment = dict(os.environ, FPGACL_RACK_DIR=os.path.join(self.folder, machine), FPGACL_LOG="warn")
        relay = subprocess.Popen([FPGACL, "rack", "relay", rack, machine], env=environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.end_relay, relay)
        self.assertRegex(relay.stdout.readline(), "^%s relays at 127.0.0.1:[0-9]+ for [0-9]+ ports" % machine)
        return relay

    def end_relay(self, relay):
        relay.terminate()
        relay.communicate(timeout=LIMIT_S)

    def machines(self):
        sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        text = "".join("[machine %s]\naddress=127.0.0.1:%d\n" % (name, each.getsockname()[1])
                       for name, each in zip(("left", "right"), sockets))
        for each in sockets:
            each.close()
        return text

    def write_machines(self):
        """A ring of four boards on two machines, whose boards take turns in it: all cables are between machines."""
        text = self.machines()
        for i in range(4):
            text += "[board %s]\nrank=%d\nmachine=%s\n" % ("abcd"[i], i, ("left", "right")[i % 2])
        for i in range(4):
            text += "[link]\nends=%s:qsfp0-%s:qsfp1\n" % ("abcd"[i], "abcd"[(i + 1) % 4])
        return self.write(text)

    def test_machines(self):
        """Over TCP; a rank that is killed is missed on the other machine, and one in its place is not."""
        rack = self.write_machines()
        relays = [self.start_relay(rack, name) for name in ("left", "right")]
        for rounds in 1, 3:
            ranks = [self.start(rack, 1, rounds, meet=("left", "right")[i % 2], PMIX_RANK=str(i), FIRST=str(i), ALL="4")
                     for i in range(4)]
            for rank in ranks:
                self.assertEqual(self.finish(rank), ("right\n", ""))
            killed = self.start(rack, 1, 1000, meet="left", PMIX_RANK="0", FIRST="0", ALL="4")
            time.sleep(0.5)
            killed.kill()
            killed.communicate()
            # What is sent before the relays know is lost.
            time.sleep(2)
        for relay in relays:
            self.assertIsNone(relay.poll())

    def test_hostile_machines(self):
        """Peers that say nothing, nonsense, or come with another rack; those that mean well go on."""
        rack = self.write_machines()
        relay = self.start_relay(rack, "left")
        with open(rack, encoding="utf-8") as file:
            port = int(file.readlines()[1].split(":")[1])
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
        hello = struct.pack("<III", 0x796C6572, 1, 0)
        random.seed(1)
        for i in range(200):
            start = [b"", hello, hello + bytes(32), struct.pack("<III", 0x796C6572, 2, 0) + bytes(32)][i % 4]
            with socket.create_connection(("127.0.0.1", port)) as hostile:
                try:
                    hostile.sendall(start + random.randbytes(random.randrange(2000)))
                    hostile.settimeout(0.01)
                    hostile.recv(100)
                except OSError:
                    pass
        with socket.create_connection(("127.0.0.1", port)) as other:
            other.sendall(hello + b"0" * 32)
            self.assertEqual(other.recv(100), b"rthe machines have different descriptions of the rack")
        self.start_relay(rack, "right")
        ranks = [self.start(rack, 1, 1, meet=("left", "right")[i % 2], PMIX_RANK=str(i), FIRST=str(i), ALL="4")
                 for i in range(4)]
        for rank in ranks:
            self.assertEqual(self.finish(rank), ("right\n", ""))
        self.assertIsNone(relay.poll())
        for each in silent:
            each.close()

    def start_channels(self, name, count, first, kernels=("emit", "absorb"), **environment):
        """Sends `count` packets of int4, from `first` on, and writes what arrives to the file `name`."""
        with open(os.path.join(self.folder, name + ".in"), "wb") as file:
            file.write(struct.pack("<%di" % (4 * count), *range(first, first + 4 * count)))
        emit = ["--kernel", "emit", "--range", "1", "--arg", "in=%dxint4@%s.in" % (count, name), "--arg",
                "count=%d" % count]
        absorb = ["--kernel", "absorb", "--arg", "out=%dxint4" % count, "--arg", "count=%d" % count, "-o",
                  "out=%s.bin" % name, "--range", "1"]
        command = [FPGACL, "run", CHANNELS]
        command += (emit if "emit" in kernels else []) + (absorb if "absorb" in kernels else [])
        environment = dict(os.environ, FPGACL_RACK_DIR=os.path.join(self.folder, "rack"), FPGACL_LOG="error",
                           FPGACL_DEVICES="emu:u280", **environment)
        return subprocess.Popen(command, env=environment, cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def judge_channels(self, name, count, first):
        with open(os.path.join(self.folder, name + ".bin"), "rb") as file:
            self.assertEqual(file.read(), struct.pack("<%di" % (4 * count), *range(first, first + 4 * count)))

    def start_torus(self, number, count, rack, meet):
        """A board of six, in two columns: it sends to the right and down, numbers that are its own."""
        command = [FPGACL, "run", CHANNELS]
        for i, name in enumerate(["emit", "emit_down"]):
            values = range(number << 20 + i, (number << 20 + i) + 4 * count)
            path = os.path.join(self.folder, "%d.%s" % (number, name))
            with open(path, "wb") as file:
                file.write(struct.pack("<%di" % (4 * count), *values))
            command += ["--kernel", name, "--range", "1", "--arg", "in=%dxint4@%s" % (count, path), "--arg",
                        "count=%d" % count]
        for name in "absorb", "absorb_down":
            command += ["--kernel", name, "--range", "1", "--arg", "out=%dxint4" % count, "--arg", "count=%d" % count,
                        "-o", "out=%s" % os.path.join(self.folder, "%d.%s" % (number, name))]
        environment = dict(os.environ, FPGACL_RACK=rack, FPGACL_RACK_DIR=os.path.join(self.folder, meet),
                           FPGACL_LOG="error", FPGACL_DEVICES="emu:u280", PMIX_RANK=str(number))
        return subprocess.Popen(command, env=environment, cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def run_torus(self, rack, meet):
        count = 5000
        boards = [self.start_torus(i, count, rack, meet[i % len(meet)]) for i in range(6)]
        for board in boards:
            out, log = self.finish(board)
            self.assertEqual(board.returncode, 0, out + log)
        for i in range(6):
            for j, (name, sender) in enumerate([("absorb", i ^ 1), ("absorb_down", (i + 4) % 6)]):
                values = range(sender << 20 + j, (sender << 20 + j) + 4 * count)
                with open(os.path.join(self.folder, "%d.%s" % (i, name)), "rb") as file:
                    self.assertEqual(file.read(), struct.pack("<%di" % (4 * count), *values))

    def test_torus(self):
        self.run_torus("torus2:6", ["rack"])

    def test_torus_of_machines(self):
        """Its boards are on two machines in turns."""
        text = self.machines() + "[rack]\ntopology=torus2:6\n"
        for i in range(6):
            text += "[board n0%d:acl%d]\nmachine=%s\n" % (i // 2, i % 2, ("left", "right")[i % 2])
        rack = self.write(text)
        for name in "left", "right":
            self.start_relay(rack, name)
        self.run_torus(rack, ["left", "right"])

    def test_allreduce(self):
        """64 boards in one process, over a ring."""
        environment = dict(os.environ, FPGACL_RACK="ring:64", FPGACL_RACK_DIR=os.path.join(self.folder, "rack"),
                           FPGACL_DEVICES=",".join(["emu:u280"] * 64), FPGACL_LOG="error")
        host = subprocess.Popen([ALLREDUCE, SUMS, str(1 << 20)], env=environment, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)
        out, log = self.finish(host)
        self.assertRegex(out, "^right: 64 boards")
        self.assertEqual(log, "")

    def test_io_channels(self):
        """Over a link between two programs, to each other's other channel."""
        count = 20000
        ranks = [self.start_channels("abc"[i], count, 1000000 * i, FPGACL_RACK="ring:3", PMIX_RANK=str(i))
                 for i in range(3)]
        for rank in ranks:
            out, log = self.finish(rank)
            self.assertEqual(rank.returncode, 0, out + log)
        for i in range(3):
            self.judge_channels("abc"[i], count, 1000000 * ((i + 2) % 3))

    def test_io_files(self):
        """Without a rack, channels are files of raw packets in the working directory, which links may join."""
        os.symlink("kernel_output_ch0", os.path.join(self.folder, "kernel_input_ch1"))
        for count in 300, 200:
            host = self.start_channels("a", count, count)
            out, log = self.finish(host)
            self.assertEqual(host.returncode, 0, out + log)
            self.judge_channels("a", count, count)
            self.assertEqual(os.path.getsize(os.path.join(self.folder, "kernel_output_ch0")), 16 * count)
            os.unlink(os.path.join(self.folder, "kernel_output_ch0"))

    def test_io_file_of_others(self):
        """Where others may create files, they may have made the channel's file a link to one of this user's."""
        shared = os.path.join(self.folder, "shared")
        precious = os.path.join(self.folder, "precious")
        os.mkdir(shared)
        os.chmod(shared, 0o1777)
        with open(precious, "w", encoding="utf-8") as file:
            file.write("precious")
        os.symlink(precious, os.path.join(shared, "kernel_output_ch0"))
        self.folder = shared
        host = self.start_channels("a", 10, 0, ["emit"])
        log = self.finish(host)[1]
        self.assertIn("the file 'kernel_output_ch0' of the io channel", log)
        with open(precious, encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")

    def await_lock(self, path):
        """Readers of a file have its first byte locked."""
        end = time.monotonic() + LIMIT_S
        with open(path, "r+b") as file:
            while time.monotonic() < end:
                try:
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)
                except OSError:
                    return
                fcntl.lockf(file, fcntl.LOCK_UN, 1)
                time.sleep(0.01)
        self.fail("nobody reads " + path)

    def wake(self, reader, path):
        """Lets it go on once the file has begun anew."""
        end = time.monotonic() + LIMIT_S
        while os.path.getsize(path) and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.3)
        reader.send_signal(signal.SIGCONT)

    def test_io_file_anew(self):
        """A reader sees a file that begins anew, even if it was as long again before the reader looked."""
        count = 500
        os.symlink("kernel_output_ch0", os.path.join(self.folder, "kernel_input_ch1"))
        reader = self.start_channels("all", 2 * count, 0, ["absorb"])
        for i in range(2):
            writer = self.start_channels("part", count, 4 * count * i, ["emit"])
            out, log = self.finish(writer)
            self.assertEqual(writer.returncode, 0, out + log)
            # The reader has seen the first half, and is stopped while the second is written.
            if not i:
                self.await_lock(os.path.join(self.folder, "kernel_output_ch0"))
                time.sleep(1)
                reader.send_signal(signal.SIGSTOP)
                path = os.path.join(self.folder, "kernel_output_ch0")
                waker = threading.Thread(target=self.wake, args=(reader, path))
                waker.start()
        waker.join()
        out, log = self.finish(reader)
        self.assertEqual(reader.returncode, 0, out + log)
        self.judge_channels("all", 2 * count, 0)

    def frames(self, folder):
        """The frames of each link, in their order: who sent it, and its bytes."""
        links = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                record = file.read()
            at, links[name] = 0, []
            while at < len(record):
                kind, size = struct.unpack_from("<II", record, at)
                if kind == 6:
                    port, length = struct.unpack_from("<I8xI", record, at + 8)
                    links[name].append((port, record[at + 28:at + 28 + length]))
                at += size
        return links

    def test_same_seed(self):
        """The same seed, also while others compete for the processors: the same frames in the same order."""
        runs = []
        for number, seed in enumerate(["7", "7", "7", "7", "8"]):
            folder = os.path.join(self.folder, str(number))
            os.mkdir(folder)
            runs.append((folder, self.start("ring:3", 3, 2, meet="rack%d" % number, FPGACL_RACK_PCAP=folder,
                                            FPGACL_DETERMINISTIC=seed)))
        for _, run in runs:
            self.assertEqual(self.finish(run), ("right\n", ""))
        records = [self.frames(folder) for folder, _ in runs]
        self.assertEqual([len(frames) > 100 for frames in records[0].values()], [True] * 3)
        for record in records[1:4]:
            self.assertEqual(record, records[0])
        self.assertNotEqual(records[4], records[0])

    def gather(self, *arguments, rack=None, **environment):
        rack = rack or self.write("[switch s]\nports=" + " ".join("b%d:qsfp0" % i for i in range(6)) + "\n")
        environment = dict(os.environ, FPGACL_RACK_DIR=os.path.join(self.folder, "rack"), FPGACL_LOG="warn",
                           FPGACL_DEVICES=",".join(["emu:u280"] * 6), FPGACL_RACK=rack, **environment)
        return subprocess.run(arguments, env=environment, text=True, capture_output=True, timeout=LIMIT_S, check=False)

    def seeds(self, seeds, rack=None):
        rack = rack or self.write("[switch s]\nports=" + " ".join("b%d:qsfp0" % i for i in range(6)) + "\n")
        return self.gather(FPGACL, "rack", "run", rack, "--deterministic", seeds, GATHER, GATHERED, rack=rack)

    def test_seeds(self):
        """Seeds find the mistake of a kernel that only one order of frames in five shows, and find it again."""
        many = self.seeds("1-60")
        self.assertEqual(many.returncode, 1, many.stderr)
        orders = [line for line in many.stdout.splitlines() if re.fullmatch("[1-5]( [1-5]){4}", line)]
        failed = [int(number) for number in re.findall("seed ([0-9]+): exit status 1", many.stdout)]
        self.assertEqual(len(orders), 60)
        self.assertGreater(len(set(orders)), 30)
        self.assertEqual([number for number in range(1, 61) if orders[number - 1].endswith(" 1")], failed)
        self.assertIn("\n%d of 60 seeds failed\n" % len(failed), many.stdout)
        self.assertTrue(3 <= len(failed) <= 30, failed)
        for seed in failed[0], failed[0] + 1:
            again = self.seeds(str(seed))
            self.assertEqual((again.stdout, again.stderr), (orders[seed - 1] + "\n", ""))
            self.assertEqual(again.returncode, int(seed in failed))

    def test_seed_of_rack(self):
        """A rack's own seed; that of the environment comes first."""
        text = "[switch s]\nports=" + " ".join("b%d:qsfp0" % i for i in range(6)) + "\n[rack]\ndeterministic=5\n"
        rack = self.write(text)
        runs = [self.gather(GATHER, GATHERED, rack=rack).stdout for _ in range(3)]
        self.assertEqual(runs, [self.seeds("5").stdout] * 3)
        rack = self.write(text)
        runs = {self.gather(GATHER, GATHERED, rack=rack, FPGACL_DETERMINISTIC=str(i)).stdout for i in range(8)}
        self.assertGreater(len(runs), 3)

    def test_order_of_losses(self):
        """What is lost depends on the seed, too, and so does what the host does about it."""
        text = ("[switch s]\nports=" + " ".join("b%d:qsfp0" % i for i in range(6)) +
                "\nduplicate=0.3\nreorder=0.3\n")
        outputs = []
        for _ in range(2):
            outputs.append([self.gather(GATHER, GATHERED, rack=self.write(text), FPGACL_DETERMINISTIC=str(seed)).stdout
                            for seed in range(12)])
        self.assertEqual(outputs[0], outputs[1])
        self.assertTrue(any(len(set(line.split())) < 5 for line in outputs[0]), outputs[0])

    def test_restless_host(self):
        """A host that never waits does not stop the boards, and the log says what that means."""
        run = self.gather(GATHER, GATHERED, "asks", FPGACL_DETERMINISTIC="5")
        self.assertIn("may differ from run to run", run.stderr)
        self.assertRegex(run.stdout, "^[1-5]( [1-5]){4}\n$")

    def test_unyielding(self):
        """A kernel that keeps all else from running is named; half of the seeds begin with it."""
        said = []
        for seed in range(1, 9):
            run = subprocess.Popen([FPGACL, "run", GATHERED, "-k", "spin", "-a", "flag=1xint", "-k", "say", "-a",
                                    "number=1"], text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=dict(os.environ, FPGACL_DEVICES="emu:u280", FPGACL_HANG_NOTICE_S="1",
                                            FPGACL_DETERMINISTIC=str(seed)))
            try:
                run.communicate(timeout=4)
            except subprocess.TimeoutExpired:
                run.kill()
                said.append("spin_1 has not waited for a stream" in run.communicate()[1])
        self.assertEqual(len(said), 8)
        self.assertIn(True, said)

    def test_order_of_one_process(self):
        """Others may not join boards that are in an order, nor have one."""
        first = self.start("ring:2", 1, 1, PMIX_RANK="0", FIRST="0", ALL="2", FPGACL_DETERMINISTIC="1")
        end = time.monotonic() + LIMIT_S
        while not glob.glob(os.path.join(self.folder, "rack", "*", "*.box")) and time.monotonic() < end:
            time.sleep(0.01)
        for environment in {}, {"FPGACL_DETERMINISTIC": "1"}:
            out, log = self.finish(self.start("ring:2", 1, 1, PMIX_RANK="1", FIRST="1", ALL="2", **environment))
            self.assertIn("program: error", out)
            self.assertIn("deterministic: then all boards must be in one program", log)
        first.kill()
        first.communicate()

    def test_recorded(self):
        out = self.finish(self.start("ring:2", 2, 1, FPGACL_RACK_PCAP=self.folder))
        self.assertEqual(out, ("right\n", ""))
        sizes = [os.path.getsize(os.path.join(self.folder, name))
                 for name in os.listdir(self.folder) if name.endswith(".pcapng")]
        self.assertEqual(len(sizes), 2)
        # Each cable carries a board's words one way, and another's packets the other way.
        self.assertGreater(min(sizes), 2 * 3000 * 64 * 0.8)

    def test_wrong(self):
        """What is wrong with the rack is said, and a board that is not in it has no cables."""
        out, log = self.finish(self.start(self.write("[link]\nends=a:qsfp0\n"), 1, 1))
        self.assertNotEqual(out, "right\n")
        self.assertIn("FPGACL_RACK", log)
        self.assertIn(":2: 'a:qsfp0' is no cable", log)
        host = self.start("ring:2", 3, 1, log="warn")
        time.sleep(1)
        host.send_signal(signal.SIGTERM)
        self.assertIn("has no such board", self.finish(host)[1])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + sys.argv[11:])
