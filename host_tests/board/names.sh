#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# names.sh FPGACL: two board processes with boards of one type can be told apart by name, serial
# number, address and UUID; one without permission is hidden.
set -u
tool=$1
status=0
problem() {
	echo "$*" >&2
	status=1
}
XDG_RUNTIME_DIR=$(mktemp -d /tmp/fpgacl-board.XXXXXX)
export XDG_RUNTIME_DIR FPGACL_DEVICES=board:b0,board:b1
unset FPGACL_VISIBLE_DEVICES
"$tool" board start u250 --name b0 && "$tool" board start u250 --name b1 || status=1
trap '"$tool" board stop b0; "$tool" board stop b1; rm -rf "$XDG_RUNTIME_DIR"' EXIT

list=$("$tool" list --json)
second=$(grep '"index": 1' <<<"$list")
for key in serial uuid device bus_address; do
	value=$(sed "s/.*\"$key\": \"\([^\"]*\)\".*/\1/" <<<"$second")
	[ "$(grep -c "$value" <<<"$list")" = 1 ] || problem "both boards have the $key $value"
	seen=$(FPGACL_VISIBLE_DEVICES=$value "$tool" list --json | grep '"index"')
	[ "$seen" = "${second/\"index\": 1/\"index\": 0}" ] || problem "$key $value: found $seen"
done
[ "$(FPGACL_VISIBLE_DEVICES=b1 "$tool" list --json | grep -c 'board:b1')" = 1 ] || problem "b1 names nothing"

# A user who may not open a board does not see it, and gets no error about it. Root may open all
# boards.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	chmod 711 "$XDG_RUNTIME_DIR" "$XDG_RUNTIME_DIR/fpgacl"
	chmod 666 "$XDG_RUNTIME_DIR/fpgacl/b1.sock"
	seen=$(cd / && setpriv --reuid=65534 --regid=65534 --clear-groups "$tool" list --json 2>&1)
	found=$?
	[ $found = 0 ] && [ "$(grep -c '"index"' <<<"$seen")" = 1 ] && grep -q '"index": 0.*board:b1' <<<"$seen" ||
		problem "another user: status $found, $seen"
fi
exit $status
