/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_STREAMOFBLOCKS_H
#define FPGACL_HLS_STREAMOFBLOCKS_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * hls::stream_of_blocks (interface: UG1399 "Specifying Arrays as Stream-of-Blocks"): a queue of
 * arrays. A write_lock holds the block that joins the queue when the lock goes, a read_lock the one
 * that leaves it.
 */

#include <hls_stream.h>

namespace hls
{

template <typename BLOCK, int DEPTH = 2> class stream_of_blocks;

template <typename BLOCK> class stream_of_blocks<BLOCK, 2>
{
	struct holder {
		BLOCK block;
	};
	stream<holder> blocks_;
	holder written_ = holder(), read_ = holder();

      public:
	typedef BLOCK value_type;

	stream_of_blocks()
	{
	}
	explicit stream_of_blocks(const char *name) : blocks_(name)
	{
	}
	bool empty() const
	{
		return blocks_.empty();
	}
	bool full() const
	{
		return blocks_.full();
	}

	BLOCK &write_acquire()
	{
		return written_.block;
	}
	void write_release()
	{
		blocks_.write(written_);
	}
	BLOCK &read_acquire()
	{
		blocks_.read(read_);
		return read_.block;
	}
	void read_release()
	{
	}
};

/* How many blocks fit does not matter to a queue without limit. */
template <typename BLOCK, int DEPTH> class stream_of_blocks : public stream_of_blocks<BLOCK, 2>
{
      public:
	using stream_of_blocks<BLOCK, 2>::stream_of_blocks;
	stream_of_blocks()
	{
	}
};

template <typename BLOCK> class write_lock
{
	stream_of_blocks<BLOCK, 2> &stream_;
	BLOCK &block_;

	write_lock(const write_lock &) = delete;
	write_lock &operator=(const write_lock &) = delete;

      public:
	explicit write_lock(stream_of_blocks<BLOCK, 2> &s) : stream_(s), block_(s.write_acquire())
	{
	}
	~write_lock()
	{
		stream_.write_release();
	}
	operator BLOCK &()
	{
		return block_;
	}
};

template <typename BLOCK> class read_lock
{
	stream_of_blocks<BLOCK, 2> &stream_;
	BLOCK &block_;

	read_lock(const read_lock &) = delete;
	read_lock &operator=(const read_lock &) = delete;

      public:
	explicit read_lock(stream_of_blocks<BLOCK, 2> &s) : stream_(s), block_(s.read_acquire())
	{
	}
	~read_lock()
	{
		stream_.read_release();
	}
	operator BLOCK &()
	{
		return block_;
	}
};

} // namespace hls

#endif
