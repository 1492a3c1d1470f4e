#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""suite.py BUILD REGEX [MOST [LEFT_OUT]]: runs the tests whose names match, but not those that LEFT_OUT matches, with a
capture of each of their processes, and
repeats the captures, at most MOST of each test's, the largest first. What differs must be in differences.txt."""
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

build, pattern = os.path.abspath(sys.argv[1]), sys.argv[2]
most = int(sys.argv[3]) if len(sys.argv) > 3 else 1000000
left_out = sys.argv[4] if len(sys.argv) > 4 else "^$"
here = os.path.dirname(os.path.abspath(__file__))
PATIENCE_S = 600


def known_differences():
    rows = []
    with open(os.path.join(here, "differences.txt"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                tests, text, reason = (part.strip() for part in line.split("|"))
                rows.append((tests, text, reason))
    return rows


def tests():
    listed = subprocess.run(["ctest", "--test-dir", build, "-R", pattern, "-E", left_out, "--show-only=json-v1"], check=True,
                            capture_output=True, text=True).stdout
    for test in json.loads(listed)["tests"]:
        properties = {row["name"]: row["value"] for row in test.get("properties", [])}
        if "command" in test and not properties.get("DISABLED"):
            yield test["name"], test["command"], properties


def environment(properties, **more):
    result = dict(os.environ, **more)
    for row in properties.get("ENVIRONMENT", []):
        name, _, value = row.partition("=")
        result[name] = value
    return result


def capture(folder, command, properties):
    """Whether the test passes, and the captures of its processes; those that were killed have made some calls, too."""
    env = environment(properties, FPGACL_CAPTURE=os.path.join(folder, "%p.fclcap"))
    result = subprocess.run(command, env=env, cwd=properties.get("WORKING_DIRECTORY", folder), timeout=PATIENCE_S,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    files = [path for path in glob.glob(os.path.join(folder, "*.fclcap")) if os.path.getsize(path)]
    wrong = result.returncode and not properties.get("WILL_FAIL") and result.returncode != properties.get("SKIP_RETURN_CODE")
    return not wrong, result.stdout.decode(errors="replace"), sorted(files, key=os.path.getsize, reverse=True)


def replay(path, properties):
    result = subprocess.run([os.path.join(build, "bin/fpgacl"), "replay", "--yes", path], env=environment(properties),
                            capture_output=True, timeout=PATIENCE_S, check=False)
    return result.returncode, (result.stdout + result.stderr).decode(errors="replace")


def judge(name, status, text, rows):
    """None: all as in the captured run; the reason, if it is known; otherwise what was said."""
    if not status:
        return None
    if status == 1:
        for tests_of, line, reason in rows:
            if re.search(tests_of, name) and re.search(line, text):
                return reason
    return False


def main():
    rows = known_differences()
    counts = collections.Counter()
    bad = []
    for name, command, properties in tests():
        with tempfile.TemporaryDirectory() as folder:
            passed, said, files = capture(folder, command, properties)
            if not passed:
                bad.append(f"{name} fails when it is captured:\n{said[-2000:]}")
            found = collections.Counter()
            for path in files[:most]:
                status, text = replay(path, properties)
                verdict = judge(name, status, text, rows)
                found["compared" if "all as in the captured run" in text and verdict is None else
                      "nothing to compare" if verdict is None else verdict or "differs"] += 1
                if verdict is False:
                    bad.append(f"{name}: the replay of {os.path.basename(path)} ends with {status}:\n{text[-3000:]}")
            counts.update(found)
            print(name + ":", ", ".join(f"{count} {what}" for what, count in found.items()) or "no captures", flush=True)
    print("in all:", ", ".join(f"{count} {what}" for what, count in counts.items()))
    print("\n".join(bad))
    sys.exit(bool(bad) or not counts["compared"])


main()
