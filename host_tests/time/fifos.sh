#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fifos.sh TOOL RECORD: `fpgacl fifos` on recordings of designs that RECORD makes.
. "$(dirname "$0")/../tools/lib.sh"
tool=$1
record() { "$record_tool" "$1" "$2" || problem "cannot record '$1'"; }
record_tool=$2

# A deadlock with the declared depths: who waits, and the depth that is needed.
record 'a deadlock' stuck
call 0 "$tool" fifos stuck
says out '^with the declared depths: deadlock, 544 bits$'
says out '^deadlock on the time line: .*`p0` waits to write to `c1`, which is full with 9 elements, since cycle [0-9]+'
says out '^c1 +32 +9 +9 .* 10 +10$'
call 0 "$tool" fifos stuck --depth c1=10
says out '^with these depths: [0-9]+ cycles, found in [0-9.]+ ms$'
call 0 "$tool" fifos stuck --depth c1=10 --depth c0=1
says out '^c0 +32 +1 '

# As JSON: figures that fit each other.
record 'split and join' split
call 0 "$tool" fifos --json split
python3 - <<'PY' || problem 'the JSON does not fit'
import json
found = json.load(open("out"))
fifos, front = found["fifos"], found["front"]
assert [f["name"] for f in fifos] == ["c0", "c1", "c2"]
assert [f["writer"] for f in fifos] == ["p0", "p0", "p1"]
assert found["deadlock"] and found["last_cycle"] * found["period_ps"] == found["end_ps"]
assert all(f["average"] <= f["most"] <= f["depth"] for f in fifos) and fifos[1]["most"] == 16
# The way of 30 cycles, a pipeline that stalls, wants about as many elements beside it.
fast, least = found["fast"], found["least"]
assert not fast["deadlock"] and fast["last_cycle"] == 181 and fast["depths"][1] == 31
assert not least["deadlock"] and least["depths"][1] == 29
assert fast["bits"] == 32 * sum(fast["depths"])
assert front[0]["depths"] == fast["depths"] and front[-1]["bits"] == found["least"]["bits"]
assert all(a["bits"] > b["bits"] and a["end_ps"] <= b["end_ps"] for a, b in zip(front, front[1:]))
PY
fast=$(python3 -c 'import json; print(*(f"--depth c{i}={d}" for i, d in enumerate(json.load(open("out"))["fast"]["depths"])))')
cycles=$(python3 -c 'import json; print(json.load(open("out"))["fast"]["last_cycle"])')
# shellcheck disable=SC2086
call 0 "$tool" fifos split $fast
says out "^with these depths: $cycles cycles"
call 0 "$tool" fifos --minimum 2 split
says out '^c2 .* [2-9] +[2-9]$'

# Where code asked, other depths may need a new run, and this is said.
record 'a writer that drops' polls
call 0 "$tool" fifos polls --depth c0=20
says out 'cycles, if its code went the same way, which it would not'
call 0 "$tool" fifos --json polls --depth c0=20
says out '"needs_new_run": true'

# Three clocks have no common cycle.
record 'three clocks' clocks
call 0 "$tool" fifos clocks
says out '^with the declared depths: [0-9.]+ us,'

call 1 "$tool" fifos split --depth c9=4
says err 'no FIFO `c9`; it has `c0` `c1` `c2`$'
call 2 "$tool" fifos split --depth c1=0
says err 'expected <fifo>=<depth> with a depth from 1 on, found c1=0'
call 2 "$tool" fifos split --minimum 0
call 2 "$tool" fifos
says err 'no recording given'
call 1 "$tool" fifos missing
says err 'missing'
head -c 100 split >'cut'
call 1 "$tool" fifos cut
says err '^fpgacl: cut: the recording is damaged, or cut off$'
echo 'no recording, but some text' >text
call 1 "$tool" fifos text
says err 'this is no recording of a time line'
exit $((failures > 0))
