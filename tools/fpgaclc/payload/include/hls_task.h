/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_TASK_H
#define FPGACL_HLS_TASK_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::task (interface: UG1399 "Data-driven Task-level Parallelism"): a function that runs
 * concurrently whenever it has data, starting with its first execution. Streams are unbounded here.
 */

#include <functional>
#include <new>
#include <type_traits>

#include <fpgacl/ap_traits.h>
#include <hls_stream.h>

#ifdef __FPGACLC__
/* One object for each compute unit. */
#define hls_thread_local static
#else
#define hls_thread_local thread_local
#endif

namespace fclc
{

template <typename T_> struct is_number : std::is_scalar<T_> {
};
template <typename T_> struct is_number<const T_> : is_number<T_> {
};
template <int W_> struct is_number<ap_int<W_>> : std::true_type {
};
template <int W_> struct is_number<ap_uint<W_>> : std::true_type {
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct is_number<ap_fixed<W_, I_, Q_, O_, N_>> : std::true_type {
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct is_number<ap_ufixed<W_, I_, Q_, O_, N_>> : std::true_type {
};

/*
 * A number or a pointer is a parameter of a function that returns before the task runs, so its
 * value is copied when it is passed. If it is in static memory, where fpgaclc moves the arguments
 * of a kernel's static tasks, the task sees the value of each execution.
 */
template <typename T_> struct kept_value {
	fclc_task_value *value;
	operator T_ &()
	{
		return *static_cast<T_ *>(fclc_rt_task_value_get(value));
	}
	static kept_value of(T_ &object)
	{
		/* T_ may overload operator&. */
		const volatile char &first = reinterpret_cast<const volatile char &>(object);

		return kept_value{
			fclc_rt_task_value(const_cast<char *>(&first), sizeof(T_), nullptr)};
	}
};
/* Other values are copied; other objects live as long as the task. */
template <typename T_> struct kept_copy {
	static const T_ &of(const T_ &value)
	{
		return value;
	}
};
template <typename T_> struct kept_object {
	static std::reference_wrapper<T_> of(T_ &object)
	{
		if (!std::is_arithmetic<typename std::remove_all_extents<T_>::type>::value)
			fclc_rt_task_value(nullptr, 0, nullptr);
		return std::ref(object);
	}
};
template <typename T_>
struct kept : std::conditional<is_number<T_>::value, kept_value<const T_>, kept_copy<T_>>::type {
};
template <typename T_>
struct kept<T_ &> : std::conditional<is_number<T_>::value, kept_value<T_>, kept_object<T_>>::type {
};
template <typename T_>
struct kept<const T_ &>
    : std::conditional<is_number<T_>::value, kept_value<const T_>, kept_copy<T_>>::type {
};

/* A port of the kernel, which outlives the execution that started the task. */
template <typename S_> struct kept_stream {
	typedef kept_stream type;
	S_ *queue;
	S_ port;

	kept_stream(S_ &stream) : queue(stream.is_port() ? nullptr : &stream), port(stream, 0)
	{
	}
	kept_stream(const kept_stream &o) : queue(o.queue), port(o.port, 0)
	{
	}
	operator S_ &()
	{
		return queue ? *queue : port;
	}
	static unsigned long moves(const void *stream)
	{
		return static_cast<const S_ *>(stream)->fclc_moves();
	}
	static kept_stream of(S_ &stream)
	{
		if (!stream.is_port())
			fclc_rt_task_value(&stream, 0, moves);
		return kept_stream(stream);
	}
};
template <typename T_, int DEPTH_>
struct kept<hls::stream<T_, DEPTH_> &> : kept_stream<hls::stream<T_, DEPTH_>> {
};

template <typename B_> struct task_body {
	B_ bound;
	static void run(void *self)
	{
		static_cast<task_body *>(self)->bound();
	}
};

template <typename B_> fclc_task *start_task(const B_ &bound)
{
	/*
	 * Tasks are state of their compute unit: a static variable gives each unit a private copy
	 * of the payload.
	 */
	static volatile bool used;
	void *memory = fclc_rt_object_alloc(const_cast<bool *>(&used), sizeof(task_body<B_>));

	used = true;
	return fclc_rt_task_start(task_body<B_>::run, new (memory) task_body<B_>{bound});
}

} // namespace fclc

namespace hls
{

class task
{
	fclc_task *task_ = nullptr;

	task(const task &) = delete;
	task &operator=(const task &) = delete;

      public:
	task() = default;
	template <typename F_, typename... ARGS_> explicit task(F_ &&function, ARGS_ &&...args)
	{
		(*this)(std::forward<F_>(function), std::forward<ARGS_>(args)...);
	}
	template <typename F_, typename... ARGS_> void operator()(F_ &&function, ARGS_ &&...args)
	{
		if (!task_)
			task_ = fclc::start_task(
				std::bind(function, fclc::kept<ARGS_>::of(args)...));
#ifdef __FPGACLC__
		else
			fclc_rt_task_update(
				task_, (std::bind(function, fclc::kept<ARGS_>::of(args)...), 0));
#endif
	}
	~task()
	{
		if (task_)
			fclc_rt_task_end(task_);
	}
};

/*
 * A test bench's calls of a design that restarts itself (s_axilite port=return autorestart): runs
 * the function that many times, sequentially.
 */
class autorestart
{
      public:
	template <typename function_, typename... args_>
	autorestart(int count, function_ &&function, args_ &&...args)
	{
		(*this)(count, function, args...);
	}
	template <typename function_, typename... args_>
	void operator()(int count, function_ &&function, args_ &&...args)
	{
		for (int i = 0; i < count; i++)
			function(args...);
	}
};

} // namespace hls

#endif
