/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_HOST_H
#define FPGACL_TAPA_HOST_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * tapa::invoke() of hosts: runs the tasks themselves if there is no image, else the image, through OpenCL. The ICD loader
 * is loaded then, so that a program without an image does not need it.
 */

#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "fpgacl/tapa_opencl.h"
#include "fpgacl/tapa_task.h"

namespace tapa
{

/* Memory that a board can use where it is. */
template <typename T> struct aligned_allocator {
	typedef T value_type;

	aligned_allocator() = default;
	template <typename U> aligned_allocator(const aligned_allocator<U> &)
	{
	}
	T *allocate(size_t count)
	{
		void *memory = nullptr;

		if (count > SIZE_MAX / sizeof(T) ||
		    posix_memalign(&memory, 4096, count * sizeof(T)))
			throw std::bad_alloc();
		return static_cast<T *>(memory);
	}
	void deallocate(T *memory, size_t)
	{
		std::free(memory);
	}
	template <typename U> struct rebind {
		typedef aligned_allocator<U> other;
	};
	bool operator==(const aligned_allocator &) const
	{
		return true;
	}
	bool operator!=(const aligned_allocator &) const
	{
		return false;
	}
};

} // namespace tapa

namespace fclc_tapa
{

/* What is copied: to the board before an execution, from it after one. */
enum copies { COPY_IN = 1, COPY_OUT = 2 };

/* A host's memory, for one execution. */
template <typename T_, int COPIES_> class host_memory
{
	T_ *memory_;
	uint64_t size_;

      public:
	typedef T_ element;

	host_memory() : memory_(nullptr), size_(0)
	{
	}
	host_memory(T_ *memory, uint64_t size) : memory_(memory), size_(size)
	{
	}
	template <typename CONTAINER_, typename = decltype(std::declval<CONTAINER_ &>().size())>
	explicit host_memory(CONTAINER_ &container)
	    : memory_(container.data()), size_(container.size())
	{
	}
	T_ *data() const
	{
		return memory_;
	}
	T_ *get() const
	{
		return memory_;
	}
	uint64_t size() const
	{
		return size_;
	}
	template <typename U_> host_memory<U_, COPIES_> reinterpret() const
	{
		/* Only whole elements can be copied. */
		if (count_as<T_, U_>(size_) * sizeof(U_) != size_ * sizeof(T_))
			throw std::invalid_argument(
				"tapa: the memory is not a multiple of the new element type");
		return host_memory<U_, COPIES_>(reinterpret_cast<U_ *>(memory_),
						count_as<T_, U_>(size_));
	}
	template <uint64_t N_> host_memory<vectors_of<T_, N_>, COPIES_> vectorized() const
	{
		return reinterpret<vectors_of<T_, N_>>();
	}
};

template <typename T_, uint64_t S_, int COPIES_> class host_memories
{
	host_memory<T_, COPIES_> all_[S_];
	mutable uint64_t next_ = 0;

      public:
	host_memories() = default;
	template <typename POINTERS_, typename SIZES_>
	host_memories(const POINTERS_ &pointers, const SIZES_ &sizes)
	{
		for (uint64_t i = 0; i < S_; i++)
			all_[i] = host_memory<T_, COPIES_>(pointers[i], sizes[i]);
	}
	template <typename CONTAINERS_,
		  typename = decltype(std::declval<CONTAINERS_ &>()[0].data())>
	explicit host_memories(CONTAINERS_ &containers)
	{
		for (uint64_t i = 0; i < S_; i++)
			all_[i] = host_memory<T_, COPIES_>(containers[i]);
	}
	host_memory<T_, COPIES_> &operator[](uint64_t index)
	{
		return all_[index];
	}
	const host_memory<T_, COPIES_> &operator[](uint64_t index) const
	{
		return all_[index];
	}
	/* As that of mmaps. */
	const host_memory<T_, COPIES_> &fclc_next() const
	{
		return all_[next_++ % S_];
	}
	template <uint64_t OFFSET_, uint64_t LENGTH_>
	host_memories<T_, LENGTH_, COPIES_> slice() const
	{
		static_assert(OFFSET_ + LENGTH_ <= S_, "the slice is part of the array");
		host_memories<T_, LENGTH_, COPIES_> part;

		for (uint64_t i = 0; i < LENGTH_; i++)
			part[i] = all_[OFFSET_ + i];
		return part;
	}
	template <typename U_> host_memories<U_, S_, COPIES_> reinterpret() const
	{
		host_memories<U_, S_, COPIES_> all;

		for (uint64_t i = 0; i < S_; i++)
			all[i] = all_[i].template reinterpret<U_>();
		return all;
	}
	template <uint64_t N_> host_memories<vectors_of<T_, N_>, S_, COPIES_> vectorized() const
	{
		return reinterpret<vectors_of<T_, N_>>();
	}
};

} // namespace fclc_tapa

namespace tapa
{

template <typename T> using placeholder_mmap = fclc_tapa::host_memory<T, 0>;
template <typename T> using read_only_mmap = fclc_tapa::host_memory<T, fclc_tapa::COPY_IN>;
template <typename T> using write_only_mmap = fclc_tapa::host_memory<T, fclc_tapa::COPY_OUT>;
template <typename T>
using read_write_mmap = fclc_tapa::host_memory<T, fclc_tapa::COPY_IN | fclc_tapa::COPY_OUT>;
template <typename T, uint64_t S> using placeholder_mmaps = fclc_tapa::host_memories<T, S, 0>;
template <typename T, uint64_t S>
using read_only_mmaps = fclc_tapa::host_memories<T, S, fclc_tapa::COPY_IN>;
template <typename T, uint64_t S>
using write_only_mmaps = fclc_tapa::host_memories<T, S, fclc_tapa::COPY_OUT>;
template <typename T, uint64_t S>
using read_write_mmaps = fclc_tapa::host_memories<T, S, fclc_tapa::COPY_IN | fclc_tapa::COPY_OUT>;

} // namespace tapa

namespace fclc_tapa
{

/* --- without an image --- */

template <typename F_, typename... ARGS_> void run_tasks(const F_ &function, ARGS_ &&...args)
{
	tapa::task().invoke(function, args...);
}
template <typename F_, typename... ARGS_> int64_t run_here(const F_ &function, ARGS_ &&...args)
{
	fclc::host_flow &flow = fclc::host_flow::of_thread();
	const unsigned long outer = flow.begin_run();
	const int64_t begin = now_ns();

	run_tasks(function, args...);
	flow.end_run(outer);
	return now_ns() - begin;
}

/* --- with an image --- */

template <typename P_> struct passed {
	template <typename A_> static void set(execution &execution, A_ &&argument)
	{
		typedef typename std::remove_cv<typename std::remove_reference<P_>::type>::type
			type;
		const type value = static_cast<type>(argument);

		execution.set_value(&value, sizeof(value));
	}
};
template <typename T_> struct passed_memory {
	template <typename U_, int COPIES_>
	static void set(execution &execution, const host_memory<U_, COPIES_> &memory)
	{
		execution.set_buffer(const_cast<void *>(static_cast<const volatile void *>(
					     same_elements<T_>(memory.data()))),
				     memory.size() * sizeof(U_), COPIES_ & COPY_IN,
				     COPIES_ & COPY_OUT);
	}
};
template <typename T_> struct passed<tapa::mmap<T_>> : passed_memory<T_> {
};
template <typename T_> struct passed<tapa::immap<T_>> : passed_memory<T_> {
};
template <typename T_> struct passed<tapa::ommap<T_>> : passed_memory<T_> {
};
template <typename T_> struct passed<tapa::async_mmap<T_> &> : passed_memory<T_> {
};
template <typename T_, int COUNT_, int64_t SIZE_>
struct passed<tapa::hmap<T_, COUNT_, SIZE_>> : passed_memory<T_> {
};
template <typename T_, uint64_t S_> struct passed<tapa::mmaps<T_, S_>> {
	template <typename U_, int COPIES_>
	static void set(execution &execution, const host_memories<U_, S_, COPIES_> &memories)
	{
		for (uint64_t i = 0; i < S_; i++)
			passed_memory<T_>::set(execution, memories[i]);
	}
};
struct passed_stream {
	template <typename A_> static void set(execution &, A_ &&)
	{
		throw std::runtime_error(
			"tapa: streams of a host cannot be connected to an image; without one (an empty path) they are");
	}
};
template <typename T_> struct passed<tapa::istream<T_> &> : passed_stream {
};
template <typename T_> struct passed<tapa::ostream<T_> &> : passed_stream {
};
template <typename T_, uint64_t S_> struct passed<tapa::istreams<T_, S_> &> : passed_stream {
};
template <typename T_, uint64_t S_> struct passed<tapa::ostreams<T_, S_> &> : passed_stream {
};

template <typename... P_, typename... ARGS_>
int64_t run_image(parameters<P_...>, const std::string &path, ARGS_ &&...args)
{
	static_assert(sizeof...(P_) == sizeof...(ARGS_),
		      "the arguments of invoke() are those of the task");
	execution execution(path);
	const int in_order[] = {0, (passed<P_>::set(execution, args), 0)...};

	(void)in_order;
	return execution.run();
}

} // namespace fclc_tapa

namespace tapa
{

/* Runs a task, and returns how long its execution took, in nanoseconds. */
template <typename F_, typename... ARGS_>
int64_t invoke(F_ &&function, const std::string &bitstream, ARGS_ &&...args)
{
	typedef typename fclc_tapa::signature<typename std::decay<F_>::type>::list list;

	if (bitstream.empty())
		return fclc_tapa::run_here(function, args...);
	return fclc_tapa::run_image(list(), bitstream, args...);
}

} // namespace tapa

#endif
