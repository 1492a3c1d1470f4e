# SPDX-License-Identifier: Apache-2.0
"""Ports that send and receive lists of numbers, or bytes. The modules beside this one name them."""
import struct

from xilinx_xtlm import xtlm_ipc
from xilinx_xtlm.connection import Receiver, Sender

CODES = {
    "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q",
    "uint64": "Q", "float": "f", "double": "d"
}


def pack(datatype, numbers):
    if datatype == "bfloat16":
        return b"".join(_bfloat16(number) for number in numbers)
    return struct.pack("<%d%s" % (len(numbers), CODES[datatype]), *numbers)


def _bfloat16(number):
    """The upper half of a float, rounded to even."""
    bits = struct.unpack("<I", struct.pack("<f", number))[0]
    if number == number:
        bits += 0x7FFF + (bits >> 16 & 1)
    return struct.pack("<H", bits >> 16 & 0xFFFF)


def unpack(datatype, data):
    data = bytes(data)
    if datatype == "bfloat16":
        wide = b"".join(b"\0\0" + data[i:i + 2] for i in range(0, len(data) - 1, 2))
        return list(struct.unpack("<%df" % (len(wide) // 4), wide))
    size = struct.calcsize("<" + CODES[datatype])
    return list(struct.unpack("<%d%s" % (len(data) // size, CODES[datatype]), data[:len(data) // size * size]))


def _is_set(tlast):
    return tlast.lower() in ("true", "1") if isinstance(tlast, str) else bool(tlast)


def _check(datatype):
    if datatype not in CODES and datatype != "bfloat16":
        raise ValueError("expected one of %s, found %r" % (", ".join(list(CODES) + ["bfloat16"]), datatype))
    return datatype


class _sends:

    def __init__(self, name):
        self._port = Sender(name)

    def _send(self, data, tlast):
        packet = xtlm_ipc.axi_stream_packet()
        packet.data = bytes(data)
        packet.tlast = _is_set(tlast)
        self._port.post(packet)

    def barrier_wait(self):
        self._port.barrier()

    def disconnect(self):
        self._port.disconnect()

    def end_of_simulation(self):
        self._port.end()


class _receives:

    def __init__(self, name):
        self._port = Receiver(name)

    def _on_tlast(self):
        self._port.connect()
        if not self._port.has_last:
            raise ValueError("'%s': the stream has no TLAST" % self._port.name)
        return self._port.take()[0]

    def disconnect(self):
        self._port.disconnect()

    def end_of_simulation(self):
        self._port.end()


class number_sender(_sends):

    def __init__(self, name, datatype):
        self._datatype = _check(datatype)
        super().__init__(name)

    def send_data(self, data, tlast):
        """Sends a list of numbers without waiting."""
        self._send(pack(self._datatype, data), tlast)


class number_receiver(_receives):

    def __init__(self, name, datatype):
        self._datatype = _check(datatype)
        super().__init__(name)

    def receive_data(self):
        """The numbers of the next packet."""
        return unpack(self._datatype, self._port.take()[0])

    def receive_data_with_size(self, data_size):
        """The numbers in so many bytes."""
        return unpack(self._datatype, self._port.take_bytes(data_size))

    def receive_data_on_tlast(self):
        return unpack(self._datatype, self._on_tlast())


class _converts:
    """uInt8ToByteArray() and so on, and byteArrayTouInt8() and so on."""

    @staticmethod
    def create_byte_array():
        return bytearray()


def _add_conversions():
    names = {
        "uInt8": "uint8", "uInt16": "uint16", "uInt32": "uint32", "uInt64": "uint64", "int8": "int8",
        "int16": "int16", "int32": "int32", "int64": "int64", "float": "float", "double": "double",
        "bfloat16": "bfloat16"
    }
    for name, datatype in names.items():
        upper = name if name.startswith("uInt") else name[0].upper() + name[1:]
        setattr(_converts, name + "ToByteArray",
                staticmethod(lambda numbers, datatype=datatype: bytearray(pack(datatype, numbers))))
        setattr(_converts, "byteArrayTo" + upper,
                staticmethod(lambda data, datatype=datatype: unpack(datatype, data)))


_add_conversions()


class byte_sender(_sends, _converts):

    def send_data(self, data, tlast):
        """Sends bytes without waiting."""
        self._send(data, tlast)


class byte_receiver(_receives, _converts):
    """The methods replace the contents of `data`, a byte array, and return it as well."""

    @staticmethod
    def _fill(data, received):
        if data is None:
            return bytearray(received)
        data[:] = received
        return data

    def receive_data(self, data=None):
        return self._fill(data, self._port.take()[0])

    def receive_data_with_size(self, data, data_size):
        return self._fill(data, self._port.take_bytes(data_size))

    def receive_data_on_tlast(self, data=None):
        return self._fill(data, self._on_tlast())
