#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# traced.sh FPGACL FPGACLC: what programs that share a board have in their traces: executions in the
# executor, waits for turns, and swaps by the board process.
set -u
fpgacl=$1 fpgaclc=$2
. "$(dirname "$0")/../tools/lib.sh"
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_TRACE FPGACL_SUMMARY
XDG_RUNTIME_DIR=$folder
export XDG_RUNTIME_DIR

for name in one other; do
	cat >$name.cpp <<CODE
extern "C" void $name(unsigned *out, int n)
{
	unsigned x = 1;

	for (int i = 0; i < n; i++)
		out[i % 1000] = x = x * 1664525u + 1013904223u;
}
CODE
	call 0 "$fpgaclc" -t sw_emu --platform u250 -k $name $name.cpp -o $name.xclbin
done
call 0 "$fpgacl" board start emu:u250 --name traced
export FPGACL_DEVICES=board:traced
# Waits until the program in the background has its kernel running.
busy() {
	for _ in $(seq 600); do
		"$fpgacl" board ls --json | grep -q '"name": "traced"[^}]*"busy_cus": 1,' && return
		sleep 0.05
	done
	problem "no compute unit is busy"
}
run() { timeout 120 "$fpgacl" run "$1.xclbin" --arg out=1000xuint --arg "n=$2"; }

# Alone: an execution, attributed to its host's process; the summary counts it.
FPGACL_TRACE=alone.json FPGACL_SUMMARY=1 run one 10000000 >out 2>err || problem "the kernel failed"
command="a host alone"
says err '^  one:one_1  *1 '
# Next to a program that uses the compute unit, and one with another image.
(run one 1000000000 && run other 600000000) >out 2>err &
busy
FPGACL_TRACE=shared.json FPGACL_SUMMARY=1 run one 10000000 >out 2>err || problem "the kernel failed"
command="beside another program"
says err 'another program has the compute unit|other programs take their turns first'
wait
(run other 1000000000) >out 2>err &
busy
FPGACL_TRACE=swapped.json FPGACL_SUMMARY=1 run one 10000000 >out 2>err || problem "the kernel failed"
command="beside another image"
says err '^image swaps   1, '
says err 'another image is on the board, and programs use it'
wait
call 0 "$fpgacl" report swapped.json -o page.html
call 0 python3 - alone.json shared.json swapped.json <<'PY'
import json, sys

alone, shared, swapped = [json.load(open(name)) for name in sys.argv[1:]]
def of(events, category):
    return [e for e in events if e.get("cat") == category and e["ph"] != "e"]
for events in alone, shared, swapped:
    (host,) = {e["pid"] for e in events if e["name"] == "process_name" and e["args"]["name"].endswith("(host)")}
    assert {e["pid"] % (1 << 22) for e in events} == {host}, "a track of another process"
    (board,) = {e["args"]["device"] for e in of(events, "board")}
    (execution,) = of(events, "cu")
    assert execution["args"]["cu"] == "one:one_1" and execution["args"]["device"] == board, execution
    begin = min(e["ts"] for e in of(events, "dma"))
    assert execution["ts"] >= begin and execution["dur"] > 1000, "times are not those of the host: %s" % execution
assert not of(alone, "wait") and not of(alone, "swap")
for events, why in (shared, "program"), (swapped, "image"):
    (wait,) = of(events, "wait")
    assert why in wait["args"]["why"] and wait["args"]["waited_us"] > 10000, wait
    (execution,) = of(events, "cu")
    assert abs(wait["ts"] + wait["args"]["waited_us"] - execution["ts"]) < 100000, (wait, execution)
(swap,) = of(swapped, "swap")
(wait,) = of(swapped, "wait")
assert wait["ts"] <= swap["ts"] + swap["dur"] <= wait["ts"] + wait["args"]["waited_us"], (swap, wait)
PY
call 0 "$fpgacl" board stop traced
exit $((failures > 0))
