#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the compiler's plugin on a file of IR, and compares what it makes with the file's comments:

    ; OPTIONS: -fclc-...      options of the plugin
    ; CHECK: text             a later line has the text; {{...}} is a regular expression
    ; CHECK-NEXT: text        the next line has it
    ; CHECK-NOT: text         no line up to that of the next CHECK has it
"""
import re
import subprocess
import sys


def pattern(text):
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return re.compile("".join(part if i % 2 else re.escape(part) for i, part in enumerate(parts)))


def run(clang, plugin, path, options):
    load = [] if not options else ["-Xclang", "-load", "-Xclang", plugin]
    for option in options:
        load += ["-mllvm", option]
    command = [clang, "-w", "-O0", *load, "-fpass-plugin=" + plugin, "-S", "-emit-llvm", path, "-o", "-"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=120).stdout


def compare(lines, checks):
    """Returns the first check that is not met, and where; None if all are."""
    at, forbidden = 0, []
    for kind, text in checks:
        if kind == "-NOT":
            forbidden.append(text)
            continue
        found = next((i for i in range(at, len(lines)) if pattern(text).search(lines[i])), None)
        if found is None or (kind == "-NEXT" and found != at):
            return kind, text, at
        for no in forbidden:
            if any(pattern(no).search(line) for line in lines[at:found]):
                return "-NOT", no, at
        at, forbidden = found + 1, []
    for no in forbidden:
        if any(pattern(no).search(line) for line in lines[at:]):
            return "-NOT", no, at
    return None


def main():
    clang, plugin, path = sys.argv[1:]
    source = open(path, encoding="utf-8").read()
    checks = re.findall(r"^; CHECK(|-NEXT|-NOT): (.*)$", source, re.M)
    options = re.findall(r"^; OPTIONS: (.*)$", source, re.M)
    output = run(clang, plugin, path, [word for line in options for word in line.split()])
    failed = compare(output.splitlines(), checks)
    if failed:
        sys.exit(f"{path}: CHECK{failed[0]}: {failed[1]}: not so behind line {failed[2]} of:\n{output}")
    if not checks:
        sys.exit(f"{path}: expected lines that begin with '; CHECK', found none")


if __name__ == "__main__":
    main()
