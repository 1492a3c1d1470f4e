#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the compiler's plugin on a file of IR, or a source, and compares what it makes with the file's comments:

    ; OPTIONS: -fclc-...      options of the plugin; %S is the file's folder
    ; CHECK: text             a later line has the text; {{...}} is a regular expression
    ; CHECK-NEXT: text        the next line has it
    ; CHECK-NOT: text         no line up to that of the next CHECK has it

A number that IR is free to choose is [[NAME:[0-9]+]] at its first place and [[NAME]] behind it; [[#]] is any.
Sources are compiled with marks for their pragmas, and these directives:

    // MARKS: FILE|LINE|PRAGMA|TEXT
"""
import os
import re
import subprocess
import sys
import tempfile

MARKS = os.path.join(os.path.dirname(__file__), "../../../tools/fpgaclc/payload/include/fpgacl/marks.h")


def pattern(text, names):
    def part(i, text):
        if i % 2 == 0:
            return re.escape(text)
        name, _, expression = text.partition(":")
        if re.match(r"[A-Z]+$", name):
            return f"(?P<{name}>{expression})" if expression else names.get(name, "(?!)")
        return "[0-9]+" if text == "#" else text

    parts = re.split(r"(?:\{\{|\[\[)((?:[A-Z]+:\[0-9\]\+)|.*?)(?:\}\}|\]\])", text)
    return re.compile("".join(part(i, text) for i, text in enumerate(parts)))


def source_to_ir(clang, plugin, path, directives, output):
    command = [clang, "-w", "-O1", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names"]
    command += ["-Xclang", "-load", "-Xclang", plugin, "-include", MARKS]
    for argument in ["mark"] + ["directive=" + text.replace("|", "\n", 3) for text in directives]:
        command += ["-Xclang", "-plugin-arg-fpgaclc", "-Xclang", argument]
    subprocess.run([*command, "-S", "-emit-llvm", path, "-o", output], check=True, timeout=120)


def run(clang, plugin, path, options):
    load = [] if not options else ["-Xclang", "-load", "-Xclang", plugin]
    for option in options:
        load += ["-mllvm", option]
    command = [clang, "-w", "-O0", *load, "-fpass-plugin=" + plugin, "-S", "-emit-llvm", path, "-o", "-"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=120).stdout


def compare(lines, checks):
    """Returns the first check that is not met, and where; None if all are."""
    at, forbidden, names = 0, [], {}
    for kind, text in checks:
        if kind == "-NOT":
            forbidden.append(text)
            continue
        wanted = pattern(text, names)
        found = next((i for i in range(at, len(lines)) if wanted.search(lines[i])), None)
        if found is None or (kind == "-NEXT" and found != at):
            return kind, text, at
        for no in forbidden:
            if any(pattern(no, names).search(line) for line in lines[at:found]):
                return "-NOT", no, at
        names.update(wanted.search(lines[found]).groupdict())
        at, forbidden = found + 1, []
    for no in forbidden:
        if any(pattern(no, names).search(line) for line in lines[at:]):
            return "-NOT", no, at
    return None


def main():
    clang, plugin, path = sys.argv[1:]
    source = open(path, encoding="utf-8").read()
    checks = re.findall(r"^(?:;|//) CHECK(|-NEXT|-NOT): (.*)$", source, re.M)
    options = re.findall(r"^; OPTIONS: (.*)$", source, re.M)
    words = [word.replace("%S", os.path.dirname(path)) for line in options for word in line.split()]
    with tempfile.TemporaryDirectory() as folder:
        ir = path
        if path.endswith(".cpp"):
            ir = os.path.join(folder, "source.ll")
            source_to_ir(clang, plugin, path, re.findall(r"^// MARKS: (.*)$", source, re.M), ir)
        output = run(clang, plugin, ir, words)
    failed = compare(output.splitlines(), checks)
    if failed:
        sys.exit(f"{path}: CHECK{failed[0]}: {failed[1]}: not so behind line {failed[2]} of:\n{output}")
    if not checks:
        sys.exit(f"{path}: expected lines that begin with '; CHECK' or '// CHECK', found none")


if __name__ == "__main__":
    main()
