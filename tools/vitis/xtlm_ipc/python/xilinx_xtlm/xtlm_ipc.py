# SPDX-License-Identifier: Apache-2.0
"""The packet that traffic generators send and receive."""


class axi_stream_packet:
    """A packet of an AXI4-Stream, or a part of one.

    data         bytes of TDATA
    data_length  how many they are; 0: len(data). More than there are are zeros.
    tlast        whether the last transfer has TLAST
    tkeep        which bytes of `data` are valid: b"" if all are; else a byte for each of them, or a bit
    tuser        TUSER of each transfer, one after the other, in whole bytes; b"": zeros
    delay        has no effect: emulated boards do not model time between packets
    """

    __slots__ = ("data", "data_length", "tlast", "tkeep", "tuser", "delay")

    def __init__(self):
        self.Clear()

    def Clear(self):
        self.data = self.tkeep = self.tuser = b""
        self.data_length = self.delay = 0
        self.tlast = False

    def CopyFrom(self, other):
        for field in self.__slots__:
            setattr(self, field, getattr(other, field))
        self.data, self.tkeep, self.tuser = bytes(other.data), bytes(other.tkeep), bytes(other.tuser)

    def copy(self):
        packet = axi_stream_packet()
        packet.CopyFrom(self)
        return packet

    def __repr__(self):
        return "axi_stream_packet(%s)" % ", ".join(
            "%s=%r" % (field, getattr(self, field)) for field in self.__slots__)
