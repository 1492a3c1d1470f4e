/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_STREAM_H
#define FPGACL_HLS_STREAM_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * hls::stream for emulation (interface: UG1399 "HLS Stream Library"). A stream inside a kernel is
 * an unbounded queue, as in C simulation; a kernel's stream argument is an AXI4-Stream port of its
 * compute unit, whose packets are the object representation of T.
 */

/* Kernels rely on what the vendor's header includes. */
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stddef.h>
#include <string>
#include <utility>

#ifdef __FPGACLC__
#include "fpgacl_model.h"
#include "fpgaclc_wrapper.h"
#else
#include "fpgaclc_host.h"
#endif

namespace hls
{

template <typename T_, int DEPTH_ = 0> class stream;

template <typename T_> class stream<T_, 0>
{
	/* A queue: a ring of capacity_ slots, count_ of them live from head_ on. */
	T_ *slots_ = nullptr;
	size_t capacity_ = 0, head_ = 0, count_ = 0;
	/* A port: its CU; nullptr for a queue. */
	fcl_cu *cu_ = nullptr;
	fcl_model_fifo *fifo_ = nullptr; /* the port's, if it can be used without a call */
	unsigned port_ = 0;
	bool output_ = false;
	const char *name_ = "";

	void grow()
	{
		size_t capacity = capacity_ ? capacity_ * 2 : 16;
		void *memory = fclc_rt_object_alloc(this, capacity * sizeof(T_));
		T_ *slots = static_cast<T_ *>(memory);

		for (size_t i = 0; i < count_; i++) {
			T_ &old = slots_[(head_ + i) % capacity_];

			::new (static_cast<void *>(slots + i)) T_(std::move(old));
			old.~T_();
		}
		fclc_rt_object_free(slots_);
		slots_ = slots;
		capacity_ = capacity;
		head_ = 0;
	}

	void push(const T_ &value)
	{
		if (count_ == capacity_)
			grow();
		::new (static_cast<void *>(slots_ + (head_ + count_) % capacity_)) T_(value);
		count_++;
	}

	void pop(T_ &value)
	{
		T_ &front = slots_[head_];

		value = front;
		front.~T_();
		head_ = (head_ + 1) % capacity_;
		count_--;
	}

	/* The rules are struct fcl_model_fifo's. False: ask the board. */
	bool take(T_ &value)
	{
		uint64_t head;

		if (!fifo_ || (head = fifo_->head) == fifo_->read_limit)
			return false;
		__builtin_memcpy(const_cast<void *>(address(value)),
				 fifo_->ring + (head & fifo_->mask) * sizeof(T_), sizeof(T_));
		__atomic_store_n(&fifo_->head, head + 1, __ATOMIC_RELEASE);
		return true;
	}

	bool give(const T_ &value)
	{
		uint64_t tail;

		if (!fifo_ || (tail = fifo_->tail) == fifo_->write_limit)
			return false;
		__builtin_memcpy(fifo_->ring + (tail & fifo_->mask) * sizeof(T_), address(value),
				 sizeof(T_));
		__atomic_store_n(&fifo_->tail, tail + 1, __ATOMIC_RELEASE);
		return true;
	}

	void need_input(const char *what) const
	{
		if (output_)
			fail("a stream that the kernel writes cannot be ", what);
	}

	void need_output(const char *what) const
	{
		if (cu_ && !output_)
			fail("a stream that the kernel reads cannot be ", what);
	}

	__attribute__((noreturn)) void fail(const char *what, const char *more) const
	{
		std::string text = std::string("hls::stream ") + (*name_ ? "'" : "") + name_ +
				   (*name_ ? "': " : "") + what + more;

		fclc_rt_fail(text.c_str());
	}

	/* Beside tasks nobody may wait for a port while another could do something. */
	void port_read(void *packet)
	{
		for (int again = 0; fclc_rt_tasking; again = 1) {
			if (fclc_rt_stream_try_read(cu_, port_, packet) == 1) {
				fclc_rt_port_moved();
				return;
			}
			if (fclc_rt_wait(FCLC_INPUT, again) == FCLC_BLOCK)
				break;
		}
		fclc_rt_stream_read(cu_, port_, packet);
		if (fclc_rt_tasking)
			fclc_rt_port_moved();
	}
	void port_write(const void *packet)
	{
		for (int again = 0; fclc_rt_tasking; again = 1) {
			if (fclc_rt_stream_try_write(cu_, port_, packet) == 1) {
				fclc_rt_port_moved();
				return;
			}
			if (fclc_rt_wait(FCLC_OUTPUT, again) == FCLC_BLOCK)
				break;
		}
		fclc_rt_stream_write(cu_, port_, packet);
		if (fclc_rt_tasking)
			fclc_rt_port_moved();
	}
	/* Whoever looks in vain lets the tasks have a turn. */
	static bool looked(bool found)
	{
		if (!found && fclc_rt_tasking)
			fclc_rt_wait(FCLC_POLL, 1);
		return found;
	}

	stream(const stream &) = delete;
	stream &operator=(const stream &) = delete;

      public:
	typedef T_ value_type;

	stream()
	{
	}
	/* The name must outlive the stream, as a string literal does. */
	explicit stream(const char *name) : name_(name ? name : "")
	{
	}
	explicit stream(const std::string &)
	{
	}
	/* A port of a compute unit: for generated wrappers. */
	stream(fcl_cu *cu, unsigned port, bool output, const char *name)
	    : cu_(cu), fifo_(fclc_rt_fifo(cu, port, sizeof(T_))), port_(port), output_(output),
	      name_(name)
	{
	}
	/* The same port, for a task; a queue gives an empty one. */
	stream(const stream &o, int)
	    : cu_(o.cu_), port_(o.port_), output_(o.output_), name_(o.name_)
	{
	}
	bool is_port() const
	{
		return cu_ != nullptr;
	}
	~stream()
	{
		for (; count_; count_--, head_ = (head_ + 1) % capacity_)
			slots_[head_].~T_();
		fclc_rt_object_free(slots_);
	}

	bool empty() const
	{
		fclc_rt_reads(this);
		if (!cu_)
			return !looked(count_ != 0) && !count_;
		need_input("asked for empty()");
		if (fifo_ && fifo_->head != fifo_->read_limit)
			return false;
		return !looked(fclc_rt_stream_count(cu_, port_) != 0);
	}
	bool full() const
	{
		fclc_rt_writes(this);
		if (!cu_)
			return false;
		need_output("asked for full()");
		if (fifo_ && fifo_->tail != fifo_->write_limit)
			return false;
		return !looked(fclc_rt_stream_count(cu_, port_) != 0);
	}
	/* Packets waiting to be read. */
	size_t size() const
	{
		if (!cu_)
			return count_;
		return output_ ? 0 : fclc_rt_stream_count(cu_, port_);
	}
	size_t capacity() const
	{
		return cu_ ? fclc_rt_stream_count(cu_, port_) : ~size_t(0);
	}
	void set_name(const char *name)
	{
		name_ = name ? name : "";
	}

	void read(T_ &value)
	{
		fclc_rt_reads(this);
		if (cu_) {
			need_input("read");
			if (!take(value))
				port_read(const_cast<void *>(address(value)));
			return;
		}
		for (int again = 0; !count_; again = 1)
			if (fclc_rt_wait(FCLC_DATA, again) == FCLC_NOTHING)
				fail("read while empty: on a board the kernel would hang", "");
		pop(value);
	}
	T_ read()
	{
		T_ value;

		read(value);
		return value;
	}
	void operator>>(T_ &value)
	{
		read(value);
	}
	bool read_nb(T_ &value)
	{
		fclc_rt_reads(this);
		if (cu_) {
			need_input("read");
			return take(value) ||
			       looked(fclc_rt_stream_try_read(
					      cu_, port_, const_cast<void *>(address(value))) == 1);
		}
		if (!count_)
			return looked(false);
		pop(value);
		return true;
	}

	void write(const T_ &value)
	{
		fclc_rt_writes(this);
		if (cu_) {
			need_output("written");
			if (!give(value))
				port_write(address(value));
		} else {
			push(value);
		}
	}
	void operator<<(const T_ &value)
	{
		write(value);
	}
	bool write_nb(const T_ &value)
	{
		fclc_rt_writes(this);
		if (cu_) {
			need_output("written");
			return give(value) ||
			       looked(fclc_rt_stream_try_write(cu_, port_, address(value)) == 1);
		}
		push(value);
		return true;
	}

      private:
	/* T_ may overload operator&. */
	static const void *address(const T_ &value)
	{
		return const_cast<const char *>(&reinterpret_cast<const volatile char &>(value));
	}
};

template <typename T_, int DEPTH_> class stream : public stream<T_, 0>
{
      public:
	using stream<T_, 0>::stream;
	stream()
	{
	}
	stream(const stream &o, int) : stream<T_, 0>(o, 0)
	{
	}
};

} // namespace hls

#ifdef __FPGACLC__
namespace fclc
{

template <typename T_, int DEPTH_> struct argument<hls::stream<T_, DEPTH_> &> {
	hls::stream<T_, DEPTH_> stream;

	argument(fcl_cu *cu, unsigned port, bool output, const char *name)
	    : stream(cu, port, output, name)
	{
	}
	hls::stream<T_, DEPTH_> &get()
	{
		return stream;
	}
};

} // namespace fclc
#endif

#endif
