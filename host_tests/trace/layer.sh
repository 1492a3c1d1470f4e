#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# As an OpenCL layer (OPENCL_LAYERS), it traces another driver, PoCL: layer.sh BIN LAYER
set -euo pipefail

bin=$1 layer=$2
pocl=$(cat /etc/OpenCL/vendors/pocl.icd 2>/dev/null || true)
loader=$(ldconfig -p | awk '$1 == "libOpenCL.so.1" && !found++ { print $NF }')
if [ -z "$pocl" ]; then
  echo "layer.sh: skipped: the package pocl-opencl-icd is not installed"
  exit 77
fi
if ! grep -q clInitLayer "$loader"; then
  echo "layer.sh: skipped: $loader knows no layers"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "layer.sh: $*" >&2; exit 1; }
mkdir "$folder/vendors"
echo "$pocl" >"$folder/vendors/pocl.icd"
run() {
  OCL_ICD_VENDORS=$folder/vendors OPENCL_LAYERS=$layer timeout -k 5 120 \
    "$bin/fcl_bench" --source --quick --row "1 buffer" >"$folder/out" 2>"$folder/err"
}

FPGACL_TRACE=$folder/trace.json run || { cat "$folder/err" >&2; fail "the host failed"; }
python3 - "$folder/trace.json" <<'PY'
import json, sys

events = json.load(open(sys.argv[1]))
calls = [e for e in events if e.get("cat") == "layer"]
names = {e["name"] for e in calls}
assert {"clGetDeviceIDs", "clBuildProgram", "clEnqueueTask", "clFinish"} <= names, names
commands = [e for e in events if e.get("cat") == "command" and e["name"] == "buffers1"]
enqueued = sum(e["name"] == "clEnqueueTask" for e in calls)
assert commands and len(commands) == enqueued, (len(commands), enqueued)
# Command times are on the same clock as the calls, whatever clock PoCL uses.
first, last = min(e["ts"] for e in calls), max(e["ts"] + e["dur"] for e in calls)
assert all(first <= c["ts"] and c["ts"] + c["dur"] <= last for c in commands)
assert all(c["args"]["queued"] <= c["ts"] for c in commands)
PY

# A long name is truncated.
OCL_ICD_VENDORS=$folder/vendors OPENCL_LAYERS=$layer FPGACL_TRACE=$folder/long.json timeout -k 5 120 \
  "$bin/trace_long_name" || fail "the host with the long name failed"
grep -Eq '"k{60,}"' "$folder/long.json" || fail "a kernel with a long name has another one in the trace"

"$bin/fpgacl" report "$folder/trace.json" >"$folder/report"
grep -Eq '^kernels +[0-9.]+ ms' "$folder/report" || fail "the report has no kernels"
! grep -Eq '^kernels +0.000 ms' "$folder/report" || fail "the report counts no kernels"

# With our driver beside PoCL, the summary also includes what the layer has recorded.
echo "$bin/../libfpgacl.so" >"$folder/vendors/fpgacl.icd"
rm "$folder/trace.json"
FPGACL_TRACE=$folder/trace.json FPGACL_SUMMARY=1 run || { cat "$folder/err" >&2; fail "the host failed with a summary"; }
grep -Eq '^  buffers1 +[1-9]' "$folder/err" || { cat "$folder/err" >&2; fail "the summary lacks PoCL's commands"; }

# Only the summary: it appears once, with PoCL's commands, with and without our driver.
rm "$folder/trace.json"
for drivers in both pocl; do
  [ $drivers = both ] || rm "$folder/vendors/fpgacl.icd"
  FPGACL_SUMMARY=1 run || { cat "$folder/err" >&2; fail "the host failed with nothing but a summary ($drivers)"; }
  [ "$(grep -c '^fpgacl: what' "$folder/err")" = 1 ] || { cat "$folder/err" >&2; fail "not one summary ($drivers)"; }
  grep -Eq '^  buffers1 +[1-9]' "$folder/err" || { cat "$folder/err" >&2; fail "the summary alone lacks PoCL's commands ($drivers)"; }
done

# Without the variables, the layer only forwards calls.
run || fail "the host failed without a trace"
[ ! -s "$folder/err" ] || { cat "$folder/err" >&2; fail "something was printed"; }
echo "layer.sh: passed"
