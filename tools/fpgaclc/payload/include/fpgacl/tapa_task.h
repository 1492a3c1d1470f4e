/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_TASK_H
#define FPGACL_TAPA_TASK_H

#pragma GCC system_header /* its warnings are not the user's */

/* The tasks of tapa.h (interface: TAPA's "Tasks and Hierarchical Design"). */

#include <functional>
#include <tuple>

#include "fpgacl/tapa_memory.h"

namespace tapa
{

enum fclc_mode { join = 0, detach = -1 };

/* 0, 1, ... for the instances of an invoke<mode, n>. */
struct seq {
	int pos = 0;

	seq() = default;
	seq(const seq &) = delete;
	seq &operator=(const seq &) = delete;
};

/* An image, in place of a task's function: of a host's tasks only. */
struct executable {
	std::string path;

	explicit executable(std::string path_) : path(std::move(path_))
	{
	}
};

} // namespace tapa

namespace fclc_tapa
{

/*
 * How a parameter of a task is kept: what of() makes of the argument. `streams` are so many that declare() tells the
 * messages about deadlocks of.
 */
template <typename P_> struct parameter {
	typedef typename std::remove_cv<typename std::remove_reference<P_>::type>::type kept;
	enum { streams = 0 };

	template <typename A_> static kept of(A_ &&argument)
	{
		return kept(argument);
	}
	static kept of(tapa::seq &argument)
	{
		return kept(argument.pos++);
	}
	static void declare(void *, const kept &)
	{
	}
};

template <typename T_> struct parameter<tapa::istream<T_> &> {
	typedef tapa::istream<T_> kept;
	enum { streams = 1 };

	static kept of(tapa::istream<T_> &stream)
	{
		return stream;
	}
	template <uint64_t S_> static kept of(tapa::istreams<T_, S_> &streams)
	{
		return streams.fclc_handles().next();
	}
	static void declare(void *process, const kept &stream)
	{
		if (stream.fclc_handle())
			stream.fclc_handle()->declare(process, false);
	}
};
template <typename T_> struct parameter<tapa::istream<T_>> : parameter<tapa::istream<T_> &> {
};

template <typename T_> struct parameter<tapa::ostream<T_> &> {
	typedef tapa::ostream<T_> kept;
	enum { streams = 1 };

	static kept of(tapa::ostream<T_> &stream)
	{
		return stream;
	}
	template <uint64_t S_> static kept of(tapa::ostreams<T_, S_> &streams)
	{
		return streams.fclc_handles().next();
	}
	static void declare(void *process, const kept &stream)
	{
		if (stream.fclc_handle())
			stream.fclc_handle()->declare(process, true);
	}
};
template <typename T_> struct parameter<tapa::ostream<T_>> : parameter<tapa::ostream<T_> &> {
};

template <typename T_, uint64_t N_> struct parameter<tapa::istreams<T_, N_> &> {
	typedef tapa::istreams<T_, N_> kept;
	enum { streams = N_ };

	template <uint64_t S_> static kept of(tapa::istreams<T_, S_> &streams)
	{
		kept part;

		streams.fclc_handles().fill(part.fclc_handles());
		return part;
	}
	static void declare(void *process, const kept &streams)
	{
		for (uint64_t i = 0; i < N_; i++)
			parameter<tapa::istream<T_> &>::declare(process, streams[i]);
	}
};
template <typename T_, uint64_t N_>
struct parameter<tapa::istreams<T_, N_>> : parameter<tapa::istreams<T_, N_> &> {
};

template <typename T_, uint64_t N_> struct parameter<tapa::ostreams<T_, N_> &> {
	typedef tapa::ostreams<T_, N_> kept;
	enum { streams = N_ };

	template <uint64_t S_> static kept of(tapa::ostreams<T_, S_> &streams)
	{
		kept part;

		streams.fclc_handles().fill(part.fclc_handles());
		return part;
	}
	static void declare(void *process, const kept &streams)
	{
		for (uint64_t i = 0; i < N_; i++)
			parameter<tapa::ostream<T_> &>::declare(process, streams[i]);
	}
};
template <typename T_, uint64_t N_>
struct parameter<tapa::ostreams<T_, N_>> : parameter<tapa::ostreams<T_, N_> &> {
};

/* Elements of a parameter's memory are those of the argument, with or without const. */
template <typename T_, typename U_> T_ *same_elements(U_ *memory)
{
	static_assert(std::is_same<typename std::remove_cv<T_>::type,
				   typename std::remove_cv<U_>::type>::value,
		      "the memory has elements of another type than the parameter");
	return const_cast<T_ *>(memory);
}
template <typename T_, typename M_> tapa::mmap<T_> same_memory(const M_ &memory)
{
	return tapa::mmap<T_>(same_elements<T_>(memory.data()), memory.size());
}

/*
 * Memories: `M_` is constructed from an mmap of the same elements, or from what a host has in place of it. An array of
 * mmaps gives each instance of a task its next element.
 */
template <typename M_, typename T_> struct memory_parameter {
	typedef M_ kept;
	enum { streams = 0 };

	template <typename A_> static kept of(A_ &argument)
	{
		return kept(next(argument, 0));
	}
	static void declare(void *, const kept &)
	{
	}

      private:
	template <typename A_>
	static auto next(A_ &array, int) -> decltype(same_memory<T_>(array.fclc_next()))
	{
		return same_memory<T_>(array.fclc_next());
	}
	template <typename A_> static tapa::mmap<T_> next(const A_ &memory, long)
	{
		return same_memory<T_>(memory);
	}
};
template <typename T_> struct parameter<tapa::mmap<T_>> : memory_parameter<tapa::mmap<T_>, T_> {
};
template <typename T_> struct parameter<tapa::immap<T_>> : memory_parameter<tapa::immap<T_>, T_> {
};
template <typename T_> struct parameter<tapa::ommap<T_>> : memory_parameter<tapa::ommap<T_>, T_> {
};
template <typename T_, int COUNT_, int64_t SIZE_>
struct parameter<tapa::hmap<T_, COUNT_, SIZE_>>
    : memory_parameter<tapa::hmap<T_, COUNT_, SIZE_>, T_> {
};
template <typename T_> struct parameter<tapa::mmap<T_> &> : memory_parameter<tapa::mmap<T_>, T_> {
};
template <typename T_>
struct parameter<tapa::async_mmap<T_> &> : memory_parameter<tapa::async_mmap<T_>, T_> {
};
template <typename T_>
struct parameter<tapa::async_mmap<T_>> : memory_parameter<tapa::async_mmap<T_>, T_> {
};
template <typename T_, uint64_t N_> struct parameter<tapa::mmaps<T_, N_>> {
	typedef tapa::mmaps<T_, N_> kept;
	enum { streams = 0 };

	template <typename A_> static kept of(A_ &memories)
	{
		kept part;

		for (uint64_t i = 0; i < N_; i++)
			part[i] = same_memory<T_>(memories.fclc_next());
		return part;
	}
	static void declare(void *, const kept &)
	{
	}
};
template <typename T_, uint64_t N_>
struct parameter<tapa::mmaps<T_, N_> &> : parameter<tapa::mmaps<T_, N_>> {
};

/* Of streams, and of parameters that refer to them. */
template <typename S_> struct element_type;
template <typename S_> struct element_type<S_ &> : element_type<S_> {
};
template <typename T_> struct element_type<tapa::istream<T_>> {
	typedef T_ type;
};
template <typename T_> struct element_type<tapa::ostream<T_>> {
	typedef T_ type;
};
template <typename T_, uint64_t N_, uint64_t M_> struct element_type<tapa::stream<T_, N_, M_>> {
	typedef T_ type;
};
template <typename T_, uint64_t S_> struct element_type<tapa::istreams<T_, S_>> {
	typedef T_ type;
};
template <typename T_, uint64_t S_> struct element_type<tapa::ostreams<T_, S_>> {
	typedef T_ type;
};

template <typename... P_> struct parameters {
	enum { count = sizeof...(P_) };
};

/* The parameters of a function, or of an object that can be called, such as a lambda. */
template <typename F_> struct signature : signature<decltype(&F_::operator())> {
};
template <typename R_, typename... P_> struct signature<R_(P_...)> {
	typedef parameters<P_...> list;
};
template <typename R_, typename... P_> struct signature<R_ (*)(P_...)> : signature<R_(P_...)> {
};
template <typename C_, typename R_, typename... P_>
struct signature<R_ (C_::*)(P_...)> : signature<R_(P_...)> {
};
template <typename C_, typename R_, typename... P_>
struct signature<R_ (C_::*)(P_...) const> : signature<R_(P_...)> {
};
#if __cplusplus >= 201703L
template <typename R_, typename... P_>
struct signature<R_ (*)(P_...) noexcept> : signature<R_(P_...)> {
};
template <typename C_, typename R_, typename... P_>
struct signature<R_ (C_::*)(P_...) noexcept> : signature<R_(P_...)> {
};
template <typename C_, typename R_, typename... P_>
struct signature<R_ (C_::*)(P_...) const noexcept> : signature<R_(P_...)> {
};
#endif

constexpr unsigned add_up()
{
	return 0;
}
template <typename... MORE_> constexpr unsigned add_up(unsigned first, MORE_... more)
{
	return first + add_up(more...);
}

/* A task's function and its arguments. */
template <typename F_, typename LIST_> struct call;
template <typename F_, typename... P_> struct call<F_, parameters<P_...>> {
	F_ function;
	std::tuple<typename parameter<P_>::kept...> kept;

	/* In braces the arguments are evaluated in their order: each may take the next of an array. */
	template <typename... ARGS_>
	explicit call(const F_ &function_, ARGS_ &&...args)
	    : function(function_), kept{parameter<P_>::of(args)...}
	{
	}
	static constexpr unsigned streams()
	{
		return add_up(static_cast<unsigned>(parameter<P_>::streams)...);
	}
	template <size_t... I_> void declare(void *process, std::index_sequence<I_...>)
	{
		const int in_order[] = {
			0, (parameter<P_>::declare(process, std::get<I_>(kept)), 0)...};

		(void)in_order;
	}
	template <size_t... I_> void run(std::index_sequence<I_...>)
	{
		function(std::get<I_>(kept)...);
	}
	static void run(void *self)
	{
		call *me = static_cast<call *>(self);

		me->run(std::index_sequence_for<P_...>());
		drop(me);
	}
	static void drop(void *self)
	{
		static_cast<call *>(self)->~call();
	}
	template <typename... ARGS_>
	static void start(fclc_region &region, int mode, const char *name, const F_ &function,
			  ARGS_ &&...args)
	{
		static_assert(alignof(call) <= 64, "the arguments of a task need more alignment");
		void *process = fclc_flow_new(run, sizeof(call), name, streams());
		call *me = ::new (process) call(function, args...);

		(void)region;
#ifndef __FPGACLC__
		fclc::host_new::at(process)->drop = drop;
#endif
		me->declare(process, std::index_sequence_for<P_...>());
		if (mode == tapa::detach)
			fclc_flow_detach(process);
		fclc_flow_start(process);
	}
};

#ifdef __FPGACLC__
/* What fpgaclc knows of functions that may be tasks; the last one is NULL. */
struct task_name {
	const void *function;
	const char *name;
};
extern "C" __attribute__((weak, visibility("hidden"))) const task_name fclc_task_names[];

inline const char *name_at(const void *function)
{
	for (const task_name *at = fclc_task_names; at && at->function; at++)
		if (at->function == function)
			return at->name;
	return "a task";
}
#else
inline const char *name_at(const void *)
{
	return "a task";
}
#endif
template <typename R_, typename... P_> const char *name_of(R_ (*function)(P_...))
{
	return name_at(reinterpret_cast<const void *>(function));
}
template <typename F_> const char *name_of(const F_ &)
{
	return "a task";
}

} // namespace fclc_tapa

namespace tapa
{

/* Starts tasks, and at its end waits for those that are not detached. */
class task
{
	fclc_region region_;

	template <typename F_, typename... ARGS_>
	void start(int mode, const char *name, const F_ &function, ARGS_ &&...args)
	{
		typedef fclc_tapa::call<F_, typename fclc_tapa::signature<F_>::list> call;

		call::start(region_, mode, name, function, args...);
	}
	/* In decayed form: a pointer to a function, or a copy of an object. */
	template <int MODE_, int N_, typename F_, typename... ARGS_>
	typename std::enable_if<fclc_tapa::signature<F_>::list::count == sizeof...(ARGS_)>::type
	start_all(const F_ &function, ARGS_ &&...args)
	{
		for (int i = 0; i < N_; i++)
			start(MODE_, fclc_tapa::name_of(function), function, args...);
	}
	template <int MODE_, int N_, typename F_, size_t SIZE_, typename... ARGS_>
	typename std::enable_if<fclc_tapa::signature<F_>::list::count == sizeof...(ARGS_)>::type
	start_all(const F_ &function, const char (&name)[SIZE_], ARGS_ &&...args)
	{
		for (int i = 0; i < N_; i++)
			start(MODE_, name, function, args...);
	}

	/* Without an image it is the function. */
	template <int MODE_, int N_, typename F_, typename... ARGS_>
	typename std::enable_if<fclc_tapa::signature<F_>::list::count == sizeof...(ARGS_)>::type
	start_all(const F_ &function, const executable &image, ARGS_ &&...args)
	{
		if (!image.path.empty())
			fclc_rt_fail(("tapa: the image '" + image.path +
				      "' cannot be a task: only tapa::invoke() runs images")
					     .c_str());
		start_all<MODE_, N_, F_>(function, args...);
	}

	task(const task &) = delete;
	task &operator=(const task &) = delete;

      public:
	task()
	{
		fclc_flow_begin_bounded(&region_);
		if (!region_.owner)
			fclc_rt_fail(
				"tapa::task needs a kernel without hls::task and without overlapping executions");
	}
	~task()
	{
		fclc_flow_end(&region_);
	}
	template <typename F_, typename... ARGS_> task &invoke(F_ &&function, ARGS_ &&...args)
	{
		return invoke<join>(function, args...);
	}
	template <int MODE_, typename F_, typename... ARGS_>
	task &invoke(F_ &&function, ARGS_ &&...args)
	{
		return invoke<MODE_, 1>(function, args...);
	}
	template <int MODE_, int N_, typename F_, typename... ARGS_>
	task &invoke(F_ &&function, ARGS_ &&...args)
	{
		static_assert(MODE_ == join || MODE_ == detach,
			      "the mode of invoke() is tapa::join or tapa::detach");
		start_all<MODE_, N_, typename std::decay<F_>::type>(function, args...);
		return *this;
	}
};

} // namespace tapa

#endif
