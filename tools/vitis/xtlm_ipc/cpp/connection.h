/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_XTLM_CONNECTION_H
#define FPGACL_XTLM_CONNECTION_H

/* For xtlm_ipc.h: a connection to the unit on an emulated board that is the stream's end there. */

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
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "fpgacl_external.h" /* the protocol */
#include "fpgacl_trust_rules.h"

namespace xtlm_ipc
{

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

} /* namespace detail */

} /* namespace xtlm_ipc */

#endif
