#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fpgacl.sh TOOL IMAGES: what `fpgacl` prints and returns. IMAGES holds vadd.xclbin and stream.xclbin
# for the u250, and vadd_u50.xclbin.
. "$(dirname "$0")/lib.sh"
unset FPGACL_DEVICES FPGACL_VISIBLE_DEVICES FPGACL_BOARD_PATH FPGACL_LOG FPGACL_EMU_CHECK
tool=$1
images=$2

# run STATUS ARGUMENT...: failures say why, successes only print results.
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
for word in list boards info program run validate reset doctor report completion env; do says out "^  $word "; done
run 0 --version
says out '^fpgacl [0-9]+\.[0-9]+\.[0-9]+$'

# Wrong usage: status 2, nothing on standard output.
for arguments in '' frobnicate 'list x' 'info a b' program 'program a b' 'validate x' 'list -d'; do
	# shellcheck disable=SC2086
	run 2 $arguments
	says err 'fpgacl --help'
	[ -s out ] && problem "$command: printed a result"
done

# Devices: as hosts see them, two boards of one name apart, filtered as the runtime filters.
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
# None is left: the reason is reported.
FPGACL_VISIBLE_DEVICES='7,u5000'
call 0 "$tool" list
lines 0
says err "^fpgacl: FPGACL_VISIBLE_DEVICES is '7,u5000', and '7' names none of the 3 devices; "
unset FPGACL_VISIBLE_DEVICES
FPGACL_DEVICES=emu:u250,emu:u999
run 1 list
says err 'u999.*known boards: u250'
says out '^0 +emu +u250 '
unset FPGACL_DEVICES

run 0 boards
for board in u200 u250 u280 u50 u55c aws-f1; do says out "^$board +xilinx_"; done
# As clinfo counts: without the host's memory.
says out '^u250 .* 8 banks +64\.0 GiB$'
run 0 info
says out '^platform +xilinx_u250_'
says out '^kernel clock +300 MHz$'
says out '^bank 0 +DDR\[0\] +0x004000000000 +16384\.0 MiB +default$'
run 0 info emu:u50
says out '^bank 0 +HBM\[0\] '
run 0 info -d null:u250
says out '^capabilities .*keeps-memory'
run 1 info emu:u999
run 1 info -d u250
says err 'or <backend>:<board>'
run 1 info -d 1
says err 'no device 1: 1 are offered'
FPGACL_DEVICES=emu:u50,null:u200 "$tool" info -d 1 >out
says out '^board +u200$'

# The table of variables, with what they are now.
run 0 env
says out '^FPGACL_DEVICES=$'
says out '^FPGACL_EMU_CHECK=bound$'
FPGACL_EMU_CHECK=full "$tool" env >out
says out '^FPGACL_EMU_CHECK=full$'

# Images: facts, and reasons where there are none.
run 0 info "$images/vadd.xclbin"
says out '^container +xclbin$'
says out '^target +sw_emu$'
says out '^uuid +[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
says out '^kernel +vadd$'
says out '^ +0 .* global '
says out '^compute unit +vadd:vadd_1 at 0x'
run 0 info "$images/stream.xclbin"
says out '^stream .* packets of 4 bytes$'
run 1 info nothere.xclbin
says err "cannot read 'nothere.xclbin': No such file"
run 1 info .
says err "cannot read '.': Is a directory"
head -c 2000 "$images/vadd.xclbin" >short.xclbin
run 1 info short.xclbin
says err '^fpgacl: short.xclbin: .'
: >empty.xclbin
run 1 info empty.xclbin

# A payload with one bit changed is detected by its digest, before anything is loaded.
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
# The null backend has no bytes to compare, and says so.
run 0 validate -d null:u250
says out '^DDR\[3\] +passed, but .*no bytes'
says out '^null:u250: passed$'
run 0 reset
says out '^emu:u250 was reset$'
run 1 reset -d null:u250
says err 'has no reset'

# For programs: the same devices, boards and variables, as JSON; refused elsewhere.
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
FPGACL_LOG='err"or' call 0 "$tool" env --json
python3 -c 'import json; print([v["value"] for v in json.load(open("out")) if v["name"] == "FPGACL_LOG"][0])' >value
[ "$(cat value)" = 'err"or' ] || problem 'env --json: wrong value'
run 2 validate --json
says err '--json is for list, boards and env'

# What a shell completes: the commands of --help, their options, and files.
run 0 completion bash
cp out completion.bash
complete_words() {
	bash -c 'source ./completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fpgacl; printf "%s\n" "${COMPREPLY[@]}"' - "$@" >out
}
command='completion of commands'
complete_words fpgacl ''
for word in $("$tool" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort -u) --help; do says out "^$word\$"; done
complete_words fpgacl re
[ "$(sort out | tr '\n' ' ')" = 'report reset ' ] || problem 're is completed to other words'
complete_words fpgacl report --
says out '^--pid$'
touch unlike-others.json
complete_words fpgacl report unlike
says out '^unlike-others.json$'
run 0 completion zsh
says out bashcompinit
run 2 completion fish
says err 'expected bash or zsh'

[ "$failures" = 0 ]
