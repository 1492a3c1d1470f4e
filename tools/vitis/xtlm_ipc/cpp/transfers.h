/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_XTLM_TRANSFERS_H
#define FPGACL_XTLM_TRANSFERS_H

/* For xtlm_ipc.h: packets, and the two ends of a connection that send and receive them. */

#pragma GCC system_header /* its warnings are not the user's */

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "fpgacl_xtlm_connection.h"

namespace xtlm_ipc
{

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

namespace detail
{

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

} /* namespace detail */

} /* namespace xtlm_ipc */

#endif
