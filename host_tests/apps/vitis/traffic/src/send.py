# SPDX-License-Identifier: Apache-2.0
import struct

from xilinx_xtlm import ipc_axis_master_util
from xilinx_xtlm import xtlm_ipc

master = ipc_axis_master_util("gt_master")
for i in range(100):
    payload = xtlm_ipc.axi_stream_packet()
    payload.data_length = 4 * (i % 10 + 1)
    payload.data = bytes(bytearray(struct.pack("<" + str(i % 10 + 1) + "I", *[i] * (i % 10 + 1))))
    payload.tlast = True
    master.b_transport(payload)
master.disconnect()
