/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_TASK_H
#define FPGACL_HLS_TASK_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * hls::task (interface: UG1399 "Data-driven Task-level Parallelism"): a function that runs beside
 * the rest whenever it has data, from its first execution on. Streams are without limit here.
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

/* How a task keeps an argument until it runs: values as copies, objects by reference. */
template <typename T> struct kept {
	typedef T type;
	static const T &of(const T &value)
	{
		return value;
	}
};
template <typename T> struct kept<T &> {
	typedef std::reference_wrapper<T> type;
	static type of(T &object)
	{
		return std::ref(object);
	}
};
template <typename T> struct kept<const T &> : kept<T> {
};

/* A port of the kernel outlives the execution in which the task was started. */
template <typename S> struct kept_stream {
	typedef kept_stream type;
	S *queue;
	S port;

	kept_stream(S &stream) : queue(stream.is_port() ? nullptr : &stream), port(stream, 0)
	{
	}
	kept_stream(const kept_stream &o) : queue(o.queue), port(o.port, 0)
	{
	}
	operator S &()
	{
		return queue ? *queue : port;
	}
	static kept_stream of(S &stream)
	{
		return kept_stream(stream);
	}
};
template <typename T, int DEPTH>
struct kept<hls::stream<T, DEPTH> &> : kept_stream<hls::stream<T, DEPTH>> {
};

template <typename B> struct task_body {
	B bound;
	static void run(void *self)
	{
		static_cast<task_body *>(self)->bound();
	}
};

template <typename B> fclc_task *start_task(const B &bound)
{
	/* A task makes the compute unit's state its own: this keeps the payload from being shared.
	 */
	static volatile bool used;
	void *memory = fclc_rt_object_alloc(const_cast<bool *>(&used), sizeof(task_body<B>));

	used = true;
	return fclc_rt_task_start(task_body<B>::run, new (memory) task_body<B>{bound});
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
	template <typename F, typename... ARGS> explicit task(F &&function, ARGS &&...args)
	{
		(*this)(std::forward<F>(function), std::forward<ARGS>(args)...);
	}
	template <typename F, typename... ARGS> void operator()(F &&function, ARGS &&...args)
	{
		if (!task_)
			task_ = fclc::start_task(
				std::bind(function, fclc::kept<ARGS>::of(args)...));
	}
	~task()
	{
		if (task_)
			fclc_rt_task_end(task_);
	}
};

} // namespace hls

#endif
