#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# man.sh PAGES FPGACL FPGACLC: the man pages match these tools, and groff has no warnings for them.
. "$(dirname "$0")/lib.sh"
pages=$1 fpgacl=$2 fpgaclc=$3

# check NAME HELP: the page is complete, and contains each entry of the help, and its first and last
# words.
check() {
	command="$1.1"
	gzip -dc "$pages/$1.1.gz" >page || problem "$1.1.gz: no page"
	sed 's/\\-/-/g; s/\\&//g; s/\\e/\\/g' page >out
	: >err
	grep -E '^  +[^ ]' "$2" | sed 's/^ *//; s/   *.*//' >entries
	[ "$(wc -l <entries)" -gt 10 ] || problem "$1: the help has no entries"
	while read -r entry; do grep -qF -- "$entry" out || problem "$1.1: lacks '$entry'"; done <entries
	says out "^\.TH ${1^^} 1 \"\" \"$1 $("$fpgacl" --version | sed 's/.* //')\""
	says out '^\.SH SYNOPSIS$'
	says out '^\.SH SEE ALSO$'
	if command -v groff >/dev/null; then
		groff -man -ww -b -Tutf8 page >rendered 2>err || problem "$1.1: groff fails"
		[ -s err ] && problem "$1.1: groff warns"
		[ "$(wc -l <rendered)" -gt 50 ] || problem "$1.1: hardly anything is shown"
	else
		echo "groff is missing: the pages are not rendered"
	fi
}

"$fpgacl" --help >help
"$fpgacl" run --help >>help
[ ! -x "${fpgacl%/*}/fpgacl-serve" ] || "$fpgacl" serve --help >>help
check fpgacl help
says page '^\.SH "FPGACL RUN"$'
says page '^\.RS$'
"$fpgaclc" --help >help
check fpgaclc help
says page '^\.SS "Compiler"$'
if [ -x "${fpgacl%/*}/fpgacl-serve" ]; then
	"${fpgacl%/*}/fpgacl-serve" --help >help
	check fpgacl-serve help
	[ "$("${fpgacl%/*}/fpgacl-serve" --version)" = "fpgacl-serve $("$fpgacl" --version | sed 's/.* //')" ] ||
		problem "fpgacl-serve --version: not that of fpgacl"
fi
[ "$failures" = 0 ]
