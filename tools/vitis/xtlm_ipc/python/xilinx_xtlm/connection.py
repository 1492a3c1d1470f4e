# SPDX-License-Identifier: Apache-2.0
"""The connection to one compute unit: its socket, and the messages on it.

tools/fpgaclc/payload/include/fpgacl/external.h in fpgacl's source describes the protocol.
"""
import collections
import multiprocessing.util
import os
import select
import socket
import stat
import struct
import sys
import threading
import time
import weakref

from xilinx_xtlm.protocol import DATA, END, FROM_BOARD, HAS_KEEP, HAS_LAST, HELLO, LAST, MAGIC, REFUSED, TAKEN
from xilinx_xtlm.protocol import TO_BOARD, VERSION, WELCOME

HEAD = struct.Struct("<8I")
MAX_DATA = 512 * 1024  # bytes of TDATA in one message; with the rest it stays below the unit's limit
MAX_TEXT = 4096
RETRY_S = 0.02
NOTE_S = 5.0  # until a call that waits says what it waits for


class Ended(ConnectionError):
    """The emulation has ended, or has disconnected this process."""


def socket_folder():
    return os.environ.get("XTLM_IPC_SOCK_DIR") or "/tmp/fpgacl-xtlm-%d" % os.geteuid()


def _check_folder(folder, facts):
    """The rules of base/trust_rules.h: nobody else can put a socket there."""
    others = 0o002 if facts.st_gid == os.getegid() else 0o022
    if facts.st_uid not in (os.geteuid(), 0) or (facts.st_mode & others and not facts.st_mode & stat.S_ISVTX):
        raise PermissionError("%s belongs to another user or is open to others" % folder)


def _limit():
    text = os.environ.get("FPGACL_XTLM_TIMEOUT_S", "")
    try:
        return float(text) or None
    except ValueError:
        return None


class Patience:
    """How long a call has waited: it says so once, and ends when FPGACL_XTLM_TIMEOUT_S has passed."""

    def __init__(self, what):
        self.what = what
        self.began = time.monotonic()
        self.limit = _limit()
        self.noted = False

    def step(self, most=None):
        """Seconds to wait until there is something to do here."""
        passed = time.monotonic() - self.began
        if self.limit is not None and passed >= self.limit:
            raise TimeoutError("%s for more than %g s" % (self.what(), self.limit))
        if not self.noted and passed >= NOTE_S:
            self.noted = True
            print("xtlm_ipc: %s" % self.what(), file=sys.stderr, flush=True)
        ends = [most]
        if not self.noted:
            ends.append(NOTE_S - passed)
        if self.limit is not None:
            ends.append(self.limit - passed)
        ends = [end for end in ends if end is not None]
        return max(min(ends), 0.001) if ends else None


class Connection:
    """What both directions share. One thread at a time uses it, except as the subclasses say."""

    direction = 0

    def __init__(self, name):
        name = str(name)
        if not name or "/" in name:
            raise ValueError("expected the name of a compute unit, found %r" % name)
        self.name = name
        self.folder = socket_folder()
        self.socket = None
        self.closed = False
        self.width = self.user_bits = self.flags = 0
        self.received = bytearray()
        self._try_connect()

    def __del__(self):
        if self.__dict__.get("socket") is not None:
            self.socket.close()

    # --- connecting -------------------------------------------------------------------------------

    def _try_connect(self):
        """True if the unit's socket was there; its answer to the greeting comes later."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        folder = None
        try:
            folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            _check_folder(self.folder, os.fstat(folder))
            connection.setblocking(False)
            connection.connect("/proc/self/fd/%d/%s" % (folder, self.name))
            owner = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
            if owner not in (os.geteuid(), 0):
                raise PermissionError("'%s' in %s belongs to another user" % (self.name, self.folder))
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError, BlockingIOError):
            connection.close()
            return False
        except BaseException:
            connection.close()
            raise
        finally:
            if folder is not None:
                os.close(folder)
        self.socket = connection
        self.width = 0
        del self.received[:]
        try:
            connection.send(HEAD.pack(HELLO, self.direction, VERSION, 0, 0, 0, MAGIC, 0))
        except ConnectionError:
            self._drop()  # it has ended just now
            return False
        return True

    def _why_not_connected(self):
        if self.socket is None:
            return "waiting for an emulation with '%s' in %s" % (self.name, self.folder)
        return "waiting for '%s' in %s, which answers another process first, or is stopped" % (
            self.name, self.folder)

    def check_open(self):
        if self.closed:
            raise Ended("'%s' is disconnected" % self.name)

    def connect(self, wait=True):
        """Completes the connection. False: without waiting it is not complete yet."""
        self.check_open()
        if self.width:
            return True
        patience = Patience(self._why_not_connected)
        while not self.width:
            if self.socket is None and not self._try_connect():
                if not wait:
                    return False
                time.sleep(patience.step(RETRY_S))
                continue
            try:
                something = self._receive()
            except Ended:
                # The emulation ended before it noticed this process: there may be another.
                self._drop()
                continue
            if something:
                self._read_greeting()
                continue
            if not wait:
                return False
            self._wait(select.POLLIN, patience)
        return True

    def _read_greeting(self):
        if len(self.received) < HEAD.size:
            return
        kind, flags, data, _, user, _, _, _ = HEAD.unpack_from(self.received)
        if kind == REFUSED:
            self._refused()
            return
        if kind != WELCOME or not data:
            raise Ended("'%s' in %s is not a compute unit of fpgacl" % (self.name, self.folder))
        del self.received[:HEAD.size]
        self.flags, self.width, self.user_bits = flags, data, user

    def _refused(self):
        """Raises the unit's reason, once all of it is there."""
        length = HEAD.unpack_from(self.received)[2]
        if length <= MAX_TEXT and len(self.received) < HEAD.size + length:
            return
        text = bytes(self.received[HEAD.size:HEAD.size + min(length, MAX_TEXT)])
        self.close()
        raise Ended("the emulation disconnects: " + text.decode("utf-8", "replace"))

    def _drop(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None
        self.width = 0

    def end(self):
        """Asks for the end of the emulation, and disconnects.

        The unit may still be about to answer the greeting.
        """
        if self.socket is not None:
            try:
                self.socket.setblocking(True)
                self.socket.sendall(HEAD.pack(END, 0, 0, 0, 0, 0, 0, 0), socket.MSG_NOSIGNAL)
            except ConnectionError:
                pass  # it has ended already
        self.close()

    def close(self):
        self.closed = True
        self._drop()

    # --- bytes ------------------------------------------------------------------------------------

    def _wait(self, events, patience):
        poll = select.poll()
        poll.register(self.socket, events)
        left = patience.step()
        poll.poll(None if left is None else left * 1000)

    def _gone(self):
        return Ended("the emulation with '%s' has ended" % self.name)

    def _receive(self):
        """Reads what is there; true if there was something."""
        if self.socket is None:
            raise self._gone()
        try:
            part = self.socket.recv(1 << 18)
        except (BlockingIOError, InterruptedError):
            return False
        except ConnectionError:
            part = b""
        if not part:
            raise self._gone()
        self.received += part
        return True

    def _send_some(self, view):
        """Bytes sent, which may be 0."""
        try:
            return self.socket.send(view, socket.MSG_NOSIGNAL)
        except (BlockingIOError, InterruptedError):
            return 0
        except ConnectionError:
            self._look_for_reason()
            raise self._gone() from None

    def _look_for_reason(self):
        """What a unit that disconnects has said before."""
        try:
            while self._receive():
                pass
        except Ended:
            pass
        while len(self.received) >= HEAD.size:
            kind, _, data, keep, user, _, _, _ = HEAD.unpack_from(self.received)
            if kind == REFUSED:
                self._refused()
                return
            del self.received[:HEAD.size + data + keep + user]


# --- to the board ---------------------------------------------------------------------------------

_senders = weakref.WeakSet()
_flushes_in = None  # the process that calls _flush_all() when it ends


def _flush_all():
    for sender in list(_senders):
        try:
            sender.flush()
        except (OSError, ValueError) as error:
            print("xtlm_ipc: '%s': data was not sent: %s" % (sender.name, error), file=sys.stderr)


def _flush_at_exit(sender):
    global _flushes_in
    _senders.add(sender)
    if _flushes_in != os.getpid():
        _flushes_in = os.getpid()
        # Processes of multiprocessing do not call what is registered with atexit.
        multiprocessing.util.Finalize(None, _flush_all, exitpriority=1)


def _valid_bytes(packet, length):
    """TKEEP as a byte for each byte of data; None if all of them are valid.

    Programs give it in that form, or with a bit for each byte.
    """
    keep = bytes(packet.tkeep)
    if not keep:
        return None
    if len(keep) >= length:
        keep = keep[:length]
    else:
        if len(keep) * 8 < length:
            raise ValueError("tkeep has %d bytes for %d bytes of data" % (len(keep), length))
        bits = int.from_bytes(keep, "little")
        keep = bytes(bits >> i & 1 for i in range(length))
    return None if all(keep) else keep


class Sender(Connection):
    """Sends transactions. Those that a call could not send at once, a thread sends."""

    direction = TO_BOARD

    def __init__(self, name):
        self.queue = collections.deque()  # of memoryviews, for the thread
        self.lock = threading.Condition()
        self.thread = None  # of which process it is, and itself
        self.failure = None
        self.sent = self.taken = self.made = 0  # messages
        self.ends = collections.deque()  # of posted transactions: the number of their last message
        super().__init__(name)

    def _messages(self, packet):
        """A transaction in messages that the unit takes."""
        data = bytes(packet.data)
        length = packet.data_length or len(data)
        data = data[:length] + bytes(max(length - len(data), 0))
        if not data:
            raise ValueError("expected a packet with data")
        keep = _valid_bytes(packet, length)
        if not self.flags & HAS_KEEP and (keep or length % self.width):
            raise ValueError(
                "'%s': expected a multiple of %d bytes without null bytes, since the stream has no TKEEP; "
                "found %d" % (self.name, self.width, length))
        user_bytes = (self.user_bits + 7) // 8
        beats = (length + self.width - 1) // self.width
        user = bytes(packet.tuser)[:beats * user_bytes]
        if user:
            user += bytes(beats * user_bytes - len(user))
        # At borders of transfers, so that the stream sees no difference.
        step = max(MAX_DATA // max(self.width, user_bytes), 1)
        for first in range(0, beats, step):
            part = data[first * self.width:(first + step) * self.width]
            valid = keep[first * self.width:(first + step) * self.width] if keep else b""
            side = user[first * user_bytes:(first + step) * user_bytes]
            last = LAST if packet.tlast and first + step >= beats else 0
            yield HEAD.pack(DATA, last, len(part), len(valid), len(side), min(step, beats - first), 0,
                            0) + part + valid + side

    def _read_answers(self):
        gone = False
        try:
            while self._receive():
                pass
        except Ended:
            gone = True  # what came before still counts
        self._read_taken()
        if gone and self.taken < self.sent:
            raise self._gone()

    def _read_taken(self):
        while len(self.received) >= HEAD.size:
            kind, _, _, _, _, _, low, high = HEAD.unpack_from(self.received)
            if kind == REFUSED:
                self._refused()
                return
            if kind != TAKEN:
                raise Ended("'%s': the emulation's answer is invalid" % self.name)
            self.taken = high << 32 | low
            del self.received[:HEAD.size]

    def _what(self):
        return "'%s': waiting for the emulation to take data" % self.name

    def transport(self, packet):
        """Sends a transaction, and waits until all of it is in the stream."""
        self.flush()
        self.connect()
        messages = list(self._messages(packet))
        patience = Patience(self._what)
        self.made += len(messages)
        for message in messages:
            self._send_all(memoryview(message), patience)
        self._await_taken(patience)

    def _send_all(self, view, patience):
        while view:
            view = view[self._send_some(view):]
            if view:
                self._wait(select.POLLOUT, patience)
        self.sent += 1

    def _await_taken(self, patience):
        self._read_answers()
        while self.taken < self.sent:
            self._wait(select.POLLIN, patience)
            self._read_answers()

    def post(self, packet):
        """Sends a transaction without waiting."""
        with self.lock:
            if self.failure:
                raise self.failure
            if not self.queue and self.connect(wait=False):
                self._read_answers()
                for view in self._posted(packet):
                    self._post(view)
            else:
                # What it holds may be changed before it is sent.
                self._queue(packet.copy())

    def _posted(self, packet):
        """The messages of a transaction that post() was given, in the order in which they are sent."""
        messages = [memoryview(message) for message in self._messages(packet)]
        self.made += len(messages)
        self.ends.append(self.made)
        return messages

    def responses(self):
        """Posted transactions that are in the stream, and have not been asked for."""
        with self.lock:
            if self.failure:
                raise self.failure
            if self.width:
                self._read_answers()
            return sum(end <= self.taken for end in self.ends)

    def take_response(self):
        if not self.responses():
            return False
        self.ends.popleft()
        return True

    def _post(self, view):
        if not self.queue:
            view = view[self._send_some(view):]
        if view:
            self._queue(view)
        else:
            self.sent += 1

    def _queue(self, item):
        self.queue.append(item)
        if self.thread is None or self.thread[0] != os.getpid():
            thread = threading.Thread(target=self._send_queue, daemon=True)
            self.thread = (os.getpid(), thread)
            _flush_at_exit(self)
            thread.start()

    def _send_queue(self):
        try:
            self.connect()
            patience = Patience(self._what)
            while True:
                with self.lock:
                    while self.queue and not isinstance(self.queue[0], memoryview):
                        self.queue.extendleft(reversed(self._posted(self.queue.popleft())))
                    if not self.queue:
                        self.thread = None
                        self.lock.notify_all()
                        return
                    view = self.queue[0][self._send_some(self.queue[0]):]
                    if view:
                        self.queue[0] = view
                    else:
                        self.queue.popleft()
                        self.sent += 1
                        patience = Patience(self._what)
                if view:
                    self._wait(select.POLLOUT, patience)
        except Exception as error:  # handed to the program by its next call
            with self.lock:
                self.failure = error
                self.queue.clear()
                self.thread = None
                self.lock.notify_all()

    def flush(self):
        """Waits until everything is sent."""
        with self.lock:
            while self.queue and self.thread and self.thread[0] == os.getpid():
                self.lock.wait()
            if self.failure:
                raise self.failure

    def barrier(self):
        """Waits until everything that was sent is in the stream."""
        self.flush()
        if self.sent:
            self._await_taken(Patience(self._what))

    def disconnect(self):
        if not self.closed and not self.failure:
            self.flush()
        self.close()

    def end(self):
        if not self.closed and not self.failure:
            self.flush()
        super().end()


# --- from the board -------------------------------------------------------------------------------


class Receiver(Connection):
    """Receives transfers, and puts them together."""

    direction = FROM_BOARD

    def __init__(self, name):
        self.parts = collections.deque()  # (data, keep, user, last, beats), not taken yet
        self.offset = 0  # bytes of the first one's data that are taken
        self.packets = 0  # complete ones among them
        self.beats = self.told = 0  # transfers that the program has taken; that the unit knows of
        self.ended = None
        super().__init__(name)

    @property
    def has_last(self):
        return bool(self.flags & HAS_LAST)

    def _read_parts(self):
        while len(self.received) >= HEAD.size:
            kind, flags, data, keep, user, beats, _, _ = HEAD.unpack_from(self.received)
            if kind == REFUSED:
                self._refused()
                return
            if kind != DATA:
                raise Ended("'%s': the emulation's message is invalid" % self.name)
            size = HEAD.size + data + keep + user
            if len(self.received) < size:
                return
            whole = bytes(self.received[HEAD.size:size])
            del self.received[:size]
            last = bool(flags & LAST)
            self.parts.append((whole[:data], whole[data:data + keep], whole[data + keep:], last, beats))
            self.packets += last if self.has_last else beats

    def pump(self):
        """Reads what is there; true if there was something."""
        if self.ended:
            raise self.ended
        try:
            something = self._receive()
        except Ended as error:
            # What came before still counts.
            self.ended = error
            raise
        # Some may have come with the answer to the greeting.
        self._read_parts()
        return something

    def _what(self):
        size = sum(len(part[0]) for part in self.parts) - self.offset
        return "'%s': waiting for data from the emulation%s" % (
            self.name, "; %d bytes have come, without TLAST" % size if size and self.has_last else "")

    def wait_for(self, enough):
        if not self.closed:
            self.connect()
        patience = Patience(self._what)
        while not enough():
            self.check_open()
            if not self.pump() and not enough():
                self._wait(select.POLLIN, patience)

    def available(self):
        """Complete packets that can be taken without waiting."""
        self.check_open()
        if not self.packets and self.connect(wait=False):
            try:
                while self.pump():
                    pass
            except Ended:
                if not self.packets:
                    raise
        elif self.packets and not self.ended:
            try:
                self.pump()
            except Ended:
                pass
        return self.packets

    def _tell(self):
        """Tells the unit what the program has taken."""
        if self.beats == self.told or self.socket is None or self.ended:
            return
        message = memoryview(HEAD.pack(TAKEN, 0, 0, 0, 0, 0, self.beats & 0xFFFFFFFF, self.beats >> 32))
        patience = Patience(self._what)
        self.told = self.beats
        while message:
            try:
                message = message[self.socket.send(message, socket.MSG_NOSIGNAL):]
            except (BlockingIOError, InterruptedError):
                self._wait(select.POLLOUT, patience)
            except ConnectionError:
                return  # what the emulation sent before it ended is still to be received

    def _cut(self, length):
        """Takes bytes from the front of the first part: data, keep, user, and whether it ends there."""
        data, keep, user, last, beats = self.parts[0]
        at, end = self.offset, min(self.offset + length, len(data))
        user_bytes = len(user) // beats if beats else 0
        first = (at + self.width - 1) // self.width
        if end == len(data):
            self.parts.popleft()
            self.offset = 0
            self.beats += beats - at // self.width
            side = user[first * user_bytes:]
            if self.has_last:
                self.packets -= last
        else:
            self.offset = end
            self.beats += end // self.width - at // self.width
            side = user[first * user_bytes:(end + self.width - 1) // self.width * user_bytes]
            last = False
        if not self.has_last:
            self.packets = (sum(len(part[0]) for part in self.parts) - self.offset) // self.width
        return data[at:end], keep[at:end], side, last

    def take(self, wait=True):
        """The next packet: data, keep, user, last. None: there is none yet."""
        self.check_open()
        if not self.packets:
            if not wait and not self.available():
                return None
            self.wait_for(lambda: self.packets)
        if not self.has_last:
            taken = self._cut(self.width - self.offset % self.width)
            self._tell()
            return taken
        pieces = []
        while not pieces or not pieces[-1][3]:
            pieces.append(self._cut(1 << 62))
        data = b"".join(piece[0] for piece in pieces)
        keep = b""
        if any(piece[1] for piece in pieces):
            keep = b"".join(piece[1] or b"\xff" * len(piece[0]) for piece in pieces)
        self._tell()
        return data, keep, b"".join(piece[2] for piece in pieces), True

    def take_bytes(self, size):
        """So many bytes, whatever packets they are in."""
        self.check_open()
        self.wait_for(lambda: sum(len(part[0]) for part in self.parts) - self.offset >= size)
        pieces = []
        while size:
            pieces.append(self._cut(size)[0])
            size -= len(pieces[-1])
        self._tell()
        return b"".join(pieces)

    def disconnect(self):
        self.close()
