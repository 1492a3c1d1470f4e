#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the table of claims: check_claims.py TABLE --source FOLDER --build FOLDER

TABLE has a line for each claim:

    where | what | tests

where      what                                                       must all be in the table
clinfo     names of clGetDeviceInfo() queries                         those of clinfo and of runtime/api/platform
platform   names of clGetPlatformInfo() queries                       those of clinfo
extension  names                                                      the platform's and the device's lists
variable   names                                                      `fpgacl env` and README's table
option     of fpgaclc, as --help writes them                          `fpgaclc --help`
command    of fpgacl                                                  `fpgacl --help`
a file     words of the page or header, which must be found there;    README.md: each item of "What is emulated"
           blanks and line breaks count alike                         and each row of "Troubleshooting"

Tests are names of ctest, or <name>.<function> for one function of a cmocka program; "?" follows a name that ctest has
only where XRT is installed. A line that ends with "\\" goes on in the next one; "#" begins a comment. Exit status: 0 if every claim has a test that exists, 1 if not.
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
        """Every row has tests, and they exist."""
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
        """The table's names of this kind are those that were found."""
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
        table = self.section("README.md", "Environment variables")
        self.compare("variable", found, "`fpgacl env`")
        self.compare("variable", set(re.findall(r"^\| `(\w+)` \|", table, re.M)), "README.md")

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
        """Quotes are in their files, and README's lists have no item without one."""
        texts = {}
        for where, what in self.table.quotes:
            if where not in texts:
                exists = os.path.isfile(self.path(where))
                # Comments go over several lines, with a star in front of each.
                texts[where] = re.sub(r"\s+(\*\s+|\")*", " ", self.read(where)) if exists else ""
            if not what or what not in texts[where]:
                self.problems.append(f"{where}: does not say '{what}'")
        items = re.split(r"^- ", self.section("README.md", "What is emulated"), flags=re.M)[1:]
        items += re.findall(r"^\| (?!symptom|-)(.*)$", self.section("README.md", "Troubleshooting"), re.M)
        quotes = [what for where, what in self.table.quotes if where == "README.md"]
        for item in items:
            if not any(quote in words(item) for quote in quotes):
                self.problems.append(f"README.md: no claim of the table is in '{words(item)[:70]}...'")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("table")
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    check = Check(parser.parse_args())
    check.tests()
    check.pages()
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
