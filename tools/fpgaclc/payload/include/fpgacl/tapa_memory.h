/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_MEMORY_H
#define FPGACL_TAPA_MEMORY_H

#pragma GCC system_header /* its warnings are not the user's */

/* The memories of tapa.h (interface: TAPA's "Dataflow Movements" and "Efficient Memory Accesses"). */

#include "fpgacl/tapa_stream.h"
#include "fpgacl/tapa_vec.h"

namespace fclc_tapa
{

/* As the base classes of streams: AXI4 masters. */
template <typename T_> class fclc_memory
{
};
template <typename T_, uint64_t COUNT_> class fclc_memories
{
};

} // namespace fclc_tapa

namespace tapa
{

template <typename T> class mmap : public fclc_tapa::fclc_memory<T>
{
      protected:
	T *fclc_memory_ = nullptr;
	uint64_t fclc_size_ = 0; /* elements; a kernel does not know it */

      public:
	mmap() = default;
	explicit mmap(T *ptr) : fclc_memory_(ptr)
	{
	}
	mmap(T *ptr, uint64_t size) : fclc_memory_(ptr), fclc_size_(size)
	{
	}
	template <typename CONTAINER_, typename = decltype(std::declval<CONTAINER_ &>().size())>
	explicit mmap(CONTAINER_ &container)
	    : fclc_memory_(container.data()), fclc_size_(container.size())
	{
	}

	operator T *() const
	{
		return fclc_memory_;
	}
	mmap &operator++()
	{
		++fclc_memory_;
		return *this;
	}
	mmap &operator--()
	{
		--fclc_memory_;
		return *this;
	}
	mmap operator++(int)
	{
		return mmap(fclc_memory_++, fclc_size_);
	}
	mmap operator--(int)
	{
		return mmap(fclc_memory_--, fclc_size_);
	}
	T *data() const
	{
		return fclc_memory_;
	}
	T *get() const
	{
		return fclc_memory_;
	}
	uint64_t size() const
	{
		return fclc_size_;
	}
	template <typename U> mmap<U> reinterpret() const
	{
		return mmap<U>(reinterpret_cast<U *>(fclc_memory_),
			       fclc_tapa::count_as<T, U>(fclc_size_));
	}
	template <uint64_t N> mmap<fclc_tapa::vectors_of<T, N>> vectorized() const
	{
		return reinterpret<fclc_tapa::vectors_of<T, N>>();
	}
};

template <typename T> class immap : public mmap<T>
{
      public:
	using mmap<T>::mmap;
	immap(const mmap<T> &memory) : mmap<T>(memory)
	{
	}
};
template <typename T> class ommap : public mmap<T>
{
      public:
	using mmap<T>::mmap;
	ommap(const mmap<T> &memory) : mmap<T>(memory)
	{
	}
};
/* A memory over several channels of a board; here it is one buffer. */
template <typename T, int chan_count, int64_t chan_size> class hmap : public mmap<T>
{
      public:
	using mmap<T>::mmap;
	hmap(const mmap<T> &memory) : mmap<T>(memory)
	{
	}
};

template <typename T, uint64_t S> class mmaps : public fclc_tapa::fclc_memories<T, S>
{
	mmap<T> fclc_all_[S];
	mutable uint64_t fclc_next_ = 0;

      public:
	static constexpr int length = static_cast<int>(S);

	mmaps() = default;
	template <typename POINTERS_, typename SIZES_>
	mmaps(const POINTERS_ &pointers, const SIZES_ &sizes)
	{
		for (uint64_t i = 0; i < S; i++)
			fclc_all_[i] = mmap<T>(pointers[i], sizes[i]);
	}
	/* Of S containers. */
	template <typename CONTAINER_, typename = decltype(std::declval<CONTAINER_ &>()[0].data())>
	explicit mmaps(CONTAINER_ &containers)
	{
		for (uint64_t i = 0; i < S; i++)
			fclc_all_[i] = mmap<T>(containers[i]);
	}

	mmap<T> &operator[](uint64_t index)
	{
		if (index >= S)
			fclc_rt_fail("tapa: the index of an mmap is beyond the end of its array");
		return fclc_all_[index];
	}
	const mmap<T> &operator[](uint64_t index) const
	{
		return const_cast<mmaps &>(*this)[index];
	}
	template <uint64_t offset, uint64_t length> mmaps<T, length> slice() const
	{
		static_assert(offset + length <= S, "the slice is part of the array");
		mmaps<T, length> part;

		for (uint64_t i = 0; i < length; i++)
			part[i] = fclc_all_[offset + i];
		return part;
	}
	template <typename U> mmaps<U, S> reinterpret() const
	{
		mmaps<U, S> all;

		for (uint64_t i = 0; i < S; i++)
			all[i] = fclc_all_[i].template reinterpret<U>();
		return all;
	}
	template <uint64_t N> mmaps<fclc_tapa::vectors_of<T, N>, S> vectorized() const
	{
		return reinterpret<fclc_tapa::vectors_of<T, N>>();
	}
	/* The one that the next task is given; after the last, the first. */
	const mmap<T> &fclc_next() const
	{
		return fclc_all_[fclc_next_++ % S];
	}
};

} // namespace tapa

namespace fclc_tapa
{

enum { CHANNEL_DEPTH = 64, LONGEST_BURST = 256 };

/* Answers the requests of an async_mmap, in their order, whenever its task looks at a channel. */
template <typename T_> class memory_server
{
	T_ *memory_;
	unsigned users_ = 1;
	int64_t last_ = 0; /* the last address that was written */

	template <typename E_> static handle<E_> channel(const char *name)
	{
		return handle<E_>(queue<E_>::make(name, CHANNEL_DEPTH));
	}
	template <typename C_> static void store(C_ &to, const C_ &value)
	{
		to = value;
	}
	template <typename C_> static void store(const C_ &, const C_ &)
	{
		fclc_rt_fail("tapa: an async_mmap of const is written");
	}
	void serve()
	{
		while (read_addr->waiting() && read_data->takes())
			read_data->put(memory_[read_addr->pop()]);
		while (write_addr->waiting() && write_data->waiting() && may_respond())
			write(write_addr->pop());
	}
	/* Writes of consecutive addresses are one burst, whose response says how many, less one. */
	bool joins(int64_t address) const
	{
		return write_resp->waiting() && address == last_ + 1 &&
		       write_resp->last() < LONGEST_BURST - 1;
	}
	bool may_respond() const
	{
		return write_resp->takes();
	}
	void write(int64_t address)
	{
		store(memory_[address], write_data->pop());
		if (joins(address))
			write_resp->last()++;
		else
			write_resp->put(0);
		last_ = address;
	}

      public:
	typedef typename std::remove_const<T_>::type value_type;
	handle<int64_t> read_addr = channel<int64_t>("read_addr");
	handle<value_type> read_data = channel<value_type>("read_data");
	handle<int64_t> write_addr = channel<int64_t>("write_addr");
	handle<value_type> write_data = channel<value_type>("write_data");
	handle<uint8_t> write_resp = channel<uint8_t>("write_resp");

	explicit memory_server(T_ *memory) : memory_(memory)
	{
		void (*serve)(void *) = [](void *self) {
			static_cast<memory_server *>(self)->serve();
		};

		read_addr->set_server(serve, this, false);
		read_data->set_server(serve, this, false);
		write_addr->set_server(serve, this, true);
		write_data->set_server(serve, this, true);
		write_resp->set_server(serve, this, false);
	}
	/* Writes are done also if nobody takes their responses. */
	~memory_server()
	{
		while (write_addr->waiting() && write_data->waiting())
			store(memory_[write_addr->pop()], write_data->pop());
		read_addr->set_server(nullptr, nullptr, false);
		read_data->set_server(nullptr, nullptr, false);
		write_addr->set_server(nullptr, nullptr, false);
		write_data->set_server(nullptr, nullptr, false);
		write_resp->set_server(nullptr, nullptr, false);
	}
	void ref()
	{
		users_++;
	}
	void unref()
	{
		if (--users_)
			return;
		this->~memory_server();
		fclc_rt_object_free(this);
	}
	static memory_server *make(T_ *memory)
	{
		return ::new (fclc_rt_object_alloc(nullptr, sizeof(memory_server)))
			memory_server(memory);
	}
};

} // namespace fclc_tapa

namespace tapa
{

template <typename T> class async_mmap : public mmap<T>
{
	typedef typename std::remove_const<T>::type value_;
	fclc_tapa::memory_server<T> *fclc_server_;

	explicit async_mmap(const mmap<T> &memory, fclc_tapa::memory_server<T> *server)
	    : mmap<T>(memory), fclc_server_(server), read_addr(server->read_addr),
	      read_data(server->read_data), write_addr(server->write_addr),
	      write_data(server->write_data), write_resp(server->write_resp)
	{
	}

      public:
	using addr_t = int64_t;
	using resp_t = uint8_t;

	ostream<addr_t> read_addr;
	istream<value_> read_data;
	ostream<addr_t> write_addr;
	ostream<value_> write_data;
	istream<resp_t> write_resp;

	explicit async_mmap(const mmap<T> &memory)
	    : async_mmap(memory, fclc_tapa::memory_server<T>::make(memory.data()))
	{
	}
	async_mmap(const async_mmap &o) : async_mmap(o, o.fclc_server_)
	{
		fclc_server_->ref();
	}
	async_mmap &operator=(const async_mmap &) = delete;
	~async_mmap()
	{
		fclc_server_->unref();
	}
	static async_mmap schedule(mmap<T> memory)
	{
		return async_mmap(memory);
	}
};

} // namespace tapa

/* AI engines' windows of mmaps. */
template <typename MEMORY_> auto window_readincr(MEMORY_ &memory) -> decltype(*memory + 0)
{
	auto value = *memory;

	++memory;
	return value;
}
template <typename MEMORY_, typename T_> void window_writeincr(MEMORY_ &memory, const T_ &value)
{
	*memory = value;
	++memory;
}

#ifdef __FPGACLC__
/* The memories of a kernel, for generated wrappers. */
namespace fclc
{

template <typename memory_> struct argument_memory;
template <typename T_> struct argument_memory<tapa::mmap<T_>> {
	tapa::mmap<T_> memory;

	argument_memory(fcl_cu *cu, unsigned port, unsigned offset)
	    : memory(static_cast<T_ *>(const_cast<void *>(fclc_rt_memory(cu, port, offset))))
	{
	}
};

template <typename T_> struct argument<tapa::mmap<T_>> : argument_memory<tapa::mmap<T_>> {
	using argument_memory<tapa::mmap<T_>>::argument_memory;
	tapa::mmap<T_> &get()
	{
		return this->memory;
	}
};
#define FCLC_TAPA_MEMORY(PARAMETERS, CLASS, PARAMETER)                                             \
	template <PARAMETERS> struct argument<PARAMETER> : argument_memory<tapa::mmap<T_>> {       \
		CLASS object;                                                                      \
		argument(fcl_cu *cu, unsigned port, unsigned offset)                               \
		    : argument_memory<tapa::mmap<T_>>(cu, port, offset), object(this->memory)      \
		{                                                                                  \
		}                                                                                  \
		CLASS &get()                                                                       \
		{                                                                                  \
			return object;                                                             \
		}                                                                                  \
	};
FCLC_TAPA_MEMORY(typename T_, tapa::immap<T_>, tapa::immap<T_>)
FCLC_TAPA_MEMORY(typename T_, tapa::ommap<T_>, tapa::ommap<T_>)
FCLC_TAPA_MEMORY(typename T_, tapa::async_mmap<T_>, tapa::async_mmap<T_> &)
FCLC_TAPA_MEMORY(typename T_, tapa::async_mmap<T_>, tapa::async_mmap<T_>)
#undef FCLC_TAPA_MEMORY
template <typename T_, int COUNT_, int64_t SIZE_>
struct argument<tapa::hmap<T_, COUNT_, SIZE_>> : argument_memory<tapa::mmap<T_>> {
	using argument_memory<tapa::mmap<T_>>::argument_memory;
	tapa::hmap<T_, COUNT_, SIZE_> get()
	{
		return this->memory;
	}
};

/* An array of memories: a port and a register each. */
template <typename array_> struct memory_array;
template <typename T_, uint64_t S_> struct memory_array<tapa::mmaps<T_, S_>> {
	tapa::mmaps<T_, S_> memories;

	memory_array(fcl_cu *cu, const unsigned *ports, const unsigned *offsets)
	{
		for (uint64_t i = 0; i < S_; i++)
			memories[i] =
				argument_memory<tapa::mmap<T_>>(cu, ports[i], offsets[i]).memory;
	}
	tapa::mmaps<T_, S_> &get()
	{
		return memories;
	}
};

} // namespace fclc
#endif

#endif
