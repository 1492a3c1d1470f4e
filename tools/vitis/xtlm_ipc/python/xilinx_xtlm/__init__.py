# SPDX-License-Identifier: Apache-2.0
"""Traffic generators for streams of an emulated board.

The interface is that of the vendor's package of this name (UG1393, "Writing Python Traffic
Generators"); the code is fpgacl's own. docs/traffic-generators.md says how to use it.
"""
from . import xtlm_ipc
from .connection import Ended, Receiver, Sender

__all__ = [
    "Ended", "ipc_axis_master_nb_util", "ipc_axis_master_util", "ipc_axis_slave_nb_util",
    "ipc_axis_slave_util", "xtlm_ipc"
]


class _master:

    def __init__(self, name):
        self._port = Sender(name)

    def disconnect(self):
        self._port.disconnect()

    def end_of_simulation(self):
        """Disconnects, after everything was sent. Under XCL_EMULATION_MODE the host ends."""
        self._port.end()


class ipc_axis_master_util(_master):
    """Sends packets to the compute unit of this name."""

    def b_transport(self, packet):
        """Sends a packet; returns when all of it is in the stream."""
        self._port.transport(packet)


class ipc_axis_master_nb_util(_master):
    """The same without waiting."""

    def nb_transport(self, packet):
        self._port.post(packet)

    def get_no_of_avlbl_resp(self):
        """How many packets are in the stream that nb_sample_resp() has not returned yet."""
        return self._port.responses()

    def nb_sample_resp(self):
        """Whether there was one more."""
        return self._port.take_response()

    def barrier_wait(self):
        """Waits until all packets are in the stream."""
        self._port.barrier()


class _slave:

    def __init__(self, name):
        self._port = Receiver(name)

    def _packet(self, taken):
        packet = xtlm_ipc.axi_stream_packet()
        packet.data, packet.tkeep, packet.tuser, packet.tlast = taken
        packet.data_length = len(packet.data)
        packet.tkeep = packet.tkeep or b"\xff" * packet.data_length
        return packet

    def disconnect(self):
        self._port.disconnect()

    def end_of_simulation(self):
        self._port.end()


class ipc_axis_slave_util(_slave):
    """Receives packets from the compute unit of this name."""

    def sample_transaction(self):
        """The next packet, up to TLAST; of a stream without TLAST, the next transfer. Waits for it."""
        return self._packet(self._port.take())


class ipc_axis_slave_nb_util(_slave):
    """The same without waiting."""

    def no_of_available_txns(self):
        return self._port.available()

    def nb_sample_transaction(self):
        """The next packet; None if there is none yet."""
        taken = self._port.take(wait=False)
        return None if taken is None else self._packet(taken)
