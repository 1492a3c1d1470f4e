#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pages.sh SOURCE BUILD: the commands in the guides do what the guides say, with the README's kernel
# and host, and every link in the Markdown files has a target.
source=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# block FILE LANGUAGE: prints the fenced blocks of that language.
block() {
	awk -v fence="\`\`\`$2" '$0 == fence {on = 1; next} /^```$/ {on = 0} on' "$1"
}

# page NAME PATTERN...: runs the page's commands in the top folder and checks that lines of their
# output match the patterns.
page() {
	local name=$1 pattern
	shift
	block "$source/docs/$name" sh >commands
	[ -s commands ] || { echo "$name has no commands" >&2; exit 1; }
	timeout -s KILL 120 bash -eu commands </dev/null >out 2>&1 || { echo "$name fails:"; cat out; failures=$((failures + 1)); }
	for pattern in "$@"; do
		grep -Eq -- "$pattern" out && continue
		cat out
		echo "$name: no line matches '$pattern'"
		failures=$((failures + 1))
	done
}

mkdir "$folder/build"
ln -s "$build" "$folder/build/release"
ln -s "$source/board_support" "$source/host_tests" "$source/runtime" "$folder"
cd "$folder" || exit 1
block "$source/README.md" cpp >vadd.cpp
block "$source/README.md" c >host.c
gcc host.c -o host -lOpenCL
"$build/bin/fpgaclc" -t sw_emu --platform u250 -k vadd vadd.cpp -o vadd.xclbin || exit 1
export OCL_ICD_VENDORS=$build/vendors XDG_RUNTIME_DIR=$folder

# Debian's Python has Debian's PyOpenCL.
PATH=/usr/bin:$PATH page python.md '^11 22 33 44$'
page run.md '^12$' '^48$'
page tracing.md '^11 22 33 44$'
grep -q '<html' report.html || { echo "tracing.md makes no page"; failures=$((failures + 1)); }
grep -q clEnqueueTask all.json || { echo "tracing.md: the layer has traced nothing"; failures=$((failures + 1)); }
page faults.md '^11 22 33 44$' 'hal: u250: launch: '
page board-process.md '^11 22 33 44$' '^b0 +emu:u250 '
page vitis.md
grep -q '<svg' four.svg || { echo "vitis.md makes no drawing"; failures=$((failures + 1)); }
page board-files.md '^mine ' '^11 22 33 44$'
page intel.md '^11 22 33 44$'
if [ -e "$build/libopenvx.so" ]; then
	block "$source/docs/openvx.md" c >edges.c
	page openvx.md '^edge at column 31: 600$' '^edge at column 32: 600$'
fi
if command -v curl >/dev/null && [ -x "$build/bin/fpgacl-serve" ]; then
	page operations.md '^both boards passed$' '^0 +board +u250 ' '^digits/1: fits' '"ready":true' '"data":\[17738,-18960' \
		'^fpgacl_serve_board_up\{.*\} 1$' '^card1 .*clients 1' '^sensor +temperature +not available$' \
		'^sensor +temperature +97 C \(injected\)$' '^health +injected: health' '^served without card0$' '"versions":\["2"\]' \
		'^the worker has ended$' '^board:card1 was reset$'
else
	echo "operations.md is left out: curl, or fpgacl serve, is missing"
fi

# Links to files, and to headings in them.
cd "$source" || exit 1
while IFS=: read -r file link; do
	target=${link%%#*} heading=
	[ "$link" = "$target" ] || heading=${link#*#}
	target=${target:-$(basename "$file")}
	path=$(dirname "$file")/$target
	if [ ! -e "$path" ]; then
		echo "$file: there is no $target"
	elif [ -n "$heading" ] && ! sed -n 's/^##* //p' "$path" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-' | grep -qx "$heading"; then
		echo "$file: $target has no heading '$heading'"
	fi
done < <(git ls-files '*.md' 2>/dev/null | xargs grep -oH '](\([^)h][^)]*\|h[^t][^)]*\))' | sed 's/:](/:/; s/)$//') >"$folder/broken"
[ ! -s "$folder/broken" ] || { cat "$folder/broken"; failures=$((failures + 1)); }
exit $((failures > 0))
