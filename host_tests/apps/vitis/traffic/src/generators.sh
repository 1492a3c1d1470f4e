# SPDX-License-Identifier: Apache-2.0
# A sender in C++ beside a receiver in Python, and the other way round.
set -e
export PYTHONPATH=$XILINX_VIVADO/data/emulation/hw_em/lib/python:$XILINX_VIVADO/data/emulation/ip_utils/xtlm_ipc/xtlm_ipc_v1_0/python
export GCC=$XILINX_VIVADO/tps/lnx64/gcc-9.3.0/bin/g++
export IPC_XTLM=$XILINX_VIVADO/data/emulation/cpp
PYTHON=$XILINX_VIVADO/tps/lnx64/python-3.8.3/bin/python3
for direction in send receive; do
	$GCC -g ./src/$direction.cpp -I$IPC_XTLM/inc/xtlm_ipc/ -L$IPC_XTLM/lib/ -lxtlm_ipc -L$XILINX_VIVADO/lib/lnx64.o/ \
		-lrdizlib -L$GCC/../../lib64/ -lstdc++ -lpthread -o $direction
done
$PYTHON ./src/receive.py &
./send
wait $!
./receive &
$PYTHON ./src/send.py
wait $!
