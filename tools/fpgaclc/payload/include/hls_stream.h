/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_STREAM_H
#define FPGACL_HLS_STREAM_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::stream for emulation (interface: UG1399 "HLS Stream Library"). A stream inside a kernel is
 * an unbounded queue, as in C simulation; between processes of a DATAFLOW region it has its
 * declared depth. A kernel's stream argument is an AXI4-Stream port of its compute unit; a packet
 * is the object representation of T.
 */

/* Kernels rely on the headers that the vendor's header includes. */
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <memory>
#include <new>
#include <queue>
#include <sstream>
#include <stddef.h>
#include <string>
#include <utility>

#ifdef __FPGACLC__
#include "fpgacl/wrapper.h"
#include "fpgacl_model.h"
#else
#include "fpgacl/host.h"
#endif

namespace hls
{

template <typename T_, int DEPTH_ = 0> class stream;

template <typename T_> class stream<T_, 0>
{
	/* A queue: a ring of capacity_ slots, a power of two, count_ of them live from head_ on. */
	T_ *slots_ = nullptr;
	size_t capacity_ = 0, head_ = 0, count_ = 0;
	/* For a port, its CU; nullptr for a queue. */
	fcl_cu *cu_ = nullptr;
	/* The port's FIFO for its direction, if it can be accessed without a call. */
	fcl_model_fifo *in_ = nullptr, *out_ = nullptr;
	unsigned port_ = 0;
	bool output_ = false;
	const char *name_ = "";
#ifdef __FPGACLC__
	/*
	 * A queue's bound between processes of a DATAFLOW region. The depth is the vendor's
	 * default.
	 */
	mutable fclc_fifo fifo_ = {0, 2, nullptr, nullptr, 0, 0, 0};
#endif

	T_ &slot(size_t index) const
	{
		return slots_[index & (capacity_ - 1)];
	}

	__attribute__((noinline)) void grow()
	{
		size_t capacity = capacity_ ? capacity_ * 2 : 16;
		void *memory = fclc_rt_object_alloc(this, capacity * sizeof(T_));
		T_ *slots = static_cast<T_ *>(memory);

		for (size_t i = 0; i < count_; i++) {
			T_ &old = slot(head_ + i);

			::new (static_cast<void *>(slots + i)) T_(std::move(old));
			old.~T_();
		}
		fclc_rt_object_free(slots_);
		slots_ = slots;
		capacity_ = capacity;
		head_ = 0;
	}

#ifdef FPGACLC_FLOW
	__attribute__((noinline)) void make_room()
	{
		while (count_ >= fifo_.limit)
			if (fclc_flow_write(&fifo_, this, name_, count_) == FCLC_FLOW_ALONE) {
				if (count_ == capacity_)
					grow();
				/* Outside a region, there is no need to call again. */
				fifo_.limit = fclc_flow_on() ? 0 : capacity_;
				break;
			}
		if (count_ == capacity_)
			grow();
		/* The next write that finds the queue full must call again. */
		if (fifo_.limit > capacity_)
			fifo_.limit = capacity_;
		/* A reader may have started to wait in the meantime. */
		if (fifo_.reader)
			fclc_flow_wake(&fifo_.reader);
	}
	bool has_room() const
	{
		return count_ < fifo_.limit || fclc_flow_has_room(&fifo_, this, name_, count_);
	}
#endif

	void push(const T_ &value)
	{
#ifdef FPGACLC_FLOW
		if (__builtin_expect(count_ >= fifo_.limit || fifo_.reader, 0))
			make_room();
#else
		if (count_ == capacity_)
			grow();
#endif
		::new (static_cast<void *>(&slot(head_ + count_))) T_(value);
		count_++;
	}

	void drop()
	{
		slot(head_).~T_();
		head_++;
		count_--;
#ifdef FPGACLC_FLOW
		if (__builtin_expect(fifo_.writer != nullptr, 0))
			fclc_flow_wake(&fifo_.writer);
#endif
	}

	/* Returns false if the queue is empty. */
	bool pop(T_ &value)
	{
		if (!count_)
			return false;
		value = slot(head_);
		drop();
		return true;
	}

	/* Follows the rules of struct fcl_model_fifo. False: the caller has to ask the board. */
	__attribute__((always_inline)) static bool take(fcl_model_fifo *fifo, T_ &value)
	{
		const uint64_t head = fifo->head;

		if (head == fifo->read_limit)
			return false;
		__builtin_memcpy(const_cast<void *>(address(value)),
				 fifo->ring + (head & fifo->mask) * sizeof(T_), sizeof(T_));
		__atomic_store_n(&fifo->head, head + 1, __ATOMIC_RELEASE);
		return true;
	}

	__attribute__((always_inline)) static bool give(fcl_model_fifo *fifo, const T_ &value)
	{
		const uint64_t tail = fifo->tail;

		if (tail == fifo->write_limit)
			return false;
		__builtin_memcpy(fifo->ring + (tail & fifo->mask) * sizeof(T_), address(value),
				 sizeof(T_));
		__atomic_store_n(&fifo->tail, tail + 1, __ATOMIC_RELEASE);
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

	/*
	 * A task's port looks up the FIFO each time, as it outlives the connection of one
	 * execution.
	 */
	bool try_read(T_ &value)
	{
		fcl_model_fifo *fifo = fclc_rt_fifo(cu_, port_, sizeof(T_));

		return (fifo && take(fifo, value)) ||
		       fclc_rt_stream_try_read(cu_, port_, const_cast<void *>(address(value))) == 1;
	}
	bool try_write(const T_ &value)
	{
		fcl_model_fifo *fifo = fclc_rt_fifo(cu_, port_, sizeof(T_));

		return (fifo && give(fifo, value)) ||
		       fclc_rt_stream_try_write(cu_, port_, address(value)) == 1;
	}

	/* With tasks, only blocks on a port if no other task can run. */
	void port_read(T_ &value)
	{
		for (int again = 0; fclc_rt_tasking; again = 1) {
			if (try_read(value)) {
				fclc_rt_port_moved();
				return;
			}
			if (fclc_rt_wait(FCLC_INPUT, again) == FCLC_BLOCK)
				break;
		}
#ifdef FPGACLC_FLOW
		while (!fclc_rt_tasking) {
			if (try_read(value))
				return;
			if (fclc_flow_port(this, name_, port_, 0) == FCLC_FLOW_BLOCK)
				break;
		}
#endif
		fclc_rt_stream_read(cu_, port_, const_cast<void *>(address(value)));
		if (fclc_rt_tasking)
			fclc_rt_port_moved();
	}
	void port_write(const T_ &value)
	{
		for (int again = 0; fclc_rt_tasking; again = 1) {
			if (try_write(value)) {
				fclc_rt_port_moved();
				return;
			}
			if (fclc_rt_wait(FCLC_OUTPUT, again) == FCLC_BLOCK)
				break;
		}
#ifdef FPGACLC_FLOW
		while (!fclc_rt_tasking) {
			if (try_write(value))
				return;
			if (fclc_flow_port(this, name_, port_, 1) == FCLC_FLOW_BLOCK)
				break;
		}
#endif
		fclc_rt_stream_write(cu_, port_, address(value));
		if (fclc_rt_tasking)
			fclc_rt_port_moved();
	}

	/* Waits for an element in a queue. False: none will arrive. */
	bool wait_element()
	{
#ifdef FPGACLC_FLOW
		while (!fclc_rt_tasking) {
			if (count_)
				return true;
			if (fclc_flow_read(&fifo_, this, name_, OPTIONAL_) == FCLC_FLOW_ALONE)
				return false;
		}
#endif
		for (int again = 0; !count_; again = 1)
			if (fclc_rt_wait(FCLC_DATA, again) == FCLC_NOTHING)
				return false;
		return true;
	}

	/* Whether no task or process of the kernel could run while this one waits for a port. */
	static bool is_alone()
	{
#ifdef FPGACLC_FLOW
		return !fclc_rt_tasking && !fclc_flow_live();
#else
		return !fclc_rt_tasking;
#endif
	}

	/* The slow paths of read() and write(), kept out of line. */
	__attribute__((noinline)) void wait_read(T_ &value)
	{
		/* A tail call: each additional return would be mispredicted after switching CUs. */
		if (in_ && is_alone())
			return fclc_rt_stream_read(cu_, port_, const_cast<void *>(address(value)));
		if (cu_) {
			need_input("read");
			port_read(value);
			/*
			 * In the meantime, direct access to the port's FIFO may have become
			 * possible.
			 */
			if (!in_ && !fclc_rt_tasking)
				in_ = fclc_rt_fifo(cu_, port_, sizeof(T_));
			return;
		}
		if (!wait_element())
			nothing_to_read(value);
		else
			pop(value);
	}
#ifdef FPGACL_EMPTY_STREAM_DEFAULT
	static const int OPTIONAL_ = 1;
	/* The vendor's C simulation also continues. */
	void nothing_to_read(T_ &value) const
	{
		std::fprintf(stderr,
			     "warning: hls::stream '%s': read while empty, which gives a default "
			     "value here and would hang on a board\n",
			     name_);
		value = T_();
	}
#else
	static const int OPTIONAL_ = 0;
	void nothing_to_read(T_ &) const
	{
		fail("read while empty: on a board the kernel would hang, unless a later process "
		     "of a DATAFLOW region writes it and fpgaclc ran with --dataflow sequential; fpgaclc's "
		     "--empty-stream default gives a default value instead",
		     "");
	}
#endif
	__attribute__((noinline)) void wait_write(const T_ &value)
	{
		if (out_ && is_alone())
			return fclc_rt_stream_write(cu_, port_, address(value));
		need_output("written");
		port_write(value);
		if (!out_ && !fclc_rt_tasking)
			out_ = fclc_rt_fifo(cu_, port_, sizeof(T_));
	}

	/* Pass a copy's address to these, so that the value itself can stay in registers. */
	static const size_t SMALL_ = 128;

	__attribute__((always_inline)) void late_read(T_ &value)
	{
		if (sizeof(T_) > SMALL_) {
			wait_read(value);
		} else {
			T_ late;

			wait_read(late);
			value = late;
		}
	}
	__attribute__((always_inline)) void late_write(const T_ &value)
	{
		if (sizeof(T_) > SMALL_) {
			wait_write(value);
		} else {
			const T_ late(value);

			wait_write(late);
		}
	}

	/* Reports a poll. If it failed, gives other tasks a turn. */
	bool note_poll(bool found) const
	{
#ifdef FPGACLC_FLOW
		/*
		 * Data that was already there at the last poll does not count: a process may poll
		 * it forever while it waits for more.
		 */
		const bool news = found && (cu_ || fclc_moves() != fifo_.seen);

		if (news)
			fifo_.seen = fclc_moves();
		fclc_flow_polled(this, news, cu_ != nullptr);
#endif
		if (!found && fclc_rt_tasking)
			fclc_rt_wait(FCLC_POLL, 1);
		return found;
	}
	/* The same for a poll that transfers a packet. */
	bool note_transfer(bool found) const
	{
		if (found)
			worked();
		return note_poll(found);
	}
	static void worked()
	{
		if (fclc_rt_tasking)
			fclc_rt_worked();
	}

	stream(const stream &) = delete;
	stream &operator=(const stream &) = delete;

      public:
	typedef T_ value_type;

	stream()
	{
	}
	/* The name must outlive the stream, like a string literal. */
	explicit stream(const char *name) : name_(name ? name : "")
	{
	}
	explicit stream(const std::string &)
	{
	}
	/* A port of a compute unit, constructed by generated wrappers. */
	stream(fcl_cu *cu, unsigned port, bool output, const char *name)
	    : cu_(cu), port_(port), output_(output), name_(name)
	{
		(output ? out_ : in_) = fclc_rt_fifo(cu, port, sizeof(T_));
	}
#ifdef __FPGACLC__
	/* For #pragma HLS STREAM. */
	void fclc_set_depth(unsigned long depth)
	{
		fifo_.depth = depth ? depth : 1;
		fifo_.limit = 0;
	}
#endif
	/* Another object for the same port, for a task; copying a queue gives an empty one. */
	stream(const stream &o, int)
	    : cu_(o.cu_), port_(o.port_), output_(o.output_), name_(o.name_)
	{
	}
	/* Turns a queue inside a user's class into a port, for generated wrappers. */
	void fclc_attach(fcl_cu *cu, unsigned port, bool output, const char *name)
	{
		cu_ = cu;
		port_ = port;
		output_ = output;
		name_ = name;
	}
	bool is_port() const
	{
		return cu_ != nullptr;
	}
	/*
	 * For hls::stream_of_blocks: a slot is reserved before it is written, and kept while it is
	 * read.
	 */
	void fclc_wait_room()
	{
		fclc_rt_writes(this);
#ifdef FPGACLC_FLOW
		if (count_ >= fifo_.limit)
			make_room();
#endif
	}
	void fclc_wait_front(T_ &value)
	{
		fclc_rt_reads(this);
		if (wait_element())
			value = slot(head_);
		else
			nothing_to_read(value);
	}
	void fclc_drop()
	{
		if (count_)
			drop();
	}
	/* Changes with each element written or read. */
	unsigned long fclc_moves() const
	{
		return 2 * head_ + count_;
	}
	~stream()
	{
		for (; count_; count_--)
			slot(head_++).~T_();
		fclc_rt_object_free(slots_);
	}

	bool empty() const
	{
		fclc_rt_reads(this);
		if (!cu_)
			return !note_poll(count_ != 0) && !count_;
		need_input("checked with empty()");
		if (in_ && in_->head != in_->read_limit)
			return !note_poll(true);
		return !note_poll(fclc_rt_stream_count(cu_, port_) != 0);
	}
	bool full() const
	{
		fclc_rt_writes(this);
#ifdef FPGACLC_FLOW
		if (!cu_)
			return !has_room() && !note_poll(false) && !has_room();
#endif
		if (!cu_)
			return false;
		need_output("checked with full()");
		if (out_ && out_->tail != out_->write_limit)
			return false;
		return !note_poll(fclc_rt_stream_count(cu_, port_) != 0);
	}
	/* The number of packets waiting to be read. */
	size_t size() const
	{
		if (!cu_) {
#ifdef FPGACLC_FLOW
			if (!fclc_rt_tasking)
				note_poll(false);
#endif
			return count_;
		}
		return output_ ? 0 : fclc_rt_stream_count(cu_, port_);
	}
	size_t capacity() const
	{
#ifdef FPGACLC_FLOW
		if (!cu_ && fifo_.limit)
			return fifo_.depth;
#endif
		return cu_ ? fclc_rt_stream_count(cu_, port_) : ~size_t(0);
	}
	void set_name(const char *name)
	{
		name_ = name ? name : "";
	}

	/*
	 * Always inlined: a wide value passed through memory is stored as words and loaded as
	 * vectors, which stalls store forwarding.
	 */
	__attribute__((always_inline)) void read(T_ &value)
	{
		fclc_rt_reads(this);
		if (!(in_ ? take(in_, value) : pop(value)))
			late_read(value);
	}
	__attribute__((always_inline)) T_ read()
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
		if (in_ ? take(in_, value) : pop(value))
			return note_transfer(true);
		if (!cu_)
			return note_poll(false);
		need_input("read");
		return note_transfer(try_read(value));
	}

	__attribute__((always_inline)) void write(const T_ &value)
	{
		fclc_rt_writes(this);
		if (!cu_)
			push(value);
		else if (!out_ || !give(out_, value))
			late_write(value);
	}
	void operator<<(const T_ &value)
	{
		write(value);
	}
	bool write_nb(const T_ &value)
	{
		fclc_rt_writes(this);
#ifdef FPGACLC_FLOW
		if (!cu_ && !note_poll(has_room()))
			return false;
#endif
		if (!cu_) {
			push(value);
			worked();
			return true;
		}
		if (out_ && give(out_, value))
			return note_transfer(true);
		need_output("written");
		return note_transfer(try_write(value));
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
	stream()
	{
		declare_depth();
	}
	explicit stream(const char *name) : stream<T_, 0>(name)
	{
		declare_depth();
	}
	explicit stream(const std::string &name) : stream<T_, 0>(name)
	{
		declare_depth();
	}
	stream(fcl_cu *cu, unsigned port, bool output, const char *name)
	    : stream<T_, 0>(cu, port, output, name)
	{
	}
	stream(const stream &o, int) : stream<T_, 0>(o, 0)
	{
	}

      private:
	void declare_depth()
	{
#ifdef __FPGACLC__
		this->fclc_set_depth(DEPTH_);
#endif
	}
};

} // namespace hls

#ifdef __FPGACLC__
namespace fclc
{

template <typename T_, int DEPTH_>
inline void stream_depth(hls::stream<T_, DEPTH_> &stream, unsigned long depth, int)
{
	stream.fclc_set_depth(depth);
}
template <typename S_, size_t count_>
inline void stream_depth(S_ (&streams)[count_], unsigned long depth, int)
{
	for (S_ &stream : streams)
		stream_depth(stream, depth, 0);
}

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

/* For a class that only holds a stream. Streams of all types have the same layout. */
template <typename reference_> class stream_holder;
template <typename holder_> class stream_holder<holder_ &>
{
	holder_ holder;

      public:
	stream_holder(fcl_cu *cu, unsigned port, bool output, const char *name)
	{
		static_assert(sizeof(holder_) == sizeof(hls::stream<char>),
			      "the class holds more than a stream");
		reinterpret_cast<hls::stream<char> &>(holder).fclc_attach(cu, port, output, name);
	}
	holder_ &get()
	{
		return holder;
	}
};

/* A reference to an object with streams and other members, which come from separate arguments. */
template <typename reference_> class record;
template <typename record_> class record<record_ &>
{
	record_ object{};

      public:
	void *at(size_t offset)
	{
		return const_cast<char *>(&reinterpret_cast<const volatile char &>(object)) +
		       offset;
	}
	template <size_t size_>
	void stream(size_t offset, fcl_cu *cu, unsigned port, bool output, const char *name)
	{
		static_assert(
			size_ == sizeof(hls::stream<char>),
			"an AXI4-Stream port needs the hls_stream.h of fpgaclc, but another one is first on the include path");
		static_cast<hls::stream<char> *>(at(offset))->fclc_attach(cu, port, output, name);
	}
	record_ &get()
	{
		return object;
	}
};

template <typename array_> struct stream_of;
template <typename stream_> struct stream_of<stream_ *> {
	typedef stream_ type;
};
template <typename stream_, size_t count_> struct stream_of<stream_ (&)[count_]> {
	typedef stream_ type;
};

/* An array of streams: one port each, with consecutive numbers. */
template <typename array_, size_t count_> class stream_array
{
	typedef typename stream_of<array_>::type type;
	alignas(type) unsigned char bytes_[count_ * sizeof(type)];

      public:
	stream_array(fcl_cu *cu, unsigned port, const bool *outputs, const char *const *names)
	{
		for (size_t i = 0; i < count_; i++)
			::new (static_cast<void *>(&get()[i]))
				type(cu, port + unsigned(i), outputs[i], names[i]);
	}
	~stream_array()
	{
		for (type &stream : get())
			stream.~type();
	}
	type (&get())[count_]
	{
		return *reinterpret_cast<type(*)[count_]>(bytes_);
	}
};

} // namespace fclc
#endif

#endif
