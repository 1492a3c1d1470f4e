#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries a board in about ten minutes: finds it, moves bytes through every bank, loads an image, runs its
# first kernel, runs the conformance suite, prints the bench.
#
#   docs/real-board.sh [-b BUILD] [-d DEVICE] [-k KERNEL] IMAGE
#
# BUILD is a built tree (build/release), DEVICE a number of `fpgacl list` (0) or <backend>:<board>, KERNEL
# the one that the bench launches (vadd). The output also goes to real-board.log, to be sent with a
# report.
set -uo pipefail
case ${1:-} in
  -h | --help) sed -n '3,10s/^# \{0,1\}//p' "$0"; exit ;;
esac
build=$(dirname "$0")/../build/release device=0 kernel=vadd
while getopts b:d:k: option; do
  case $option in
    b) build=$OPTARG ;;
    d) device=$OPTARG ;;
    k) kernel=$OPTARG ;;
    *) sed -n '6s/^# *//p' "$0" >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# = 1 ] || { sed -n '6s/^# *//p' "$0" >&2; exit 2; }
image=$1
build=$(cd "$build" && pwd) || exit 2
exec > >(tee real-board.log) 2>&1

passed=() failed=()
# step NAME COMMAND...: runs one command at a time, so that only one process uses the board.
step() {
  local name=$1; shift
  printf '\n== %s: %s\n' "$name" "$*"
  if timeout 600 "$@"; then passed+=("$name"); else failed+=("$name"); fi
}

"$build/bin/fpgacl" --version
uname -srm
step list "$build/bin/fpgacl" list
step info "$build/bin/fpgacl" info -d "$device"
step image "$build/bin/fpgacl" info "$image"
step program "$build/bin/fpgacl" program -d "$device" "$image"
step validate "$build/bin/fpgacl" validate -d "$device" # after programming: the image decides which banks exist

# OpenCL hosts see this one device.
FPGACL_DEVICES=$("$build/bin/fpgacl" info -d "$device" | sed -n 's/^device *//p')
unset FPGACL_VISIBLE_DEVICES # its numbers are those of the list above
export FPGACL_DEVICES OCL_ICD_VENDORS=$build/vendors FPGACL_LOG=${FPGACL_LOG:-warn}
step hello "$build/bin/fcl_hello" "$image"
step conformance "$build/bin/hal_conformance" "$FPGACL_DEVICES"
step bench "$build/bin/fcl_bench" --binary "$image" --kernel "$kernel" --quick --rounds 3

printf '\npassed: %s\n' "${passed[*]:-nothing}"
printf 'failed: %s\n' "${failed[*]:-nothing}"
[ ${#failed[@]} = 0 ]
