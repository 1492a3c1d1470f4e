/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_NP_CHANNEL_H
#define FPGACL_HLS_NP_CHANNEL_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::split and hls::merge (interface: UG1399 "HLS Split/Merge Library"): one stream into several,
 * or several into one, round-robin. With load balancing, hardware may choose any stream; here,
 * splitting is still round-robin, and merging reads the next stream that has data.
 */

#include <hls_stream.h>
#include <hls_task.h>

namespace hls
{

namespace fpgacl_channel
{

template <typename T_, unsigned N_> struct splitter {
	stream<T_> in, out[N_];
	unsigned next = 0;
	task mover;

	splitter()
	{
		mover(move, *this);
	}
	static void move(splitter &s)
	{
		s.out[s.next].write(s.in.read());
		s.next = (s.next + 1) % N_;
	}
};

template <typename T_, unsigned N_> struct in_turns {
	stream<T_> in[N_], out;
	unsigned next = 0;
	task mover;

	in_turns()
	{
		mover(move, *this);
	}
	static void move(in_turns &s)
	{
		s.out.write(s.in[s.next].read());
		s.next = (s.next + 1) % N_;
	}
};

/* Only waits if all streams are empty. */
template <typename T_, unsigned N_> struct as_they_come {
	stream<T_> in[N_], out;
	unsigned next = 0;
	task mover;

	as_they_come()
	{
		mover(move, *this);
	}
	static bool take(as_they_come &s)
	{
		for (unsigned i = 0; i < N_; i++) {
			unsigned from = (s.next + i) % N_;

			if (!s.in[from].size())
				continue;
			s.out.write(s.in[from].read());
			s.next = (from + 1) % N_;
			return true;
		}
		return false;
	}
	static void move(as_they_come &s)
	{
		for (int again = 0; !take(s); again = 1)
			fclc_rt_wait(FCLC_DATA, again);
	}
};

} // namespace fpgacl_channel

namespace split
{
template <typename T_, unsigned N_, unsigned DEPTH_ = 2, unsigned MORE_ = 0>
struct round_robin : fpgacl_channel::splitter<T_, N_> {
};
template <typename T_, unsigned N_, unsigned DEPTH_ = 2, unsigned MORE_ = 0>
struct load_balance : fpgacl_channel::splitter<T_, N_> {
};
} // namespace split

namespace merge
{
template <typename T_, unsigned N_, unsigned DEPTH_ = 2, unsigned MORE_ = 0>
struct round_robin : fpgacl_channel::in_turns<T_, N_> {
};
template <typename T_, unsigned N_, unsigned DEPTH_ = 2, unsigned MORE_ = 0>
struct load_balance : fpgacl_channel::as_they_come<T_, N_> {
};
} // namespace merge

} // namespace hls

#endif
