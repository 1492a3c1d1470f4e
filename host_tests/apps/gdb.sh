#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gdb.sh HOST IMAGE: the host under gdb stops in the kernel `vadd` and then runs to its end. gdb reads the
# payload while the host loads it: a path that leads gdb to a descriptor of its own makes it wait for ever.
command -v gdb >/dev/null || { echo "skipped: there is no gdb"; exit 77; }

# What gdb runs ends with it.
debug() {
  timeout -s KILL 120 gdb -nx -batch -iex 'set debuginfod enabled off' -iex 'set breakpoint pending on' \
    "$@" </dev/null 2>&1
}

case $(debug -ex run --args /bin/true) in
  *"exited normally"*) ;;
  *) echo "skipped: gdb may not run a process here (ptrace)"; exit 77 ;;
esac

output=$(debug -ex 'break vadd' -ex run -ex 'info symbol $pc' -ex delete -ex continue --args "$1" "$2")
echo "$output"
case $output in
  *"hit Breakpoint 1, vadd ("*"vadd + "*" of /proc/"*"kernel vadd: right"*"exited normally"*) exit 0 ;;
esac
echo "gdb did not stop in the kernel, or the host did not get to its end"
exit 1
