/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_BURST_MAXI_H
#define FPGACL_HLS_BURST_MAXI_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::burst_maxi<T> (interface: UG1399 "Using Manual Burst"): an AXI4 master with explicit burst
 * requests. Reads and writes access the requested elements in request order. An access without a
 * request would hang a board; here it fails the execution.
 */

#include <cstddef>
#include <cstring>

#include <hls_stream.h>

namespace hls
{

template <typename T_> class burst_maxi
{
	static_assert(sizeof(T_) > 0, "fpgaclc reads the size of T from the debug information");

	/* The bytes requested and not yet transferred. */
	struct span {
		size_t at, left;
	};
	/* Shared by all copies of a port. */
	struct requests {
		char *memory;
		stream<span> reads, writes;
		span read = span(), write = span();
		size_t unanswered = 0;
	};
	requests own_;
	requests *port_;

	char *next(span &now, stream<span> &more, size_t bytes, const char *what)
	{
		char *place;

		while (!now.left) {
			if (more.empty())
				fclc_rt_fail(what);
			now = more.read();
		}
		place = port_->memory + now.at;
		now.at += bytes;
		now.left -= bytes < now.left ? bytes : now.left;
		return place;
	}

      public:
	typedef T_ value_type;

	burst_maxi(T_ *memory) : port_(&own_)
	{
		own_.memory = reinterpret_cast<char *>(memory);
	}
	burst_maxi(const burst_maxi &o) : port_(o.port_)
	{
	}

	/* In elements of T from the start of the buffer. */
	void read_request(size_t offset, size_t length)
	{
		port_->reads.write(span{offset * sizeof(T_), length * sizeof(T_)});
	}
	void write_request(size_t offset, size_t length)
	{
		port_->writes.write(span{offset * sizeof(T_), length * sizeof(T_)});
		port_->unanswered++;
	}
	/* Elements of U, starting at any byte. */
	template <typename U_> void read_request_unaligned(size_t byte, size_t length)
	{
		port_->reads.write(span{byte, length * sizeof(U_)});
	}
	template <typename U_> void write_request_unaligned(size_t byte, size_t length)
	{
		port_->writes.write(span{byte, length * sizeof(U_)});
		port_->unanswered++;
	}

	template <typename U_> U_ read()
	{
		U_ value;

		std::memcpy(static_cast<void *>(&value),
			    next(port_->read, port_->reads, sizeof(U_),
				 "hls::burst_maxi: read without a read_request"),
			    sizeof(U_));
		return value;
	}
	T_ read()
	{
		return read<T_>();
	}
	/* write<U>(value): U is given explicitly, never deduced from the value. */
	template <typename U_> struct given {
		typedef U_ type;
	};
	template <typename U_> void write(const typename given<U_>::type &value)
	{
		std::memcpy(next(port_->write, port_->writes, sizeof(U_),
				 "hls::burst_maxi: write without a write_request"),
			    static_cast<const void *>(&value), sizeof(U_));
	}
	void write(const T_ &value)
	{
		write<T_>(value);
	}
	/* Writes some bytes of the element: bit i of `enable` selects byte i. */
	template <typename MASK_> void write(const T_ &value, const MASK_ &enable)
	{
		char *to = next(port_->write, port_->writes, sizeof(T_),
				"hls::burst_maxi: write without a write_request");
		const char *from = reinterpret_cast<const char *>(&value);

		for (size_t i = 0; i < sizeof(T_); i++)
			if (enable[int(i)])
				to[i] = from[i];
	}
	void write_response()
	{
		if (!port_->unanswered)
			fclc_rt_fail("hls::burst_maxi: write_response without a write_request");
		port_->unanswered--;
	}
};

} // namespace hls

#ifdef __FPGACLC__
namespace fclc
{

template <typename T_> struct argument<hls::burst_maxi<T_>> {
	hls::burst_maxi<T_> port;

	argument(fcl_cu *cu, unsigned port_, unsigned offset)
	    : port(static_cast<T_ *>(fclc_rt_memory(cu, port_, offset)))
	{
	}
	hls::burst_maxi<T_> &get()
	{
		return port;
	}
};

} // namespace fclc
#endif

#endif
