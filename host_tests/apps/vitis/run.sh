#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TREE PROJECT PLATFORM [MESSAGE [TARGET]]: sources TREE/settings64.sh, then builds and runs
# a copy of the project as its user would. The host must succeed, and the output must contain
# MESSAGE.
set -eu
tree=$1 project=$2 platform=$3 message=${4:-TEST PASSED} target=${5:-sw_emu}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
here=$(dirname "$0")
cp -r "$here/common" "$here/$project" "$folder/"
# Nothing except the script may be needed.
unset OCL_ICD_VENDORS PLATFORM_REPO_PATHS
. "$tree/settings64.sh"
cd "$folder/$project"
make run TARGET=$target PLATFORM="$platform" >log 2>&1 || {
	cat log >&2
	exit 1
}
grep -q "$message" log || {
	cat log >&2
	exit 1
}
