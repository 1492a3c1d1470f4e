#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# setup.sh SETUP: tools/setup names the packages for the releases that it knows; elsewhere it checks
# for commands, libraries and headers.
set -eu
setup=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
	echo "$*" >&2
	exit 1
}

# lists CODENAME PACKAGE...: the list has all of these packages, and no duplicates
lists() {
	codename=$1
	shift
	"$setup" --list "$codename" >"$folder/list"
	for package in "$@"; do
		grep -qx "$package" "$folder/list" || fail "$codename: $package is missing"
	done
	[ -z "$(sort "$folder/list" | uniq -d)" ] || fail "$codename: a package is listed twice"
}
lists bookworm clang-16 llvm-16-dev libclang-16-dev libpocl2 clang-format cmake verilator libmicrohttpd-dev libjansson-dev libzip-dev libpng-dev
lists trixie clang-19 llvm-19-dev libclang-19-dev libpocl2t64 cmake verilator
lists jammy clang-15 llvm-15-dev libclang-15-dev libpocl2 clang-format
lists noble clang-18 llvm-18-dev libclang-18-dev libpocl2t64
"$setup" --grpc --list bookworm >"$folder/list"
grep -qx 'libgrpc++-dev' "$folder/list" && grep -qx cmake "$folder/list" || fail "--grpc: packages are missing"
"$setup" --all --list bookworm >"$folder/all"
for package in $(cat "$folder/list") slurmd nginx-light pocl-opencl-icd ghdl; do
	grep -qx "$package" "$folder/all" || fail "--all: $package is missing"
done
! "$setup" --list bookworm | grep -q grpc || fail "without --grpc there is grpc"
! "$setup" --list sid 2>"$folder/said" || fail "it knows sid"
grep -q 'Debian 13 (trixie)' "$folder/said" || fail "it does not say which releases it knows"

# A wrong call installs nothing.
for arguments in '--grpc --list' '--grpc more' --list --lst bookworm '--list bookworm more' '--help more' -x; do
	status=0
	"$setup" $arguments >"$folder/list" 2>"$folder/said" </dev/null || status=$?
	[ "$status" = 2 ] || fail "'$arguments': exit status $status, expected 2"
	[ ! -s "$folder/list" ] || fail "'$arguments': it prints $(cat "$folder/list")"
	grep -q '^usage: ' "$folder/said" || fail "'$arguments': it does not say how to call it"
done
"$setup" --help >"$folder/said" || fail "--help fails"
grep -q '^usage: ' "$folder/said" || fail "--help prints no usage"

# Every script explains itself, and refuses unknown arguments before it builds anything.
for script in demo test package edges bench; do
	timeout 10 "$(dirname "$setup")/$script" --help >"$folder/said" || fail "$script --help fails"
	[ -s "$folder/said" ] || fail "$script --help prints nothing"
	status=0
	timeout 10 "$(dirname "$setup")/$script" --frobnicate >"$folder/list" 2>"$folder/said" || status=$?
	[ "$status" = 2 ] || fail "$script --frobnicate: exit status $status, expected 2"
	grep -q "$script" "$folder/said" || fail "$script --frobnicate: it does not say how to call it"
done

# Without dpkg, only the contents of PATH matter.
mkdir "$folder/bin"
for command in bash env dirname grep cat gcc g++ cmake ninja pkg-config ld make python3 tclsh verilator clinfo; do
	ln -s "$(command -v $command)" "$folder/bin/$command"
done
touch "$folder/bin/clang-16"
chmod +x "$folder/bin/clang-16"
PATH=$folder/bin "$setup" >"$folder/said" 2>&1 || fail "all is there: $(cat "$folder/said")"
rm "$folder/bin/verilator" "$folder/bin/clang-16"
! PATH=$folder/bin "$setup" >"$folder/said" 2>&1 || fail "it goes on without verilator"
grep -q '^  verilator$' "$folder/said" || fail "it does not name verilator: $(cat "$folder/said")"
grep -q '^  clang (15 to 19)$' "$folder/said" || fail "it does not name clang: $(cat "$folder/said")"
[ "$(grep -c '^  ' "$folder/said")" = 2 ] || fail "it names more than that: $(cat "$folder/said")"
