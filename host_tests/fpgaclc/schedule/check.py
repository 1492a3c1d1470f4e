#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Schedules each function that a source has figures for in its comments, and compares:

    SCHEDULE function: latency 1026, kind pipeline, ii 2
    LOOP function/label: trip_count 1024, iteration_latency 2, ii 1, asked pragma, why ports 3 reads
    CALLS function: callee
    MISSING function: what is not modelled

A figure is a number or a range LEAST~MOST that it has to be in, and how sure it is behind it; or words of why it
is not known.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.path.join(os.path.dirname(__file__), "../../..")
INCLUDES = ["tools/fpgaclc/payload/include", "emulator/include"]
HARDWARE = ["part=xcu55c-fsvh2892-2L-e", "clock=5", "uncertainty=1.35"]


def front_end(source):
    """The options with which clang reads the source."""
    options = ["-g", "-fno-discard-value-names", "-fwrapv", "-D__FPGACLC__=1"]
    options += ["-I" + os.path.join(SOURCE, each) for each in INCLUDES] + ["-Xclang"]
    if source.endswith(".cl"):
        options += ["-plugin-arg-fpgaclc-loops", "-Xclang", "pragmas", "-cl-std=CL1.2", "-cl-no-stdinc"]
        return options + ["-Xclang", "-ffake-address-space-map", "-Duint=unsigned", "-Dulong=unsigned long"]
    return options + ["-plugin-arg-fpgaclc", "-Xclang", "mark", "-include", "fpgacl/marks.h"]


def schedule(compiler, code, function, output, kernel):
    command = compiler[:]
    for option in ["=" + output, "-top=" + function] + ["-kernel"] * kernel + ["-" + each for each in HARDWARE]:
        command += ["-mllvm", "-fclc-schedule" + option]
    subprocess.run([*command, "-S", "-emit-llvm", "-o", os.devnull, code], check=True, timeout=120)
    with open(output, encoding="utf-8") as file:
        return json.load(file)


def fits(found, wanted):
    if isinstance(found, dict) and "unknown" in found:
        return wanted in found["unknown"]
    if isinstance(found, dict) and "text" in found:
        kind, _, text = wanted.partition(" ")
        return found["kind"] == kind and text in found["text"]
    wanted, _, sure = wanted.partition(" ")
    if sure and sure != found["sure"]:
        return False
    least, _, most = wanted.partition("~")
    if isinstance(found, dict):
        return least.isdigit() and int(least) <= found["min"] and found["max"] <= int(most or least)
    return str(found).lower() == wanted


def compare(place, entry, wanted):
    """Returns what is different, as text."""
    wrong = []
    for part in wanted.split(", "):
        key, _, value = part.partition(" ")
        if not fits(entry.get(key), value.strip()):
            wrong.append(f"{place}: {key}: expected {value}, found {entry.get(key)}")
    return wrong


def check(text, function, found):
    top = next(each for each in found["functions"] if each["top"])
    wrong = []
    for wanted in re.findall(rf"SCHEDULE {function}: (.*?) \*/", text):
        wrong += compare(function, top, wanted)
    for label, wanted in re.findall(rf"LOOP {function}/(\w+): (.*?) \*/", text):
        loops = [each for each in top["loops"] if each["name"] == label]
        if not loops:
            wrong.append(f"{function}: expected the loop {label}, found {[each['name'] for each in top['loops']]}")
        for loop in loops:
            wrong += compare(f"{function}/{label}", loop, wanted)
    for what in re.findall(rf"MISSING {function}: (.*?) \*/", text):
        if not any(what in each["what"] for each in found["unmodelled"]):
            wrong.append(f"{function}: expected what is not modelled: {what}, found {found['unmodelled']}")
    for callee in re.findall(rf"CALLS {function}: (\w+)", text):
        if not any(callee in call["callee"] for call in top["calls"]):
            wrong.append(f"{function}: expected a call of {callee}, found {top['calls']}")
    return wrong


def main():
    clang, plugin, source = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        text = file.read()
    functions = sorted(set(re.findall(r"/\* (?:SCHEDULE|LOOP|MISSING) (\w+)[:/]", text)))
    wrong = []
    kernel = source.endswith(".cl")
    compiler = [clang, "-w", "-O1", "-ffp-contract=off", "-Xclang", "-load", "-Xclang", plugin]
    passes = ["-fpass-plugin=" + plugin]
    with tempfile.TemporaryDirectory() as folder:
        code, output = source, os.path.join(folder, "schedule.json")
        if kernel: # its attributes reach the passes only within one run
            passes += front_end(source)
        else: # reading it takes ten times as long as the passes do
            code = os.path.join(folder, "code.bc")
            read = ["-Xclang", "-disable-llvm-passes", "-c", "-emit-llvm", "-o", code, source]
            subprocess.run(compiler + front_end(source) + read, check=True, timeout=120)
        for function in functions:
            wrong += check(text, function, schedule(compiler + passes, code, function, output, kernel))
    if wrong or not functions:
        sys.exit("\n".join(wrong) or f"{source}: expected figures in its comments, found none")


if __name__ == "__main__":
    main()
