/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_TASK_H
#define FPGACL_HLS_TASK_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * hls::task (interface: UG1399 "Data-driven Task-level Parallelism"): a function that runs
 * concurrently whenever it has data, from its first execution on. Streams are unbounded here.
 */

#include <functional>
#include <new>

#include <hls_stream.h>

#ifdef __FPGACLC__
/* One for each compute unit. */
#define hls_thread_local static
#else
#define hls_thread_local thread_local
#endif

namespace fclc
{

/* How a task stores an argument until it runs: values as copies, objects by reference. */
template <typename T_> struct kept {
	typedef T_ type;
	static const T_ &of(const T_ &value)
	{
		return value;
	}
};
template <typename T_> struct kept<T_ &> {
	typedef std::reference_wrapper<T_> type;
	static type of(T_ &object)
	{
		return std::ref(object);
	}
};
template <typename T_> struct kept<const T_ &> : kept<T_> {
};

/* A port of the kernel outlives the execution in which the task was started. */
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
	static kept_stream of(S_ &stream)
	{
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
	 * A task is state of its compute unit: static data gives each unit a copy of the payload.
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
	}
	~task()
	{
		if (task_)
			fclc_rt_task_end(task_);
	}
};

} // namespace hls

#endif
