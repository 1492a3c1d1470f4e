#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faster.sh FPGACLC FPGACL PLUGIN PAGE: the kernels of docs/faster.md have the reports and the cycles that it quotes.
# PLUGIN is the LLVM version of the compiler's plugin; 0: there is none.
set -u
fpgaclc=$1 fpgacl=$2 plugin=$3 page=$4
[ "$plugin" = 0 ] && { echo "faster.sh: skipped: no clang with LLVM's headers is installed"; exit 77; }
. "$(dirname "$0")/lib.sh"
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_TRACE FPGACL_SUMMARY XCL_EMULATION_MODE
export FPGACL_DEVICES=emu:u250

fail() { echo "faster.sh: $*" >&2; exit 1; }
# block LANGUAGE N: the N-th block of code in that language; "": in none.
block() { awk -v fence="\`\`\`$1" -v n="$2" '/^```/ { inside = !inside; found = inside && $0 == fence && ++seen == n; next } found' "$page"; }
# command N: that line of the page's commands, with the programs that are tested.
command() { block sh 1 | sed -n "$1p" | sed -E "s#^fpgaclc #$fpgaclc #; s#fpgacl (run|report)#$fpgacl \\1#"; }

for step in 1 2 3; do
  block c++ $step >score.cpp
  block "" $step >said
  [ -s score.cpp ] && [ -s said ] || fail "step $step is not in the page"
  { bash -c "$(command 1)" && bash -c "$(command 2)" && bash -c "$(command 3)"; } >out 2>&1 || { cat out >&2; fail "step $step does not run"; }
  while read -r line; do
    grep -qF -- "$line" out || { cat out >&2; fail "step $step: the page quotes: $line"; }
  done <said
done
echo "faster.sh: passed"
