/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_PIPES_H
#define FPGACLC_PIPES_H

/*
 * Included before each OpenCL C source. Pipes of OpenCL C 2.0: clang compiles read_pipe() and
 * similar functions to calls of the functions with two underscores. The common case is inlined
 * here; the rest is in payload_pipes.c.
 */
#if __OPENCL_C_VERSION__ >= 200

/* Same layout and rules as struct fcl_model_fifo. */
struct fclc_fifo {
	uint size, packet_size;
	ulong mask, depth;
	__global uchar *ring;
	uchar reserved[32];
	ulong tail, write_limit;
	uchar reserved_writer[48];
	ulong head, read_limit;
	uchar reserved_reader[48];
};

/* The first members of struct fclc_pipe in payload_pipes.c. */
struct fclc_pipe {
	__global struct fclc_fifo *fifo;
};

#define FCLC_PIPE_ARGUMENT __global struct fclc_pipe *fclc_pipe
#define FCLC_PIPE_FUNCTION static __attribute__((used, always_inline))

int fclc_pipe_try_read(FCLC_PIPE_ARGUMENT, void *to);
int fclc_pipe_try_write(FCLC_PIPE_ARGUMENT, const void *from);
void fclc_pipe_read(FCLC_PIPE_ARGUMENT, void *to);
void fclc_pipe_write(FCLC_PIPE_ARGUMENT, const void *from);
reserve_id_t fclc_pipe_reserve_read(FCLC_PIPE_ARGUMENT, uint count);
reserve_id_t fclc_pipe_reserve_write(FCLC_PIPE_ARGUMENT, uint count);
reserve_id_t fclc_pipe_group_reserve_read(FCLC_PIPE_ARGUMENT, uint count);
reserve_id_t fclc_pipe_group_reserve_write(FCLC_PIPE_ARGUMENT, uint count);
void fclc_pipe_commit_read(FCLC_PIPE_ARGUMENT, reserve_id_t id);
void fclc_pipe_commit_write(FCLC_PIPE_ARGUMENT, reserve_id_t id);
void fclc_pipe_group_commit_read(FCLC_PIPE_ARGUMENT, reserve_id_t id);
void fclc_pipe_group_commit_write(FCLC_PIPE_ARGUMENT, reserve_id_t id);
int fclc_pipe_read_reserved(FCLC_PIPE_ARGUMENT, reserve_id_t id, uint index, void *to);
int fclc_pipe_write_reserved(FCLC_PIPE_ARGUMENT, reserve_id_t id, uint index, const void *from);
uint fclc_pipe_packets(FCLC_PIPE_ARGUMENT);
__global struct fclc_pipe *fclc_pipe_of(uint first, uint count, long index) __attribute__((const));
uint fclc_pipe_depth(FCLC_PIPE_ARGUMENT);
int fclc_pipe_is_valid(reserve_id_t id);

/* Transfers a packet if that needs no call. */
FCLC_PIPE_FUNCTION bool fclc_pipe_take(FCLC_PIPE_ARGUMENT, void *to, uint size)
{
	__global struct fclc_fifo *fifo = fclc_pipe->fifo;
	ulong head;

	if (!fifo)
		return false;
	head = fifo->head;
	if (head == fifo->read_limit)
		return false;
	__builtin_memcpy(to, fifo->ring + (head & fifo->mask) * size, size);
	__opencl_atomic_store((__global atomic_ulong *)&fifo->head, head + 1, __ATOMIC_RELEASE,
			      __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES);
	return true;
}

FCLC_PIPE_FUNCTION bool fclc_pipe_give(FCLC_PIPE_ARGUMENT, const void *from, uint size)
{
	__global struct fclc_fifo *fifo = fclc_pipe->fifo;
	ulong tail;

	if (!fifo)
		return false;
	tail = fifo->tail;
	if (tail == fifo->write_limit)
		return false;
	__builtin_memcpy(fifo->ring + (tail & fifo->mask) * size, from, size);
	__opencl_atomic_store((__global atomic_ulong *)&fifo->tail, tail + 1, __ATOMIC_RELEASE,
			      __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES);
	return true;
}

/* clang passes sizes and alignments to all of these. Some are unused, so -Wextra would warn. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"

FCLC_PIPE_FUNCTION int __read_pipe_2(FCLC_PIPE_ARGUMENT, void *to, uint size, uint align)
{
	return fclc_pipe_take(fclc_pipe, to, size) ? 0 : fclc_pipe_try_read(fclc_pipe, to);
}

FCLC_PIPE_FUNCTION int fclc_pipe_write_2(FCLC_PIPE_ARGUMENT, const void *from, uint size)
{
	return fclc_pipe_give(fclc_pipe, from, size) ? 0 : fclc_pipe_try_write(fclc_pipe, from);
}

FCLC_PIPE_FUNCTION int __write_pipe_2(FCLC_PIPE_ARGUMENT, void *from, uint size, uint align)
{
	return fclc_pipe_write_2(fclc_pipe, from, size);
}

FCLC_PIPE_FUNCTION int fclc_pipe_block_read(FCLC_PIPE_ARGUMENT, void *to, uint size)
{
	if (!fclc_pipe_take(fclc_pipe, to, size))
		fclc_pipe_read(fclc_pipe, to);
	return 0;
}

FCLC_PIPE_FUNCTION int fclc_pipe_block_write(FCLC_PIPE_ARGUMENT, const void *from, uint size)
{
	if (!fclc_pipe_give(fclc_pipe, from, size))
		fclc_pipe_write(fclc_pipe, from);
	return 0;
}

FCLC_PIPE_FUNCTION int __read_pipe_4(FCLC_PIPE_ARGUMENT, reserve_id_t id, uint index, void *to,
				     uint size, uint align)
{
	return fclc_pipe_read_reserved(fclc_pipe, id, index, to);
}

FCLC_PIPE_FUNCTION int __write_pipe_4(FCLC_PIPE_ARGUMENT, reserve_id_t id, uint index, void *from,
				      uint size, uint align)
{
	return fclc_pipe_write_reserved(fclc_pipe, id, index, from);
}

#define FCLC_PIPE_RESERVE(DIRECTION, GROUP, NAME)                                                  \
	FCLC_PIPE_FUNCTION reserve_id_t __##NAME##_reserve_##DIRECTION##_pipe(                     \
		FCLC_PIPE_ARGUMENT, uint count, uint size, uint align)                             \
	{                                                                                          \
		return fclc_pipe_##GROUP##reserve_##DIRECTION(fclc_pipe, count);                   \
	}                                                                                          \
	FCLC_PIPE_FUNCTION void __##NAME##_commit_##DIRECTION##_pipe(                              \
		FCLC_PIPE_ARGUMENT, reserve_id_t id, uint size, uint align)                        \
	{                                                                                          \
		fclc_pipe_##GROUP##commit_##DIRECTION(fclc_pipe, id);                              \
	}
FCLC_PIPE_RESERVE(read, group_, work_group)
FCLC_PIPE_RESERVE(write, group_, work_group)
#undef FCLC_PIPE_RESERVE

#define FCLC_PIPE_RESERVE(DIRECTION)                                                               \
	FCLC_PIPE_FUNCTION reserve_id_t __reserve_##DIRECTION##_pipe(                              \
		FCLC_PIPE_ARGUMENT, uint count, uint size, uint align)                             \
	{                                                                                          \
		return fclc_pipe_reserve_##DIRECTION(fclc_pipe, count);                            \
	}                                                                                          \
	FCLC_PIPE_FUNCTION void __commit_##DIRECTION##_pipe(FCLC_PIPE_ARGUMENT, reserve_id_t id,   \
							    uint size, uint align)                 \
	{                                                                                          \
		fclc_pipe_commit_##DIRECTION(fclc_pipe, id);                                       \
	}
FCLC_PIPE_RESERVE(read)
FCLC_PIPE_RESERVE(write)
#undef FCLC_PIPE_RESERVE

#define FCLC_PIPE_COUNT(SUFFIX)                                                                    \
	FCLC_PIPE_FUNCTION uint __get_pipe_num_packets_##SUFFIX(FCLC_PIPE_ARGUMENT, uint size,     \
								uint align)                        \
	{                                                                                          \
		return fclc_pipe_packets(fclc_pipe);                                               \
	}                                                                                          \
	FCLC_PIPE_FUNCTION uint __get_pipe_max_packets_##SUFFIX(FCLC_PIPE_ARGUMENT, uint size,     \
								uint align)                        \
	{                                                                                          \
		return fclc_pipe_depth(fclc_pipe);                                                 \
	}
FCLC_PIPE_COUNT(ro)
FCLC_PIPE_COUNT(wo)
#undef FCLC_PIPE_COUNT

/* Channels are accessed in program order anyway. */
#ifndef CLK_CHANNEL_MEM_FENCE
#define CLK_CHANNEL_MEM_FENCE CLK_GLOBAL_MEM_FENCE
#endif

/* Program-scope pipes and channels have been replaced already (opencl/vendor/global_pipes.h). */
#define FCLC_PIPE_PACKET(TYPE, POINTER)                                                            \
	_Static_assert(sizeof(*(POINTER)) == sizeof(TYPE), "the pipe has packets of another size")
#define FCLC_PIPE_CHOOSE(A, B, C, FUNCTION, ...) FUNCTION
#define fclc_read_pipe(TYPE, PIPE, ...)                                                            \
	FCLC_PIPE_CHOOSE(__VA_ARGS__, FCLC_READ_RESERVED, 0, FCLC_READ, 0)(TYPE, PIPE, __VA_ARGS__)
#define fclc_write_pipe(TYPE, PIPE, ...)                                                           \
	FCLC_PIPE_CHOOSE(__VA_ARGS__, FCLC_WRITE_RESERVED, 0, FCLC_WRITE, 0)                       \
	(TYPE, PIPE, __VA_ARGS__)
#define FCLC_READ(TYPE, PIPE, TO)                                                                  \
	({                                                                                         \
		FCLC_PIPE_PACKET(TYPE, TO);                                                        \
		__read_pipe_2(PIPE, TO, sizeof(TYPE), 1);                                          \
	})
#define FCLC_WRITE(TYPE, PIPE, FROM)                                                               \
	({                                                                                         \
		FCLC_PIPE_PACKET(TYPE, FROM);                                                      \
		fclc_pipe_write_2(PIPE, FROM, sizeof(TYPE));                                       \
	})
#define FCLC_READ_RESERVED(TYPE, PIPE, ID, INDEX, TO)                                              \
	({                                                                                         \
		FCLC_PIPE_PACKET(TYPE, TO);                                                        \
		fclc_pipe_read_reserved(PIPE, ID, INDEX, TO);                                      \
	})
#define FCLC_WRITE_RESERVED(TYPE, PIPE, ID, INDEX, FROM)                                           \
	({                                                                                         \
		FCLC_PIPE_PACKET(TYPE, FROM);                                                      \
		fclc_pipe_write_reserved(PIPE, ID, INDEX, FROM);                                   \
	})
#define fclc_read_pipe_block(TYPE, PIPE, TO)                                                       \
	({                                                                                         \
		FCLC_PIPE_PACKET(TYPE, TO);                                                        \
		fclc_pipe_block_read(PIPE, TO, sizeof(TYPE));                                      \
	})
#define fclc_write_pipe_block(TYPE, PIPE, FROM)                                                    \
	({                                                                                         \
		FCLC_PIPE_PACKET(TYPE, FROM);                                                      \
		fclc_pipe_block_write(PIPE, FROM, sizeof(TYPE));                                   \
	})
#define fclc_get_pipe_num_packets(TYPE, PIPE) fclc_pipe_packets(PIPE)
#define fclc_get_pipe_max_packets(TYPE, PIPE) fclc_pipe_depth(PIPE)
#define fclc_reserve_read_pipe(TYPE, PIPE, COUNT) fclc_pipe_reserve_read(PIPE, COUNT)
#define fclc_reserve_write_pipe(TYPE, PIPE, COUNT) fclc_pipe_reserve_write(PIPE, COUNT)
#define fclc_commit_read_pipe(TYPE, PIPE, ID) fclc_pipe_commit_read(PIPE, ID)
#define fclc_commit_write_pipe(TYPE, PIPE, ID) fclc_pipe_commit_write(PIPE, ID)
#define fclc_work_group_reserve_read_pipe(TYPE, PIPE, COUNT)                                       \
	FCLC_PIPE_GROUP_RESERVE(fclc_pipe_group_reserve_read, PIPE, COUNT)
#define fclc_work_group_reserve_write_pipe(TYPE, PIPE, COUNT)                                      \
	FCLC_PIPE_GROUP_RESERVE(fclc_pipe_group_reserve_write, PIPE, COUNT)
#define fclc_work_group_commit_read_pipe(TYPE, PIPE, ID)                                           \
	(FCLC_PIPE_TOGETHER(), fclc_pipe_group_commit_read(PIPE, ID), FCLC_PIPE_TOGETHER())
#define fclc_work_group_commit_write_pipe(TYPE, PIPE, ID)                                          \
	(FCLC_PIPE_TOGETHER(), fclc_pipe_group_commit_write(PIPE, ID), FCLC_PIPE_TOGETHER())
#define fclc_read_channel(TYPE, PIPE)                                                              \
	({                                                                                         \
		TYPE fclc_packet;                                                                  \
		fclc_pipe_block_read(PIPE, &fclc_packet, sizeof(fclc_packet));                     \
		fclc_packet;                                                                       \
	})
#define fclc_write_channel(TYPE, PIPE, ...)                                                        \
	({                                                                                         \
		const TYPE fclc_packet = (__VA_ARGS__);                                            \
		fclc_pipe_block_write(PIPE, &fclc_packet, sizeof(fclc_packet));                    \
		(void)0;                                                                           \
	})
#define fclc_read_channel_nb(TYPE, PIPE, VALID)                                                    \
	({                                                                                         \
		TYPE fclc_packet;                                                                  \
		*(VALID) = !__read_pipe_2(PIPE, &fclc_packet, sizeof(fclc_packet), 1);             \
		fclc_packet;                                                                       \
	})
#define fclc_write_channel_nb(TYPE, PIPE, ...)                                                     \
	({                                                                                         \
		const TYPE fclc_packet = (__VA_ARGS__);                                            \
		(bool)!fclc_pipe_write_2(PIPE, &fclc_packet, sizeof(fclc_packet));                 \
	})

/* Not defined while the source is searched for such pipes. */
#ifndef FCLC_SEARCH

#undef is_valid_reserve_id
#define is_valid_reserve_id(ID) (fclc_pipe_is_valid(ID) != 0)

/* The vendor's functions. sizeof has the compiler check the types. */
#define FCLC_PIPE_OF(PIPE) __builtin_astype(PIPE, __global struct fclc_pipe *)
#define read_pipe_block(PIPE, TO)                                                                  \
	((void)sizeof(read_pipe(PIPE, TO)),                                                        \
	 fclc_pipe_block_read(FCLC_PIPE_OF(PIPE), TO, sizeof(*(TO))))
#define write_pipe_block(PIPE, FROM)                                                               \
	((void)sizeof(write_pipe(PIPE, FROM)),                                                     \
	 fclc_pipe_block_write(FCLC_PIPE_OF(PIPE), FROM, sizeof(*(FROM))))

/*
 * All work-items of a group reach these calls, and a commit follows the accesses of each of them.
 */
#define FCLC_PIPE_TOGETHER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define FCLC_PIPE_GROUP_RESERVE(FUNCTION, PIPE, COUNT)                                             \
	({                                                                                         \
		const uint fclc_count = (COUNT);                                                   \
		FCLC_PIPE_TOGETHER();                                                              \
		reserve_id_t fclc_id = FUNCTION(PIPE, fclc_count);                                 \
		FCLC_PIPE_TOGETHER();                                                              \
		fclc_id;                                                                           \
	})
#define work_group_reserve_read_pipe(PIPE, COUNT)                                                  \
	FCLC_PIPE_GROUP_RESERVE(work_group_reserve_read_pipe, PIPE, COUNT)
#define work_group_reserve_write_pipe(PIPE, COUNT)                                                 \
	FCLC_PIPE_GROUP_RESERVE(work_group_reserve_write_pipe, PIPE, COUNT)
#define work_group_commit_read_pipe(PIPE, ID)                                                      \
	(FCLC_PIPE_TOGETHER(), work_group_commit_read_pipe(PIPE, ID), FCLC_PIPE_TOGETHER())
#define work_group_commit_write_pipe(PIPE, ID)                                                     \
	(FCLC_PIPE_TOGETHER(), work_group_commit_write_pipe(PIPE, ID), FCLC_PIPE_TOGETHER())

void fclc_no_sub_groups(void) __attribute__((unavailable("this device has no sub-groups")));
#define sub_group_reserve_read_pipe(PIPE, COUNT)                                                   \
	(fclc_no_sub_groups(), reserve_read_pipe(PIPE, COUNT))
#define sub_group_reserve_write_pipe(PIPE, COUNT)                                                  \
	(fclc_no_sub_groups(), reserve_write_pipe(PIPE, COUNT))
#define sub_group_commit_read_pipe(PIPE, ID) (fclc_no_sub_groups(), commit_read_pipe(PIPE, ID))
#define sub_group_commit_write_pipe(PIPE, ID) (fclc_no_sub_groups(), commit_write_pipe(PIPE, ID))

#endif

#pragma clang diagnostic pop

#endif

#endif
