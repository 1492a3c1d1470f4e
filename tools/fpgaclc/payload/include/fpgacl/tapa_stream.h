/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_STREAM_H
#define FPGACL_TAPA_STREAM_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * The streams of tapa.h (interface: TAPA's "Dataflow Movements" and API reference). They are handles of queues, which
 * exist as long as a handle does: a detached task may outlive the function that declared its streams.
 */

#include <limits>

#include "fpgacl/tapa_queue.h"

namespace fclc_tapa
{

/*
 * Base classes, by which fpgaclc recognizes the ports of a kernel (plugin/facts/types.cpp): a packet is of the first
 * parameter's type.
 */
template <typename PACKET_> class fclc_input
{
};
template <typename PACKET_> class fclc_output
{
};
template <typename PACKET_, uint64_t COUNT_> class fclc_inputs
{
};
template <typename PACKET_, uint64_t COUNT_> class fclc_outputs
{
};

/* A reference to a queue. */
template <typename T_> class handle
{
	queue<T_> *queue_ = nullptr;

      public:
	handle() = default;
	/* Takes over the caller's reference. */
	explicit handle(queue<T_> *queue) : queue_(queue)
	{
	}
	handle(const handle &o) : queue_(o.queue_)
	{
		if (queue_)
			queue_->ref();
	}
	handle &operator=(const handle &o)
	{
		handle copy(o);

		std::swap(queue_, copy.queue_);
		return *this;
	}
	~handle()
	{
		if (queue_)
			queue_->unref();
	}
	queue<T_> *operator->() const
	{
		return queue_;
	}
	explicit operator bool() const
	{
		return queue_;
	}
};

/* Handles of an array, which tasks are given one after the other. */
template <typename STREAM_, uint64_t COUNT_> class handles
{
	STREAM_ all_[COUNT_];
	uint64_t next_ = 0;

      public:
	STREAM_ &at(uint64_t index)
	{
		if (index >= COUNT_)
			fclc_rt_fail("tapa: the index of a stream is beyond the end of its array");
		return all_[index];
	}
	const STREAM_ &at(uint64_t index) const
	{
		return const_cast<handles *>(this)->at(index);
	}
	STREAM_ &next()
	{
		if (next_ >= COUNT_)
			fclc_rt_fail("tapa: tasks are given more streams of an array than it has");
		return all_[next_++];
	}
	template <uint64_t PART_> void fill(handles<STREAM_, PART_> &part)
	{
		for (uint64_t i = 0; i < PART_; i++)
			part.at(i) = next();
	}
};

} // namespace fclc_tapa

namespace tapa
{

constexpr uint64_t kStreamDefaultDepth = 2;
constexpr uint64_t kStreamInfiniteDepth = std::numeric_limits<uint64_t>::max();

template <typename T> class istream : public fclc_tapa::fclc_input<fclc_tapa::element<T>>
{
	fclc_tapa::handle<T> fclc_queue_;

      public:
	istream() = default;
	explicit istream(const fclc_tapa::handle<T> &queue) : fclc_queue_(queue)
	{
	}
	const fclc_tapa::handle<T> &fclc_handle() const
	{
		return fclc_queue_;
	}

	/* Whether nothing is there, neither an element nor an EoT. */
	bool empty() const
	{
		return fclc_queue_->empty();
	}
	bool try_eot(bool &is_eot) const
	{
		return fclc_queue_->try_eot(is_eot);
	}
	/* Whether an EoT is next; false if nothing is. */
	bool eot(bool &is_success) const
	{
		bool eot = false;

		is_success = fclc_queue_->try_eot(eot);
		return is_success && eot;
	}
	bool eot(std::nullptr_t) const
	{
		bool is_success;

		return eot(is_success);
	}
	bool try_peek(T &value) const
	{
		bool eot;

		return fclc_queue_->try_peek(value, eot);
	}
	T peek(bool &is_success, bool &is_eot) const
	{
		T value = T();

		is_eot = false;
		is_success = fclc_queue_->try_peek(value, is_eot);
		return value;
	}
	T peek(bool &is_success) const
	{
		bool is_eot;

		return peek(is_success, is_eot);
	}
	T peek(std::nullptr_t) const
	{
		bool is_success;

		return peek(is_success);
	}
	bool try_read(T &value)
	{
		return fclc_queue_->try_read(value);
	}
	__attribute__((always_inline)) T read()
	{
		return fclc_queue_->read();
	}
	istream &operator>>(T &value)
	{
		value = read();
		return *this;
	}
	/* These do not wait. */
	T read(bool &is_success)
	{
		T value = T();

		is_success = try_read(value);
		return value;
	}
	T read(std::nullptr_t)
	{
		bool is_success;

		return read(is_success);
	}
	T read(const T &default_value, bool *is_success = nullptr)
	{
		T value = default_value;
		const bool found = try_read(value);

		if (is_success)
			*is_success = found;
		return found ? value : default_value;
	}
	bool try_open()
	{
		return fclc_queue_->try_open();
	}
	void open()
	{
		fclc_queue_->open();
	}
};

template <typename T> class ostream : public fclc_tapa::fclc_output<fclc_tapa::element<T>>
{
	fclc_tapa::handle<T> fclc_queue_;

      public:
	ostream() = default;
	explicit ostream(const fclc_tapa::handle<T> &queue) : fclc_queue_(queue)
	{
	}
	const fclc_tapa::handle<T> &fclc_handle() const
	{
		return fclc_queue_;
	}

	bool full() const
	{
		return fclc_queue_->full();
	}
	bool try_write(const T &value)
	{
		return fclc_queue_->try_write(value, false);
	}
	__attribute__((always_inline)) void write(const T &value)
	{
		fclc_queue_->write(value, false);
	}
	ostream &operator<<(const T &value)
	{
		write(value);
		return *this;
	}
	bool try_close()
	{
		return fclc_queue_->try_write(T(), true);
	}
	void close()
	{
		fclc_queue_->write(T(), true);
	}
};

template <typename T, uint64_t N = kStreamDefaultDepth, uint64_t SimulationDepth = N>
class stream : public istream<T>, public ostream<T>
{
	explicit stream(const fclc_tapa::handle<T> &queue) : istream<T>(queue), ostream<T>(queue)
	{
	}

      public:
	static constexpr int depth = static_cast<int>(N);

	stream() : stream("")
	{
	}
	template <size_t SIZE_>
	stream(const char (&name)[SIZE_])
	    : stream(fclc_tapa::handle<T>(fclc_tapa::queue<T>::make(name, SimulationDepth)))
	{
	}
	explicit stream(const std::string &name)
	    : stream(fclc_tapa::handle<T>(fclc_tapa::queue<T>::make(name, SimulationDepth)))
	{
	}
};

template <typename T, uint64_t S>
class istreams : public fclc_tapa::fclc_inputs<fclc_tapa::element<T>, S>
{
	mutable fclc_tapa::handles<istream<T>, S> fclc_all_;

      public:
	static constexpr int length = static_cast<int>(S);

	istream<T> &operator[](uint64_t index) const
	{
		return fclc_all_.at(index);
	}
	fclc_tapa::handles<istream<T>, S> &fclc_handles()
	{
		return fclc_all_;
	}
};

template <typename T, uint64_t S>
class ostreams : public fclc_tapa::fclc_outputs<fclc_tapa::element<T>, S>
{
	mutable fclc_tapa::handles<ostream<T>, S> fclc_all_;

      public:
	static constexpr int length = static_cast<int>(S);

	ostream<T> &operator[](uint64_t index) const
	{
		return fclc_all_.at(index);
	}
	fclc_tapa::handles<ostream<T>, S> &fclc_handles()
	{
		return fclc_all_;
	}
};

template <typename T, uint64_t S, uint64_t N = kStreamDefaultDepth, uint64_t SimulationDepth = N>
class streams : public istreams<T, S>, public ostreams<T, S>
{
	typedef stream<T, N, SimulationDepth> one_;
	static_assert(S > 0, "an array of streams has at least one");
	alignas(one_) mutable unsigned char fclc_bytes_[S * sizeof(one_)];

	streams(const streams &) = delete;
	streams &operator=(const streams &) = delete;

	one_ &at(uint64_t index) const
	{
		if (index >= S)
			fclc_rt_fail("tapa: the index of a stream is beyond the end of its array");
		return reinterpret_cast<one_ *>(fclc_bytes_)[index];
	}
	void make(const std::string &name)
	{
		for (uint64_t i = 0; i < S; i++) {
			::new (static_cast<void *>(&at(i)))
				one_(name + "[" + std::to_string(i) + "]");
			this->istreams<T, S>::fclc_handles().at(i) = at(i);
			this->ostreams<T, S>::fclc_handles().at(i) = at(i);
		}
	}

      public:
	static constexpr int length = static_cast<int>(S);
	static constexpr int depth = static_cast<int>(N);

	streams()
	{
		make("");
	}
	template <size_t SIZE_> streams(const char (&name)[SIZE_])
	{
		make(name);
	}
	~streams()
	{
		for (uint64_t i = 0; i < S; i++)
			at(i).~one_();
	}
	one_ &operator[](uint64_t index) const
	{
		return at(index);
	}
};

/* Within one task: it holds any number of elements. */
namespace hls
{
template <typename T, uint64_t N = kStreamDefaultDepth>
using stream = tapa::stream<T, N, kStreamInfiniteDepth>;
} // namespace hls

} // namespace tapa

#ifdef __FPGACLC__
/* The ports of a kernel, for generated wrappers. */
namespace fclc
{

template <typename array_, size_t count_> class stream_array;

template <typename T_> struct argument<tapa::istream<T_> &> {
	tapa::istream<T_> stream;

	argument(fcl_cu *cu, unsigned port, bool output, const char *name)
	    : stream(fclc_tapa::handle<T_>(fclc_tapa::queue<T_>::make(cu, port, output, name)))
	{
	}
	tapa::istream<T_> &get()
	{
		return stream;
	}
};
template <typename T_> struct argument<tapa::istream<T_>> : argument<tapa::istream<T_> &> {
	using argument<tapa::istream<T_> &>::argument;
};

template <typename T_> struct argument<tapa::ostream<T_> &> {
	tapa::ostream<T_> stream;

	argument(fcl_cu *cu, unsigned port, bool output, const char *name)
	    : stream(fclc_tapa::handle<T_>(fclc_tapa::queue<T_>::make(cu, port, output, name)))
	{
	}
	tapa::ostream<T_> &get()
	{
		return stream;
	}
};
template <typename T_> struct argument<tapa::ostream<T_>> : argument<tapa::ostream<T_> &> {
	using argument<tapa::ostream<T_> &>::argument;
};

template <typename T_, uint64_t S_, size_t count_>
class stream_array<tapa::istreams<T_, S_> &, count_>
{
	tapa::istreams<T_, S_> streams_;

      public:
	stream_array(fcl_cu *cu, unsigned port, const bool *outputs, const char *const *names)
	{
		for (unsigned i = 0; i < count_; i++)
			streams_[i] = argument<tapa::istream<T_> &>(cu, port + i, outputs[i],
								    names[i])
					      .get();
	}
	tapa::istreams<T_, S_> &get()
	{
		return streams_;
	}
};
template <typename T_, uint64_t S_, size_t count_>
class stream_array<tapa::istreams<T_, S_>, count_>
    : public stream_array<tapa::istreams<T_, S_> &, count_>
{
      public:
	using stream_array<tapa::istreams<T_, S_> &, count_>::stream_array;
};

template <typename T_, uint64_t S_, size_t count_>
class stream_array<tapa::ostreams<T_, S_> &, count_>
{
	tapa::ostreams<T_, S_> streams_;

      public:
	stream_array(fcl_cu *cu, unsigned port, const bool *outputs, const char *const *names)
	{
		for (unsigned i = 0; i < count_; i++)
			streams_[i] = argument<tapa::ostream<T_> &>(cu, port + i, outputs[i],
								    names[i])
					      .get();
	}
	tapa::ostreams<T_, S_> &get()
	{
		return streams_;
	}
};
template <typename T_, uint64_t S_, size_t count_>
class stream_array<tapa::ostreams<T_, S_>, count_>
    : public stream_array<tapa::ostreams<T_, S_> &, count_>
{
      public:
	using stream_array<tapa::ostreams<T_, S_> &, count_>::stream_array;
};

} // namespace fclc
#endif

#endif
