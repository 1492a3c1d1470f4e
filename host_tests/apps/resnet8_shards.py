# SPDX-License-Identifier: Apache-2.0
"""The network over a directory of pictures in shards, whose workers are killed at random moments.

    resnet8_shards.py WORKER IMAGE DATA SCRATCH [MPIRUN]

Whatever is killed when: at every moment, all existing results are complete and right, and in the end each
one exists exactly once and nothing else does. With MPIRUN, WORKER is the program for MPI, and ranks are
killed.
"""
import glob
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

PICTURES, SHARDS, PIXELS = 36, 6, 1024
WORKER, IMAGE, DATA, SCRATCH = sys.argv[1:5]
MPIRUN = sys.argv[5:6]
PICS = os.path.join(SCRATCH, "pictures")


def fail(text):
    sys.exit(f"resnet8_shards.py: {text}")


def make_pictures():
    with open(os.path.join(DATA, "pictures.bin"), "rb") as file:
        for i in range(PICTURES):
            with open(os.path.join(PICS, f"picture{i:03}.pgm"), "wb") as picture:
                picture.write(b"P5\n32 32\n255\n" + file.read(PIXELS))
    with open(os.path.join(PICS, "README"), "w", encoding="ascii") as file:
        file.write("not a picture\n")


def command(image, results, *shard):
    # Only two ranks; more ranks than processors are fine.
    mpi = MPIRUN + ["--oversubscribe", "-n", "2"] if MPIRUN else []
    return mpi + [WORKER, image, PICS, results, str(SHARDS), *shard]


def run(image, results, *shard):
    """Open MPI 4.1's mpiexec rarely hangs in PMIx's finalization, after its ranks have ended: then once more."""
    try:
        return subprocess.run(command(image, results, *shard), timeout=120, check=False,
                              stderr=subprocess.PIPE, text=True)
    except subprocess.TimeoutExpired:
        if not MPIRUN:
            raise
        return subprocess.run(command(image, results, *shard), timeout=240, check=False,
                              stderr=subprocess.PIPE, text=True)


def read_results(folder):
    found = {}
    for name in os.listdir(folder):
        if not name.startswith("."):
            with open(os.path.join(folder, name), encoding="ascii") as file:
                found[name] = file.read()
    return found


def expected_results():
    """Computed in plain C. Each picture is in one shard, and the shard only depends on names."""
    folder = os.path.join(SCRATCH, "expected")
    os.mkdir(folder)
    done = run("-", folder)
    if done.returncode:
        fail(done.stderr)
    expected = read_results(folder)
    names = sorted(line.split("\t")[0] for text in expected.values() for line in text.splitlines())
    if names != [f"picture{i:03}.pgm" for i in range(PICTURES)] or len(expected) != SHARDS:
        fail(f"expected each of {PICTURES} pictures once in {SHARDS} shards, found {names}")
    return expected


def check_present(folder, expected, when):
    for name, text in read_results(folder).items():
        if expected.get(name) != text:
            fail(f"{when}: {name} is not what was expected: {text!r}")


def workers_of(process):
    """What to kill: the ranks of an mpirun, else the worker itself."""
    if not MPIRUN:
        return [process.pid]
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="ascii", errors="replace") as file:
                text = file.read()
        except OSError:  # it has ended in the meantime
            continue
        status, parent = text[text.rindex(")") + 1:].split()[:2]
        if int(parent) == process.pid and status != "Z":
            found.append(int(path.split("/")[2]))
    return sorted(found)


def start(folder, missing, chance):
    """Starts two workers, which sometimes get the same shard; for MPI, one job."""
    if MPIRUN:
        commands = [command(IMAGE, folder)]
    else:
        commands = [command(IMAGE, folder, str(chance.choice(missing))) for _ in range(2)]
    return [subprocess.Popen(c, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for c in commands]


def ended(process):
    """The status of workers of which some were killed; mpiexec may hang as in run(), and then is killed, too."""
    try:
        return process.wait(timeout=60 if MPIRUN else 240)
    except subprocess.TimeoutExpired:
        if not MPIRUN or workers_of(process):
            raise
        process.kill()
        return process.wait(timeout=60)


def disturb(folder, expected, chance, usual):
    """One round of workers with kills at random moments. Returns how many kills hit."""
    present = read_results(folder)
    missing = [i for i in range(SHARDS) if f"shard-{i}-of-{SHARDS}.tsv" not in present]
    hit = 0
    if not missing:
        return 0
    processes = start(folder, missing, chance)
    for process in processes:
        # mpirun takes a while before its ranks exist.
        while MPIRUN and process.poll() is None and not workers_of(process):
            time.sleep(0.01)
        time.sleep(chance.uniform(0, usual / 2 if MPIRUN else usual))
        for pid in workers_of(process)[:1 + chance.randrange(2)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        hit += ended(process) != 0
    check_present(folder, expected, "after a kill")
    return hit


def survive(seed, expected, usual):
    folder = os.path.join(SCRATCH, f"results{seed}")
    chance, hit = random.Random(seed), 0
    os.mkdir(folder)
    # What a worker leaves behind if it dies while writing.
    with open(os.path.join(folder, f".shard-0-of-{SHARDS}.dead"), "w", encoding="ascii") as file:
        file.write("half a li")
    for _ in range(5):
        hit += disturb(folder, expected, chance, usual)
    for shard in [()] if MPIRUN else [(str(i),) for i in range(SHARDS)]:
        done = run(IMAGE, folder, *shard)
        if done.returncode:
            fail(f"seed {seed}: {done.stderr}")
    if read_results(folder) != expected:
        fail(f"seed {seed}: expected {sorted(expected)}, found {sorted(read_results(folder))}")
    if set(os.listdir(folder)) != set(expected):
        fail(f"seed {seed}: expected the results and nothing else, found {os.listdir(folder)}")
    return hit


def refuse():
    """A wrong number and an invalid picture end the worker with an error message and leave no
    result."""
    folder = os.path.join(SCRATCH, "refused")
    os.mkdir(folder)
    done = run("-", folder, str(SHARDS))
    if done.returncode != 1 or "below the number of shards" not in done.stderr:
        fail(f"a shard that there is not: {done.returncode}, {done.stderr}")
    for name, text in (("short", b"P5 32 32 255\n" + bytes(1023)), ("long", b"P5 32 32 255\n" + bytes(1025)),
                       ("wide", b"P5 33 32 255\n" + bytes(1056)), ("other", b"P6 32 32 255\n" + bytes(3072))):
        path = os.path.join(PICS, name + ".pgm")
        with open(path, "wb") as file:
            file.write(text)
        failed = [run("-", folder, str(i)) for i in range(SHARDS)]
        os.remove(path)
        if sum(done.returncode != 0 and name + ".pgm: expected" in done.stderr for done in failed) != 1:
            fail(f"{name}.pgm: {[done.stderr for done in failed]}")
        if len(read_results(folder)) != SHARDS - 1:
            fail(f"{name}.pgm: expected a result for all shards but one")
        for result in os.listdir(folder):
            os.remove(os.path.join(folder, result))


def die_while_writing(expected):
    """Files are limited to 100 bytes, so that a worker gets a signal or an error after writing so
    many."""
    folder = os.path.join(SCRATCH, "dying")
    os.mkdir(folder)
    for restore, code in ((True, -signal.SIGXFSZ), (False, 1)):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        done = subprocess.run(command("-", folder, "0"), timeout=240, check=False, preexec_fn=limit,
                              stderr=subprocess.DEVNULL, restore_signals=restore)
        if done.returncode != code or read_results(folder):
            fail(f"dying: expected {code} and no result, found {done.returncode}, {read_results(folder)}")
    if run("-", folder, "0").returncode:
        fail("dying: it cannot be done again")
    check_present(folder, expected, "after a death while writing")
    if os.listdir(folder) != [f"shard-0-of-{SHARDS}.tsv"]:
        fail(f"dying: expected one result, found {os.listdir(folder)}")


def main():
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(PICS)
    make_pictures()
    expected = expected_results()
    whole = os.path.join(SCRATCH, "whole")
    os.mkdir(whole)
    begin = time.monotonic()
    done = run(IMAGE, whole) if MPIRUN else run(IMAGE, whole, "0")
    usual = (time.monotonic() - begin) * 1.2
    if done.returncode:
        fail(done.stderr)
    check_present(whole, expected, "undisturbed")
    hit = sum(survive(seed, expected, usual) for seed in ((1, 2) if MPIRUN else (1, 2, 3)))
    if not hit:
        fail("no kill hit a worker: this run has shown nothing")
    if not MPIRUN:
        die_while_writing(expected)
        refuse()
    print(f"{hit} workers were killed; all results are right")
    shutil.rmtree(SCRATCH)


main()
