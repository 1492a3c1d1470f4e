#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# table.sh SOURCE BUILD: the table of claims is complete, and the checker notices if it is not.
. "$(dirname "$0")/../tools/lib.sh"
checker=$1/host_tests/claims/check_claims.py
table=$1/host_tests/claims/claims.txt

check() {
	call "$1" "$checker" "$2" --source "$source" --build "$build"
}
source=$1 build=$2
check 0 "$table"

# A missing claim, a claim without a test, a test that does not exist, words that are on no page.
sed -e '/^variable | FPGACL_EMU_STALL_S/d' \
	-e 's/^\(extension | cles_khr_int64 |\).*/\1/' \
	-e 's/claims_limits\.denormals/claims_limits.dnormals/' \
	-e 's/It prints `11 22 33 44`/It prints `11 22 33 55`/' "$table" >altered.txt
check 1 altered.txt
says err '^variable FPGACL_EMU_STALL_S: claimed by .*, but not in the table'
says err '^extension: cles_khr_int64: a claim without a test'
says err 'there is no test claims_limits.dnormals'
says err "^README.md: does not say 'It prints"
says out ', 5 problems$'

[ "$failures" = 0 ]
