# SPDX-License-Identifier: Apache-2.0
"""Boards as resources of Slurm: one_machine.py SOURCE BUILD

munged, slurmctld, slurmd and two shared boards, all of them on loopback or on Unix sockets.
"""
import os
import shutil
import socket
import subprocess

from cluster import Cluster, FPGACL, NETWORK, SHARDS, fail, results, skip, until

PICTURES, TASKS = 24, 6


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def board(cluster, number):
    return cluster.path(f"board{number}.sock")


def configure(cluster):
    cluster.write("boards", "".join(f"device board:{board(cluster, i)}\n" for i in range(2))
                  + f"fpgacl {FPGACL}\n")
    # Slurm expects character devices. Shared boards have none, so any two will do.
    cluster.write("gres.conf", "".join(f"Name=gpu Type=u250 File={path} Flags=opencl_env\n"
                                       for path in ("/dev/null", "/dev/zero")))
    host = socket.gethostname()
    cluster.configure(f"""SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
AuthInfo=socket={cluster.path('munge.sock')}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmdTimeout=30
NodeName=node0 NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs={max(4, os.cpu_count())} RealMemory=500 Gres=gpu:u250:2
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:4
""", cluster.path("boards"))


def start_board(cluster, number):
    path = board(cluster, number)
    process = cluster.start(FPGACL, "board", "start", "u250", "--name", path, "--foreground")
    until("a board's socket", lambda: os.path.exists(path))
    return process


def start_all(cluster):
    os.mkdir(cluster.path("spool.node0"))
    boards = [start_board(cluster, i) for i in range(2)]
    cluster.start_control()
    cluster.start("slurmd", "-D", "-N", "node0", "-f", cluster.path("slurm.conf"))
    cluster.wait_idle()
    return boards


def visible(cluster, *options, command=f"{FPGACL} list; echo =$FPGACL_VISIBLE_DEVICES,$FPGACL_DEVICES"):
    """The number of devices that a job sees, and the variable."""
    status, out, err = cluster.run("srun", "-I120", *options, "sh", "-c", command)
    if status:
        fail(f"srun {options}: {status}, {err}")
    lines = out.split("\n")
    return (sum(line[:1].isdigit() for line in lines),
            [line[1:] for line in lines if line.startswith("=")][0])


def check_visibility(cluster):
    both = ["board:" + board(cluster, i) for i in range(2)]
    found = visible(cluster, "--gres=gpu:u250:2")
    if found != (2, ",".join(["0", "1"] + both)):
        fail(f"two boards: expected {both}, found {found}")
    found = visible(cluster)
    if found != (0, "none,"):
        fail(f"a job without boards sees {found}")
    # Two jobs at a time, which wait for each other: each sees only its own board.
    meet = f"{FPGACL} list; touch {cluster.folder}/here.$SLURM_JOB_ID; " \
        f"while [ $(ls {cluster.folder}/here.* | wc -l) -lt 2 ]; do sleep 0.1; done; " \
        "echo =$FPGACL_VISIBLE_DEVICES,$FPGACL_DEVICES"
    jobs = [subprocess.Popen(["srun", "--gres=gpu:u250:1", "sh", "-c", meet], text=True,
                             env=cluster.environment, stdout=subprocess.PIPE) for _ in range(2)]
    cluster.started.extend(jobs)
    outs = [job.communicate(timeout=120)[0].split("\n") for job in jobs]
    names = sorted(line[1:] for out in outs for line in out if line.startswith("="))
    if names != ["0," + name for name in both] or any(sum(line[:1].isdigit() for line in out) != 1 for out in outs):
        fail(f"two jobs at a time: expected a board each, found {outs}")


def check_dead_board(cluster, boards):
    """A dead board drains the node before a job can start on it."""
    cluster.wait_idle()  # the epilogs have ended
    boards[0].kill()
    boards[0].wait()
    marker = cluster.path("ran")
    job = subprocess.Popen(["srun", "--gres=gpu:u250:2", "touch", marker], env=cluster.environment,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    cluster.started.append(job)
    until("a drained node", lambda: "drain" in "".join(cluster.states()))
    job.terminate()
    job.wait(timeout=60)
    cluster.run("scancel", "-u", "root")
    if os.path.exists(marker):
        fail("a job ran on a board that its prolog had found dead")
    with open(cluster.path("glue.log"), encoding="ascii", errors="replace") as file:
        if "fpgacl-prolog: device board:" not in file.read():
            fail("the prolog named no board")
    if os.path.exists(board(cluster, 0)):
        os.remove(board(cluster, 0))
    boards[0] = start_board(cluster, 0)
    cluster.wait_empty(120)
    cluster.run("scontrol", "update", "nodename=node0", "state=resume")
    cluster.wait_idle()
    if visible(cluster, "--gres=gpu:u250:2")[0] != 2:
        fail("the node does not work again")


def check_array(cluster, expected):
    """The network as an array job: a task is killed, and repeating the command computes what is
    missing."""
    folder = cluster.path("results")
    os.mkdir(folder)
    job = cluster.submit_array(TASKS, folder)
    cluster.run("scancel", "--signal=KILL", f"{job}_3")
    for _ in range(2):
        cluster.wait_empty()
        for name, text in results(folder).items():
            if expected.get(name) != text:
                fail(f"{name} is not what was expected: {text}")
        cluster.submit_array(TASKS, folder)
    cluster.wait_empty()
    if sorted(os.listdir(folder)) != sorted(expected):
        with open(cluster.path("array.log"), encoding="utf8", errors="replace") as file:
            fail(f"expected {sorted(expected)}, found {os.listdir(folder)}: " + file.read())


def check_mpi(cluster, expected):
    """The same work as ranks of a job, one board each, with the same results."""
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
    if status or results(cluster.path("ranked")) != expected:
        fail(f"MPI: {status}, {out}, {err}, {log}, {os.listdir(cluster.path('ranked'))}")
    with open(cluster.path("mpi.env"), encoding="utf8", errors="replace") as file:
        if "FPGACL_VISIBLE_DEVICES=0,1\n" not in file.read():
            fail("the job of MPI does not see its two boards")


def main():
    if os.geteuid():
        skip("slurmd and prologs need root")
    with Cluster() as cluster:
        configure(cluster)
        boards = start_all(cluster)
        check_visibility(cluster)
        check_dead_board(cluster, boards)
        expected = cluster.make_pictures(PICTURES, TASKS)
        check_array(cluster, expected)
        check_mpi(cluster, expected)


main()
