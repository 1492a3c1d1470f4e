#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Only the files that xrt.ini requests are written, in XRT's format: ini.sh BIN
set -euo pipefail

bin=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "ini.sh: $*" >&2; exit 1; }
files() { ls *.csv 2>/dev/null | tr '\n' ' '; }

run() { FPGACL_LOG=warn FPGACL_LOG_FILE=log "$bin/app_stream" >/dev/null 2>err || fail "the host failed"; }

cat >xrt.ini <<'INI'
# of the working directory
[Debug]
opencl_summary = true
opencl_trace=true
profile=false
power_profile=true

[Runtime]
runtime_log=console
ert=false
INI
run
[ "$(files)" = "opencl_summary.csv opencl_trace.csv " ] || fail "expected two files, found: $(files)"
[ "$(grep -c 'has no effect here' log)" = 2 ] || fail "the log does not name the two other keys, once each"
grep -q 'xrt.ini: \[Debug\] power_profile has no effect here' log || fail "the log does not name power_profile"
python3 - <<'PY'
import csv

def table(title):
    rows = list(csv.reader(open("opencl_summary.csv")))
    at = rows.index([title]) + 1
    end = next((i for i in range(at, len(rows)) if not rows[i]), len(rows))
    return [dict(zip(rows[at], row)) for row in rows[at + 1:end]]

calls = {row["API Name"]: row for row in table("OpenCL API Calls")}
assert int(calls["clEnqueueTask"]["Number Of Calls"]) == 10
kernels = {row["Kernel"]: row for row in table("Kernel Execution")}
assert set(kernels) == {"increment", "triple"}
for row in kernels.values():
    low, mean, high = (float(row[k + " Time (ms)"]) for k in ("Minimum", "Average", "Maximum"))
    assert 0 < low <= mean <= high
    assert abs(mean * int(row["Number Of Enqueues"]) - float(row["Total Time (ms)"])) < 1e-3
units = {row["Compute Unit"]: row for row in table("Compute Unit Utilization")}
assert units["triple_1"]["Kernel"] == "triple" and units["triple_1"]["Clock Frequency (MHz)"] == "300"
types = {row["Transfer Type"]: row for row in table("Data Transfer: Host to Global Memory")}
assert types["WRITE"]["Average Buffer Size (KB)"] == "12.000"

parts = open("opencl_trace.csv").read().split("\n\n")
assert [p.split("\n")[0] for p in parts[:5]] == ["HEADER", "STRUCTURE", "MAPPING", "EVENTS", "DEPENDENCIES"]
names = dict(line.split(",") for line in parts[2].split("\n")[1:])
events = [line.split(",") for line in parts[3].split("\n")[1:]]
ends = {e[1]: e for e in events if e[1] != "0"}
for event in events:
    if event[1] == "0":
        end = ends[event[0]]
        assert end[3:] == event[3:] and float(end[2]) >= float(event[2])
assert sum(names[e[4]] == "clEnqueueTask" for e in events) == 20
PY

# The log follows XRT's keys, unless FPGACL_LOG is set; a wrong value is reported in one line.
host() { "$bin/app_stream" >/dev/null 2>err || fail "the host failed"; }
ini() { printf '[Debug]\nfoo=1\n[Runtime]\n%b' "$1" >xrt.ini; }
ini 'runtime_log=console\n'
host
grep -q '^fpgacl: warn: xrt.ini: .*\[Debug\] foo has no effect' err || fail "runtime_log=console logs nothing"
ini 'runtime_log = xrt.log\nverbosity=7\n'
host
! grep -q '^fpgacl: ' err || fail "the log is not in the file that runtime_log names"
grep -q '^fpgacl: info: ' xrt.log && grep -q '\[Debug\] foo' xrt.log || fail "the log is not that of verbosity=7"
rm xrt.log
FPGACL_LOG=error FPGACL_LOG_FILE=own.log host
[ ! -e xrt.log ] && [ ! -s own.log ] || fail "FPGACL_LOG does not come first"
ini 'verbosity=3\n'
host
! grep -q '^fpgacl: ' err || fail "warnings are logged with verbosity=3"
ini 'runtime_log=null\nverbosity=7\n'
XCL_EMULATION_MODE=sw_emu host
! grep -q '^fpgacl: ' err || fail "something is logged with runtime_log=null"
ini 'runtime_log=syslog\nverbosity=loud\n[Debug]\nopencl_trace=yes\n'
FPGACL_LOG=warn host
grep -q 'xrt.ini: \[Runtime\] runtime_log has no effect' err || fail "syslog is not named"
grep -q 'verbosity=loud: expected a number from 0 to 7' err || fail "a wrong verbosity is not named"
grep -q 'opencl_trace=yes: expected true or false' err || fail "a wrong value is not named"

# The file named by XRT_INI_PATH takes precedence; the older names of the keys work.
rm -f ./*.csv log
printf '[Debug]\nprofile=true\ntimeline_trace=true\n' >other.ini
XRT_INI_PATH=$folder/other.ini run
[ "$(files)" = "profile_summary.csv timeline_trace.csv " ] || fail "expected the older names, found: $(files)"
rm -f ./*.csv
XRT_INI_PATH=$folder/missing.ini run
grep -q 'XRT_INI_PATH=.*missing.ini.* cannot be read' err || fail "a missing file is not reported"
[ -z "$(files)" ] || fail "files were written unasked: $(files)"
rm xrt.ini
run
[ -z "$(files)" ] || fail "files were written without xrt.ini: $(files)"
echo "ini.sh: passed"
