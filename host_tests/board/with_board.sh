#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# with_board.sh FPGACL SPEC NAME [OPTION...] -- COMMAND...: runs the command while a board process
# of that name serves that board. Fails if the board process does not start, or does not stop.
set -u
tool=$1 spec=$2 name=$3
shift 3
options=()
while [ "$1" != -- ]; do
	options+=("$1")
	shift
done
shift
XDG_RUNTIME_DIR=$(mktemp -d /tmp/fpgacl-board.XXXXXX)
export XDG_RUNTIME_DIR
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
"$tool" board start "$spec" --name "$name" "${options[@]}" || exit 1
"$@"
status=$?
"$tool" board stop "$name" || status=1
# A board process must only leave its log.
left=$(ls "$XDG_RUNTIME_DIR/fpgacl")
[ "$left" = "$name.log" ] || {
	echo "left behind: $left" >&2
	status=1
}
[ $status = 0 ] || cat "$XDG_RUNTIME_DIR/fpgacl/$name.log" >&2
exit $status
