/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_PIPES_H
#define FPGACLC_PIPES_H

/*
 * Included before each source in OpenCL C. Pipes of OpenCL C 2.0: the compiler turns read_pipe() and
 * its like into calls of the functions with two underscores. The common case is inlined there; the
 * rest is in payload_pipes.c.
 */
#if __OPENCL_C_VERSION__ >= 200

/* struct fcl_model_fifo, whose rules are followed here. */
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

/* The beginning of fpgaclc_items.h's. */
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
uint fclc_pipe_packets_ro(FCLC_PIPE_ARGUMENT);
uint fclc_pipe_packets_wo(FCLC_PIPE_ARGUMENT);
uint fclc_pipe_depth(FCLC_PIPE_ARGUMENT);
int fclc_pipe_is_valid(reserve_id_t id);

/* Moves a packet if that needs no call. */
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

FCLC_PIPE_FUNCTION int __read_pipe_2(FCLC_PIPE_ARGUMENT, void *to, uint size, uint align)
{
	return fclc_pipe_take(fclc_pipe, to, size) ? 0 : fclc_pipe_try_read(fclc_pipe, to);
}

FCLC_PIPE_FUNCTION int __write_pipe_2(FCLC_PIPE_ARGUMENT, void *from, uint size, uint align)
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
		return fclc_pipe_packets_##SUFFIX(fclc_pipe);                                      \
	}                                                                                          \
	FCLC_PIPE_FUNCTION uint __get_pipe_max_packets_##SUFFIX(FCLC_PIPE_ARGUMENT, uint size,     \
								uint align)                        \
	{                                                                                          \
		return fclc_pipe_depth(fclc_pipe);                                                 \
	}
FCLC_PIPE_COUNT(ro)
FCLC_PIPE_COUNT(wo)
#undef FCLC_PIPE_COUNT

#undef is_valid_reserve_id
#define is_valid_reserve_id(ID) (fclc_pipe_is_valid(ID) != 0)

/* The vendor's; sizeof only has the compiler check the types. */
#define FCLC_PIPE_OF(PIPE) __builtin_astype(PIPE, __global struct fclc_pipe *)
#define read_pipe_block(PIPE, TO)                                                                  \
	((void)sizeof(read_pipe(PIPE, TO)),                                                        \
	 fclc_pipe_block_read(FCLC_PIPE_OF(PIPE), TO, sizeof(*(TO))))
#define write_pipe_block(PIPE, FROM)                                                               \
	((void)sizeof(write_pipe(PIPE, FROM)),                                                     \
	 fclc_pipe_block_write(FCLC_PIPE_OF(PIPE), FROM, sizeof(*(FROM))))

/* All work-items of a group reach these, and a commit follows what each of them did. */
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

#endif
