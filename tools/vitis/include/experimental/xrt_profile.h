/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_XRT_PROFILE_H
#define FPGACL_XRT_PROFILE_H

/*
 * Marks that OpenCL hosts set in the vendor's time line. Emulation draws no time line, so marks
 * have no effect; profiling by events works as usual.
 */

#ifdef __cplusplus
#include <chrono>

namespace xrt
{
namespace profile
{

class user_range
{
      public:
	user_range()
	{
	}
	explicit user_range(const char *label, const char *tooltip = nullptr)
	{
		start(label, tooltip);
	}
	user_range(const user_range &) = delete;
	user_range &operator=(const user_range &) = delete;
	~user_range()
	{
	}

	void start(const char *label, const char *tooltip = nullptr)
	{
		(void)label;
		(void)tooltip;
	}
	void end()
	{
	}
};

class user_event
{
      public:
	user_event()
	{
	}
	~user_event()
	{
	}

	void mark(const char *label = nullptr)
	{
		(void)label;
	}
	void mark_time_ns(const std::chrono::nanoseconds &time, const char *label = nullptr)
	{
		(void)time;
		(void)label;
	}
};

} // namespace profile
} // namespace xrt
#endif

static inline void xrtURStart(unsigned int id, const char *label, const char *tooltip)
{
	(void)id;
	(void)label;
	(void)tooltip;
}

static inline void xrtUREnd(unsigned int id)
{
	(void)id;
}

static inline void xrtUEMark(const char *label)
{
	(void)label;
}

#endif
