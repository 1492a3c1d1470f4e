/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_STREAMOFBLOCKS_H
#define FPGACL_HLS_STREAMOFBLOCKS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::stream_of_blocks (interface: UG1399 "Specifying Arrays as Stream-of-Blocks"): a queue of
 * arrays. Destroying a write_lock appends its block to the queue; destroying a read_lock removes
 * its block. The depth includes blocks held by locks.
 */

#include <hls_stream.h>

namespace hls
{

template <typename BLOCK_, int DEPTH_ = 2> class stream_of_blocks;

template <typename BLOCK_> class stream_of_blocks<BLOCK_, 2>
{
	struct holder {
		BLOCK_ block;
	};
	stream<holder> blocks_;
	holder written_ = holder(), read_ = holder();
	bool reading_ = false;

      protected:
	void declare_depth(unsigned long depth)
	{
#ifdef __FPGACLC__
		blocks_.fclc_set_depth(depth);
#else
		(void)depth;
#endif
	}

      public:
	typedef BLOCK_ value_type;

	stream_of_blocks()
	{
	}
	explicit stream_of_blocks(const char *name) : blocks_(name)
	{
	}
	bool empty() const
	{
		return reading_ ? blocks_.size() < 2 : blocks_.empty();
	}
	bool full() const
	{
		return blocks_.full();
	}

	BLOCK_ &write_acquire()
	{
		blocks_.fclc_wait_room();
		return written_.block;
	}
	void write_release()
	{
		blocks_.write(written_);
	}
	BLOCK_ &read_acquire()
	{
		blocks_.fclc_wait_front(read_);
		reading_ = true;
		return read_.block;
	}
	void read_release()
	{
		blocks_.fclc_drop();
		reading_ = false;
	}
};

template <typename BLOCK_, int DEPTH_> class stream_of_blocks : public stream_of_blocks<BLOCK_, 2>
{
      public:
	stream_of_blocks()
	{
		this->declare_depth(DEPTH_);
	}
	explicit stream_of_blocks(const char *name) : stream_of_blocks<BLOCK_, 2>(name)
	{
		this->declare_depth(DEPTH_);
	}
};

template <typename BLOCK_> class write_lock
{
	stream_of_blocks<BLOCK_, 2> &stream_;
	BLOCK_ &block_;

	write_lock(const write_lock &) = delete;
	write_lock &operator=(const write_lock &) = delete;

      public:
	explicit write_lock(stream_of_blocks<BLOCK_, 2> &s) : stream_(s), block_(s.write_acquire())
	{
	}
	~write_lock()
	{
		stream_.write_release();
	}
	operator BLOCK_ &()
	{
		return block_;
	}
};

template <typename BLOCK_> class read_lock
{
	stream_of_blocks<BLOCK_, 2> &stream_;
	BLOCK_ &block_;

	read_lock(const read_lock &) = delete;
	read_lock &operator=(const read_lock &) = delete;

      public:
	explicit read_lock(stream_of_blocks<BLOCK_, 2> &s) : stream_(s), block_(s.read_acquire())
	{
	}
	~read_lock()
	{
		stream_.read_release();
	}
	operator BLOCK_ &()
	{
		return block_;
	}
};

} // namespace hls

#endif
