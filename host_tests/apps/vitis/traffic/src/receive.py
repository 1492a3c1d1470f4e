# SPDX-License-Identifier: Apache-2.0
import struct

from xilinx_xtlm import ipc_axis_slave_util

slave = ipc_axis_slave_util("gt_slave")
for i in range(100):
    payload = slave.sample_transaction()
    values = struct.unpack("<" + str(payload.data_length // 4) + "I", payload.data)
    assert values == (i + 1, ) * (i % 10 + 1) and payload.tlast, (i, values)
