# SPDX-License-Identifier: Apache-2.0
"""Boards as resources of Slurm: cluster.py SOURCE BUILD

Starts munged, slurmctld, slurmd and two shared boards in a scratch folder, all of them on loopback or on
unix sockets, and runs jobs. Everything that it starts ends by its own pid.
"""
import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SOURCE, BUILD = sys.argv[1:3]
GLUE = os.path.join(SOURCE, "tools", "slurm")
FPGACL = os.path.join(BUILD, "bin", "fpgacl")
NETWORK = os.path.join(BUILD, "bitstreams", "resnet8", "resnet8.xclbin")
SHARDS = os.path.join(BUILD, "bin", "resnet8_shards")
PICTURES, TASKS = 24, 6

started = []


def fail(text):
    raise SystemExit(f"cluster.py: {text}")


def until(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.2)
    fail(f"expected {what} within {seconds} s")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.environment = dict(os.environ, SLURM_CONF=self.path("slurm.conf"))
        # What a test's environment says of devices must come from the glue alone.
        for name in ("FPGACL_DEVICES", "FPGACL_VISIBLE_DEVICES", "FPGACL_SLURM_BOARDS"):
            self.environment.pop(name, None)

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
        started.append(process)
        return process

    def run(self, *command, seconds=120):
        """Exit status and what was printed."""
        done = subprocess.run(command, env=self.environment, timeout=seconds, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stdout, done.stderr

    def configure(self):
        boards = [self.path(f"board{i}.sock") for i in range(2)]
        self.write("boards", "".join(f"device board:{path}\n" for path in boards)
                   + f"fpgacl {FPGACL}\n")
        for action in ("prolog", "epilog", "task-prolog"):
            self.write(action, f"#!/bin/sh\nexport FPGACL_SLURM_BOARDS={self.path('boards')}\n"
                       f"exec {GLUE}/fpgacl-{action} 2>>{self.path('glue.log')}\n", 0o755)
        # Slurm wants character devices; shared boards have none, so any two will do.
        self.write("gres.conf", "".join(f"Name=gpu Type=u250 File={path} Flags=opencl_env\n"
                                        for path in ("/dev/null", "/dev/zero")))
        host = socket.gethostname()
        self.write("slurm.conf", f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={self.path('munge.sock')}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={self.path('state')}
SlurmdSpoolDir={self.path('spool')}
SlurmctldPidFile={self.path('slurmctld.pid')}
SlurmdPidFile={self.path('slurmd.pid')}
SlurmctldLogFile={self.path('slurmctld.log')}
SlurmdLogFile={self.path('slurmd.log')}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=30
GresTypes=gpu
Prolog={self.path('prolog')}
Epilog={self.path('epilog')}
TaskProlog={self.path('task-prolog')}
PrologFlags=Alloc
NodeName=node0 NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs={max(4, os.cpu_count())} RealMemory=500 Gres=gpu:u250:2
SlurmdParameters=config_overrides
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:4
""")

    def start_board(self, number):
        path = self.path(f"board{number}.sock")
        process = self.start(FPGACL, "board", "start", "u250", "--name", path, "--foreground")
        until("a board's socket", lambda: os.path.exists(path))
        return process

    def start_all(self):
        for name in ("state", "spool"):
            os.mkdir(self.path(name))
        with open(self.path("munge.key"), "wb") as file:
            file.write(os.urandom(128))
        os.chmod(self.path("munge.key"), 0o400)
        self.start("munged", "--foreground", "--force", f"--socket={self.path('munge.sock')}",
                   f"--key-file={self.path('munge.key')}", f"--pid-file={self.path('munge.pid')}",
                   f"--log-file={self.path('munge.log')}", f"--seed-file={self.path('munge.seed')}",
                   "--num-threads=2")
        until("munged", lambda: os.path.exists(self.path("munge.sock")))
        self.boards = [self.start_board(i) for i in range(2)]
        self.start("slurmctld", "-D", "-f", self.path("slurm.conf"))
        self.start("slurmd", "-D", "-N", "node0", "-f", self.path("slurm.conf"))
        until("an idle node", lambda: self.state() == "idle")

    def state(self):
        return self.run("sinfo", "-h", "-o", "%T")[1].strip()

    def visible(self, *options, command=f"{FPGACL} list; echo =$FPGACL_VISIBLE_DEVICES,$FPGACL_DEVICES"):
        """How many devices a job sees, and the variable."""
        status, out, err = self.run("srun", "-I120", *options, "sh", "-c", command)
        if status:
            fail(f"srun {options}: {status}, {err}")
        lines = out.split("\n")
        return (sum(line[:1].isdigit() for line in lines),
                [line[1:] for line in lines if line.startswith("=")][0])


def check_visibility(cluster):
    both = ["board:" + cluster.path(f"board{i}.sock") for i in range(2)]
    found = cluster.visible("--gres=gpu:u250:2")
    if found != (2, ",".join(["0", "1"] + both)):
        fail(f"two boards: expected {both}, found {found}")
    found = cluster.visible()
    if found != (0, "none,"):
        fail(f"a job without boards sees {found}")
    # Two at a time, until both are there: each has the other's board hidden.
    meet = f"{FPGACL} list; touch {cluster.folder}/here.$SLURM_JOB_ID; " \
        f"while [ $(ls {cluster.folder}/here.* | wc -l) -lt 2 ]; do sleep 0.1; done; " \
        "echo =$FPGACL_VISIBLE_DEVICES,$FPGACL_DEVICES"
    jobs = [subprocess.Popen(["srun", "--gres=gpu:u250:1", "sh", "-c", meet], text=True,
                             env=cluster.environment, stdout=subprocess.PIPE) for _ in range(2)]
    started.extend(jobs)
    outs = [job.communicate(timeout=120)[0].split("\n") for job in jobs]
    names = sorted(line[1:] for out in outs for line in out if line.startswith("="))
    if names != ["0," + name for name in both] or any(sum(line[:1].isdigit() for line in out) != 1 for out in outs):
        fail(f"two jobs at a time: expected a board each, found {outs}")


def check_dead_board(cluster):
    """A board that is gone drains the node before a job can start on it."""
    until("the end of epilogs", lambda: cluster.state() == "idle")
    cluster.boards[0].kill()
    cluster.boards[0].wait()
    marker = cluster.path("ran")
    job = subprocess.Popen(["srun", "--gres=gpu:u250:2", "touch", marker], env=cluster.environment,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    started.append(job)
    until("a drained node", lambda: "drain" in cluster.state())
    job.terminate()
    job.wait(timeout=60)
    cluster.run("scancel", "-u", "root")
    if os.path.exists(marker):
        fail("a job ran on a board that its prolog had found dead")
    with open(cluster.path("glue.log"), encoding="ascii", errors="replace") as file:
        if "fpgacl-prolog: device board:" not in file.read():
            fail("the prolog named no board")
    if os.path.exists(cluster.path("board0.sock")):
        os.remove(cluster.path("board0.sock"))
    cluster.boards[0] = cluster.start_board(0)
    until("an empty queue", lambda: not cluster.run("squeue", "-h")[1].strip())
    cluster.run("scontrol", "update", "nodename=node0", "state=resume")
    until("an idle node", lambda: cluster.state() == "idle")
    if cluster.visible("--gres=gpu:u250:2")[0] != 2:
        fail("the node does not work again")


def results(folder):
    found = {}
    for path in glob.glob(os.path.join(folder, "shard-*")):
        with open(path, encoding="ascii") as file:
            found[os.path.basename(path)] = file.read()
    return found


def array(cluster):
    status, out, err = cluster.run(
        "sbatch", "--parsable", f"--array=0-{TASKS - 1}", "-o", cluster.path("array.log"),
        os.path.join(GLUE, "shards.sbatch"), SHARDS, NETWORK, cluster.path("pictures"),
        cluster.path("results"))
    if status:
        fail(f"sbatch: {err}")
    return out.strip()


def check_array(cluster):
    """The network as an array; a task is killed, and the same command does what is missing."""
    for name in ("pictures", "results", "expected"):
        os.mkdir(cluster.path(name))
    with open(os.path.join(SOURCE, "bitstreams/resnet8/data/pictures.bin"), "rb") as file:
        for i in range(PICTURES):
            with open(cluster.path("pictures", f"{i}.pgm"), "wb") as picture:
                picture.write(b"P5 32 32 255\n" + file.read(1024))
    cluster.run(SHARDS, "-", cluster.path("pictures"), cluster.path("expected"), str(TASKS))
    expected = results(cluster.path("expected"))
    if len(expected) != TASKS:
        fail("the results to compare with could not be computed")
    job = array(cluster)
    cluster.run("scancel", "--signal=KILL", f"{job}_3")
    for _ in range(2):
        until("an empty queue", lambda: not cluster.run("squeue", "-h")[1].strip(), 300)
        for name, text in results(cluster.path("results")).items():
            if expected.get(name) != text:
                fail(f"{name} is not what was expected: {text}")
        array(cluster)
    until("an empty queue", lambda: not cluster.run("squeue", "-h")[1].strip(), 300)
    if sorted(os.listdir(cluster.path("results"))) != sorted(expected):
        with open(cluster.path("array.log"), encoding="utf8", errors="replace") as file:
            fail(f"expected {sorted(expected)}, found {os.listdir(cluster.path('results'))}: "
                 + file.read())


def check_mpi(cluster):
    """The same work as ranks of a job, a board each; results are the same."""
    if not (os.path.exists(SHARDS + "_mpi") and shutil.which("mpirun")):
        print("without MPI: mpirun or resnet8_shards_mpi is missing")
        return
    os.mkdir(cluster.path("ranked"))
    # In a batch script, mpirun starts the ranks of its own node itself.
    command = f"mpirun --allow-run-as-root --oversubscribe -n 2 {SHARDS}_mpi {NETWORK} " \
        f"{cluster.path('pictures')} {cluster.path('ranked')} {TASKS}"
    status, out, err = cluster.run("sbatch", "--wait", "-n", "2", "--gres=gpu:u250:2", "-o", cluster.path("mpi.log"),
                                   "--wrap", f"env >{cluster.path('mpi.env')}; {command}", seconds=300)
    with open(cluster.path("mpi.log"), encoding="utf8", errors="replace") as file:
        log = file.read()
    if status or results(cluster.path("ranked")) != results(cluster.path("expected")):
        fail(f"MPI: {status}, {out}, {err}, {log}, {os.listdir(cluster.path('ranked'))}")
    with open(cluster.path("mpi.env"), encoding="utf8", errors="replace") as file:
        if "FPGACL_VISIBLE_DEVICES=0,1\n" not in file.read():
            fail("the job of MPI does not see its two boards")


def stop():
    for process in reversed(started):
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main():
    if os.geteuid():
        print("skipped: slurmd and prologs need root")
        sys.exit(77)
    # A short path: sockets of the boards are in it.
    folder = tempfile.mkdtemp(prefix="fpgacl-slurm")
    cluster = Cluster(folder)
    try:
        cluster.configure()
        cluster.start_all()
        check_visibility(cluster)
        check_dead_board(cluster)
        check_array(cluster)
        check_mpi(cluster)
    except BaseException:
        for name in ("log", "glue.log", "slurmd.log", "slurmctld.log"):
            if os.path.exists(cluster.path(name)):
                with open(cluster.path(name), encoding="utf8", errors="replace") as file:
                    print(f"--- {name}\n{file.read()[-3000:]}")
        raise
    finally:
        stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
