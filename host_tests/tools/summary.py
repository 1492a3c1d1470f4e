# SPDX-License-Identifier: Apache-2.0
"""tools/test_summary: failed parts and unexpected skips count, and reasons are named.

    summary.py TEST_SUMMARY FOLDER
"""
import pathlib
import subprocess
import sys

SUITE = """<testsuite>
<testcase name="good" time="3.5" status="run"><system-out>fine</system-out></testcase>
<testcase name="{name}" time="0" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>
<system-out>{name}: skipped: the moon is full</system-out></testcase>
{more}</testsuite>
"""
FAILED = """<testcase name="bad" time="1" status="fail"><failure message="Failed"/>
<system-out>{output}</system-out></testcase>
"""


def summary(tool, folder, *words):
    result = subprocess.run([tool, *words[:-1], folder, *words[-1].split()], stdout=subprocess.PIPE, text=True, check=False)
    return result.returncode, result.stdout


def expect(got, code, *texts):
    assert got[0] == code, got
    for text in texts:
        assert text in got[1], (text, got[1])


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "release.xml"
    report.write_text(SUITE.format(name="card_guest", more=""))
    expect(summary(tool, folder, "--strict", "lint 0 61 release 0 7"), 0, "lint: passed in 1 min 01 s",
           "2 tests, 0 failed, 1 skipped", "skipped (the moon is full): release/card_guest", "1 tests were skipped")
    expect(summary(tool, folder, "lint 1 61 release 0 7"), 1, "lint: FAILED", "release: passed")
    # An unknown skip counts in CI only.
    report.write_text(SUITE.format(name="new", more=""))
    expect(summary(tool, folder, "release 0 7"), 0, "passed; 1")
    expect(summary(tool, folder, "--strict", "release 0 7"), 1, "may not be skipped: release/new")
    report.write_text(SUITE.format(name="card_guest", more=FAILED.format(output="line 1\nline 2")))
    expect(summary(tool, folder, "release 8 7"), 1, "failed: bad", "| line 1\n    | line 2\n", "FAILED; 1")
    # A test that passes alone is named, and excused unless a sanitizer objected.
    again = folder / "release.again.xml"
    passed = SUITE.format(name="card_guest", more="").replace("good", "bad")
    again.write_text(passed)
    expect(summary(tool, folder, "release 0 7"), 0, "release: passed", "failed, and passed alone: bad", "| line 1")
    expect(summary(tool, folder, "release 8 7"), 1, "release: FAILED")
    again.write_text(passed.replace("bad", "other"))
    expect(summary(tool, folder, "release 0 7"), 1, "release: FAILED", "failed: bad")
    again.write_text(SUITE.format(name="card_guest", more=FAILED.format(output="")))
    expect(summary(tool, folder, "release 0 7"), 1, "release: FAILED", "failed: bad")
    again.write_text(passed)
    report.write_text(SUITE.format(name="card_guest", more=FAILED.format(output="WARNING: ThreadSanitizer: data race")))
    expect(summary(tool, folder, "release 0 7"), 1, "release: FAILED", "failed: bad")
    again.unlink()


main()
