# SPDX-License-Identifier: Apache-2.0
"""Nodes that lose power: nodes.py SOURCE BUILD [--measure N,N,...]

Each node is a slurmd and a shared board in network, process, mount and host name namespaces of their own,
joined by a bridge that only they see. A node that is powered off loses its processes and its address at
once. Meanwhile jobs run, as an array and as MPI ranks. Every result that appears is right at any time, and in
the end each result exists exactly once. With --measure, prints the cost of a cluster of N nodes instead.
"""
import os
import random
import shutil
import subprocess
import sys
import time

from cluster import Cluster, FPGACL, NETWORK, SHARDS, fail, results, skip, until

NODES, PICTURES, TASKS, SEED = 4, 48, 8, 5
ISOLATED = "FPGACL_TEST_NODES"


def isolate():
    """Continues in new namespaces: the bridge and its addresses are visible to nobody else."""
    if os.geteuid():
        skip("namespaces, slurmd and prologs need root")
    for program in ("unshare", "ip", "nsenter"):
        if not shutil.which(program):
            skip(f"{program} is missing")
    if ISOLATED not in os.environ:
        os.environ[ISOLATED] = "1"
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, "-B", *sys.argv])
    made = subprocess.run("ip link set lo up && ip link add fpgacl0 type bridge && "
                          "ip addr add 10.77.0.1/16 dev fpgacl0 && ip link set fpgacl0 up",
                          shell=True, check=False, stderr=subprocess.PIPE, text=True)
    if made.returncode:
        skip(f"the kernel allows no bridge here: {made.stderr.strip()}")


def address(number):
    return f"10.77.1.{number + 1}"


class Node:
    def __init__(self, cluster, number):
        self.cluster, self.number, self.name = cluster, number, f"node{number}"
        self.process = None

    def path(self, what):
        return self.cluster.path(f"{self.name}.{what}")

    def power_on(self):
        ready = self.path("ready")
        for path in (ready, self.path("sock")):
            if os.path.exists(path):
                os.remove(path)
        # The first process of the namespace waits for its network card.
        script = f"""mount -t proc proc /proc && hostname {self.name} && ip link set lo up
touch {ready}
until ip addr add {address(self.number)}/16 dev eth0; do sleep 0.02; done 2>/dev/null
ip link set eth0 up
{FPGACL} board start u250 --name {self.path('sock')} --foreground &
until [ -S {self.path('sock')} ]; do sleep 0.02; done
export TMPDIR={self.cluster.path('tmp.' + self.name)}
exec slurmd -D -N {self.name} -f {self.cluster.path('slurm.conf')}"""
        self.process = self.cluster.start("unshare", "--net", "--pid", "--fork", "--kill-child",
                                          "--mount", "--uts", "sh", "-c", script)
        until("a node's first process", lambda: os.path.exists(ready))
        first = self.first()
        subprocess.run(f"ip link add card{self.number} type veth peer name eth0 netns {first} && "
                       f"ip link set card{self.number} master fpgacl0 up", shell=True, check=True)

    def first(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            return file.read().split()[0]

    def power_off(self):
        """Kills the namespace's first process, and with it (--kill-child) all others."""
        first = self.first()
        self.process.kill()
        self.process.wait()
        until("a node without processes", lambda: not os.path.exists(f"/proc/{first}"))
        until("a node without its card",
              lambda: not os.path.exists(f"/sys/class/net/card{self.number}") or not self.unplug(), 20)

    def unplug(self):
        return subprocess.run(["ip", "link", "del", f"card{self.number}"], check=False,
                              stderr=subprocess.DEVNULL).returncode


def configure(cluster, count):
    last = count - 1
    for i in range(count):
        cluster.write(f"boards.node{i}", f"device board:{cluster.path(f'node{i}.sock')}\nfpgacl {FPGACL}\n")
        for folder in (f"spool.node{i}", f"tmp.node{i}"):
            os.mkdir(cluster.path(folder))
    cluster.write("gres.conf", f"NodeName=node[0-{last}] Name=gpu Type=u250 File=/dev/null Flags=opencl_env\n")
    nodes = "".join(f"NodeName=node{i} NodeAddr={address(i)} CPUs=2 RealMemory=200 Gres=gpu:u250:1\n"
                    for i in range(count))
    control = os.uname().nodename
    # This hosts file is visible in these namespaces only.
    cluster.write("hosts", f"127.0.0.1 localhost\n10.77.0.1 {control}\n"
                  + "".join(f"{address(i)} node{i}\n" for i in range(count)))
    subprocess.run(["mount", "--bind", cluster.path("hosts"), "/etc/hosts"], check=True)
    cluster.configure(f"""SlurmctldHost={control}(10.77.0.1)
AuthInfo=socket={cluster.path('munge.sock')},cred_expire=5
SlurmdTimeout=5
TmpFS={cluster.path('tmp.%n')}
SchedulerParameters=sched_interval=2,bf_interval=2,sched_min_interval=200000
{nodes}PartitionName=all Nodes=ALL Default=YES State=UP
""", cluster.path("boards.$SLURMD_NODENAME"))


def start(cluster, count):
    configure(cluster, count)
    cluster.start_control()
    nodes = [Node(cluster, i) for i in range(count)]
    for node in nodes:
        node.power_on()
    cluster.wait_idle(count)
    return nodes


def check_present(folder, expected):
    for name, text in results(folder).items():
        if expected.get(name) != text:
            fail(f"{name} is not what was expected: {text}")


def power_cycle(node, chance):
    """Powers the node off at a random moment for a random time, sometimes longer than the
    controller waits."""
    time.sleep(chance.uniform(0, 2))
    node.power_off()
    time.sleep(chance.choice((0.1, 2, 8)))
    node.power_on()


def check_array(cluster, nodes, expected):
    folder, chance = cluster.path("results"), random.Random(SEED)
    os.mkdir(folder)
    for attempt in range(6):
        cluster.submit_array(TASKS, folder)
        if attempt < 2:
            power_cycle(chance.choice(nodes), chance)
            check_present(folder, expected)
        cluster.wait_empty()
        check_present(folder, expected)
        if attempt >= 2 and len(results(folder)) == TASKS:
            break
        # The lost nodes return by themselves.
        cluster.wait_idle(len(nodes))
    if sorted(os.listdir(folder)) != sorted(expected):
        with open(cluster.path("array.log"), encoding="utf8", errors="replace") as file:
            fail(f"expected each result once and nothing else, found {os.listdir(folder)}: " + file.read())


def start_ranks(cluster, count, folder):
    """Starts one rank per node."""
    log = open(cluster.path("log"), "ab")
    job = subprocess.Popen(["srun", "--mpi=pmix", f"-N{count}", f"-n{count}", "--gres=gpu:u250:1",
                            SHARDS + "_mpi", NETWORK, cluster.path("pictures"), folder, str(TASKS)],
                           env=cluster.environment, stdout=log, stderr=log)
    cluster.started.append(job)
    return job


def cancel(cluster, job, nodes):
    """Ends a job as a time limit would."""
    cluster.run("scancel", "-u", "root")
    job.wait(timeout=60)
    cluster.wait_empty()
    cluster.wait_idle(len(nodes))


def finish_ranks(cluster, nodes, folder):
    """Returns the ranks' status. PMIx rarely loses a connection while ranks start, and waits for ever: then once more."""
    job = start_ranks(cluster, len(nodes), folder)
    try:
        return job.wait(timeout=120)
    except subprocess.TimeoutExpired:
        cancel(cluster, job, nodes)
        return start_ranks(cluster, len(nodes), folder).wait(timeout=240)


def check_mpi(cluster, nodes, expected):
    """A node loses power in mid-job; repeating the command computes what is missing."""
    if not os.path.exists(SHARDS + "_mpi") or "pmix" not in "".join(cluster.run("srun", "--mpi=list")[1:]):
        print("without MPI: resnet8_shards_mpi or Slurm's plugin for PMIx is missing")
        return
    folder, chance = cluster.path("ranked"), random.Random(SEED)
    os.mkdir(folder)
    job = start_ranks(cluster, len(nodes), folder)
    power_cycle(chance.choice(nodes), chance)
    check_present(folder, expected)
    time.sleep(5)
    cancel(cluster, job, nodes)  # ranks wait for the lost one
    check_present(folder, expected)
    if finish_ranks(cluster, nodes, folder):
        fail("expected ranks on all nodes to succeed")
    if results(folder) != expected or len(os.listdir(folder)) != TASKS:
        fail(f"MPI: expected each result once and nothing else, found {os.listdir(folder)}")


def seconds(cluster, *command):
    begin = time.monotonic()
    status, _, err = cluster.run(*command, seconds=600)
    if status:
        fail(f"{command}: {err}")
    return time.monotonic() - begin


def measure(count):
    """Seconds for an empty job, with and without the boards' prologs, and for one shard per node."""
    with Cluster() as cluster:
        nodes = start(cluster, count)
        bare = sorted(seconds(cluster, "srun", f"-N{count}", "true") for _ in range(5))[2]
        boards = sorted(seconds(cluster, "srun", f"-N{count}", "--gres=gpu:u250:1", "true") for _ in range(3))[1]
        cluster.make_pictures(count * 60, count)
        os.mkdir(cluster.path("results"))
        begin = time.monotonic()
        cluster.submit_array(count, cluster.path("results"))
        until("all results", lambda: len(results(cluster.path("results"))) == count, 600)
        array = time.monotonic() - begin
        print(f"{count} nodes: srun {bare:.2f} s, with boards {boards:.2f} s, "
              f"an array of {count} shards of about 60 pictures {array:.2f} s", flush=True)
        for node in nodes:
            node.power_off()
        subprocess.run(["umount", "/etc/hosts"], check=True)


def main():
    isolate()
    if sys.argv[3:4] == ["--measure"]:
        for count in sys.argv[4].split(","):
            measure(int(count))
        return
    with Cluster() as cluster:
        nodes = start(cluster, NODES)
        expected = cluster.make_pictures(PICTURES, TASKS)
        check_array(cluster, nodes, expected)
        check_mpi(cluster, nodes, expected)
        for node in nodes:
            node.power_off()


main()
