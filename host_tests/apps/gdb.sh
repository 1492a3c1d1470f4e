#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# gdb.sh HOST IMAGE: gdb stops the host in the kernel `vadd`, by source line and by name; in a child
# of the host; and in a host that is already running. gdb reads the payload while the host loads it:
# given a path that refers to one of its own descriptors, gdb would hang.
command -v gdb >/dev/null || { echo "skipped: there is no gdb"; exit 77; }
host=$1 image=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# Programs started by gdb end with it.
debug() {
  timeout -s KILL 120 gdb -nx -batch -iex 'set debuginfod enabled off' -iex 'set breakpoint pending on' \
    "$@" </dev/null >"$folder/out" 2>&1
}

# expect PATTERN...: gdb's output matches these patterns in order. Do not expect that the host
# "exited normally": gdb sometimes loses track of a multithreaded program at exit ("Couldn't get
# registers").
expect() {
  local pattern all='*'
  for pattern in "$@"; do all+="$pattern*"; done
  # shellcheck disable=SC2053
  [[ $(<"$folder/out") == $all ]] && return
  cat "$folder/out"
  echo "gdb did not print: $*"
  failures=$((failures + 1))
}

debug -ex run --args /bin/true
grep -q 'exited normally' "$folder/out" || { echo "skipped: gdb may not run a process here (ptrace)"; exit 77; }

line=$(grep -n 'c\[i\] =' "$(dirname "$0")/kernels/vadd.cpp" | cut -d: -f1)
debug -ex "break vadd.cpp:$line" -ex run -ex 'print i' -ex 'print n' -ex 'print a[0] + b[0] + c[0] * 0' -ex backtrace \
  -ex delete -ex continue --args "$host" "$image"
expect 'hit Breakpoint 1' "vadd (" "n=4096)" "vadd.cpp:$line" '$1 = 0' '$2 = 4096' '$3 = ' '#0 ' vadd right

# A watchpoint in the board's memory: the second element of the result, which is written second.
debug -ex "break vadd.cpp:$line" -ex run -ex delete -ex 'watch -l c[1]' -ex continue -ex 'print i' -ex delete \
  -ex continue --args "$host" "$image"
expect 'atchpoint 2: -location c' 'New value = ' '$1 = 1' right

debug -ex 'break vadd' -ex run -ex 'info symbol $pc' -ex delete -ex continue --args "$host" "$image"
expect 'hit Breakpoint 1' 'vadd + ' ' of /proc/' right

debug -ex 'set follow-fork-mode child' -ex "break vadd.cpp:$line" -ex run -ex 'print n' -ex delete -ex continue \
  --args "$host" "$image" fork
expect 'hit Breakpoint 1' "vadd.cpp:$line" '$1 = 4096' right

# The host's input is a pipe of this script, so it ends with the script at the latest.
coproc "$host" "$image" again
process=$COPROC_PID input=${COPROC[1]}
read -r answer <&"${COPROC[0]}"
[ "$answer" = running ] || { echo "the host printed '$answer'"; exit 1; }
debug -p "$process" -ex "break vadd.cpp:$line" -ex continue -ex 'print n' -ex delete -ex detach
expect "vadd.cpp:$line" '$1 = 4096' detached
exec {input}>&-
wait "$process" || { echo "the host did not go on after gdb left it"; failures=$((failures + 1)); }
exit $((failures > 0))
