# SPDX-License-Identifier: Apache-2.0
"""Pings a board of a rack from the stack of a network namespace of its own: ping.py FPGACL RACK TAP OWN BOARD

77: a namespace may not have a TAP device here. Without tools: addresses are set, and echoes sent, by system calls.
"""
import fcntl
import signal
import socket
import struct
import subprocess
import sys

FPGACL, RACK, TAP, OWN, BOARD = sys.argv[1:6]
SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK, IFF_UP = 0x8914, 0x8916, 0x891C, 1
TRIES, LIMIT_S = 60, 1


def checksum(data):
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def set_address(request, address):
    family = struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(address))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, request, struct.pack("16s16s", TAP.encode(), family))


def bring_up():
    set_address(SIOCSIFADDR, OWN)
    set_address(SIOCSIFNETMASK, "255.255.255.0")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH14x", TAP.encode(), IFF_UP))


def ping(echoes, number):
    data = struct.pack("!BBHHH", 8, 0, 0, 77, number) + bytes(range(56))
    data = data[:2] + struct.pack("!H", checksum(data)) + data[4:]
    echoes.sendto(data, (BOARD, 0))
    while True:
        answer = echoes.recv(2000)
        icmp = answer[(answer[0] & 15) * 4:]
        if icmp[0] == 0:
            return icmp[4:] == data[4:] and checksum(icmp) == 0 and answer[8] == 128


def main():
    with subprocess.Popen([FPGACL, "rack", "join", RACK, "lab"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as join:
        if not join.stdout.readline():
            print("skipped: " + join.stderr.read().strip())
            return 77
        bring_up()
        good = 0
        with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as echoes:
            echoes.settimeout(LIMIT_S)
            for number in range(TRIES):
                try:
                    good += ping(echoes, number)
                except TimeoutError:
                    continue
                if good == 5:
                    break
        join.send_signal(signal.SIGTERM)
    print("%d echoes are right" % good)
    return 0 if good == 5 and not join.returncode else 1


sys.exit(main())
