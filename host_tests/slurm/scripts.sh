#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts.sh SCRIPTS TOOL: what the prolog and the epilog do with boards that can be reset, that
# cannot be, and that fail; and which shard a task of an array works on.
. "$(dirname "$0")/../tools/lib.sh"
scripts=$1
tool=$2
unset FPGACL_DEVICES FPGACL_VISIBLE_DEVICES SLURM_STEP_GPUS
cat >boards <<END
device emu:u250
device null:u250
device fault(emu:u250)?reset=EIO
device fault(null:u250)?write=EIO
fpgacl $tool
END

# script STATUS BOARD NAME
script() {
	FPGACL_SLURM_BOARDS=$PWD/boards SLURM_JOB_GPUS=$2 call "$1" "$scripts/fpgacl-$3"
}

script 0 0 prolog
says err 'emu:u250 was reset$'
says err '^emu:u250: passed$'
script 0 0 epilog
grep -q passed err && problem "$command: validates a board that it has reset"
# A board that cannot be reset is accepted if its validation passes.
for when in prolog epilog; do
	script 0 1 $when
	says err '^null:u250: passed$'
	script 1 2 $when
	says err "^fpgacl-$when: device fault.emu:u250.*: fpgacl reset failed$"
	script 1 3 $when
	says err "^fpgacl-$when: device fault.null:u250.*: fpgacl validate failed$"
	script 1 0,1,3 $when
	script 1 9 $when
	says err 'has no board number 9'
done
script 0 0,1 prolog
script 0 0,1 task-prolog
says out '^export FPGACL_DEVICES=emu:u250,null:u250$'

# A task's shard is the one of its number, also in an array with gaps, or none.
shard() {
	SLURM_ARRAY_TASK_MIN=$2 SLURM_ARRAY_TASK_MAX=$3 SLURM_ARRAY_TASK_COUNT=$4 SLURM_ARRAY_TASK_ID=$5 \
		call "$1" sh "$scripts/shards.sbatch" echo image pictures results ${6:+"$6"}
}
shard 0 0 23 24 5
says out '^image pictures results 24 5$'
shard 0 1 24 24 24
says out '^image pictures results 24 23$'
shard 0 0 22 12 22 24
says out '^image pictures results 24 22$'
shard 2 0 22 12 22
says err 'the array has gaps'
shard 2 0 24 25 24 24
says err 'expected tasks below 24, found 24'

# Cards, which programs cannot reset through XRT.
if "$tool" list | grep -q '^0  xrt '; then
	"$tool" list | awk '{ print "board " $NF }' >boards
	echo "fpgacl $tool" >>boards
	for when in prolog epilog; do
		script 0 0,1 $when
		says err 'run .xbutil reset --device '
		says err ': passed$'
	done
fi

[ "$failures" = 0 ]
