# SPDX-License-Identifier: Apache-2.0
"""A Slurm cluster in a scratch folder, for the tests beside this file.

At the end of its `with` block, a Cluster ends each process that it has started, by its pid; after an exception it also
prints the logs. The tests' workload is ResNet-8 over a folder of pictures, in shards.
"""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCE, BUILD = sys.argv[1:3]
GLUE = os.path.join(SOURCE, "tools", "slurm")
FPGACL = os.path.join(BUILD, "bin", "fpgacl")
NETWORK = os.path.join(BUILD, "bitstreams", "demos", "resnet8", "resnet8.xclbin")
SHARDS = os.path.join(BUILD, "bin", "resnet8_shards")

# The settings of all nodes; `{...}` are the cluster's own.
COMMON = """ClusterName=test
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdParameters=config_overrides
GresTypes=gpu
Prolog={folder}/prolog
Epilog={folder}/epilog
TaskProlog={folder}/task-prolog
PrologFlags=Alloc
"""


def fail(text):
    raise SystemExit(f"{os.path.basename(sys.argv[0])}: {text}")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def until(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.2)
    fail(f"expected {what} within {seconds} s")


def results(folder):
    """The shards that exist: name -> text."""
    found = {}
    for path in glob.glob(os.path.join(folder, "shard-*")):
        with open(path, encoding="ascii") as file:
            found[os.path.basename(path)] = file.read()
    return found


class Cluster:
    def __init__(self):
        # A short path, because it contains the boards' sockets.
        self.folder = tempfile.mkdtemp(prefix="fpgacl-slurm")
        self.started = []
        self.environment = dict(os.environ, SLURM_CONF=self.path("slurm.conf"))
        # A test's devices must come from the scripts under test alone.
        for name in ("FPGACL_DEVICES", "FPGACL_VISIBLE_DEVICES", "FPGACL_SLURM_BOARDS"):
            self.environment.pop(name, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind:
            for name in ["log", "glue.log", "slurmctld.log"] + glob.glob(self.path("slurmd.*.log")):
                if os.path.exists(self.path(name)):
                    with open(self.path(name), encoding="utf8", errors="replace") as file:
                        print(f"--- {name}\n{file.read()[-3000:]}")
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text, mode=0o644):
        with open(self.path(name), "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(self.path(name), mode)

    def start(self, *command):
        log = open(self.path("log"), "ab")
        process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log,
                                   stdin=subprocess.DEVNULL)
        self.started.append(process)
        return process

    def run(self, *command, seconds=120):
        """Returns the exit status and the output."""
        done = subprocess.run(command, env=self.environment, timeout=seconds, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stdout, done.stderr

    def configure(self, lines, boards):
        """Writes slurm.conf with these lines, and the prolog's table of boards (shell text)."""
        for action in ("prolog", "epilog", "task-prolog"):
            self.write(action, f"#!/bin/sh\nexport FPGACL_SLURM_BOARDS={boards}\n"
                       f"exec {GLUE}/fpgacl-{action} 2>>{self.path('glue.log')}\n", 0o755)
        self.write("slurm.conf", COMMON.format(folder=self.folder) + lines)

    def start_control(self):
        os.mkdir(self.path("state"))
        with open(self.path("munge.key"), "wb") as file:
            file.write(os.urandom(128))
        os.chmod(self.path("munge.key"), 0o400)
        self.start("munged", "--foreground", "--force", f"--socket={self.path('munge.sock')}",
                   f"--key-file={self.path('munge.key')}", f"--pid-file={self.path('munge.pid')}",
                   f"--log-file={self.path('munge.log')}", f"--seed-file={self.path('munge.seed')}",
                   "--num-threads=2")
        until("munged", lambda: os.path.exists(self.path("munge.sock")))
        self.start("slurmctld", "-D", "-f", self.path("slurm.conf"))

    def states(self):
        """The state of each node."""
        return self.run("sinfo", "-h", "-N", "-o", "%T")[1].split()

    def wait_idle(self, nodes=1):
        until(f"{nodes} idle nodes", lambda: self.states() == ["idle"] * nodes)

    def wait_empty(self, seconds=300):
        until("an empty queue", lambda: not self.run("squeue", "-h")[1].strip(), seconds)

    def make_pictures(self, count, shards):
        """Makes a folder of pictures and returns the right results, computed in plain C."""
        for name in ("pictures", "expected"):
            os.mkdir(self.path(name))
        with open(os.path.join(SOURCE, "bitstreams/demos/resnet8/data/pictures.bin"), "rb") as file:
            texts = [file.read(1024) for _ in range(24)]
        for i in range(count):
            with open(self.path("pictures", f"{i}.pgm"), "wb") as picture:
                picture.write(b"P5 32 32 255\n" + texts[i % len(texts)])
        self.run(SHARDS, "-", self.path("pictures"), self.path("expected"), str(shards))
        expected = results(self.path("expected"))
        if len(expected) != shards:
            fail("the results to compare with could not be computed")
        return expected

    def submit_array(self, shards, folder, *options):
        """Starts a task for each shard, and returns the job's number."""
        status, out, err = self.run(
            "sbatch", "--parsable", f"--array=0-{shards - 1}", "-o", self.path("array.log"), *options,
            os.path.join(GLUE, "shards.sbatch"), SHARDS, NETWORK, self.path("pictures"), folder)
        if status:
            fail(f"sbatch: {err}")
        return out.strip()

    def stop(self):
        for process in reversed(self.started):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        end = time.monotonic() + 20
        for process in reversed(self.started):
            try:
                process.wait(timeout=max(0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
