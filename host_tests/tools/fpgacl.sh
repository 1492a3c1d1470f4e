#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fpgacl.sh TOOL IMAGES COMPILER KERNELS: what `fpgacl` prints and returns. IMAGES contains
# vadd.xclbin, stream.xclbin and scope_pipes.xclbin for the u250, and vadd_u50.xclbin.
. "$(dirname "$0")/lib.sh"
unset FPGACL_DEVICES FPGACL_VISIBLE_DEVICES FPGACL_BOARD_PATH FPGACL_LOG FPGACL_EMU_CHECK
tool=$1
images=$2
compiler=$3
kernels=$4

# run STATUS ARGUMENT...: a failure must print a reason, a success nothing but results.
run() {
	call "$1" "$tool" "${@:2}"
	if [ "$expected" = 0 ]; then
		[ -s err ] && problem "$command: wrote to standard error"
		[ -s out ] || problem "$command: printed nothing"
	else
		grep -q '^fpgacl: ' err || problem "$command: gave no reason"
	fi
}

lines() {
	[ "$(wc -l <out)" = "$1" ] || problem "$command: expected $1 lines"
}

run 0 --help
for word in list boards info program run top validate capture reset doctor report completion env; do says out "^  $word "; done
# Each command explains itself, and only itself, wherever --help stands.
for word in list boards info program top validate reset doctor report completion env board; do
	run 0 "$word" --help
	says out "^  $word "
	grep -Eqv "^(   |  $word )" out && problem "$command: printed help of another command"
done
run 0 board start u250 -h
says out '^  board stop '
run 2 frobnicate --help
run 2 board ls x
says err 'board ls: unexpected argument x'
run 2 board stop
says err 'the name of one board'
run 0 --version
says out '^fpgacl [0-9]+\.[0-9]+\.[0-9]+$'

# Wrong usage: status 2, and nothing on standard output.
for arguments in '' frobnicate 'list x' 'info a b' program 'program a b' 'validate x' 'list -d'; do
	# shellcheck disable=SC2086
	run 2 $arguments
	says err 'fpgacl ([a-z]+ )?--help'
	[ -s out ] && problem "$command: printed a result"
done

# Devices as hosts see them: two boards of one type are told apart, and filters work as in the
# runtime.
run 0 list
lines 1
says out '^0 +emu +u250 +xilinx_u250_[^ ]+ +0000:20:00\.1$'
export FPGACL_DEVICES='emu:u250, emu:u250,null:u50'
run 0 list
lines 3
says out '^1 +emu +u250 .* 0000:21:00\.1$'
says out '^2 +null +u50 '
export FPGACL_VISIBLE_DEVICES='1,u50'
run 0 list
lines 2
says out '^0 +emu +u250 .* 0000:21:00\.1$'
says out '^1 +null +u50 '
# Boards of one type by address, serial number or UUID, in a list and in a name for -d.
serial=EMU-u250-001
FPGACL_VISIBLE_DEVICES='' run 0 list --json
uuid=$(grep "$serial" out | sed 's/.*"uuid": "\([^"]*\)".*/\1/')
for name in 0000:21:00.1 "$serial" "$uuid"; do
	FPGACL_VISIBLE_DEVICES=$name run 0 list --json
	lines 3
	says out "\"serial\": \"$serial\", \"uuid\": \"$uuid\", \"device\": \"emu:u250\""
	FPGACL_VISIBLE_DEVICES='' run 0 info -d "$name"
	says out "^serial +$serial\$"
done
FPGACL_VISIBLE_DEVICES='' run 1 info -d "$serial-"
says err "^fpgacl: there is no device '$serial-': .* the 3 that"
# If no device is left, the reason is reported.
FPGACL_VISIBLE_DEVICES='7,u5000'
call 0 "$tool" list
lines 0
says err "^fpgacl: FPGACL_VISIBLE_DEVICES is '7,u5000', but '7' names none of the 3 devices; "
FPGACL_VISIBLE_DEVICES=none
call 0 "$tool" list
[ ! -s out ] && [ ! -s err ] || problem "$command: expected no device, and no complaint"
unset FPGACL_VISIBLE_DEVICES
FPGACL_DEVICES=emu:u250,emu:u999
run 1 list
says err 'u999.*known boards: aws-f1, u200, u250'
says out '^0 +emu +u250 '
unset FPGACL_DEVICES

run 0 boards
for board in u200 u250 u280 u50 u55c aws-f1; do says out "^$board +xilinx_"; done
# Counted as by clinfo, without the host's memory.
says out '^u250 .* 8 banks +64\.0 GiB$'
run 0 info
says out '^platform +xilinx_u250_'
says out '^kernel clock +300 MHz$'
says out '^bank 0 +DDR\[0\] +0x004000000000 +16384\.0 MiB +default$'
says out '^sensor +temperature +not available$'
run 0 info -d 'fault(emu:u250)?sensor.power=61.5'
says out '^sensor +temperature +not available$'
says out '^sensor +power +61.5 W \(injected\)$'
run 0 info --json -d 'fault(emu:u250)?sensor.power=61.5'
says out '"sensors": \[\{"name": "temperature", "available": false, "unit": "C"\}, \{"name": "power", "available": true, "value": 61.5, "injected": true, "unit": "W"\}\]'
run 0 info emu:u50
says out '^bank 0 +HBM\[0\] '
run 0 info -d null:u250
says out '^capabilities .*keeps-memory'
run 1 info emu:u999
run 1 info -d u251
says err 'no device .u251.: expected a board of .fpgacl boards., a board process, <backend>:<board>'
run 0 info u50
says out '^device +emu:u50$'
run 1 info zz
says err "no device 'zz': expected"
run 1 info 7
run 1 info -d 1
says err "no device '1': .* one of the 1 that"
FPGACL_DEVICES=emu:u50,null:u200 "$tool" info -d 1 >out
says out '^board +u200$'

# The table of variables, with their current values.
run 0 env
says out '^FPGACL_DEVICES=$'
says out '^FPGACL_EMU_CHECK=bound$'
FPGACL_EMU_CHECK=full "$tool" env >out
says out '^FPGACL_EMU_CHECK=full$'

# Images: their contents, and reasons if they cannot be read.
run 0 info "$images/vadd.xclbin"
says out '^container +xclbin$'
says out '^target +sw_emu$'
says out '^uuid +[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
says out '^kernel +vadd$'
says out '^ +0 .* global +in '
says out '^ +2 .* global +out '
says out '^compute unit +vadd:vadd_1 at 0x'
run 0 info "$images/stream.xclbin"
says out '^stream .* packets of 4 bytes$'
# Machine-readable output of trace reports, and of doctor.
cat >trace.json <<'JSON'
[
{"ph":"X","cat":"dma","name":"host to board","pid":8388615,"tid":2,"ts":0,"dur":500,"args":{"bytes":1048576,"bank":"DDR[1]","device":"u250","status":0}},
{"ph":"X","cat":"cu","name":"vadd","pid":8388615,"tid":1,"ts":500,"dur":1000,"args":{"cu":"vadd:vadd_1","device":"u250","status":0,"estimated_bytes":12,"estimated_least_us":3,"estimated_bound":"DDR[1]"}}
]
JSON
run 0 report trace.json --json
python3 - out <<'PY' || problem "the report is not what it should be"
import json, sys
report = json.load(open(sys.argv[1]))
(unit,), (transfer,) = report["compute_units"], report["transfers"]
assert (unit["cu"], unit["count"], unit["total_us"], unit["estimated_least_us"]) == ("vadd:vadd_1", 1, 1000, 3), unit
assert (transfer["bank"], transfer["bytes"]) == ("DDR[1]", 1048576), transfer
assert report["run_us"] == 1500 and report["kernels_us"] == 1000 and report["advice"], report
PY
run 2 report trace.json --json -o page.html
"$tool" doctor --json >out 2>err
python3 - out <<'PY' || problem "what doctor says is no JSON"
import json, sys
doctor = json.load(open(sys.argv[1]))
assert {check["state"] for check in doctor["checks"]} <= {"good", "note", "wrong"} and doctor["checks"]
assert doctor["wrong"] == sum(check["state"] == "wrong" for check in doctor["checks"]), doctor
PY
run 2 doctor --jason
# A graph: a box for each CU and bank, a line for each connection, and FIFOs with their depths.
run 0 info --graph "$images/stream.xclbin"
cp out stream.svg
for word in 'triple:triple_1' 'increment:increment_1' 'DDR\[0\]' '16 GiB' 'M_AXI_GMEM' '2 x 4 bytes'; do says out ">$word</text>"; done
python3 - stream.svg <<'PY' || problem "the drawing is not what it should be"
import sys, xml.dom.minidom
svg = xml.dom.minidom.parse(sys.argv[1])
def count(tag, kind):
    return sum(e.getAttribute("class") == kind for e in svg.getElementsByTagName(tag))
assert (count("rect", "unit"), count("rect", "bank"), count("path", "fifo")) == (2, 1, 1)
assert count("path", "memory") == 2 and count("text", "port") == 5, "ports or lines are missing"
names = {e.firstChild.data: int(e.getAttribute("x")) for e in svg.getElementsByTagName("text") if e.getAttribute("class") == "name"}
assert names["triple:triple_1"] < names["increment:increment_1"], "packets do not go from left to right"
PY
# The host's end of a pipe is not drawn as a box.
run 0 info --graph "$images/scope_pipes.xclbin"
cp out host.svg
for word in 'host numbers, 8 x 4 bytes' 'host lanes_1, 4 x 32 bytes'; do says out ">$word</text>"; done
python3 - host.svg <<'PY' || problem "the drawing of host pipes is not what it should be"
import sys, xml.dom.minidom
svg = xml.dom.minidom.parse(sys.argv[1])
lines = [e.getAttribute("d").split() for e in svg.getElementsByTagName("path") if e.getAttribute("class") == "fifo host"]
units = [e for e in svg.getElementsByTagName("rect") if e.getAttribute("class") == "unit"]
assert (len(lines), len(units)) == (6, 3)
ends = [int(x) for line in lines for x in (line[0][1:], line[-2])]
assert 0 < min(ends) and max(ends) < int(svg.documentElement.getAttribute("width")), "lines leave the drawing"
edges = {int(u.getAttribute("x")) + side * int(u.getAttribute("width")) for u in units for side in (0, 1)}
assert all(len({int(l[0][1:]), int(l[-2])} & edges) == 1 for l in lines), "a line does not end at a unit"
PY
# Memory that a kernel may write has an arrowhead at the bank.
run 0 info --graph "$images/vadd.xclbin"
[ "$(grep -c 'class="memory".*marker-end="url(#to)"' out)" = 1 ] || problem "the output has no arrowhead"
run 2 info --graph
run 1 info --graph nothere.xclbin
run 1 info nothere.xclbin
says err "cannot read 'nothere.xclbin': No such file"
run 1 info .
says err "cannot read '.': Is a directory"
head -c 2000 "$images/vadd.xclbin" >short.xclbin
run 1 info short.xclbin
says err '^fpgacl: short.xclbin: .'
: >empty.xclbin
run 1 info empty.xclbin

# A digest detects a payload with one flipped bit before anything is loaded.
size=$(wc -c <"$images/vadd.xclbin")
cp "$images/vadd.xclbin" flipped.xclbin
chmod u+w flipped.xclbin
at=$((size / 2))
old=$(od -An -tu1 -j "$at" -N 1 flipped.xclbin)
printf '%b' "\\0$(printf %o $((old ^ 1)))" >byte
dd if=byte of=flipped.xclbin bs=1 seek="$at" conv=notrunc 2>log
run 1 program flipped.xclbin
says err 'digest'

run 0 program "$images/vadd.xclbin"
says out '^emu:u250: loaded and verified .*vadd\.xclbin$'
run 0 program -d emu:u50 "$images/vadd_u50.xclbin"
run 1 program -d emu:u50 "$images/vadd.xclbin"
says err 'platform xilinx_u250.*the board is xilinx_u50'
run 1 program -d emu:u999 "$images/vadd.xclbin"

run 0 validate
says out '^DDR\[3\] +passed, write [0-9.]+ GB/s, read [0-9.]+ GB/s$'
says out '^emu:u250: passed$'
# The null backend has no memory to compare, and reports that.
run 0 validate -d null:u250
says out '^DDR\[3\] +passed, but .*no bytes'
says out '^null:u250: passed$'
run 0 reset
says out '^emu:u250 was reset$'
# A status of its own, so that scripts can tell a board that cannot be reset from a board whose
# reset failed.
run 3 reset -d null:u250
says err 'has no reset'
run 1 reset -d 'fault(emu:u250)?reset=EIO'
says err 'reset failed'

# The same as JSON.
unset FPGACL_DEVICES FPGACL_VISIBLE_DEVICES
run 0 list
cp out list.txt
run 0 list --json
python3 - <<'PY' || problem 'list --json differs from list'
import json
devices = json.load(open("out"))
for line, device in zip(open("list.txt"), devices, strict=True):
    assert line.split() == [str(device["index"]), device["backend"], device["board"], device["name"], device["bus_address"]]
PY
run 0 boards --json
python3 -c 'import json; u50 = [b for b in json.load(open("out")) if b["board"] == "u50"][0]; assert u50["memory"] >= 8 << 30' ||
	problem 'boards --json lacks the u50, or its memory'
[ "$(python3 -c 'import json; print(*((b["board"], b["banks"]) for b in json.load(open("out"))))' | tr -d "',()")" = \
	"$("$tool" boards | awk '{ printf "%s%s %s", sep, $1, $(NF - 3); sep = " " }')" ] || problem 'boards --json counts other banks'
FPGACL_LOG='err"or' call 0 "$tool" env --json
python3 -c 'import json; print([v["value"] for v in json.load(open("out")) if v["name"] == "FPGACL_LOG"][0])' >value
[ "$(cat value)" = 'err"or' ] || problem 'env --json: wrong value'
run 2 list --json x
run 2 info "$images/vadd.xclbin" "$images/stream.xclbin"
says err "unexpected argument $images/stream.xclbin"
run 2 info "$images/vadd.xclbin" --grph
says err 'info: unexpected argument --grph; did you mean --graph\?'
run 2 env --markdwn
says err 'env: unexpected argument --markdwn; did you mean --markdown\?'
run 2 boards --zzyzx
says err 'boards: unexpected argument --zzyzx; `fpgacl boards --help` shows its arguments'
run 2 lists x
says err "unknown command lists; did you mean list\?"
run 2 inof
says err "unknown command inof; did you mean info\?"
run 2 zzyzx
says err "unknown command zzyzx; .fpgacl --help. lists"
run 2 lists --json
says err "unknown command lists"

# json STATUS EXPRESSION ARGUMENT...: the output is one JSON value j for which the expression is
# true.
json() {
	call "$1" "$tool" "${@:3}"
	python3 -c 'import json, sys; j = json.load(open("out")); sys.exit(not eval("(" + sys.argv[1] + ")"))' "$2" ||
		problem "$command: not so: $2"
}
json 0 'j["reset"] and "emu" in j["device"]' reset --json -d emu:u250
json 0 'j["device"] == "emu:u250" and len(j["uuid"]) == 36 and j["file"].endswith("vadd.xclbin")' program --json -d emu:u250 "$images/vadd.xclbin"
export XDG_RUNTIME_DIR=$PWD
json 0 'j == {"name": "shared", "board": "emu:u250", "device": "board:shared"}' board start u250 --name shared --json
json 0 'j == {"device": "board:shared", "reset": True}' reset -d board:shared --json
json 0 'any("board shared (emu:u250) is at" in r["text"] and len(r["time"]) == 19 for r in j)' board logs shared --json
printf 'fpgacl: error: "quoted"\n2026-13\n' >>fpgacl/shared.log
json 0 'j[-2:] == [{"text": "fpgacl: error: \"quoted\""}, {"text": "2026-13"}]' board logs --json shared
run 0 board logs shared
says out '^2026-13$'
run 1 board logs --json nothere
json 0 'j == {"name": "shared", "stopped": True}' board stop --json shared
json 0 'j["target"] == "sw_emu" and j["container"] == "xclbin" and len(j["uuid"]) == 36' info --json "$images/vadd.xclbin"
json 0 '[(a["name"], a["type"], a["qualifier"], a["offset"], a["size"]) for a in j["kernels"][0]["arguments"]][2:] ==
	[("c", "int*", "global", 0x28, 8), ("n", "int", "scalar", 0x34, 4)]' info "$images/vadd.xclbin" --json
json 0 '[(u["name"], u["address"], [(c["argument"], c["memory"]) for c in u["connections"]]) for u in j["compute_units"]] ==
	[("vadd_1", 0x1800000, [("a", "DDR[0]"), ("b", "DDR[0]"), ("c", "DDR[0]")])]' info --json "$images/vadd.xclbin"
json 0 'j["streams"] == [{"from": "triple_1", "to": "increment_1", "depth": 2, "packet_size": 4}]' info --json "$images/stream.xclbin"
run 1 info --json short.xclbin
json 0 'j["device"] == "emu:u50" and j["banks"][0]["name"] == "HBM[0]" and j["health"] == "good" and "emulated" in j["capabilities"]
	and sum(b["default"] for b in j["banks"]) == 1 and "image" not in j' info --json -d emu:u50
json 0 'j["device"] == "null:u250"' info null:u250 --json
json 0 'j["passed"] and j["device"] == "emu:u250" and [b["result"] for b in j["banks"]][:4] == ["passed"] * 4
	and j["banks"][0]["write_bytes_per_s"] > 1e6' validate --json
json 0 'j["passed"] and j["banks"][0] == {"bank": "DDR[0]", "result": "not compared"}' validate --json -d null:u250
json 1 'not j["passed"] and j["banks"][0]["result"] == "failed" and j["banks"][0]["problem"]' validate --json -d "fault(emu:u250)?read=EIO@1-"

# Shared boards, in this test's own folders.
export XDG_RUNTIME_DIR=$PWD TMPDIR=$PWD
json 0 'j == [] or all(b["name"] != "json-test" for b in j)' board ls --json
run 0 board start u50 --name json-test
run 0 info json-test
says out '^device +board:json-test$'
json 0 '[(b["board"], b["clients"], b["busy_cus"], "image" in b, b["capacity"] > 1 << 30) for b in j if b["name"] == "json-test"] ==
	[("emu:u50", 0, 0, False, True)]' board ls --json
run 0 top -n 2 --interval 1
[ "$(grep -c '^fpgacl top ' out)" = 2 ] || problem "$command: expected two turns"
says out '^json-test +emu:u50 +clients 0 +busy CUs 0 '
json 0 '[(b["board"], b["clients"], b["executors_lost"], b["programs"]) for b in j["shared"] if b["name"] == "json-test"] ==
	[("emu:u50", 0, 0, [])] and j["time"] > 1e9 and isinstance(j["cards"], list)' top --json -n 1
run 0 top --json -n 2
[ "$(grep -c '^{"time": ' out)" = 2 ] || problem "$command: expected two lines"
FPGACL_DEVICES=board:json-test "$tool" run "$images/vadd_u50.xclbin" --arg a=4 --arg b=4 --arg c=4 --arg n=4 -o c=shared.bin >log ||
	problem 'run fails on a shared board'
[ "$(wc -c <shared.bin)" = 16 ] || problem 'run wrote something else on a shared board'
run 0 board stop json-test
# The image of a program that waits for a stream, as text and as JSON.
run 0 board start u250 --name ls-test
seq 4 >four.csv
FPGACL_DEVICES=board:ls-test "$tool" run "$images/stream.xclbin" -k triple --arg in=@four.csv --arg n=4 >log 2>&1 &
for _ in $(seq 100); do
	"$tool" board ls --json >ls.json
	grep -q '"name": "ls-test"[^}]*"image": ' ls.json && break
	sleep 0.1
done
run 0 board ls
says out "^ls-test .* image $("$tool" info --json "$images/stream.xclbin" | sed 's/.*"uuid": "\([^"]*\)".*/\1/')\$"
grep -qF "$(sed -n 's/^ls-test .* image //p' out)" ls.json || problem "$command: another uuid than with --json"
run 0 board stop ls-test
wait
run 0 top -n 1
grep -q '^json-test' out && problem "$command: shows a board that has ended"
for wrong in '-n 0' '-n' '-n x' '--interval 99999999999' '-x 1'; do
	# shellcheck disable=SC2086
	run 2 top $wrong
done
call 1 sh -c "'$tool' top >/dev/full" # ends by itself
run 2 board ls json-test

# The contents of a .xo file; a damaged one is refused. The narrowest number type has only the
# values 0 and -1.
cat >bit.cpp <<'CPP'
#include <ap_int.h>
extern "C" void bit(ap_int<1> x, int *out)
{
	*out = x;
}
CPP
"$compiler" -t sw_emu --platform u250 -k bit bit.cpp -o bit.xclbin || problem 'no bit.xclbin'
for value in 0 -1; do
	run 0 run bit.xclbin --arg x=$value --arg out=1 -o out=-
	says out "^$value\$"
done
for value in 1 5 -2; do
	run 2 run bit.xclbin --arg x=$value --arg out=1 -o out=-
	says err "'$value' is out of range for ap_int<1> \(1 bits\)"
done
"$compiler" -c -t sw_emu --platform u250 -k vadd "$kernels/vadd.cpp" -o vadd.xo || problem 'no vadd.xo'
run 0 info vadd.xo
says out '^container +xo$'
says out '^platform +xilinx_u250_'
says out '^kernel +vadd$'
says out '^ +1 b +const int\* +global +in +0x01c M_AXI_GMEM1$'
says out '^key +fpgaclc.sources=vadd.cpp$'
json 0 'j["container"] == "xo" and "uuid" not in j and [a["name"] for a in j["kernels"][0]["arguments"]] == ["a", "b", "c", "n"]' info --json vadd.xo
"$compiler" -c --platform u250 -k reverse -k total "$kernels/items.cl" -o items.xo || problem 'no items.xo'
json 0 'j["target"] == "any" and [(k["name"], k["language"]) for k in j["kernels"]] ==
	[("reverse", "clc"), ("total", "clc")] and any(a["qualifier"] == "local" for a in j["kernels"][1]["arguments"])' info --json items.xo
echo 'fpgaclc-external 1 sim_ipc_axis_slave_64' >slave.xo
run 0 info slave.xo
says out '^kernel +sim_ipc_axis_slave_64$'
says out '^ +0 S00_AXIS +stream +in '
echo 'fpgaclc-external 1 sim_ipc_aximm_slave' >slave.xo
run 1 info slave.xo
sed 's/^kernel vadd$/kernel vsub/' vadd.xo >damaged.xo
run 1 info damaged.xo
says err 'damaged.xo: the digest does not match'
head -c 100 vadd.xo >cut.xo
run 1 info cut.xo
# Names go to a terminal.
python3 - <<'END' || problem 'no wild.xo'
import hashlib, re
data = open("vadd.xo", "rb").read()
seal = re.search(rb"\nsha256 [0-9a-f]{64}\n\n", data)
lines = re.sub(rb"(\narg [^\n]* )b\n", lambda found: found[1] + b"b\x1b[31m\xc2\x9b1m\n", data[:seal.start() + 1])
rest = data[seal.end():]
with open("wild.xo", "wb") as file:
    file.write(lines + b"sha256 " + hashlib.sha256(lines + rest).hexdigest().encode() + b"\n\n" + rest)
END
run 0 info wild.xo
says out '^ +1 b\?\[31m\?\?1m +const int\*'
! LC_ALL=C grep -q "$(printf '\033\|\302\233')" out || problem 'escape sequences reach the terminal'
sed '1s/3/9/' vadd.xo >newer.xo
run 1 info newer.xo
says err "expected 'fpgaclc-xo 3' or 'fpgaclc-rtl 1'"
# The vendor's .xo file is an archive, of which kernel.xml is read. Encrypted sources or a
# checkpoint do not matter.
if ldd "$tool" | grep -q libzip; then
	mkdir -p packed/krnl packed/ip_repo/krnl_1_0
	cat >packed/krnl/kernel.xml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<root versionMajor="1" versionMinor="6">
  <kernel name="krnl" language="ip_c" vlnv="mycompany.com:kernel:krnl:1.0" attributes="" preferredWorkGroupSizeMultiple="0"
    workGroupSize="1" interrupt="true" hwControlProtocol="ap_ctrl_chain">
    <ports>
      <port name="m00_axi" mode="master" range="0xFFFFFFFFFFFFFFFF" dataWidth="512" portType="addressable" base="0x0"/>
      <port name="s_axi_control" mode="slave" range="0x1000" dataWidth="32" portType="addressable" base="0x0"/>
      <port name="in_stream" mode="read_only" dataWidth="128" portType="stream"/>
    </ports>
    <args>
      <arg name="count" addressQualifier="0" id="0" port="s_axi_control" size="0x4" offset="0x010" type="uint" hostOffset="0x0"
        hostSize="0x4"/>
      <arg name="out" addressQualifier="1" id="1" port="m00_axi" size="0x8" offset="0x018" type="int*" hostOffset="0x0"
        hostSize="0x8"/>
      <arg name="words" addressQualifier="4" id="2" port="in_stream" size="0x4" offset="0x024" type="stream&lt;ap_axiu&gt;&amp;"
        hostOffset="0x0" hostSize="0x4"/>
    </args>
  </kernel>
</root>
END
	printf '`pragma protect begin_protected\n' >packed/ip_repo/krnl_1_0/krnl.v
	pack() { (cd packed && python3 -m zipfile -c "../$1" krnl ip_repo) || problem 'cannot make an archive'; }
	pack packed.xo
	run 0 info packed.xo
	says out '^container +xo$'
	says out '^target +any$'
	says out '^kernel +krnl$'
	says out '^ +0 count +uint +scalar +in +0x010 s_axi_control$'
	says out '^ +1 out +int\* +global +in/out 0x018 m00_axi$'
	says out '^ +2 words +stream<ap_axiu>& +stream +in +0x024 in_stream$'
	json 0 'j["container"] == "xo" and [(k["name"], k["language"]) for k in j["kernels"]] == [("krnl", "ip_c")] and
		[(a["name"], a["size"]) for a in j["kernels"][0]["arguments"]] == [("count", 4), ("out", 8), ("words", 4)]' info --json packed.xo
	run 1 info --graph packed.xo
	head -c 600 packed.xo >half.xo
	run 1 info half.xo
	says err 'half.xo: this archive is damaged: '
	sed -i 's/id="2"/id="4"/' packed/krnl/kernel.xml
	pack gap.xo
	run 1 info gap.xo
	says err 'gap.xo: kernel.xml line [0-9]+: arg "words": the id is 4, expected 2'
	mkdir packed/ip_repo/krnl
	cp packed/krnl/kernel.xml packed/ip_repo/krnl
	sed -i 's/id="4"/id="2"/' packed/krnl/kernel.xml packed/ip_repo/krnl/kernel.xml
	pack two.xo
	run 1 info two.xo
	says err 'two.xo: expected one kernel, found another one in ip_repo/krnl/kernel.xml'
	rm packed/krnl/kernel.xml packed/ip_repo/krnl/kernel.xml
	pack none.xo
	run 1 info none.xo
	says err 'none.xo: expected a kernel.xml or component.xml in this archive, found neither'
	# Without a kernel.xml, the component.xml of the IP itself is read, not that of IP inside
	# it: ports and registers, but no types.
	mkdir -p packed/ip_repo/krnl_1_0/inner
	cat >packed/ip_repo/krnl_1_0/component.xml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<spirit:component xmlns:spirit="http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009">
  <spirit:name>krnl</spirit:name>
  <spirit:busInterfaces>
    <spirit:busInterface><spirit:name>m00_axi</spirit:name>
      <spirit:busType spirit:vendor="xilinx.com" spirit:name="aximm"/><spirit:master/></spirit:busInterface>
    <spirit:busInterface><spirit:name>in_stream</spirit:name>
      <spirit:busType spirit:vendor="xilinx.com" spirit:name="axis"/><spirit:slave/></spirit:busInterface>
    <spirit:busInterface><spirit:name>s_axi_control</spirit:name>
      <spirit:busType spirit:vendor="xilinx.com" spirit:name="aximm"/><spirit:slave/></spirit:busInterface>
    <spirit:busInterface><spirit:name>ap_clk</spirit:name>
      <spirit:busType spirit:vendor="xilinx.com" spirit:name="clock"/><spirit:slave/></spirit:busInterface>
    <spirit:busInterface><spirit:name>typeless</spirit:name></spirit:busInterface>
  </spirit:busInterfaces>
  <spirit:memoryMaps><spirit:memoryMap><spirit:addressBlock>
    <spirit:register><spirit:name>CTRL</spirit:name><spirit:addressOffset>0x000</spirit:addressOffset>
      <spirit:size>32</spirit:size></spirit:register>
    <spirit:register><spirit:name>count</spirit:name><spirit:addressOffset>0x010</spirit:addressOffset>
      <spirit:size>32</spirit:size></spirit:register>
    <spirit:register><spirit:name>out</spirit:name><spirit:addressOffset>0x018</spirit:addressOffset>
      <spirit:size>64</spirit:size><spirit:parameters><spirit:parameter><spirit:name>ASSOCIATED_BUSIF</spirit:name>
      <spirit:value>m00_axi</spirit:value></spirit:parameter></spirit:parameters></spirit:register>
  </spirit:addressBlock></spirit:memoryMap></spirit:memoryMaps>
</spirit:component>
END
	sed 's/>krnl</>other</' packed/ip_repo/krnl_1_0/component.xml >packed/ip_repo/krnl_1_0/inner/component.xml
	pack component.xo
	json 0 'j["container"] == "xo" and [(k["name"], k["language"]) for k in j["kernels"]] == [("krnl", "ip_c")] and
		[(a["name"], a["qualifier"], a["size"], a["offset"], a["port"]) for a in j["kernels"][0]["arguments"]] ==
		[("count", "scalar", 4, 16, "s_axi_control"), ("out", "global", 8, 24, "m00_axi"),
		("in_stream", "stream", 0, 0, "in_stream")]' info --json component.xo
	run 0 info component.xo
	says out '^ +1 out .*global +in/out 0x018 m00_axi$'
	sed -i 's/>0x018</>0x10018</' packed/ip_repo/krnl_1_0/component.xml
	pack offset.xo
	run 1 info offset.xo
	says err 'offset.xo: component.xml line [0-9]+: register "out": expected an addressOffset below 64 KiB, found "0x10018"'
	echo '<component/>' >packed/ip_repo/krnl_1_0/component.xml
	pack bare.xo
	run 1 info bare.xo
	says err 'bare.xo: expected bus interfaces or registers in component.xml, found neither'
else
	printf 'PK\3\4packed' >packed.xo
	run 1 info packed.xo
	says err 'packed.xo: this is one of the vendor.s .xo files'
fi

# Completion in shells: the commands of --help, their options, and files.
run 0 completion bash
cp out completion.bash
mkdir bin shelf
ln -s "$(realpath "$tool")" bin/fpgacl
ln -s "$(realpath "$compiler")" bin/fpgaclc
cp "$images/vadd.xclbin" "$images/vadd4.xclbin" "$images/stream.xclbin" .
complete_words() {
	command="completion of '$*'"
	PATH=$PWD/bin:$PATH bash -c 'source ./completion.bash; COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
		"_$1"; printf "%s\n" "${COMPREPLY[@]}"' - "$@" >out 2>err
}
# offers 'WORD...' WORD...: the completions that bash offers for the last word.
offers() {
	complete_words "${@:2}"
	[ "$(sort -u out | xargs)" = "$1" ] || problem "$command: expected $1"
}
complete_words fpgacl ''
for word in $("$tool" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort -u) --help; do says out "^$word\$"; done
touch unlike-others.json
offers 'replay report reset' fpgacl re
offers '--json --pid -o' fpgacl report trace.json -
offers unlike-others.json fpgacl report unlike
offers unlike-others.json fpgacl report -o unlike
offers 'logs ls start stop' fpgacl board ''
offers 'aws-f1' fpgacl board start a
offers '--mode' fpgacl board start u250 --m
offers '' fpgacl board start u250 --name ''
offers '--json' fpgacl list ''
offers 'bash zsh' fpgacl completion ''
offers '--idle' fpgacl serve --id
offers 'u250' fpgacl info -d emu:u25 # bash splits words at the colon
offers 'unlike-others.json' fpgacl info unl
# Images: kernels, CUs if there are several, and arguments.
offers vadd fpgacl run vadd.xclbin --kernel ''
offers 'vadd vadd:vadd_1 vadd:vadd_2 vadd:vadd_3 vadd:vadd_4' fpgacl run --json vadd4.xclbin -k v
offers 'vadd_2' fpgacl run vadd4.xclbin -k vadd:vadd_2
offers 'increment triple' fpgacl run stream.xclbin -k ''
offers 'a= b= c= n=' fpgacl run vadd.xclbin --arg ''
offers 'a= b= c=' fpgacl run -d emu:u250 vadd.xclbin --arg n=4 -o ''
offers 'n= out=' fpgacl run stream.xclbin -k triple --arg in=4 -k increment --arg ''
offers '' fpgacl run stream.xclbin --arg ''
offers unlike-others.json fpgacl run vadd.xclbin --arg a=@unlike
offers unlike-others.json fpgacl run vadd.xclbin --arg a=4xint@unlike
offers unlike-others.json fpgacl run vadd.xclbin -o c=unlike
offers '' fpgacl run vadd.xclbin --arg n=
offers '' fpgacl run nothere.xclbin --kernel ''
offers '--range' fpgacl run vadd.xclbin --ra
run 0 board start u50 --name completed
complete_words fpgacl board stop ''
says out '^completed$' # whatever other shared boards this machine has
offers completed fpgacl board logs comp
offers completed fpgacl info -d board:comp
run 0 board stop completed
# The compiler.
offers 'hw hw_emu' fpgaclc -t hw
offers u280 fpgaclc --platform u28
offers '--platform' fpgaclc --plat
offers '-f' fpgaclc -t sw_emu -f
offers unlike-others.json fpgaclc -k vadd unlike
run 0 completion zsh
says out '^#compdef fpgacl fpgaclc$'
cp out completion.zsh
if command -v zsh >/dev/null; then
	# Prints what zsh would offer, since there is no terminal.
	PATH=$PWD/bin:$PATH zsh -f -c 'compdef() { :; }; source ./completion.zsh
		compadd() { for word in "$@"; do [[ $word != ??* || $word != $words[CURRENT]* ]] || print -- "$word"; done; }; compset() { :; }; _files() { print files; }
		for line in "fpgacl board start aws" "fpgacl run vadd4.xclbin -k vadd:vadd_3" "fpgacl run vadd.xclbin --arg c" \
			"fpgacl run vadd.xclbin --arg a=@" "fpgaclc -t sw" "fpgaclc --plat"; do
			words=(${=line}) CURRENT=$#words; _fpgacl
		done' >out 2>err
	command='completion in zsh'
	[ "$(xargs <out)" = 'aws-f1 vadd:vadd_3 c= files sw_emu --platform' ] || problem "$command: other words"
else
	echo "zsh is missing: its completion is not tried"
fi
run 2 completion fish
says err 'expected bash or zsh'

[ "$failures" = 0 ]
