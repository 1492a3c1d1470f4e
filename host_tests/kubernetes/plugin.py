# SPDX-License-Identifier: Apache-2.0
"""plugin.py PLUGIN FPGACL FAKE_XRT MODULES: the device plugin with a simulated kubelet, over real sockets.

Its boards are board processes, and cards of a fake XRT in a fake sysfs.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

import grpc

from kubelet import Kubelet, until

plugin, fpgacl, fake_xrt, modules = sys.argv[1:]
GOOD, BAD = "Healthy", "Unhealthy"
started = []


class Node:
    """The folders of a machine, and the processes that run on it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="fpgacl-kube.")
        for name in ("plugins", "sys/bus/pci/drivers/xocl", "sys/devices"):
            os.makedirs(self.path(name))
        os.environ["XDG_RUNTIME_DIR"] = self.folder
        self.boards = self.path("fpgacl")
        os.makedirs(self.boards, 0o700)
        self.log = open(self.path("log"), "ab+")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def start(self, *command, **environment):
        process = subprocess.Popen(command, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL,
                                   env=dict(os.environ, **environment))
        started.append(process)
        return process

    def said(self):
        with open(self.path("log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def board(self, name, spec="u250"):
        process = self.start(fpgacl, "board", "start", spec, "--name", name, "--foreground")
        until(f"board {name}", lambda: os.path.exists(f"{self.boards}/{name}.sock"))
        return process

    def card(self, bdf, numa, render, plugged=True):
        """Adds a card with XRT's driver, as sysfs shows it."""
        device = self.path("sys", "devices", bdf)
        link = self.path("sys/bus/pci/drivers/xocl", bdf)
        if not plugged:
            os.unlink(link)
            shutil.rmtree(device)
            return
        os.makedirs(os.path.join(device, "drm", render))
        with open(os.path.join(device, "numa_node"), "w", encoding="ascii") as file:
            file.write(f"{numa}\n")
        os.symlink(device, link)

    def plug(self, *options):
        """Starts the plugin; FAKE_XRT controls how cards answer."""
        return self.start(plugin, "--plugins", self.path("plugins"), "--boards", self.boards, "--sysfs",
                          self.path("sys"), "--fpgacl", self.path("fpgacl-program"), "--interval", "1",
                          "--ask", "1", *options)

    def program(self, words):
        """Replaces the program that queries boards: `fpgacl`, with an XRT that these words control."""
        self.script(f"export FAKE_XRT='{words}' XILINX_XRT={fake_xrt} FPGACL_HAL_PATH={modules}\n"
                    f"unset XCL_EMULATION_MODE\nexec {fpgacl} \"$@\"\n")

    def script(self, text):
        path = self.path("fpgacl-program")
        with open(path + ".new", "w", encoding="ascii") as file:
            file.write("#!/bin/sh\n" + text)
        os.chmod(path + ".new", 0o755)
        os.rename(path + ".new", path)


def end(process, how=signal.SIGTERM):
    process.send_signal(how)
    return process.wait(60)


def health(kubelet, resource, **expected):
    """Waits until the kubelet knows exactly these boards of the resource, with these health values."""
    def matches():
        known = kubelet.plugin(resource)
        return known and {name: state[0] for name, state in known.devices().items()} == expected and known
    try:
        return until(f"{resource} to be {expected}", matches)
    except AssertionError:
        known = kubelet.plugin(resource)
        print(f"found: {known and known.devices()}", file=sys.stderr)
        raise


def refused(call, *arguments):
    """Returns the reason for which the plugin refuses a call."""
    try:
        found = call(*arguments)
    except grpc.RpcError as error:
        assert error.code() == grpc.StatusCode.FAILED_PRECONDITION, error
        return error.details()
    raise AssertionError(f"expected a refusal, found {found}")


def check_shared(node, kubelet):
    """Board processes that are listed, allocated, killed, restarted, broken and stopped."""
    first, second = node.board("b0"), node.board("b1")
    known = health(kubelet, "fpgacl/u250", b0=GOOD, b1=GOOD)
    assert known.version == "v1beta1" and known.endpoint == "fpgacl-u250.sock", known.endpoint
    assert known.options.get_preferred_allocation_available and known.served == known.options
    assert known.devices()["b0"] == (GOOD, []), known.devices()

    # A container gets the sockets, and programs in it see only these boards.
    container = known.allocate("b1", "b0")
    paths = [f"{node.boards}/b1.sock", f"{node.boards}/b0.sock"]
    assert [(mount.host_path, mount.container_path, mount.read_only) for mount in container.mounts] == \
        [(path, path, False) for path in paths], container
    assert dict(container.envs) == {"FPGACL_DEVICES": ",".join(f"board:{path}" for path in paths)}, container
    assert not container.devices, container
    listed = subprocess.run([fpgacl, "list"], env=dict(os.environ, **container.envs), check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    assert len(listed.splitlines()) == 2 and "u250" in listed, listed

    # After SIGKILL, the socket stays behind.
    end(first, signal.SIGKILL)
    health(kubelet, "fpgacl/u250", b0=BAD, b1=GOOD)
    until("b0 is gone", lambda: "b0 is gone" in refused(known.allocate, "b1", "b0"))
    known.allocate("b1")

    # The board returns broken, and then healthy.
    first = node.board("b0", "fault(emu:u250)?health=EIO")
    until("b0 to be said to be broken", lambda: "board b0 (u250) is unhealthy" in node.said())
    assert health(kubelet, "fpgacl/u250", b0=BAD, b1=GOOD) is known
    until("the reason", lambda: "needs a reset" in refused(known.allocate, "b0"))
    assert "b0 is unhealthy" in refused(known.allocate, "b0")
    end(first)
    first = node.board("b0")
    health(kubelet, "fpgacl/u250", b0=GOOD, b1=GOOD)
    end(first)  # removes its socket
    health(kubelet, "fpgacl/u250", b0=BAD, b1=GOOD)

    # A board process that does not answer.
    os.kill(second.pid, signal.SIGSTOP)
    health(kubelet, "fpgacl/u250", b0=BAD, b1=BAD)
    assert "did not answer within 4 s" in refused(known.allocate, "b1")
    os.kill(second.pid, signal.SIGCONT)
    assert health(kubelet, "fpgacl/u250", b0=BAD, b1=GOOD) is known  # all on one connection

    assert "no board b7" in refused(known.allocate, "b7")
    assert "twice" in refused(known.allocate, "b1", "b1")


def check_cards(node, kubelet):
    """Cards: node and device file from sysfs, health from XRT; cards that are unplugged and return."""
    node.card("0000:10:00.1", 0, "renderD128")
    node.card("0000:11:00.1", 1, "renderD129")
    known = health(kubelet, "fpgacl/u50", **{"0000:11:00.1": GOOD})
    assert known.devices()["0000:11:00.1"] == (GOOD, [1]), known.devices()
    cards = health(kubelet, "fpgacl/u250", **{"b0": BAD, "b1": GOOD, "0000:10:00.1": GOOD})
    assert cards.devices()["0000:10:00.1"] == (GOOD, [0]), cards.devices()

    container = known.allocate("0000:11:00.1")
    assert [(file.host_path, file.container_path, file.permissions) for file in container.devices] == \
        [("/dev/dri/renderD129", "/dev/dri/renderD129", "rw")], container
    assert dict(container.envs) == {"FPGACL_VISIBLE_DEVICES": "0000:11:00.1"}, container
    assert not container.mounts, container
    assert "a card and a shared board" in refused(cards.allocate, "b1", "0000:10:00.1")

    node.program("boards=2 run_us=20 offline")
    health(kubelet, "fpgacl/u50", **{"0000:11:00.1": BAD})
    until("the card to be offline", lambda: "offline" in refused(known.allocate, "0000:11:00.1"))
    node.program("boards=2 run_us=20")
    health(kubelet, "fpgacl/u50", **{"0000:11:00.1": GOOD})

    node.card("0000:11:00.1", 1, "renderD129", plugged=False)
    health(kubelet, "fpgacl/u50", **{"0000:11:00.1": BAD})
    until("is gone", lambda: "is gone" in refused(known.allocate, "0000:11:00.1"))
    node.card("0000:11:00.1", 0, "renderD130")  # in another slot of the machine
    health(kubelet, "fpgacl/u50", **{"0000:11:00.1": GOOD})
    until("the card's new node", lambda: known.devices()["0000:11:00.1"] == (GOOD, [0]))
    assert known.allocate("0000:11:00.1").devices[0].host_path == "/dev/dri/renderD130"


def check_preferred(node, kubelet):
    """Boards on one NUMA node are preferred to boards on two."""
    known = kubelet.plugin("fpgacl/u250")
    # The fake XRT answers for two addresses only; the other cards do not answer, which does not
    # matter here.
    for number, numa in ((81, 0), (82, 1), (83, 1), (84, 1)):
        node.card(f"0000:{number}:00.1", numa, f"renderD{number}")
    names = [f"0000:{number}:00.1" for number in (81, 82, 83, 84)]
    until("all cards to be asked", lambda: all(f"board {name} (of an unknown type)" in node.said()
                                               for name in names))
    left = "0000:10:00.1"
    every = [left, *names]
    assert known.prefer(every, [], 2) == [left, names[0]], "the node with as many as are wanted"
    assert known.prefer(every, [], 3) == names[1:]
    assert known.prefer(every, [names[2]], 2)[0] in (names[1], names[2]) and \
        left not in known.prefer(every, [names[2]], 2)
    assert known.prefer(every, [left], 3)[:2] == [left, names[0]]
    assert known.prefer(every, [], 5) == sorted(every)
    assert known.prefer(every[:1], [], 3) == [left]
    for name in names:
        node.card(name, 0, "", plugged=False)


def check_restart(node, kubelet):
    """The kubelet ends, and another one starts."""
    before = health(kubelet, "fpgacl/u250", **{"b0": BAD, "b1": GOOD, "0000:10:00.1": GOOD})
    kubelet.stop()
    until("the first kubelet's stream to end", before.ended.is_set)
    kubelet = Kubelet(node.path("plugins"))
    kubelet.refuse = "not yet"
    until("the refusal to be said", lambda: "not yet" in node.said())
    kubelet.refuse = None
    health(kubelet, "fpgacl/u250", **{"b0": BAD, "b1": GOOD, "0000:10:00.1": GOOD}).allocate("b1")
    health(kubelet, "fpgacl/u50", **{"0000:11:00.1": GOOD})
    assert sorted(plugin.resource for plugin in kubelet.plugins) == ["fpgacl/u250", "fpgacl/u50"], \
        "each resource is registered once"
    return kubelet


def watches(process):
    """The number of folders that the plugin watches."""
    count = 0
    for name in os.listdir(f"/proc/{process.pid}/fdinfo"):
        try:
            with open(f"/proc/{process.pid}/fdinfo/{name}", encoding="ascii") as file:
                count += sum(line.startswith("inotify wd:") for line in file)
        except FileNotFoundError:
            pass
    return count


def check_late_folder(node):
    """The board processes' folder appears after the plugin has started; the plugin watches it after
    its next scan."""
    os.rmdir(node.boards)
    kubelet = Kubelet(node.path("plugins"))
    process = node.plug("--interval", "3600")
    until("a watch", lambda: watches(process) == 1)
    os.makedirs(node.boards, 0o700)
    with open(node.path("plugins", "look"), "w", encoding="ascii"):
        pass
    os.unlink(node.path("plugins", "look"))
    until("another watch", lambda: watches(process) == 2)
    assert end(process) == 0
    kubelet.stop()


def check_stuck(node, kubelet):
    """A process that has closed its pipes but does not end delays nothing else, and does not keep
    the plugin from ending."""
    board = node.board("b0")
    health(kubelet, "fpgacl/u250", **{"b0": GOOD, "b1": GOOD, "0000:10:00.1": GOOD})
    node.script("case $* in *b1*) exec >/dev/null 2>&1; exec sleep 1000;; esac\n" + f"exec {fpgacl} \"$@\"\n")
    end(board)
    health(kubelet, "fpgacl/u250", **{"b0": BAD, "b1": BAD, "0000:10:00.1": BAD})
    assert "did not answer within 4 s" in refused(kubelet.plugin("fpgacl/u250").allocate, "b1")


def check_options():
    for arguments, expected in (("--interval", "needs a value"), ("--ask 0", "from 1 to 86400, found '0'"),
                                ("--domain Big.example", "lower case, found Big.example"),
                                ("--domain a..b", "found a..b"), ("--domain -a", "found -a"),
                                ("now", "unknown argument now")):
        done = subprocess.run([plugin, *arguments.split()], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        assert done.returncode == 2 and expected in done.stderr, (arguments, done)
    done = subprocess.run([plugin, "--plugins", "/" + "x" * 100], stderr=subprocess.PIPE, text=True, timeout=60,
                          check=False)
    assert done.returncode == 1 and "at most" in done.stderr, done


def run(node):
    check_options()
    node.program("boards=2 run_us=20")
    check_late_folder(node)
    process = node.plug("--patience", "4")
    kubelet = Kubelet(node.path("plugins"))
    check_shared(node, kubelet)
    check_cards(node, kubelet)
    check_preferred(node, kubelet)
    kubelet = check_restart(node, kubelet)
    check_stuck(node, kubelet)
    assert end(process) == 0
    assert os.listdir(node.path("plugins")) == ["kubelet.sock"], "the plugin's sockets go with it"
    kubelet.stop()


def main():
    node = Node()
    try:
        run(node)
    except BaseException:
        traceback.print_exc()
        print(node.said()[-8000:], file=sys.stderr)
        return 1
    finally:
        for process in started:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
                process.wait(60)
        shutil.rmtree(node.folder, ignore_errors=True)
    return 0


status = main()
sys.stdout.flush()
sys.stderr.flush()
os._exit(status)  # if a kubelet failed, gRPC's threads may wait forever
