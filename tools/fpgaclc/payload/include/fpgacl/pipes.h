/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_PIPES_H
#define FPGACLC_PIPES_H

/*
 * Included before each OpenCL C source. Pipes of OpenCL C 2.0, instead of clang's, and channels. The
 * common case is inlined here; the rest is in payload_pipes.c.
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
#define FCLC_PIPE_FUNCTION static inline __attribute__((always_inline))

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

FCLC_PIPE_FUNCTION int fclc_pipe_poll_read(FCLC_PIPE_ARGUMENT, void *to, uint size)
{
	return fclc_pipe_take(fclc_pipe, to, size) ? 0 : fclc_pipe_try_read(fclc_pipe, to);
}

FCLC_PIPE_FUNCTION int fclc_pipe_poll_write(FCLC_PIPE_ARGUMENT, const void *from, uint size)
{
	return fclc_pipe_give(fclc_pipe, from, size) ? 0 : fclc_pipe_try_write(fclc_pipe, from);
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

/* Channels are accessed in program order anyway. */
#ifndef CLK_CHANNEL_MEM_FENCE
#define CLK_CHANNEL_MEM_FENCE CLK_GLOBAL_MEM_FENCE
#endif

/*
 * A pipe is a parameter, or declared outside of functions, as channels are; the latter are variables that point to a
 * packet, whose values the compiler's plugin (opencl/pipes.h) knows. It checks directions and types.
 */
#ifndef FCLC_VERSION_ASKED
#define pipe _Pragma("fclc_pipe")
#define channel _Pragma("fclc_channel")
#endif
#define FCLC_PIPE_OF(PIPE) __builtin_astype(PIPE, __global struct fclc_pipe *)

#undef read_pipe
#undef write_pipe
#undef is_valid_reserve_id
#define FCLC_PIPE_CHOOSE(A, B, C, FUNCTION, ...) FUNCTION
#define read_pipe(PIPE, ...)                                                                       \
	FCLC_PIPE_CHOOSE(__VA_ARGS__, FCLC_READ_RESERVED, 0, FCLC_READ, 0)(PIPE, __VA_ARGS__)
#define write_pipe(PIPE, ...)                                                                      \
	FCLC_PIPE_CHOOSE(__VA_ARGS__, FCLC_WRITE_RESERVED, 0, FCLC_WRITE, 0)(PIPE, __VA_ARGS__)
#define FCLC_READ(PIPE, TO) fclc_pipe_poll_read(FCLC_PIPE_OF(PIPE), TO, sizeof(*(TO)))
#define FCLC_WRITE(PIPE, FROM) fclc_pipe_poll_write(FCLC_PIPE_OF(PIPE), FROM, sizeof(*(FROM)))
#define FCLC_READ_RESERVED(PIPE, ID, INDEX, TO)                                                    \
	fclc_pipe_read_reserved(FCLC_PIPE_OF(PIPE), ID, INDEX, TO)
#define FCLC_WRITE_RESERVED(PIPE, ID, INDEX, FROM)                                                 \
	fclc_pipe_write_reserved(FCLC_PIPE_OF(PIPE), ID, INDEX, FROM)
#define read_pipe_block(PIPE, TO) fclc_pipe_block_read(FCLC_PIPE_OF(PIPE), TO, sizeof(*(TO)))
#define write_pipe_block(PIPE, FROM)                                                               \
	fclc_pipe_block_write(FCLC_PIPE_OF(PIPE), FROM, sizeof(*(FROM)))
#define get_pipe_num_packets(PIPE) fclc_pipe_packets(FCLC_PIPE_OF(PIPE))
#define get_pipe_max_packets(PIPE) fclc_pipe_depth(FCLC_PIPE_OF(PIPE))
#define reserve_read_pipe(PIPE, COUNT) fclc_pipe_reserve_read(FCLC_PIPE_OF(PIPE), COUNT)
#define reserve_write_pipe(PIPE, COUNT) fclc_pipe_reserve_write(FCLC_PIPE_OF(PIPE), COUNT)
#define commit_read_pipe(PIPE, ID) fclc_pipe_commit_read(FCLC_PIPE_OF(PIPE), ID)
#define commit_write_pipe(PIPE, ID) fclc_pipe_commit_write(FCLC_PIPE_OF(PIPE), ID)
#define is_valid_reserve_id(ID) (fclc_pipe_is_valid(ID) != 0)

/*
 * All work-items of a group reach these calls, and a commit follows the accesses of each of them.
 */
#define FCLC_PIPE_TOGETHER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define FCLC_PIPE_GROUP_RESERVE(FUNCTION, PIPE, COUNT)                                             \
	({                                                                                         \
		const uint fclc_count = (COUNT);                                                   \
		FCLC_PIPE_TOGETHER();                                                              \
		reserve_id_t fclc_id = FUNCTION(FCLC_PIPE_OF(PIPE), fclc_count);                   \
		FCLC_PIPE_TOGETHER();                                                              \
		fclc_id;                                                                           \
	})
#define FCLC_PIPE_GROUP_COMMIT(FUNCTION, PIPE, ID)                                                 \
	(FCLC_PIPE_TOGETHER(), FUNCTION(FCLC_PIPE_OF(PIPE), ID), FCLC_PIPE_TOGETHER())
#define work_group_reserve_read_pipe(PIPE, COUNT)                                                  \
	FCLC_PIPE_GROUP_RESERVE(fclc_pipe_group_reserve_read, PIPE, COUNT)
#define work_group_reserve_write_pipe(PIPE, COUNT)                                                 \
	FCLC_PIPE_GROUP_RESERVE(fclc_pipe_group_reserve_write, PIPE, COUNT)
#define work_group_commit_read_pipe(PIPE, ID)                                                      \
	FCLC_PIPE_GROUP_COMMIT(fclc_pipe_group_commit_read, PIPE, ID)
#define work_group_commit_write_pipe(PIPE, ID)                                                     \
	FCLC_PIPE_GROUP_COMMIT(fclc_pipe_group_commit_write, PIPE, ID)

void fclc_no_sub_groups(void) __attribute__((unavailable("this device has no sub-groups")));
#define sub_group_reserve_read_pipe(PIPE, COUNT)                                                   \
	(fclc_no_sub_groups(), reserve_read_pipe(PIPE, COUNT))
#define sub_group_reserve_write_pipe(PIPE, COUNT)                                                  \
	(fclc_no_sub_groups(), reserve_write_pipe(PIPE, COUNT))
#define sub_group_commit_read_pipe(PIPE, ID) (fclc_no_sub_groups(), commit_read_pipe(PIPE, ID))
#define sub_group_commit_write_pipe(PIPE, ID) (fclc_no_sub_groups(), commit_write_pipe(PIPE, ID))

/* The type of a channel's packets; the comma leaves out their address space. */
#define FCLC_PACKET(CHANNEL) __typeof__((0, *(CHANNEL)))
#define read_channel_intel(CHANNEL)                                                                \
	({                                                                                         \
		FCLC_PACKET(CHANNEL) fclc_packet;                                                  \
		fclc_pipe_block_read(FCLC_PIPE_OF(CHANNEL), &fclc_packet, sizeof(fclc_packet));    \
		fclc_packet;                                                                       \
	})
#define write_channel_intel(CHANNEL, ...)                                                          \
	({                                                                                         \
		const FCLC_PACKET(CHANNEL) fclc_packet = (__VA_ARGS__);                            \
		fclc_pipe_block_write(FCLC_PIPE_OF(CHANNEL), &fclc_packet, sizeof(fclc_packet));   \
		(void)0;                                                                           \
	})
#define read_channel_nb_intel(CHANNEL, VALID)                                                      \
	({                                                                                         \
		FCLC_PACKET(CHANNEL) fclc_packet;                                                  \
		*(VALID) = !fclc_pipe_poll_read(FCLC_PIPE_OF(CHANNEL), &fclc_packet,               \
						sizeof(fclc_packet));                              \
		fclc_packet;                                                                       \
	})
#define write_channel_nb_intel(CHANNEL, ...)                                                       \
	({                                                                                         \
		const FCLC_PACKET(CHANNEL) fclc_packet = (__VA_ARGS__);                            \
		(bool)!fclc_pipe_poll_write(FCLC_PIPE_OF(CHANNEL), &fclc_packet,                   \
					    sizeof(fclc_packet));                                  \
	})
#define read_channel_altera(CHANNEL) read_channel_intel(CHANNEL)
#define write_channel_altera(CHANNEL, ...) write_channel_intel(CHANNEL, __VA_ARGS__)
#define read_channel_nb_altera(CHANNEL, VALID) read_channel_nb_intel(CHANNEL, VALID)
#define write_channel_nb_altera(CHANNEL, ...) write_channel_nb_intel(CHANNEL, __VA_ARGS__)

#endif

#endif
