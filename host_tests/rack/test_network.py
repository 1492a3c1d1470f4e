# SPDX-License-Identifier: Apache-2.0
"""UDP between boards, and between boards and the host's network: test_network.py TREE FPGACL HOST IMAGE PACKED SCRATCH

TREE is the folder that settings64.sh stands for, HOST the program of datagrams_host.cpp, PACKED an
image whose network stack a vendor's tools have packed with 63 sockets.
"""
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

TREE, FPGACL, HOST, IMAGE, PACKED, SCRATCH = sys.argv[1:7]
LIMIT_S = 120


def checksum(data):
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


class Racks(unittest.TestCase):
    def setUp(self):
        os.makedirs(SCRATCH, exist_ok=True)
        self.folder = tempfile.mkdtemp(dir=SCRATCH)
        self.addCleanup(shutil.rmtree, self.folder)
        os.environ["FPGACL_RACK_DIR"] = os.path.join(self.folder, "rack")

    def rack(self, text):
        path = os.path.join(self.folder, "rack.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def host(self, rack, rank, peer, datagrams, image=IMAGE, sockets=16, **environment):
        """XRT's hosts find their board through files in their folder, and kill their process group."""
        folder = os.path.join(self.folder, str(rank))
        os.makedirs(folder)
        with open(os.path.join(folder, "xrt.ini"), "w", encoding="utf-8") as file:
            file.write("[Emulation]\nkeep_run_dir=true\n")
        script = ('. "%s/settings64.sh" && emconfigutil --platform u280 >/dev/null && exec "%s" "%s" %d %d %d %d'
                  % (TREE, HOST, image, rank + 1, peer, datagrams, sockets))
        environment = dict(os.environ, FPGACL_RACK=rack, PMIX_RANK=str(rank), XCL_EMULATION_MODE="sw_emu",
                           EMCONFIG_PATH=folder, SDACCEL_EM_RUN_DIR=folder,
                           XRT_INI_PATH=os.path.join(folder, "xrt.ini"), USER=os.environ.get("USER", "fpgacl"),
                           **environment)
        process = subprocess.Popen(["bash", "-c", script], cwd=folder, env=environment, text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        self.addCleanup(self.end, process)
        self.expect(process, "ready")
        return process

    def end(self, process):
        process.stdin.close()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        process.stdout.close()

    def expect(self, process, word):
        seen = ""
        for line in process.stdout:
            seen += line
            if line == word + "\n":
                return
            if line.startswith("wrong"):
                break
        self.fail("expected %r, found %r" % (word, seen))

    def exchange(self, hosts):
        """All listen before the first sends."""
        for host in hosts:
            self.expect(host, "listens")
        for host in hosts:
            host.stdin.write("\n")
            host.stdin.flush()
        for host in hosts:
            self.expect(host, "right")


class Network(Racks):
    def test_two_boards(self):
        rack = self.rack("[link]\nends=a:qsfp0-b:qsfp0\n")
        hosts = [self.host(rack, 0, 2, 200), self.host(rack, 1, 1, 200)]
        self.exchange(hosts)

    def test_sockets(self):
        """A stack with as many sockets as its description says, whatever the name of its file."""
        rack = self.rack("[link]\nends=a:qsfp0-b:qsfp0\n")
        self.exchange([self.host(rack, 0, 2, 20, PACKED, 63), self.host(rack, 1, 1, 20)])

    def test_switch(self):
        rack = self.rack("[switch s]\nports=a:qsfp0 b:qsfp0 c:qsfp0\n")
        hosts = [self.host(rack, 0, 2, 100), self.host(rack, 1, 1, 100)]
        self.exchange(hosts)

    def test_host_network(self):
        """A socket of the host asks for a board's address, and pings it."""
        sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
            each.settimeout(LIMIT_S)
        own, port = sockets[0].getsockname()[1], sockets[1].getsockname()[1]
        sockets[1].close()
        rack = self.rack("[link]\nends=lab-a:qsfp0\n[host lab]\nudp=127.0.0.1:%d\npeer=127.0.0.1:%d\n" % (port, own))
        join = subprocess.Popen([FPGACL, "rack", "join", rack, "lab"], stdout=subprocess.PIPE, text=True)
        self.assertEqual(join.stdout.readline(), "lab is joined by UDP at 127.0.0.1:%d\n" % port)
        self.host(rack, 0, 0, 0)
        sockets[0].connect(("127.0.0.1", port))
        me, mine = bytes.fromhex("020000000063"), bytes([10, 0, 0, 99])
        sockets[0].send(b"\xff" * 6 + me + b"\x08\x06" + struct.pack("!HHBBH", 1, 0x800, 6, 4, 1) + me + mine +
                        bytes(6) + bytes([10, 0, 0, 1]))
        answer = sockets[0].recv(2000)
        board = bytes.fromhex("000a35000001")
        self.assertEqual(len(answer), 60)
        self.assertEqual(answer[:14], me + board + b"\x08\x06")
        self.assertEqual(answer[14:42], struct.pack("!HHBBH", 1, 0x800, 6, 4, 2) + board + bytes([10, 0, 0, 1]) + me +
                         mine)
        data = bytes(range(200))
        for damaged in True, False:
            echo = struct.pack("!BBHHH", 8, 0, 0, 77, 5) + data
            echo = echo[:2] + struct.pack("!H", checksum(echo)) + echo[4:]
            head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(echo), 1, 0, 64, 1, 0) + mine + bytes([10, 0, 0, 1])
            head = head[:10] + struct.pack("!H", checksum(head)) + head[12:]
            # The first is not for this board.
            head = head[:16] + bytes([10, 0, 0, 7]) if damaged else head
            sockets[0].send(board + me + b"\x08\x00" + head + echo)
        answer = sockets[0].recv(2000)
        self.assertEqual(answer[:14], me + board + b"\x08\x00")
        self.assertEqual(checksum(answer[14:34]), 0)
        self.assertEqual(checksum(answer[34:]), 0)
        self.assertEqual(answer[34:36] + answer[38:], struct.pack("!BBHH", 0, 0, 77, 5) + data)
        self.assertEqual(answer[22], 128)
        join.terminate()
        self.assertEqual(join.wait(LIMIT_S), 0)
        join.stdout.close()
        sockets[0].close()

    def test_capture(self):
        """The record of a link has the datagrams, as Ethernet frames."""
        rack = self.rack("[link]\nends=a:qsfp0-b:qsfp0\n")
        hosts = [self.host(rack, 0, 2, 20, FPGACL_RACK_PCAP=self.folder),
                 self.host(rack, 1, 1, 20, FPGACL_RACK_PCAP=self.folder)]
        self.exchange(hosts)
        with open(os.path.join(self.folder, "a:qsfp0-b:qsfp0.pcapng"), "rb") as file:
            record = file.read()
        frames = re.findall(rb"\x08\x00\x45\x00\x05\x9c....\x40\x11..\x0a\x00\x00(.)\x0a\x00\x00(.)", record, re.S)
        self.assertEqual(sorted(frames), [(b"\x01", b"\x02")] * 20 + [(b"\x02", b"\x01")] * 20)


class Tap(Racks):
    """The stack of a Linux network namespace, where it may have a TAP device."""

    def test_ping(self):
        rack = self.rack("[switch s]\nports=a:qsfp0 lab\n[host lab]\ntap=fpga0\n")
        self.host(rack, 0, 0, 0)
        users = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ping.py")
        made = subprocess.run(["unshare", "--net"] + users + ["true"], capture_output=True, text=True, check=False)
        if made.returncode:
            print("skipped: " + made.stderr.strip())
            return
        pinged = subprocess.run(["unshare", "--net"] + users + [sys.executable, script, FPGACL, rack, "fpga0",
                                                                "10.0.0.99", "10.0.0.1"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        print(pinged.stdout)
        self.assertIn(pinged.returncode, (0, 77), pinged.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + sys.argv[7:])
