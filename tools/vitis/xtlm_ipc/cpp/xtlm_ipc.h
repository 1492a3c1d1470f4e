/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_XTLM_IPC_H
#define FPGACL_XTLM_IPC_H

/*
 * Traffic generators for streams of an emulated board. The interface is that of the vendor's header
 * of this name (UG1393, "Writing Traffic Generators in C++"); the code is fpgacl's own, and all of it
 * is here and in the header beside it. docs/traffic-generators.md says how to use it, and in fpgacl's source
 * tools/fpgaclc/payload/include/fpgacl/external.h describes the protocol.
 */

#pragma GCC system_header /* its warnings are not the user's */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <memory>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "fpgacl_external.h" /* the protocol */
#include "fpgacl_trust_rules.h"

namespace xtlm_ipc
{

enum sim_ipc_mode { BLOCKING, NON_BLOCKING };

/*
 * A packet of an AXI4-Stream, or a part of one. tkeep says which bytes are valid: empty if all are;
 * else a byte for each of them, or a bit. tuser has the bits of each transfer, one after the other,
 * in whole bytes. delay has no effect: emulated boards do not model time between packets.
 */
class axi_stream_packet
{
      public:
	const std::string &data() const
	{
		return data_;
	}
	std::string *mutable_data()
	{
		return &data_;
	}
	void set_data(const std::string &value)
	{
		data_ = value;
	}
	void set_data(const char *value)
	{
		data_ = value;
	}
	void set_data(const void *value, size_t size)
	{
		data_.assign(static_cast<const char *>(value), size);
	}
	void clear_data()
	{
		data_.clear();
	}
	uint32_t data_length() const
	{
		return data_length_;
	}
	void set_data_length(uint32_t value)
	{
		data_length_ = value;
	}
	bool tlast() const
	{
		return tlast_;
	}
	void set_tlast(bool value)
	{
		tlast_ = value;
	}
	const std::string &tkeep() const
	{
		return tkeep_;
	}
	std::string *mutable_tkeep()
	{
		return &tkeep_;
	}
	void set_tkeep(const std::string &value)
	{
		tkeep_ = value;
	}
	void set_tkeep(const void *value, size_t size)
	{
		tkeep_.assign(static_cast<const char *>(value), size);
	}
	const std::string &tuser() const
	{
		return tuser_;
	}
	std::string *mutable_tuser()
	{
		return &tuser_;
	}
	void set_tuser(const std::string &value)
	{
		tuser_ = value;
	}
	void set_tuser(const void *value, size_t size)
	{
		tuser_.assign(static_cast<const char *>(value), size);
	}
	uint64_t delay() const
	{
		return delay_;
	}
	void set_delay(uint64_t value)
	{
		delay_ = value;
	}
	void Clear()
	{
		*this = axi_stream_packet();
	}
	void CopyFrom(const axi_stream_packet &other)
	{
		*this = other;
	}
	void Swap(axi_stream_packet *other)
	{
		std::swap(*this, *other);
	}

      private:
	std::string data_, tkeep_, tuser_;
	uint32_t data_length_ = 0; /* 0: as many as data_ has; more than there are are zeros */
	bool tlast_ = false;
	uint64_t delay_ = 0;
};

/* The same in the form of newer versions. */
struct axis_payload {
	std::vector<char> data, tkeep, tuser;
	bool tlast = false;
};

/* The emulation has ended, or has disconnected this process. */
class ended : public std::runtime_error
{
      public:
	using std::runtime_error::runtime_error;
};

namespace detail
{

enum {
	HELLO = FCLC_EXTERNAL_HELLO,
	WELCOME = FCLC_EXTERNAL_WELCOME,
	DATA = FCLC_EXTERNAL_DATA,
	TAKEN = FCLC_EXTERNAL_TAKEN,
	REFUSED = FCLC_EXTERNAL_REFUSED,
	END = FCLC_EXTERNAL_END,
};
enum {
	TO_BOARD = FCLC_EXTERNAL_TO_BOARD,
	FROM_BOARD = FCLC_EXTERNAL_FROM_BOARD,
	HAS_LAST = FCLC_EXTERNAL_HAS_LAST,
	HAS_KEEP = FCLC_EXTERNAL_HAS_KEEP,
	LAST = FCLC_EXTERNAL_LAST,
};
enum : uint32_t { MAGIC = FCLC_EXTERNAL_MAGIC, VERSION = FCLC_EXTERNAL_VERSION };
enum : size_t {
	MAX_DATA = 512 * 1024, /* bytes of TDATA in one message */
	MAX_MESSAGE = 8 * 1024 * 1024,
	MAX_TEXT = 4096,
	RECEIVE_AT_ONCE = 256 * 1024,
};

typedef fclc_external_head head;

inline std::string socket_folder()
{
	const char *chosen = getenv("XTLM_IPC_SOCK_DIR");

	return chosen && *chosen ? chosen : "/tmp/fpgacl-xtlm-" + std::to_string(geteuid());
}

/* How long a call has waited: it says so once, and ends when FPGACL_XTLM_TIMEOUT_S has passed. */
class patience
{
      public:
	/* Milliseconds to wait until there is something to do here, at most `most`; -1: no limit. */
	template <typename What> int step(const What &what, int most = -1)
	{
		double passed =
			std::chrono::duration<double>(std::chrono::steady_clock::now() - began_)
				.count();
		double left = most < 0 ? 1e9 : most / 1000.0;

		if (limit_ > 0 && passed >= limit_)
			throw std::runtime_error(what() + " for more than " +
						 std::to_string((long)limit_) + " s");
		if (!noted_ && passed >= NOTE_S) {
			noted_ = true;
			std::cerr << "xtlm_ipc: " << what() << std::endl;
		}
		if (!noted_)
			left = std::min(left, NOTE_S - passed);
		if (limit_ > 0)
			left = std::min(left, limit_ - passed);
		return left >= 1e9 ? -1 : std::max(1, (int)(left * 1000));
	}

      private:
	static double limit()
	{
		const char *text = getenv("FPGACL_XTLM_TIMEOUT_S");

		return text ? strtod(text, NULL) : 0;
	}

	static constexpr double NOTE_S = 5;
	std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
	double limit_ = limit();
	bool noted_ = false;
};

/* What both directions share. One thread at a time uses it, except as the classes below say. */
class connection
{
      public:
	connection(const std::string &name, uint32_t direction)
	    : name_(name), folder_(socket_folder()), direction_(direction)
	{
		if (name.empty() || name.find('/') != std::string::npos)
			throw std::invalid_argument("expected the name of a compute unit, found '" +
						    name + "'");
		/* As the vendor's does: scripts that take logs apart count on a line. */
		std::cout << "|INFO | " << name_ << " will connect to :: " << folder_ << "/"
			  << name_ << std::endl;
		try_connect();
	}
	connection(const connection &) = delete;
	connection &operator=(const connection &) = delete;
	~connection()
	{
		drop();
	}

	/* False: without waiting, the connection is not complete yet. */
	bool connect(bool wait = true)
	{
		patience patience;

		check_open();
		while (!width_) {
			if (socket_ < 0 && !try_connect()) {
				if (!wait)
					return false;
				std::this_thread::sleep_for(std::chrono::milliseconds(
					patience.step([this] { return why_not_connected(); }, 20)));
				continue;
			}
			try {
				if (receive()) {
					read_greeting();
					continue;
				}
			} catch (const lost &) {
				/* It ended before it noticed this process: there may be another. */
				drop();
				continue;
			}
			if (!wait)
				return false;
			await(POLLIN, patience.step([this] { return why_not_connected(); }));
		}
		return true;
	}

	void close()
	{
		closed_ = true;
		drop();
	}

	/*
	 * Asks for the end of the emulation, and disconnects. The unit may still be about to answer the
	 * greeting.
	 */
	void end()
	{
		const head last = {END, 0, 0, 0, 0, 0, 0, 0};
		const char *from = (const char *)&last;
		size_t size = sizeof(last);

		while (size && !closed_ && socket_ >= 0) {
			ssize_t count = send(socket_, from, size, MSG_DONTWAIT | MSG_NOSIGNAL);

			if (count < 0 && errno != EAGAIN && errno != EINTR)
				break; /* it has ended already */
			if (count < 0) {
				await(POLLOUT, -1);
				continue;
			}
			from += count;
			size -= (size_t)count;
		}
		close();
	}

	const std::string &name() const
	{
		return name_;
	}
	uint32_t width() const
	{
		return width_;
	}
	uint32_t user_bytes() const
	{
		return (user_bits_ + 7) / 8;
	}
	bool has_last() const
	{
		return flags_ & HAS_LAST;
	}

      protected:
	/* The other end has gone, in a way that connect() makes good. */
	struct lost : ended {
		using ended::ended;
	};

	void check_open() const
	{
		if (closed_)
			throw ended("'" + name_ + "' is disconnected");
	}

	/* Reads what is there; false: nothing. */
	bool receive()
	{
		ssize_t count = recv(socket_, incoming_.get(), RECEIVE_AT_ONCE, MSG_DONTWAIT);

		if (count > 0)
			received_.insert(received_.end(), incoming_.get(), incoming_.get() + count);
		if (count < 0 && (errno == EAGAIN || errno == EINTR))
			return false;
		if (count <= 0)
			throw lost("the emulation with '" + name_ + "' has ended");
		return true;
	}

	size_t send_some(const char *from, size_t size)
	{
		ssize_t count = send(socket_, from, size, MSG_DONTWAIT | MSG_NOSIGNAL);

		if (count >= 0)
			return (size_t)count;
		if (errno == EAGAIN || errno == EINTR)
			return 0;
		look_for_reason();
		throw ended("the emulation with '" + name_ + "' has ended");
	}

	void await(short events, int milliseconds)
	{
		struct pollfd wait = {socket_, events, 0};

		poll(&wait, 1, milliseconds);
	}

	/* Whether a whole message is there, which *ret_head begins. Throws what the unit complains of. */
	bool message(head *ret_head)
	{
		size_t size = received_.size() - at_;

		if (size < sizeof(head))
			return false;
		memcpy(ret_head, &received_[at_], sizeof(head));
		if (ret_head->kind == REFUSED && ret_head->data > MAX_TEXT)
			ret_head->data = MAX_TEXT;
		if ((size_t)ret_head->data + ret_head->keep + ret_head->user > MAX_MESSAGE)
			throw ended("'" + name_ + "' in " + folder_ +
				    " is not a compute unit of fpgacl");
		if (ret_head->kind == WELCOME || ret_head->kind == TAKEN)
			return true;
		if (size < sizeof(head) + ret_head->data + ret_head->keep + ret_head->user)
			return false;
		if (ret_head->kind == REFUSED) {
			std::string text(&received_[at_ + sizeof(head)], ret_head->data);

			close();
			throw ended("the emulation disconnects: " + text);
		}
		return true;
	}

	const char *bytes() const
	{
		return &received_[at_ + sizeof(head)];
	}

	void skip(size_t size)
	{
		at_ += sizeof(head) + size;
		if (at_ == received_.size()) {
			received_.clear();
			at_ = 0;
		} else if (at_ > RECEIVE_AT_ONCE) {
			received_.erase(received_.begin(), received_.begin() + (ptrdiff_t)at_);
			at_ = 0;
		}
	}

	std::string name_, folder_;
	int socket_ = -1;
	bool closed_ = false;
	uint32_t direction_, width_ = 0, flags_ = 0, user_bits_ = 0;

      private:
	std::string why_not_connected() const
	{
		if (socket_ < 0)
			return "waiting for an emulation with '" + name_ + "' in " + folder_;
		return "waiting for '" + name_ + "' in " + folder_ +
		       ", which answers another process first, or is stopped";
	}

	/* True if the unit's socket was there; its answer to the greeting comes later. */
	bool try_connect()
	{
		int folder = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
		const head hello = {HELLO, direction_, VERSION, 0, 0, 0, MAGIC, 0};
		/* A path of any length, in what is short enough for an address. */
		std::string path = "/proc/self/fd/" + std::to_string(folder) + "/" + name_;
		struct sockaddr_un address = {};
		struct ucred owner = {};
		struct stat facts = {};
		bool found, trusted;

		address.sun_family = AF_UNIX;
		path.copy(address.sun_path, sizeof(address.sun_path) - 1);
		trusted = folder < 0 || (!fstat(folder, &facts) &&
					 fcl_trust_judge_own_folder(&facts) == FCL_TRUST_GOOD);
		found = folder >= 0 && fd >= 0 && trusted &&
			!::connect(fd, (const struct sockaddr *)&address, sizeof(address));
		if (folder >= 0)
			::close(folder);
		if (!found) {
			if (fd >= 0)
				::close(fd);
			if (!trusted)
				throw std::runtime_error(folder_ + " belongs to another user or is "
								   "open to others");
			return false;
		}
		if (fcl_trust_judge_peer(fd, geteuid(), &owner) != FCL_TRUST_GOOD) {
			::close(fd);
			throw std::runtime_error("'" + name_ + "' in " + folder_ +
						 " belongs to another user");
		}
		socket_ = fd;
		received_.clear();
		at_ = 0;
		if (send(fd, &hello, sizeof(hello), MSG_NOSIGNAL) != (ssize_t)sizeof(hello))
			drop();
		return socket_ >= 0;
	}

	void read_greeting()
	{
		head welcome;

		if (!message(&welcome))
			return;
		if (welcome.kind != WELCOME || !welcome.data)
			throw ended("'" + name_ + "' in " + folder_ +
				    " is not a compute unit of fpgacl");
		flags_ = welcome.flags;
		user_bits_ = welcome.user;
		width_ = welcome.data;
		skip(0);
	}

	/* What a unit that disconnects has said before. */
	void look_for_reason()
	{
		head next;

		try {
			while (receive())
				;
		} catch (const lost &) {
		}
		while (message(&next))
			skip(next.kind == DATA ? (size_t)next.data + next.keep + next.user : 0);
	}

	void drop()
	{
		if (socket_ >= 0)
			::close(socket_);
		socket_ = -1;
		width_ = 0;
	}

	/* Not zeroed, and of one size: most calls find nothing, or little. */
	std::unique_ptr<char[]> incoming_{new char[RECEIVE_AT_ONCE]};
	std::vector<char> received_;
	size_t at_ = 0; /* bytes at the front of received_ that are handled */
};

/* Sends transactions. Those that a call could not send at once, a thread sends. */
class sender : public connection
{
      public:
	explicit sender(const std::string &name) : connection(name, TO_BOARD)
	{
	}
	~sender()
	{
		try {
			flush();
		} catch (const std::exception &error) {
			std::cerr << "xtlm_ipc: '" << name_
				  << "': data was not sent: " << error.what() << std::endl;
		}
		if (thread_.joinable())
			thread_.join();
	}

	/* Sends a transaction, and waits until all of it is in the stream. */
	void transport(const axi_stream_packet &packet)
	{
		patience patience;
		std::deque<std::string> messages;

		flush();
		connect();
		split(packet, &messages);
		for (const std::string &message : messages) {
			size_t at = 0;

			while ((at += send_some(&message[at], message.size() - at)) <
			       message.size())
				await(POLLOUT, patience.step([this] { return what(); }));
			sent_++;
		}
		await_taken(patience);
	}

	/* Sends a transaction without waiting. */
	void post(const axi_stream_packet &packet)
	{
		std::lock_guard<std::mutex> hold(lock_);
		std::deque<std::string> messages;

		check_failure();
		if (!busy_ && connect(false)) {
			read_taken();
			split(packet, &messages);
			while (!messages.empty() && send_front(&messages))
				;
			if (messages.empty())
				return;
			outgoing_.swap(messages);
		} else {
			packets_.push_back(packet);
		}
		if (busy_)
			return;
		if (thread_.joinable())
			thread_.join();
		busy_ = true;
		thread_ = std::thread(&sender::send_queue, this);
	}

	/* Waits until everything is sent. */
	void flush()
	{
		std::unique_lock<std::mutex> hold(lock_);

		sent_all_.wait(hold, [this] { return !busy_; });
		check_failure();
	}

	/* Waits until everything that was sent is in the stream. */
	void barrier()
	{
		patience patience;

		flush();
		if (sent_)
			await_taken(patience);
	}

	void disconnect()
	{
		if (!closed_)
			flush();
		close();
	}

	void end_after_all()
	{
		if (!closed_)
			flush();
		end();
	}

      private:
	std::string what() const
	{
		return "'" + name_ + "': waiting for the emulation to take data";
	}

	void check_failure()
	{
		std::exception_ptr failure = failure_;

		if (!failure)
			return;
		failure_ = nullptr;
		std::rethrow_exception(failure);
	}

	/* TKEEP as a byte for each byte of data; empty if all of them are valid. */
	static std::string valid_bytes(const axi_stream_packet &packet, size_t length)
	{
		std::string keep = packet.tkeep();

		if (keep.empty())
			return keep;
		if (keep.size() < length) {
			std::string bits = keep;

			if (bits.size() * 8 < length)
				throw std::invalid_argument(
					"tkeep has " + std::to_string(bits.size()) + " bytes for " +
					std::to_string(length) + " bytes of data");
			keep.resize(length);
			for (size_t i = 0; i < length; i++)
				keep[i] = (char)((unsigned char)bits[i / 8] >> i % 8 & 1);
		}
		keep.resize(length);
		return keep.find('\0') == std::string::npos ? std::string() : keep;
	}

	/* A transaction in messages that the unit takes, cut at borders of transfers. */
	void split(const axi_stream_packet &packet, std::deque<std::string> *messages) const
	{
		size_t length = packet.data_length() ? packet.data_length() : packet.data().size();
		std::string keep = valid_bytes(packet, length), user, padded;
		const std::string &data = length > packet.data().size() ? padded : packet.data();
		size_t beats = (length + width_ - 1) / width_, side = user_bytes();
		size_t step = std::max<size_t>(MAX_DATA / std::max<size_t>(width_, side), 1);

		if (length > packet.data().size())
			padded.assign(packet.data()).resize(length);
		if (!length)
			throw std::invalid_argument("expected a packet with data");
		if (!(flags_ & HAS_KEEP) && (!keep.empty() || length % width_))
			throw std::invalid_argument(
				"'" + name_ + "': expected a multiple of " +
				std::to_string(width_) +
				" bytes without null bytes, since the stream has no TKEEP; found " +
				std::to_string(length));
		if (side && !packet.tuser().empty()) {
			user = packet.tuser();
			user.resize(beats * side);
		}
		for (size_t first = 0; first < beats; first += step) {
			size_t count = std::min(step, beats - first), at = first * width_;
			size_t bytes = std::min(count * width_, length - at);
			head head = {DATA, 0, (uint32_t)bytes, 0, 0, (uint32_t)count, 0, 0};
			std::string message;

			head.flags = packet.tlast() && first + count == beats ? LAST : 0;
			head.keep = keep.empty() ? 0 : head.data;
			head.user = user.empty() ? 0 : (uint32_t)(count * side);
			message.append((const char *)&head, sizeof(head)).append(data, at, bytes);
			if (head.keep)
				message.append(keep, at, bytes);
			if (head.user)
				message.append(user, first * side, count * side);
			messages->push_back(std::move(message));
		}
	}

	/* False: not all of it could be sent; the rest stays. */
	bool send_front(std::deque<std::string> *messages)
	{
		std::string &front = messages->front();

		front_at_ += send_some(&front[front_at_], front.size() - front_at_);
		if (front_at_ < front.size())
			return false;
		front_at_ = 0;
		messages->pop_front();
		sent_++;
		return true;
	}

	void send_queue()
	{
		std::unique_lock<std::mutex> hold(lock_, std::defer_lock);

		try {
			patience patience;

			connect();
			hold.lock();
			while (!outgoing_.empty() || !packets_.empty()) {
				if (outgoing_.empty()) {
					split(packets_.front(), &outgoing_);
					packets_.pop_front();
				}
				if (send_front(&outgoing_)) {
					patience = detail::patience();
					continue;
				}
				hold.unlock();
				await(POLLOUT, patience.step([this] { return what(); }));
				hold.lock();
			}
		} catch (...) {
			/* The program's next call throws it. */
			if (!hold.owns_lock())
				hold.lock();
			failure_ = std::current_exception();
			outgoing_.clear();
			front_at_ = 0;
			packets_.clear();
		}
		busy_ = false;
		sent_all_.notify_all();
	}

	void read_taken()
	{
		std::exception_ptr gone;
		head next;

		try {
			while (receive())
				;
		} catch (const lost &) {
			/* What came before still counts. */
			gone = std::current_exception();
		}
		for (; message(&next); skip(0)) {
			if (next.kind != TAKEN)
				throw ended("'" + name_ + "': the emulation's answer is invalid");
			taken_ = (uint64_t)next.high << 32 | next.low;
		}
		if (gone && taken_ < sent_)
			std::rethrow_exception(gone);
	}

	void await_taken(patience &patience)
	{
		read_taken();
		while (taken_ < sent_) {
			await(POLLIN, patience.step([this] { return what(); }));
			read_taken();
		}
	}

	std::mutex lock_; /* guards what follows while the thread is busy */
	std::condition_variable sent_all_;
	std::thread thread_;
	bool busy_ = false;
	std::deque<std::string> outgoing_;      /* of a packet, partly sent */
	size_t front_at_ = 0;                   /* bytes of the first that are sent */
	std::deque<axi_stream_packet> packets_; /* after it */
	std::exception_ptr failure_;
	uint64_t sent_ = 0, taken_ = 0; /* messages */
};

/* Receives transfers, and puts them together. */
class receiver : public connection
{
      public:
	explicit receiver(const std::string &name) : connection(name, FROM_BOARD)
	{
	}

	/* Complete packets that can be taken without waiting. */
	uint64_t available()
	{
		check_open();
		try {
			if (!ended_ && (packets_ || connect(false)))
				while (pump() && !packets_)
					;
		} catch (const ended &) {
			if (!ended_)
				throw;
		}
		if (ended_ && !packets_)
			std::rethrow_exception(ended_);
		return packets_;
	}

	/* The next packet, up to TLAST; of a stream without TLAST, the next transfer. */
	void take(axi_stream_packet *packet)
	{
		piece all;

		check_open();
		if (!packets_)
			wait_for([this] { return packets_ > 0; });
		if (has_last())
			while (!cut(SIZE_MAX, &all))
				;
		else
			cut(width_ - offset_ % width_, &all);
		tell();
		packet->Clear();
		packet->set_data_length((uint32_t)all.data.size());
		packet->set_tlast(all.last);
		all.keep.resize(all.data.size(), (char)0xff);
		packet->mutable_data()->swap(all.data);
		packet->mutable_tkeep()->swap(all.keep);
		packet->mutable_tuser()->swap(all.user);
	}

	/* So many bytes, whatever packets they are in. */
	void take_bytes(size_t size, std::string *ret_bytes)
	{
		piece all;

		check_open();
		wait_for([this, size] { return bytes_ >= size; });
		while (all.data.size() < size)
			cut(size - all.data.size(), &all);
		tell();
		ret_bytes->swap(all.data);
	}

	void disconnect()
	{
		close();
	}

      private:
	struct piece {
		std::string data, keep, user; /* keep may be shorter: the rest is valid */
		bool last = false;
		size_t beats = 0;
	};

	std::string what() const
	{
		std::string text = "'" + name_ + "': waiting for data from the emulation";

		if (bytes_ && has_last())
			text += "; " + std::to_string(bytes_) + " bytes have come, without TLAST";
		return text;
	}

	/* Reads what is there; false: nothing. */
	bool pump()
	{
		bool something;

		if (ended_)
			std::rethrow_exception(ended_);
		try {
			something = receive();
		} catch (const lost &) {
			/* What came before still counts. */
			ended_ = std::current_exception();
			throw;
		}
		read_parts();
		return something;
	}

	void read_parts()
	{
		head next;

		while (message(&next)) {
			piece part;

			if (next.kind != DATA)
				throw ended("'" + name_ + "': the emulation's message is invalid");
			part.data.assign(bytes(), next.data);
			part.keep.assign(bytes() + next.data, next.keep);
			part.user.assign(bytes() + next.data + next.keep, next.user);
			part.last = next.flags & LAST;
			part.beats = next.beats;
			skip((size_t)next.data + next.keep + next.user);
			bytes_ += part.data.size();
			packets_ += has_last() ? part.last : 0;
			parts_.push_back(std::move(part));
		}
		if (!has_last())
			packets_ = bytes_ / width_;
	}

	template <typename Enough> void wait_for(const Enough &enough)
	{
		patience patience;

		if (!ended_)
			connect();
		while (!enough())
			if (!pump() && !enough())
				await(POLLIN, patience.step([this] { return what(); }));
	}

	/* Appends bytes from the front of the first part; true if they end with TLAST. */
	bool cut(size_t most, piece *all)
	{
		piece &part = parts_.front();
		size_t at = offset_, count = std::min(most, part.data.size() - at),
		       end = at + count;
		size_t side = part.user.size() / part.beats;
		bool whole = end == part.data.size();
		size_t first = (at + width_ - 1) / width_;
		size_t past = whole ? part.beats : (end + width_ - 1) / width_;

		if (!part.keep.empty()) {
			all->keep.resize(all->data.size(), (char)0xff);
			all->keep.append(part.keep, at, count);
		}
		all->data.append(part.data, at, count);
		if (past > first)
			all->user.append(part.user, first * side, (past - first) * side);
		all->last = whole && part.last;
		beats_ += (whole ? part.beats : end / width_) - at / width_;
		bytes_ -= count;
		offset_ = whole ? 0 : end;
		packets_ = has_last() ? packets_ - all->last : bytes_ / width_;
		if (whole)
			parts_.pop_front();
		return all->last;
	}

	/* Tells the unit what the program has taken. */
	void tell()
	{
		const head head = {
			TAKEN, 0, 0, 0, 0, 0, (uint32_t)beats_, (uint32_t)(beats_ >> 32)};
		patience patience;
		size_t at = 0;

		if (beats_ == told_ || socket_ < 0 || ended_)
			return;
		told_ = beats_;
		while (at < sizeof(head)) {
			ssize_t count = send(socket_, (const char *)&head + at, sizeof(head) - at,
					     MSG_DONTWAIT | MSG_NOSIGNAL);

			if (count >= 0)
				at += (size_t)count;
			else if (errno == EAGAIN)
				await(POLLOUT, patience.step([this] { return what(); }));
			else if (errno != EINTR)
				return; /* what the emulation sent before its end still comes */
		}
	}

	std::deque<piece> parts_; /* not taken yet */
	size_t offset_ = 0,
	       bytes_ = 0;     /* bytes of the first one that are taken; those left in all */
	uint64_t packets_ = 0; /* complete ones among them */
	uint64_t beats_ = 0,
		 told_ = 0; /* transfers that the program has taken; that the unit knows of */
	std::exception_ptr ended_;
};

inline axi_stream_packet make_packet(const char *data, size_t size, bool tlast)
{
	axi_stream_packet packet;

	packet.set_data(data, size);
	packet.set_tlast(tlast);
	return packet;
}

/* Numbers to bytes in the order that the host's memory has, and back. */
template <typename T> std::vector<char> to_bytes(const std::vector<T> &numbers)
{
	const char *from = reinterpret_cast<const char *>(numbers.data());

	return std::vector<char>(from, from + numbers.size() * sizeof(T));
}

template <typename T> std::vector<T> from_bytes(const std::vector<char> &bytes)
{
	std::vector<T> numbers(bytes.size() / sizeof(T));

	if (!numbers.empty())
		memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(T));
	return numbers;
}

/* uInt8ToByteArray() and so on, and byteArrayTouInt8() and so on. */
struct conversions {
#define FPGACL_XTLM_CONVERT(type, to, from)                                                        \
	std::vector<char> to##ToByteArray(const std::vector<type> &numbers) const                  \
	{                                                                                          \
		return to_bytes(numbers);                                                          \
	}                                                                                          \
	std::vector<type> byteArrayTo##from(const std::vector<char> &bytes) const                  \
	{                                                                                          \
		return from_bytes<type>(bytes);                                                    \
	}
	FPGACL_XTLM_CONVERT(uint8_t, uInt8, uInt8)
	FPGACL_XTLM_CONVERT(uint16_t, uInt16, uInt16)
	FPGACL_XTLM_CONVERT(uint32_t, uInt32, uInt32)
	FPGACL_XTLM_CONVERT(uint64_t, uInt64, uInt64)
	FPGACL_XTLM_CONVERT(int8_t, int8, Int8)
	FPGACL_XTLM_CONVERT(int16_t, int16, Int16)
	FPGACL_XTLM_CONVERT(int32_t, int32, Int32)
	FPGACL_XTLM_CONVERT(int64_t, int64, Int64)
	FPGACL_XTLM_CONVERT(float, float, Float)
	FPGACL_XTLM_CONVERT(double, double, Double)
#undef FPGACL_XTLM_CONVERT
	/* The upper halves of floats, rounded to even. */
	std::vector<char> bfloat16ToByteArray(const std::vector<float> &numbers) const
	{
		std::vector<uint16_t> halves;

		for (float number : numbers) {
			uint32_t bits;

			memcpy(&bits, &number, sizeof(bits));
			if (number == number)
				bits += 0x7fff + (bits >> 16 & 1);
			halves.push_back((uint16_t)(bits >> 16));
		}
		return to_bytes(halves);
	}
	std::vector<float> byteArrayToBfloat16(const std::vector<char> &bytes) const
	{
		std::vector<float> numbers;

		for (uint16_t half : from_bytes<uint16_t>(bytes)) {
			uint32_t bits = (uint32_t)half << 16;
			float number;

			memcpy(&number, &bits, sizeof(number));
			numbers.push_back(number);
		}
		return numbers;
	}
};

/* What all senders have. */
class sending_socket
{
      public:
	/* Waits until everything that was sent is in the stream. */
	void barrier_wait()
	{
		port_.barrier();
	}
	void disconnect()
	{
		port_.disconnect();
	}
	/* Disconnects, after everything was sent. Under XCL_EMULATION_MODE the host ends. */
	void end_of_simulation()
	{
		port_.end_after_all();
	}

      protected:
	explicit sending_socket(const std::string &name) : port_(name)
	{
	}
	sender port_;
};

/* What all receivers have. */
class receiving_socket
{
      public:
	void disconnect()
	{
		port_.disconnect();
	}
	void end_of_simulation()
	{
		port_.end();
	}

      protected:
	explicit receiving_socket(const std::string &name) : port_(name)
	{
	}
	/* The bytes of the next packet. */
	void take(std::vector<char> &data)
	{
		axi_stream_packet packet;

		port_.take(&packet);
		data.assign(packet.data().begin(), packet.data().end());
	}
	receiver port_;
};

} // namespace detail

/* Sends to the compute unit of this name. BLOCKING: a call returns when its data is in the stream. */
template <sim_ipc_mode MODE> class axis_initiator_socket_util : public detail::sending_socket
{
      public:
	explicit axis_initiator_socket_util(const std::string &name) : sending_socket(name)
	{
	}
	void transport(const axi_stream_packet &packet)
	{
		if (MODE == BLOCKING)
			port_.transport(packet);
		else
			port_.post(packet);
	}
	void transport(const axis_payload &payload)
	{
		axi_stream_packet packet;

		packet.set_data(payload.data.data(), payload.data.size());
		packet.set_tkeep(payload.tkeep.data(), payload.tkeep.size());
		packet.set_tuser(payload.tuser.data(), payload.tuser.size());
		packet.set_tlast(payload.tlast);
		transport(packet);
	}
	void transport(const char *data, size_t size, bool tlast = true)
	{
		transport(detail::make_packet(data, size, tlast));
	}
	void transport(const std::vector<char> &data, bool tlast = true)
	{
		transport(detail::make_packet(data.data(), data.size(), tlast));
	}
};

/* Receives from the compute unit of this name. sample_transaction() waits for a packet. */
template <sim_ipc_mode MODE> class axis_target_socket_util : public detail::receiving_socket
{
      public:
	explicit axis_target_socket_util(const std::string &name) : receiving_socket(name)
	{
	}
	void sample_transaction(axi_stream_packet &packet)
	{
		port_.take(&packet);
	}
	void sample_transaction(axis_payload &payload)
	{
		axi_stream_packet packet;

		port_.take(&packet);
		payload.data.assign(packet.data().begin(), packet.data().end());
		payload.tkeep.assign(packet.tkeep().begin(), packet.tkeep().end());
		payload.tuser.assign(packet.tuser().begin(), packet.tuser().end());
		payload.tlast = packet.tlast();
	}
	void sample_transaction(std::vector<char> &data)
	{
		take(data);
	}
	/* Packets that can be sampled without waiting. */
	unsigned int get_num_transactions()
	{
		return (unsigned int)port_.available();
	}
};

/* Sends bytes without waiting. */
class axis_master : public detail::conversions, public detail::sending_socket
{
      public:
	explicit axis_master(const std::string &name) : sending_socket(name)
	{
	}
	void send_data(const std::vector<char> &data, bool tlast)
	{
		port_.post(detail::make_packet(data.data(), data.size(), tlast));
	}
};

/* Receives bytes; each call waits for them. */
class axis_slave : public detail::conversions, public detail::receiving_socket
{
      public:
	explicit axis_slave(const std::string &name) : receiving_socket(name)
	{
	}
	/* Those of the next packet. */
	void receive_data(std::vector<char> &data)
	{
		take(data);
	}
	void receive_data_with_size(std::vector<char> &data, size_t data_size)
	{
		std::string bytes;

		port_.take_bytes(data_size, &bytes);
		data.assign(bytes.begin(), bytes.end());
	}
	void receive_data_on_tlast(std::vector<char> &data)
	{
		port_.connect();
		if (!port_.has_last())
			throw std::invalid_argument("'" + port_.name() +
						    "': the stream has no TLAST");
		receive_data(data);
	}
};

} // namespace xtlm_ipc

#endif
