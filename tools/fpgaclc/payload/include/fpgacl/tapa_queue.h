/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_QUEUE_H
#define FPGACL_TAPA_QUEUE_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * What is behind the streams of tapa.h: a FIFO of the declared depth between two tasks, or a port of the kernel. The
 * tasks are processes as those of DATAFLOW regions are: payload_flow.cpp runs them in a kernel, and fpgacl/host_flow.h in
 * a host program.
 */

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <new>
#include <string>
#include <utility>

#ifdef __FPGACLC__
#include "fpgacl/wrapper.h"
#include "fpgacl_model.h"
#else
#include "fpgacl/host.h"

#include "fpgacl/host_flow.h"
#endif

#include "fpgacl/tapa_log.h"

namespace fclc_tapa
{

/* What a stream transports: an end of transaction (EoT) is an element without a value. */
template <typename T_> struct element {
	T_ value;
	bool eot;
};

__attribute__((noreturn)) inline void fail(const char *name, const char *what)
{
	fclc_rt_fail((std::string("tapa: stream '") + name + "': " + what).c_str());
}

template <typename T_> class queue
{
	typedef element<T_> packet;

	/* A ring of capacity_ slots, a power of two, of which count_ from head_ on are in use. */
	packet *slots_ = nullptr;
	size_t capacity_ = 0, head_ = 0, count_ = 0;
	fclc_fifo fifo_ = {0, 2, nullptr, nullptr, 0, 0, 0};
	unsigned users_ = 1;
	unsigned looks_ = 0; /* in a row that found an element or room, and did not use it */
	bool output_ = false;
	unsigned port_ = 0;
	fcl_cu *cu_ = nullptr; /* of a port */
	const char *name_;
	std::string text_; /* that name_ is, if it was not a literal */
	/* The memory that answers (async_mmap): moves what it can between its queues. */
	void (*serve_)(void *) = nullptr;
	void *server_ = nullptr;
	bool eager_ = false; /* each element is for it at once */

	queue(const queue &) = delete;
	queue &operator=(const queue &) = delete;

	packet &slot(size_t index) const
	{
		return slots_[index & (capacity_ - 1)];
	}
	__attribute__((noinline)) void grow()
	{
		size_t capacity = capacity_ ? capacity_ * 2 : 2;
		packet *slots;

		while (!capacity_ && capacity < fifo_.depth && capacity < 4096)
			capacity *= 2;
		slots = static_cast<packet *>(
			fclc_rt_object_alloc(this, capacity * sizeof(packet)));
		for (size_t i = 0; i < capacity; i++)
			::new (static_cast<void *>(slots + i)) packet();
		for (size_t i = 0; i < count_; i++)
			slots[(head_ + i) & (capacity - 1)] = std::move(slot(head_ + i));
		free_slots();
		slots_ = slots;
		capacity_ = capacity;
	}
	/* Out of line, as GCC would warn of the reference that a stream's other half still has. */
	__attribute__((noinline)) void destroy()
	{
		this->~queue();
		fclc_rt_object_free(this);
	}
	void free_slots()
	{
		for (size_t i = 0; i < capacity_; i++)
			slots_[i].~packet();
		fclc_rt_object_free(slots_);
	}

	/* --- ports --- */

	fcl_model_fifo *ring() const
	{
		return fclc_rt_fifo(cu_, port_, sizeof(packet));
	}
	/* The packet that is next stays in the port's FIFO if that can be looked into. */
	const packet *port_front()
	{
		fcl_model_fifo *fifo = ring();

		if (count_)
			return &slot(head_);
		if (fifo && fifo->head != fifo->read_limit)
			return at(fifo, fifo->head);
		if (!fclc_rt_stream_count(cu_, port_))
			return nullptr;
		if (fifo)
			return at(fifo, fifo->head);
		if (!capacity_)
			grow();
		if (fclc_rt_stream_try_read(cu_, port_, &slot(head_)) != 1)
			return nullptr;
		count_ = 1;
		return &slot(head_);
	}
	static const packet *at(fcl_model_fifo *fifo, uint64_t index)
	{
		return reinterpret_cast<const packet *>(fifo->ring +
							(index & fifo->mask) * sizeof(packet));
	}
	bool port_take(packet &to)
	{
		if (!count_)
			return fclc_rt_stream_try_read(cu_, port_, &to) == 1;
		to = slot(head_);
		drop();
		return true;
	}
	void port_read(packet &to)
	{
		while (!port_take(to))
			if (fclc_flow_port(this, name_, port_, 0) == FCLC_FLOW_BLOCK) {
				fclc_rt_stream_read(cu_, port_, &to);
				return;
			}
	}
	void port_write(const packet &from)
	{
		while (fclc_rt_stream_try_write(cu_, port_, &from) != 1)
			if (fclc_flow_port(this, name_, port_, 1) == FCLC_FLOW_BLOCK) {
				fclc_rt_stream_write(cu_, port_, &from);
				return;
			}
	}
	/* Until it has a packet. */
	const packet *port_wait_front()
	{
		const packet *front;

		while (!(front = port_front()))
			if (fclc_flow_port(this, name_, port_, 0) == FCLC_FLOW_BLOCK) {
				if (!capacity_)
					grow();
				fclc_rt_stream_read(cu_, port_, &slot(head_));
				count_ = 1;
			}
		return front;
	}

	/* --- waiting --- */

	__attribute__((noinline)) void wait_element()
	{
		for (;;) {
			serve();
			if (count_)
				return;
			if (fclc_flow_read(&fifo_, this, name_, 0) == FCLC_FLOW_ALONE)
				fail(name_, "read while empty, and no task can write it any more");
		}
	}
	__attribute__((noinline)) void make_room()
	{
		serve();
		while (count_ >= fifo_.limit) {
			if (fclc_flow_write(&fifo_, this, name_, count_) == FCLC_FLOW_ALONE) {
				if (count_ >= fifo_.depth)
					fail(name_,
					     "written while full, and no task can read it any more");
				fifo_.limit = fifo_.depth;
			}
			serve();
		}
		if (count_ == capacity_)
			grow();
		/* The next write that finds no slot asks again, and so does each that has to be served. */
		if (fifo_.limit > capacity_)
			fifo_.limit = capacity_;
		if (eager_)
			fifo_.limit = 0;
		if (fifo_.reader)
			fclc_flow_wake(&fifo_.reader);
	}
	void serve()
	{
		if (serve_)
			serve_(server_);
	}
	unsigned long moves() const
	{
		return 2 * head_ + count_;
	}
	/*
	 * After many looks in a row that found something, others have a turn: a task may look at an
	 * element forever while it waits for another stream.
	 */
	bool found()
	{
		if (__builtin_expect(++looks_ % 64 == 0, 0))
			polled();
		return true;
	}
	__attribute__((noinline)) void polled()
	{
		const bool news = moves() != fifo_.seen;

		fifo_.seen = moves();
		if (news)
			fclc_flow_polled(this, 1, cu_ != nullptr);
		fclc_flow_polled(this, 0, cu_ != nullptr);
	}
	/* --- elements --- */

	void drop()
	{
		head_++;
		count_--;
		if (__builtin_expect(fifo_.writer != nullptr, 0))
			fclc_flow_wake(&fifo_.writer);
		/* Polls elsewhere that find nothing are not all there is. */
		if (__builtin_expect(head_ % 1024 == 0, 0))
			fclc_flow_polled(this, 1, 0);
	}
	/* False: there is none, also after another look. */
	bool look()
	{
		if (__builtin_expect(count_ != 0, 1))
			return true;
		return look_again();
	}
	__attribute__((noinline)) bool look_again()
	{
		if (ready())
			return true;
		polled();
		return ready();
	}
	bool ready()
	{
		if (cu_)
			return port_front() != nullptr;
		serve();
		return count_;
	}
	const packet &front()
	{
		return cu_ ? *port_front() : slot(head_);
	}
	__attribute__((noinline)) bool has_room_now()
	{
		serve();
		if (count_ < fifo_.limit)
			return true;
		/* The queue of code without tasks has room for all that it writes; a stream has its depth. */
		return fclc_flow_has_room(&fifo_, this, name_, count_) &&
		       count_ < fifo_.depth + fifo_.grown;
	}
	bool has_room()
	{
		return count_ < fifo_.limit || has_room_now();
	}
	void store(const T_ &value, bool eot)
	{
		packet &to = slot(head_ + count_);

		to.value = value;
		to.eot = eot;
		count_++;
	}
	/* A port has no limit other than 0, so that its writes come here, too. */
	__attribute__((noinline)) void push(const T_ &value, bool eot)
	{
		if (cu_) {
			push_port(value, eot);
			return;
		}
		make_room();
		store(value, eot);
		if (eager_)
			serve();
	}
	void push_port(const T_ &value, bool eot)
	{
		packet from = packet();

		fclc_flow_polled(this, 1, 1);
		from.value = value;
		from.eot = eot;
		port_write(from);
	}
	bool room_or_poll()
	{
		if (__builtin_expect(count_ < fifo_.limit, 1))
			return true;
		if (has_place())
			return true;
		polled();
		return has_place();
	}
	bool has_place()
	{
		return cu_ ? fclc_rt_stream_count(cu_, port_) != 0 : has_room();
	}

      public:
	queue(const char *name, unsigned long depth) : name_(name)
	{
		fifo_.depth = depth ? depth : 1;
	}
	queue(const std::string &name, unsigned long depth) : name_(nullptr), text_(name)
	{
		fifo_.depth = depth ? depth : 1;
		name_ = text_.c_str();
	}
	/* A port of a compute unit. */
	queue(fcl_cu *cu, unsigned port, bool output, const char *name)
	    : output_(output), port_(port), cu_(cu), name_(name)
	{
	}
	~queue()
	{
		if (cu_ && count_)
			fail(name_,
			     "the kernel ends with a packet that it has looked at and not read");
		free_slots();
	}
	void ref()
	{
		users_++;
	}
	void unref()
	{
		if (!--users_)
			destroy();
	}
	template <typename... ARGS_> static queue *make(ARGS_ &&...args)
	{
		void *memory = fclc_rt_object_alloc(nullptr, sizeof(queue));

		return ::new (memory) queue(std::forward<ARGS_>(args)...);
	}
	void set_server(void (*serve)(void *), void *server, bool eager)
	{
		serve_ = serve;
		server_ = server;
		eager_ = eager;
	}
	const char *name() const
	{
		return name_;
	}
	unsigned long depth() const
	{
		return fifo_.depth;
	}
	/* What a task does with it, for messages about deadlocks. */
	void declare(void *arguments, bool writes)
	{
		fclc_flow_use(arguments, this, sizeof(*this),
			      FCLC_USE_STREAM | (writes ? FCLC_USE_WRITE : FCLC_USE_READ), name_,
			      this, 0, 0);
	}

	/* --- for the server --- */

	size_t waiting() const
	{
		return count_;
	}
	bool takes() const
	{
		return count_ < fifo_.depth;
	}
	T_ pop()
	{
		T_ value = slot(head_).value;

		drop();
		return value;
	}
	void put(const T_ &value)
	{
		if (count_ == capacity_)
			grow();
		packet &to = slot(head_ + count_++);

		to.value = value;
		to.eot = false;
		if (fifo_.reader)
			fclc_flow_wake(&fifo_.reader);
	}
	T_ &last()
	{
		return slot(head_ + count_ - 1).value;
	}

	/* --- reading --- */

	bool empty()
	{
		return !(look() && found());
	}
	bool try_eot(bool &eot)
	{
		if (!look())
			return false;
		eot = front().eot;
		return found();
	}
	/* Of an EoT the value is that of no element. */
	bool try_peek(T_ &value, bool &eot)
	{
		if (!look())
			return false;
		value = front().value;
		eot = front().eot;
		return found();
	}
	__attribute__((always_inline)) T_ read()
	{
		if (__builtin_expect(count_ == 0, 0)) {
			if (cu_)
				return read_port();
			wait_element();
		}
		const packet &from = slot(head_);

		if (__builtin_expect(from.eot, 0))
			fail_at_end();
		T_ value = from.value;

		drop();
		return value;
	}
	__attribute__((noinline)) T_ read_port()
	{
		packet next = packet();

		port_read(next);
		if (next.eot)
			fail_at_end();
		return next.value;
	}
	__attribute__((noreturn, noinline)) void fail_at_end() const
	{
		fail(name_, "an end of transaction (EoT) was read as an element; open() takes it");
	}
	bool try_read(T_ &value)
	{
		if (!look())
			return false;
		if (front().eot)
			fail_at_end();
		value = front().value;
		return take();
	}
	bool take()
	{
		packet gone;

		if (cu_) {
			fclc_flow_polled(this, 1, 1);
			return port_take(gone);
		}
		drop();
		return true;
	}
	void open()
	{
		if (cu_)
			port_wait_front();
		else if (!count_)
			wait_element();
		if (!front().eot)
			fail_open();
		take();
	}
	bool try_open()
	{
		if (!look())
			return false;
		if (!front().eot)
			fail_open();
		return take();
	}
	__attribute__((noreturn, noinline)) void fail_open() const
	{
		fail(name_, "expected an end of transaction (EoT) at open(), found an element");
	}

	/* --- writing --- */

	bool full()
	{
		return !(room_or_poll() && found());
	}
	__attribute__((always_inline)) void write(const T_ &value, bool eot)
	{
		if (__builtin_expect(count_ >= fifo_.limit || fifo_.reader, 0))
			push(value, eot);
		else
			store(value, eot);
	}
	bool try_write(const T_ &value, bool eot)
	{
		if (!room_or_poll())
			return false;
		write(value, eot);
		return true;
	}
};

} // namespace fclc_tapa

#endif
