#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the table of claims: check_claims.py TABLE --source FOLDER --build FOLDER

TABLE has one line per claim:

    where | what | tests

where      what                                                       the table must contain all of
clinfo     names of clGetDeviceInfo() queries                         those of clinfo and of runtime/api/platform
platform   names of clGetPlatformInfo() queries                       those of clinfo
extension  names                                                      the platform's and the device's lists
variable   names                                                      `fpgacl env` and docs/environment.md
option     of fpgaclc, as --help writes them                          `fpgaclc --help`
command    of fpgacl                                                  `fpgacl --help`
a file     a quotation from the page or header, in which blanks and   docs/emulation.md: each item of the lists for the board,
           line breaks are equivalent                                 the kernels and the driver; docs/troubleshooting.md:
                                                                      each row

docs/supported.md lists fpgaclc's headers, and the extensions and features that the device reports.

Tests are ctest names, or <name>.<function> for one function of a cmocka program. "?" follows a name that ctest has only
if XRT is installed. "\\" at the end of a line continues it, and "#" begins a comment. Exit status: 0 if every claim has a
test that exists, else 1.
"""
import argparse
import os
import re
import subprocess
import sys

LISTS = ("clinfo", "platform", "extension", "variable", "option", "command")


def output(*command, env=None):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True,
                          env=dict(os.environ, **(env or {}))).stdout


def words(text):
    return " ".join(text.split())


class Table:
    def __init__(self, path):
        self.known = {kind: {} for kind in LISTS}
        self.quotes = []
        self.rows = []
        text = open(path, encoding="utf-8").read().replace("\\\n", " ")
        for line in text.split("\n"):
            if not line.strip() or line.startswith("#"):
                continue
            self.add([words(part) for part in line.split("|")])

    def add(self, parts):
        where, what, tests = parts if len(parts) == 3 else (parts + ["", ""])[:3]
        self.rows.append((where, what, tests.split()))
        if where in LISTS:
            for name in what.split():
                self.known[where][name] = tests
        else:
            self.quotes.append((where, what))


class Check:
    def __init__(self, arguments):
        self.source, self.build = arguments.source, arguments.build
        self.table = Table(arguments.table)
        self.problems = []

    def path(self, *parts):
        return os.path.join(self.source, *parts)

    def read(self, *parts):
        with open(self.path(*parts), encoding="utf-8") as file:
            return file.read()

    def tool(self, name, *arguments):
        clean = {key: "" for key in os.environ if key.startswith(("FPGACL_", "XCL_"))}
        return output(os.path.join(self.build, "bin", name), *arguments, env=clean)

    def tests(self):
        """Every row names tests, and they exist."""
        names = set()  # not from `ctest -N`, which overwrites the log of the run that this one is part of
        for folder, _, files in os.walk(os.path.join(self.build, "host_tests")):
            if "CTestTestfile.cmake" in files:
                with open(os.path.join(folder, "CTestTestfile.cmake"), encoding="utf-8") as file:
                    names |= set(re.findall(r"^ *add_test\((?:\[=*\[)?([^\s\]\"]+)", file.read(), re.M))
        functions = set()  # <what>.<function> for the file test_<what>.c
        for folder, _, files in os.walk(self.path("host_tests")):
            for file in files:
                what = re.fullmatch(r"test_(\w+)\.c", file)
                if what:
                    text = open(os.path.join(folder, file), encoding="utf-8").read()
                    functions |= {f"{what[1]}.{function}" for function in
                                  re.findall(r"(?:cmocka_unit_test\w*|(?<!define )\b[A-Z]+_TEST)\(\s*(\w+)", text)}
        for where, what, tests in self.table.rows:
            if not tests:
                self.problems.append(f"{where}: {what}: a claim without a test")
            for test in tests:
                if test.endswith("?"):
                    test = test[:-1]
                    if not any(name.startswith("xrt_") for name in names):
                        continue
                name, dot, _ = test.partition(".")
                if name not in names or (dot and test.partition("_")[2] not in functions):
                    self.problems.append(f"{where}: {what}: there is no test {test}")

    def compare(self, kind, found, source):
        """The table's names of this kind are the ones that were found."""
        known = set(self.table.known[kind])
        for name in sorted(found - known):
            self.problems.append(f"{kind} {name}: claimed by {source}, but not in the table")
        for name in sorted(known - found):
            self.problems.append(f"{kind} {name}: in the table, but not claimed by {source}")

    def clinfo(self):
        text = output("clinfo", "--raw")
        found = set(re.findall(r"\b(CL_DEVICE_\w+)  ", text))
        for file in ("device.c", "xilinx_device.c", "subdevice.c"):
            code = self.read("runtime", "api", "platform", file)
            found |= set(re.findall(r"(?:case |UINT\(|WIDE\()(CL_DEVICE_\w+)[:,]", code))
        self.compare("clinfo", found, "clinfo")
        self.compare("platform", set(re.findall(r"\b(CL_PLATFORM_\w+)  ", text)), "clinfo")
        lists = re.findall(r"CL_(?:PLATFORM|DEVICE)_EXTENSIONS  +(.*)", text)
        self.compare("extension", {name for each in lists for name in each.split()}, "clinfo")

    def variables(self):
        found = set(re.findall(r"^(\w+)=", self.tool("fpgacl", "env"), re.M))
        page = "docs/environment.md"
        self.compare("variable", found, "`fpgacl env`")
        self.compare("variable", set(re.findall(r"^\| `(\w+)` \|", self.read(page), re.M)), page)

    def options(self):
        found = set()
        for line in self.tool("fpgaclc", "--help").split("\n"):
            if re.match(r"  -", line):
                head = re.split(r"   +", line.strip())[0]
                found |= {re.split(r"[ =\[]", part.strip())[0] for part in head.split(",")}
        self.compare("option", {re.sub(r"^-W.*", "-W", name) for name in found}, "fpgaclc --help")
        text = self.tool("fpgacl", "--help")
        found = set(re.findall(r"^  ([a-z]+) ", text, re.M))
        self.compare("command", found, "fpgacl --help")

    def section(self, file, title):
        return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", self.read(file), re.S | re.M).group(1)

    def pages(self):
        """Quotations are found in their files, and every item of the lists on two pages is quoted."""
        texts = {}
        for where, what in self.table.quotes:
            if where not in texts:
                exists = os.path.isfile(self.path(where))
                # The lines of a comment begin with a star.
                texts[where] = re.sub(r"\s+(\*\s+|\")*", " ", self.read(where)) if exists else ""
            if not what or what not in texts[where]:
                self.problems.append(f"{where}: does not say '{what}'")
        for page, titles in (("docs/emulation.md", ("The board", "Kernels", "The driver")), ("docs/troubleshooting.md", ())):
            items = re.findall(r"^\| (?!symptom|-)(.*)$", self.read(page), re.M) if not titles else []
            for title in titles:
                items += re.split(r"^- ", self.section(page, title), flags=re.M)[1:]
            quotes = [what for where, what in self.table.quotes if where == page]
            for item in items:
                if not any(quote in words(item) for quote in quotes):
                    self.problems.append(f"{page}: no claim of the table is in '{words(item)[:70]}...'")

    def supported(self):
        """The lists in docs/supported.md match the sources and the driver."""
        page = "docs/supported.md"

        def listed(title, pattern):
            rows = re.findall(r"^\| (`.*?) \|", self.section(page, title), re.M)
            return {name for row in rows for name in re.findall(pattern, row)}

        def same(kind, here, there):
            for name in sorted(here ^ there):
                self.problems.append(f"{page}: {kind} {name} is {'listed, but not there' if name in here else 'missing'}")

        rows = re.findall(r"^\| `[A-Z_]+` \|.*\n", self.section(page, "HLS pragmas"), re.M)
        if "".join(rows) != self.tool("fpgaclc", "--print-pragmas"):
            self.problems.append(f"{page}: the table of pragmas is not that of `fpgaclc --print-pragmas`")
        rows = re.findall(r"^\| `[a-z-]+` \|.*\n", self.section(page, "What synthesis would not take"), re.M)
        if "".join(rows) != self.tool("fpgaclc", "--print-synthesis"):
            self.problems.append(f"{page}: the table of rules is not that of `fpgaclc --print-synthesis`")
        top = self.path("tools", "fpgaclc", "payload", "include")
        headers = {os.path.relpath(os.path.join(folder, file), top)
                   for folder, _, files in os.walk(top) for file in files}
        headers = {name for name in headers if not name.startswith(("fpgacl", "hls/"))}
        same("header", listed("Headers in kernels", r"`([\w/]+\.h)`"), headers)
        text = output("clinfo", "--raw")
        names = re.search(r"CL_DEVICE_EXTENSIONS  +(.*)", text).group(1)
        same("extension", listed("OpenCL", r"`(cl(?:es)?_\w+)`"), set(names.split()))
        names = re.search(r"CL_DEVICE_OPENCL_C_FEATURES  +(.*)", text).group(1)
        same("feature", listed("OpenCL C", r"`(__opencl_c_\w+)`"), set(re.findall(r"__opencl_c_\w+", names)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("table")
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    check = Check(parser.parse_args())
    check.tests()
    check.pages()
    check.supported()
    check.clinfo()
    check.variables()
    check.options()
    for problem in check.problems:
        print(problem, file=sys.stderr)
    names = sum(len(names) for names in check.table.known.values())
    print(f"{names + len(check.table.quotes)} claims, {len(check.problems)} problems")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
