# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# For scripts that need a card in software: start_card <fpgacl> <argument>... sets `socket`; the card ends with the
# script.
folder=$(mktemp -d)
socket=$folder/socket
card=
end() {
	[ -z "$card" ] || kill "$card" 2>/dev/null || :
	rm -rf "$folder"
}
trap end EXIT

start_card() {
	program=$1
	shift
	"$program" card start "$@" --socket "$socket" >"$folder/listens" &
	card=$!
	tries=0
	until [ -s "$folder/listens" ]; do
		kill -0 "$card"
		tries=$((tries + 1))
		[ "$tries" -lt 600 ] || exit 1
		sleep 0.1
	done
}
