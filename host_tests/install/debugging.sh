#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# debugging.sh SOURCE BUILD: runs the commands of docs/debugging.md in their order, with the
# README's kernel and host.
source=$1 build=$2
page=$source/docs/debugging.md
command -v gdb >/dev/null || { echo "skipped: there is no gdb"; exit 77; }
gdb -nx -batch -ex run --args /bin/true </dev/null 2>&1 | grep -q 'exited normally' ||
	{ echo "skipped: gdb may not run a process here (ptrace)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset DEBUGINFOD_URLS
failures=0

# block FILE LANGUAGE NUMBER: prints a fenced block; the blocks of each language are counted from 1.
block() {
	awk -v fence="\`\`\`$2" -v number="$3" '$0 == fence {n++; on = n == number; next} /^```$/ {on = 0} on' "$1"
}

mkdir "$folder/build"
ln -s "$build" "$folder/build/release"
cd "$folder" || exit 1
block "$source/README.md" cpp 1 >vadd.cpp
block "$source/README.md" c 1 >host.c

# step PATTERN...: runs the next block and checks that lines of its output match the patterns.
number=0
step() {
	number=$((number + 1))
	block "$page" sh $number >commands
	[ -s commands ] || { echo "block $number is missing" >&2; exit 1; }
	# shellcheck disable=SC1091
	timeout -s KILL 120 bash -c '. ./environment; . ./commands; export -p | grep OCL_ICD >environment' </dev/null >out 2>&1
	for pattern in "$@"; do
		grep -Eq -- "$pattern" out && continue
		sed 's/^/    /' commands out
		echo "block $number: no line matches '$pattern'"
		failures=$((failures + 1))
	done
}

: >environment
step # which prints nothing
step 'hit Breakpoint 1.*vadd \(' '^i = 2$' '\{11, 22, 0, 0\}' '^#0 .*vadd' '^11 22 33 44$'
step 'New value = 44' '= 3$' '^11 22 33 44$'
step 'hit Breakpoint 1.*vadd \(' '= 4$' '^11 22 33 44$'
step '^i is 3$' 'info: vadd:vadd_1: i is 3$' '^11 22 33 44$'
step 'error: .*vadd:vadd_1: wrong.cpp:9:.* an index outside of the array'
step 'error: .*vadd:vadd_1: wrong.cpp:8:.* wrote 4 bytes at offset 400000 of argument .c.'
step '^44$'
step '^44$' ' 4: +[0-9]+:.*c\[i\]'
[ -z "$(block "$page" sh $((number + 1)))" ] || { echo "there are more blocks than steps"; failures=$((failures + 1)); }
exit $((failures > 0))
