#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Hosts are captured, and their captures repeated; bad files and bad moments: capture.sh BIN LAYER IMAGES COMPILER
set -euo pipefail

bin=$1 layer=$2 images=$3 compile=$4
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "capture.sh: $*" >&2; exit 1; }
replay() { timeout -k 5 300 "$bin/fpgacl" replay --yes "$@" >out 2>&1; }
calls() { grep -Eo '^[0-9]+ of [0-9]+ calls repeated' out; }

# What hosts read back is the same in a replay: buffers, parts of them, mappings, memory of the host's,
# pipes, images that swap, several threads, errors.
for host in app_vadd app_stream app_copies app_host_memory app_chain app_beside app_units app_progress app_dataflow app_scope_pipes \
  app_random_groups app_host_pipes app_two_boards capture_contents; do
  devices=
  [ $host != app_two_boards ] || devices=emu:u250,emu:u50
  FPGACL_DEVICES=$devices FPGACL_CAPTURE=$host.fclcap timeout -k 5 300 "$bin/$host" >host.out 2>&1 ||
    { cat host.out >&2; fail "$host fails when it is captured"; }
  ! grep -q '^fpgacl: ' host.out || { grep '^fpgacl: ' host.out >&2; fail "$host: something was printed"; }
  FPGACL_DEVICES=$devices replay $host.fclcap || { cat out >&2; fail "$host is not repeated"; }
  grep -q 'all as in the captured run' out || { cat out >&2; fail "$host: nothing was compared"; }
done

# So is what programs of random calls read.
for seed in $(seq 10); do
  FPGACL_CAPTURE=random.fclcap timeout -k 5 300 "$bin/capture_random" "$seed" >host.out 2>&1 || { cat host.out >&2; fail "capture_random $seed fails"; }
  replay random.fclcap || { cat out >&2; fail "capture_random $seed is not repeated"; }
  grep -q 'all as in the captured run' out || { cat out >&2; fail "capture_random $seed: nothing was compared"; }
done

# Another image in place of the captured one: for another board; with a wrong result, which is found out, with the
# command that wrote the buffer and, if the capture has them, the bytes; with other kernels.
FPGACL_CAPTURE=hello.fclcap "$bin/fcl_hello" "$images/vadd.xclbin" >/dev/null || fail "fcl_hello fails"
FPGACL_CAPTURE=bytes.fclcap FPGACL_CAPTURE_READS=whole "$bin/fcl_hello" "$images/vadd.xclbin" >/dev/null || fail "fcl_hello fails"
replay --image "$images/vadd_u50.xclbin" -d emu:u50 hello.fclcap || { cat out >&2; fail "another board's image is not run"; }
! replay --image "$images/wrong_vadd.xclbin" hello.fclcap || fail "a wrong result was not seen"
grep -q 'clEnqueueReadBuffer: bytes 0 to .* only their hash; it was last written by call [0-9]*, clEnqueueTask of vadd' out ||
  { cat out >&2; fail "the difference is not described"; }
! replay --image "$images/wrong_vadd.xclbin" bytes.fclcap || fail "a wrong result was not seen in bytes"
grep -q 'clEnqueueReadBuffer: byte [0-9]* of .* is 0x.*, and 0x.* in the captured run' out || { cat out >&2; fail "the bytes are not shown"; }
! replay --image "$images/stream.xclbin" hello.fclcap || fail "an image without the kernel is taken"
grep -q 'it has no kernel vadd' out || { cat out >&2; fail "no sentence about the kernel"; }
! replay --image "2=$images/vadd.xclbin" hello.fclcap || fail "there is no second image"
FPGACL_DEVICES=null:u250 FPGACL_CAPTURE=null.fclcap "$bin/app_vadd" >/dev/null 2>&1 || true
! replay -d emu:u250 null.fclcap || fail "a board that computes and one that does not are the same"

# Two captures of one program have no differences, and those of two programs the right ones.
FPGACL_CAPTURE=again.fclcap "$bin/fcl_hello" "$images/vadd.xclbin" >/dev/null || fail "fcl_hello fails"
FPGACL_CAPTURE=wrong.fclcap "$bin/fcl_hello" "$images/wrong_vadd.xclbin" >/dev/null || true
"$bin/fpgacl" replay --diff hello.fclcap again.fclcap >out || { cat out >&2; fail "two runs are not the same"; }
! "$bin/fpgacl" replay --diff hello.fclcap wrong.fclcap >out || fail "two programs are the same"
[ "$(grep -c 'another value' out)" = 2 ] || { cat out >&2; fail "not the image and what was read are different"; }
! "$bin/fpgacl" replay --diff hello.fclcap null.fclcap >out || fail "two programs make the same calls"
grep -q 'thread 0 goes on differently' out || { cat out >&2; fail "the first other call is not named"; }

# A program in C makes the same calls, with the same result; with another image, another one.
for words in app_vadd app_host_memory app_stream 'capture_contents core'; do
  host=${words% *}
  # shellcheck disable=SC2086
  FPGACL_CAPTURE=$host.fclcap FPGACL_CAPTURE_READS=whole "$bin"/$words >/dev/null || fail "$words fails"
  replay --emit-c "$host.c" "$host.fclcap" || { cat out >&2; fail "no program is written for $host"; }
  grep -q ', 0 of them as comments' out || { cat out >&2; fail "$host: not all calls are in the program"; }
  $compile -Wall -Werror -o emitted "$host.c" -lOpenCL || fail "$host.c does not compile"
  [ "$(timeout -k 5 60 ./emitted)" = '0 differences' ] || fail "$host.c has another result"
done
# One of two threads' calls, one after the other, need not have their effect where the calls overlapped.
for seed in 1 2 3; do
  FPGACL_CAPTURE=random.fclcap FPGACL_CAPTURE_READS=whole "$bin/capture_random" "$seed" >host.out 2>&1 || { cat host.out >&2; fail "capture_random $seed fails"; }
  replay --emit-c random.c random.fclcap || { cat out >&2; fail "no program is written for random calls"; }
  $compile -Wall -Werror -o emitted random.c -lOpenCL || fail "random.c does not compile"
  timeout -k 5 60 ./emitted >out 2>&1 || grep -q ' differences$' out || { cat out >&2; fail "random.c of $seed does not end"; }
done
replay --emit-c bytes.c bytes.fclcap || fail "no program is written"
cp "$images/wrong_vadd.xclbin" bytes.c.data/0.bin
sed -i "s|load(\"bytes.c.data/0.bin\", [0-9]*)|load(\"bytes.c.data/0.bin\", $(stat -c %s bytes.c.data/0.bin))|
  s|(size_t\[\]){[0-9]*}, (const unsigned char|(size_t[]){$(stat -c %s bytes.c.data/0.bin)}, (const unsigned char|" bytes.c
$compile -o emitted bytes.c -lOpenCL || fail "bytes.c does not compile"
timeout -k 5 60 ./emitted >out && fail "another image has the same result"
grep -q '^call [0-9]*: byte 0 of 16384 is' out || { cat out >&2; fail "the program does not show the difference"; }

# A part of the run, several times, and the buffers as files.
replay --repeat 3 hello.fclcap || fail "three runs are not the same"
grep -q '^0 of 3 runs were not as' out || { cat out >&2; fail "there were not three runs"; }
# What races differs in some runs, and nothing of the same launches in their order.
for how in race order; do
  FPGACL_CAPTURE=$how.fclcap "$bin/capture_ring" 10 $how >host.out 2>&1 || { cat host.out >&2; fail "capture_ring $how fails"; }
done
! replay --repeat 5 race.fclcap || { cat out >&2; fail "a race is not found"; }
grep -qE '^call [0-9]+, clEnqueueReadBuffer: what it read differed in [1-5] of 5 runs$' out || { cat out >&2; fail "what races is not named"; }
replay --repeat 5 order.fclcap || { cat out >&2; fail "a race is found where there is none"; }
replay --until 12 --keep kept hello.fclcap || fail "the buffers are not written"
grep -q 'kept/buffer-[0-9]*.bin: the buffer of call [0-9]*, 16384 bytes, argument [0-9] of vadd' out || { cat out >&2; fail "the files are not named"; }
[ "$(stat -c %s kept/buffer-*.bin | sort -u)" = 16384 ] || fail "the files have another size"

replay --keep released hello.fclcap || fail "nothing can be kept"
grep -q 'released: there are no buffers at the end' out || { cat out >&2; fail "it does not say that nothing was kept"; }

# Options without a meaning are no part of a command line.
for words in '--diff hello.fclcap' '--diff --emit-c x.c hello.fclcap again.fclcap' '--emit-c x.c --until 3 hello.fclcap' \
  '--emit-c x.c --waves-around 5 hello.fclcap' '--diff -d emu:u50 hello.fclcap again.fclcap' 'hello.fclcap again.fclcap' '--repeat 0 hello.fclcap'; do
  # shellcheck disable=SC2086
  "$bin/fpgacl" replay $words >out 2>&1 && status=0 || status=$?
  [ "$status" = 2 ] || { cat out >&2; fail "$words: the status is $status"; }
done

# A command that fails is found out.
FPGACL_CAPTURE=whole.fclcap FPGACL_CAPTURE_READS=whole "$bin/app_vadd" >/dev/null
FPGACL_CAPTURE=hashes.fclcap "$bin/app_vadd" >/dev/null
[ "$(stat -c %s hashes.fclcap)" -lt "$(stat -c %s whole.fclcap)" ] || fail "hashes take as much as the bytes"
! FPGACL_DEVICES='fault(emu:u250)?launch=EIO@2' replay whole.fclcap || { cat out >&2; fail "a failed launch was not seen"; }
grep -q 'commands failed\|returned something else' out || { cat out >&2; fail "the failed launch is not named"; }

# What cannot be repeated is a difference.
FPGACL_CAPTURE=unknown.fclcap "$bin/capture_contents" unknown >host.out 2>&1 || { cat host.out >&2; fail "capture_contents unknown fails"; }
! replay unknown.fclcap || { cat out >&2; fail "calls that were not made are no difference"; }
grep -q '^[0-9]* calls could not be repeated' out || { cat out >&2; fail "it does not say that calls were not made"; }

# Handles that are no devices have no place in a replay, and do not keep it from the rest.
FPGACL_DEVICES=emu:u250,emu:u50 FPGACL_CAPTURE=handle.fclcap timeout -k 5 300 "$bin/api_handle" >host.out 2>&1 || { cat host.out >&2; fail "api_handle fails"; }
FPGACL_DEVICES=emu:u250,emu:u50 replay handle.fclcap || { cat out >&2; fail "calls with wrong handles keep a capture from being repeated"; }

# Every function of the driver is recorded, has no effect, or is named in the documentation.
sources=$(cd "$here/../.." && pwd)
offered=$(grep -ohE '(X\(|[.]|\{")cl[A-Z][A-Za-z0-9]+|\{"xcl[A-Z][A-Za-z0-9]+' "$sources"/runtime/api/dispatch/{functions.h,dispatch.c,extension_functions.c} |
  sed 's/^[^xc]*//; s/^X(//' | sort -u)
[ "$(wc -l <<<"$offered")" -gt 150 ] || fail "the driver's functions are not found"
for name in $offered; do
  [[ $name != clGet* && $name != clIcd* ]] || continue
  grep -qE "^	X\\([A-Z]+, [a-z_ ]+[*]?, $name," "$sources"/base/trace/{calls,extension_calls}.h && continue
  known=
  # shellcheck disable=SC2016
  for pattern in $(grep -oE '`x?cl[A-Za-z0-9*]+`' "$sources/docs/capture.md" | tr -d '`'); do
    # shellcheck disable=SC2053
    [[ $name != $pattern ]] || known=yes
  done
  [ -n "$known" ] || fail "$name is neither recorded nor named in docs/capture.md"
done

# The layer and the driver alone record the same calls, and together only one of them does.
FPGACL_CAPTURE=alone.fclcap "$bin/app_vadd" >/dev/null
if grep -q clInitLayer "$(ldconfig -p | awk '$1 == "libOpenCL.so.1" && !found++ { print $NF }')"; then
  OPENCL_LAYERS=$layer FPGACL_CAPTURE=layer.fclcap "$bin/app_vadd" >host.out 2>&1 || fail "the host fails with the layer"
  ! grep -q '^fpgacl: ' host.out || { cat host.out >&2; fail "two recorders were at work"; }
  replay alone.fclcap || fail "the driver's capture is not repeated"
  alone=$(calls)
  replay layer.fclcap || fail "the layer's capture is not repeated"
  [ "$alone" = "$(calls)" ] || fail "the layer recorded $(calls), the driver $alone"
fi

# Other drivers, as far as they are here: PoCL, and XRT's own OpenCL on its noop device. A capture of a card that does
# not compute, repeated on a board that does, differs.
vendor() { # library: the only one
  mkdir -p vendor root && echo "$1" >vendor/one.icd && ln -sfn "$(dirname "$1")" root/lib
}
other() { env -u FPGACL_DEVICES OCL_ICD_VENDORS="$folder/vendor" XILINX_XRT="$folder/root" XCL_EMULATION_MODE=noop "$@"; }
library_of() { ldconfig -p | awk -v name="$1" '$1 == name && !found++ { print $NF }'; }
if grep -q clInitLayer "$(library_of libOpenCL.so.1)"; then
  for library in libpocl.so.2 libxilinxopencl.so.2; do
    [ -n "$(library_of $library)" ] || continue
    vendor "$(library_of $library)"
    for words in 'capture_random 1' 'capture_random 2' app_copies; do
      # shellcheck disable=SC2086
      [[ $words == app_* && $library == libxilinx* || $words != app_* && $library == libpocl* ]] || continue
      OPENCL_LAYERS=$layer FPGACL_CAPTURE=other.fclcap other "$bin"/$words >host.out 2>&1 || [ $library != libpocl.so.2 ] ||
        { cat host.out >&2; fail "$words fails on $library"; }
      other timeout -k 5 300 "$bin/fpgacl" replay --yes other.fclcap >out 2>&1 || { cat out >&2; fail "$words on $library is not repeated"; }
      grep -q 'all as in the captured run' out || { cat out >&2; fail "$words on $library: nothing was compared"; }
    done
    [ $library = libpocl.so.2 ] || ! replay -d emu:u250 other.fclcap || fail "a card that does not compute is like a board that does"
  done
fi

# Code of the capture runs only if the user agrees.
! "$bin/fpgacl" replay alone.fclcap >out 2>&1 </dev/null || fail "it ran without being allowed to"
grep -q 'nothing was run' out || fail "it does not say that nothing was run"
FPGACL_TRUSTED_CAPTURES=$folder "$bin/fpgacl" replay alone.fclcap >out 2>&1 </dev/null || fail "a trusted folder is not trusted"

# Killed at any moment, the capture has everything up to then.
for _ in $(seq 20); do
  FPGACL_CAPTURE=killed.fclcap "$bin/capture_random" $RANDOM 400 >/dev/null 2>&1 &
  host=$!
  sleep "0.0$((RANDOM % 90 + 10))"
  kill -9 $host 2>/dev/null || true
  wait $host 2>/dev/null || true
  [ -s killed.fclcap ] || continue # before its first call
  replay killed.fclcap || { cat out >&2; fail "what a killed host left is not repeated"; }
  ! grep -q damaged out || { cat out >&2; fail "a killed host left a damaged capture"; }
  rm killed.fclcap
done

# The host goes on, with one message.
expect_message() { # text command...
  local text=$1
  shift
  "$@" >message.out 2>&1 || { cat message.out >&2; fail "the host fails: $text"; }
  [ "$(grep -c '^fpgacl: ' message.out)" = 1 ] || { cat message.out >&2; fail "not one message: $text"; }
  grep -q "$text" message.out || { cat message.out >&2; fail "the message is not: $text"; }
}
FPGACL_CAPTURE=$folder/none/x.fclcap expect_message 'none.*: No such file' "$bin/app_vadd"
echo 'a text of mine' >text
FPGACL_CAPTURE=text expect_message 'text exists, and is not a capture' "$bin/app_vadd"
[ "$(cat text)" = 'a text of mine' ] || fail "a file was overwritten"
exec 9<>locked.fclcap
flock 9
FPGACL_CAPTURE=locked.fclcap expect_message 'another process writes locked.fclcap' "$bin/app_vadd"
exec 9>&-
# A full disk, where this user may mount one.
mkdir disk
cat >on_disk.sh <<'SH'
mount -t tmpfs -o size=5m none disk && FPGACL_CAPTURE=disk/full.fclcap FPGACL_CAPTURE_READS=whole "$1/app_polling" >host.out 2>&1
status=$?
cp disk/full.fclcap full.fclcap
exit $status
SH
if unshare -rm mount -t tmpfs none disk 2>/dev/null; then
  expect_message 'disk/full.fclcap ends here, and the program goes on without it: No space left' \
    sh -c "unshare -rm sh on_disk.sh $bin; status=\$?; cat host.out; exit \$status"
  replay full.fclcap || { cat out >&2; fail "what fits is not repeated"; }
fi

# Another process cuts the file.
FPGACL_CAPTURE=short.fclcap "$bin/capture_ring" 1 serve >message.out 2>&1 &
host=$!
sleep 1
truncate -s 0 short.fclcap
sleep 1
kill $host || { cat message.out >&2; fail "the host ends when its capture is cut"; }
[ "$(grep -c 'short.fclcap was cut by another process, and the program goes on' message.out)" = 1 ] || { cat message.out >&2; fail "no message about a capture that was cut"; }

# Each process has its own file.
FPGACL_CAPTURE=fork.%p.fclcap timeout -k 5 300 "$bin/runtime_fork" >host.out 2>&1 || { cat host.out >&2; fail "runtime_fork fails"; }
[ "$(ls fork.*.fclcap | wc -l)" -gt 1 ] || fail "children have no captures"

# A ring has what is needed to repeat its calls, whatever was forgotten, when a command fails, at a fatal signal, and
# when it is asked for.
ring() { # text file replayed... ; the host's output is in message.out
  grep -q "$1" message.out || { cat message.out >&2; fail "the ring's message is not: $1"; }
  replay "$2" || { cat out >&2; fail "the ring's calls are not repeated: $1"; }
  grep -q 'all as in the captured run' out || { cat out >&2; fail "nothing of the ring was compared: $1"; }
}
FPGACL_CAPTURE=ring:1MiB:failed.fclcap timeout -k 5 60 "$bin/capture_ring" 300 fail >message.out 2>&1 || { cat message.out >&2; fail "a host with a ring fails"; }
ring 'captured in failed.fclcap: ' failed.fclcap
[ "$(stat -c %s failed.fclcap)" -lt 2000000 ] || fail "the ring is larger than its bound"
[ "$(calls | cut -d' ' -f1)" -lt 2000 ] || fail "the ring has forgotten nothing"
FPGACL_CAPTURE=ring:1MiB:late.fclcap timeout -k 5 60 "$bin/capture_ring" 2 late >message.out 2>&1 || { cat message.out >&2; fail "a host that reads late fails"; }
ring 'captured in late.fclcap: ' late.fclcap
grep -q '^reads of what a buffer had when the ring began, which were not compared: 1$' out || { cat out >&2; fail "what a ring cannot know is compared"; }
# Kernels that wait for each other, in a replay too; and one that takes too long, on a slower board.
FPGACL_CAPTURE=ring:1MiB:dead.fclcap timeout -k 5 300 "$bin/app_deadlock" >message.out 2>&1 || true
ring 'captured in dead.fclcap: ' dead.fclcap
! FPGACL_TIMEOUT_S=1 FPGACL_DEVICES='delay(emu:u250)?launch=2s' FPGACL_CAPTURE=ring:1MiB:slow.fclcap timeout -k 5 60 "$bin/capture_ring" 2 >message.out 2>&1 ||
  fail "a launch is not ended when its time is over"
# The message names what was seen first: the launch, or the call that waits for it.
grep -qE 'captured in slow.fclcap: .*(ran longer than FPGACL_TIMEOUT_S|error -14)' message.out || { cat message.out >&2; fail "no ring of a launch that takes too long"; }
! replay slow.fclcap || fail "a faster board makes no difference"
grep -q 'clWaitForEvents: returned 0, and -14 in the captured run' out || { cat out >&2; fail "what the program was told is not in the ring"; }
for end in abort crash; do
  FPGACL_CAPTURE=ring:1MiB:$end-%n.fclcap timeout -k 5 60 "$bin/capture_ring" 300 $end >message.out 2>&1 && fail "$end does not end the host"
  ring "captured in $end-1.fclcap: signal" $end-1.fclcap
done
FPGACL_CAPTURE=ring:1MiB:now.fclcap "$bin/capture_ring" 300 serve >message.out 2>&1 &
host=$!
sleep 2
for _ in 1 2 3 4 5; do
  "$bin/fpgacl" capture --now $host >message.out || fail "a ring is not written when it is asked for"
  ring '^now.fclcap$' now.fclcap
done
kill $host
# A ring has both of two kernels that wait for each other, or neither.
FPGACL_CAPTURE=ring:2MiB:joined.fclcap "$bin/capture_ring" 1 joined >message.out 2>&1 &
host=$!
sleep 1
for _ in $(seq 20); do
  "$bin/fpgacl" capture --now $host >message.out || fail "a ring is not written when it is asked for"
  ring '^joined.fclcap$' joined.fclcap
done
kill $host
# Calls have other numbers in the file, at any moment.
FPGACL_CAPTURE=ring:16MiB:any.fclcap "$bin/capture_random" 1 100000 >message.out 2>&1 &
host=$!
for _ in 1 2 3 4 5 6; do
  sleep 0.5
  "$bin/fpgacl" capture --now $host >message.out || fail "a ring is not written while threads make calls"
  replay any.fclcap || true # kernels' inputs may be older than the ring
  ! grep damaged out || fail "a ring is damaged"
  grep -q '^[0-9]* of [0-9]* calls repeated' out || { cat out >&2; fail "a ring of random calls is not repeated"; }
done
kill $host
! "$bin/fpgacl" capture --now $$ >message.out 2>&1 || fail "this process has a ring"
grep -q 'it records no ring' message.out || fail "no sentence about a process without a ring"
# Another user has taken the name of that process's socket.
if [ "$(id -u)" = 0 ]; then
  python3 -c '
import os, socket, sys
listener = socket.socket(socket.AF_UNIX)
os.setuid(65533)
listener.bind("\0fpgacl-capture-%s" % sys.argv[1])
listener.listen()
print(flush=True)
listener.accept()[0].send(b"+ forged")' $$ >ready.out 2>&1 &
  while [ ! -s ready.out ]; do sleep 0.05; done
  ! "$bin/fpgacl" capture --now $$ >message.out 2>&1 || fail "another user answered"
  grep -q 'belongs to user 65533' message.out || fail "expected the user who answers"
  wait
fi
FPGACL_CAPTURE=ring:none expect_message 'expected ring:<size>' "$bin/app_vadd"
FPGACL_CAPTURE=ring:1MiB:none/x expect_message 'none: No such file' "$bin/app_vadd"

# One kernel of several, and a part that is compared.
replay --only-kernel nothing hello.fclcap && fail "a kernel that is not there is the only one"
FPGACL_CAPTURE=hello.fclcap "$bin/fcl_hello" "$images/vadd.xclbin" >/dev/null || fail "fcl_hello fails"
replay --only-kernel vadd hello.fclcap || { cat out >&2; fail "the only kernel is not run"; }
grep -q '^0 launches of other kernels' out || { cat out >&2; fail "the only kernel was left out"; }
! replay --from 3 --image "$images/wrong_vadd.xclbin" hello.fclcap || fail "a wrong result was not seen from call 3 on"
replay --from 1000 --image "$images/wrong_vadd.xclbin" hello.fclcap || fail "something before call 1000 was compared"

# Damaged, cut and foreign files.
head -c 100000 alone.fclcap >cut.fclcap
replay cut.fclcap || true
grep -q 'damaged at byte' out || { cat out >&2; fail "a cut capture is taken for a whole one"; }
printf 'FCLCAP\r\n\003' >version.fclcap
tail -c +10 alone.fclcap >>version.fclcap
! replay version.fclcap || fail "another version is read"
grep -q 'is a capture of version 3, and this program reads version 2' out || { cat out >&2; fail "no sentence about the version"; }
! replay "$bin/fpgacl" || fail "a program is read"
grep -q 'is not a capture' out || fail "no sentence about another file"
# Captures with other bytes; of joined kernels few, as what waits for a kernel that is not there takes 10 s.
mutants() { # FILE COUNT
  timeout -k 5 600 "$bin/capture_mutants" "$1" "$2" >out 2>&1 || { cat out >&2; fail "a replay of a changed $1 crashes"; }
}
mutants alone.fclcap 40
mutants random.fclcap 40
mutants joined.fclcap 4
echo "capture.sh: passed"
