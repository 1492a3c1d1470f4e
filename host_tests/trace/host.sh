#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A host under FPGACL_TRACE and FPGACL_SUMMARY: host.sh BIN
set -euo pipefail

bin=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "host.sh: $*" >&2; exit 1; }

FPGACL_TRACE=$folder/trace.json FPGACL_SUMMARY=1 "$bin/app_stream" >"$folder/out" 2>"$folder/err" || {
  cat "$folder/out" "$folder/err" >&2
  fail "the host failed"
}
FPGACL_TRACE=$folder/ordered.json "$bin/app_vadd" >"$folder/out" 2>&1 || fail "the other host failed"
python3 - "$folder/trace.json" "$folder/ordered.json" <<'PY'
import json, sys

events = json.load(open(sys.argv[1]))
kinds = {}
for event in events:
    kinds.setdefault(event.get("cat"), []).append(event)
for kind in ("api", "command", "dma", "cu", "stall", "swap", "board"):
    assert kind in kinds, "no event of category %s" % kind
commands = kinds["command"]
ids = {c["args"]["id"] for c in commands}
assert len(ids) == len(commands), "two commands have one id"
for c in commands:
    args = c["args"]
    assert args["queued"] <= args["submitted"] <= c["ts"] + 0.001, c
    for before in args.get("after", []):
        assert before in ids, "waits for a command that is not there: %s" % c
    # The commands in its wait list had ended when it began.
for c in commands:
    for before in c["args"].get("after", []):
        other = next(o for o in commands if o["args"]["id"] == before)
        assert other["ts"] + other["dur"] <= c["ts"] + c["dur"] + 0.001, (other, c)
writes = [e for e in kinds["dma"] if e["name"] == "host to board"]
assert writes and all(e["args"]["bytes"] > 0 and e["args"]["bank"].startswith("DDR") for e in writes)
# Viewers warn about unknown metadata.
known = {"process_name", "process_sort_index", "process_labels", "thread_name"}
assert {e["name"] for e in events if e["ph"] == "M"} == known, {e["name"] for e in events if e["ph"] == "M"}
# Every execution of a kernel that a command launched lies within that command.
assert len(kinds["cu"]) == sum(c["args"]["type"] == "TASK" for c in commands)
# Slices of one track must be nested or disjoint for viewers.
tracks = {}
for e in events:
    if e["ph"] == "X" and e["cat"] != "api":
        tracks.setdefault((e["pid"], e["tid"]), []).append((e["ts"], e["ts"] + e["dur"]))
for track in tracks.values():
    track.sort(key=lambda s: (s[0], -s[1]))
    stack = []
    for start, end in track:
        while stack and stack[-1] <= start + 1e-3:
            stack.pop()
        assert not stack or end <= stack[-1] + 2e-3, "slices overlap: %s %s" % (start, end)
        stack.append(end)
# An in-order queue: an arrow from each command to the next, one per listed wait.
ordered = json.load(open(sys.argv[2]))
waits = sum(len(e["args"].get("after", [])) for e in ordered if e.get("cat") == "command")
assert waits > 0
for end in "sf":
    assert sum(e["ph"] == end for e in ordered) == waits, (end, waits)
PY
grep -q 'compute units .*count' "$folder/err" || fail "no summary on standard error"
grep -q 'increment:increment_1' "$folder/err" || fail "the summary lacks a compute unit"
grep -q 'waits for FIFOs' "$folder/err" || fail "the summary lacks the waits"

# Without the variables, there is no file and no output.
rm "$folder/trace.json"
"$bin/app_stream" >/dev/null 2>"$folder/err"
! grep -q "fpgacl:" "$folder/err" || fail "something was printed unasked"
[ ! -e "$folder/trace.json" ] || fail "a trace was written unasked"
echo "host.sh: passed"
