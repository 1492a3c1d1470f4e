/* SPDX-License-Identifier: Apache-2.0 */

/* Kernels that move packets in randomly chosen ways: polling, blocking, reserving. */

struct odd {
	uchar bytes[3];
};

struct large {
	uchar bytes[100];
};

static uint next(uint *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

#define KERNELS(NAME, TYPE)                                                                        \
	/* The packet of that number; the host knows the rule. */                                  \
	static TYPE make_##NAME(uint number)                                                       \
	{                                                                                          \
		TYPE packet;                                                                       \
                                                                                                   \
		for (uint i = 0; i < sizeof(packet); i++)                                          \
			((uchar *)&packet)[i] = (uchar)(number * 7 + (number >> 8) + i * 13);      \
		return packet;                                                                     \
	}                                                                                          \
                                                                                                   \
	/* Two reservations, filled and committed in any order. Returns how many packets it sent. */ \
	static uint reserve_##NAME(write_only pipe TYPE out, uint *state, uint at, uint count)     \
	{                                                                                          \
		uint sizes[2] = {min(1 + next(state) % 6, count - at), 0};                         \
		uint swap = next(state) % 2, commit = next(state) % 2;                             \
		reserve_id_t ids[2];                                                               \
                                                                                                   \
		ids[0] = reserve_write_pipe(out, sizes[0]);                                        \
		if (!is_valid_reserve_id(ids[0]))                                                  \
			return 0;                                                                  \
		sizes[1] = min(next(state) % 4, count - at - sizes[0]);                            \
		ids[1] = reserve_write_pipe(out, sizes[1]);                                        \
		if (!is_valid_reserve_id(ids[1]))                                                  \
			sizes[1] = 0;                                                              \
		for (uint i = 0; i < 2; i++)                                                       \
			for (uint j = sizes[i ^ swap]; j-- > 0;) {                                 \
				TYPE packet = make_##NAME(at + (i ^ swap ? sizes[0] : 0) + j);     \
                                                                                                   \
				write_pipe(out, ids[i ^ swap], j, &packet);                        \
			}                                                                          \
		for (uint i = 0; i < 2; i++)                                                       \
			if (sizes[i ^ commit])                                                     \
				commit_write_pipe(out, ids[i ^ commit]);                           \
		return sizes[0] + sizes[1];                                                        \
	}                                                                                          \
                                                                                                   \
	__kernel void send_##NAME(write_only pipe TYPE out, uint state, uint count)                \
	{                                                                                          \
		for (uint at = 0; at < count;) {                                                   \
			TYPE packet = make_##NAME(at);                                             \
			uint way = next(&state) % 4;                                               \
                                                                                                   \
			if (way == 0) {                                                            \
				at += reserve_##NAME(out, &state, at, count);                      \
			} else if (way == 1) {                                                     \
				at += !write_pipe(out, &packet);                                   \
			} else {                                                                   \
				if (way == 2)                                                      \
					write_pipe_block(out, &packet);                            \
				while (way == 3 && write_pipe(out, &packet))                       \
					;                                                          \
				at++;                                                              \
			}                                                                          \
		}                                                                                  \
	}                                                                                          \
                                                                                                   \
	/* Reads some packets through a reservation, last one first. */                            \
	static uint fetch_##NAME(read_only pipe TYPE in, __global TYPE *to, uint count)            \
	{                                                                                          \
		reserve_id_t id = reserve_read_pipe(in, count);                                    \
                                                                                                   \
		if (!is_valid_reserve_id(id))                                                      \
			return 0;                                                                  \
		for (uint i = count; i-- > 0;) {                                                   \
			TYPE packet;                                                               \
                                                                                                   \
			read_pipe(in, id, i, &packet);                                             \
			to[i] = packet;                                                            \
		}                                                                                  \
		commit_read_pipe(in, id);                                                          \
		return count;                                                                      \
	}                                                                                          \
                                                                                                   \
	__kernel void take_##NAME(read_only pipe TYPE in, uint state, uint count,                  \
				  __global TYPE *to)                                               \
	{                                                                                          \
		for (uint at = 0; at < count;) {                                                   \
			uint way = next(&state) % 4;                                               \
			TYPE packet;                                                               \
                                                                                                   \
			if (way == 0) {                                                            \
				at += fetch_##NAME(in, &to[at],                                    \
						   min(1 + next(&state) % 6, count - at));         \
				continue;                                                          \
			}                                                                          \
			if (way == 1 && read_pipe(in, &packet))                                    \
				continue;                                                          \
			if (way == 2)                                                              \
				read_pipe_block(in, &packet);                                      \
			while (way == 3 && read_pipe(in, &packet))                                 \
				;                                                                  \
			to[at++] = packet;                                                         \
		}                                                                                  \
	}                                                                                          \
                                                                                                   \
	/* One packet for each work-item; a whole group's at once if the pipes have room. */       \
	__kernel void pass_##NAME(read_only pipe TYPE in, write_only pipe TYPE out)                \
	{                                                                                          \
		reserve_id_t id = work_group_reserve_read_pipe(in, get_local_size(0));             \
		TYPE packet;                                                                       \
                                                                                                   \
		if (is_valid_reserve_id(id)) {                                                     \
			read_pipe(in, id, get_local_id(0), &packet);                               \
			work_group_commit_read_pipe(in, id);                                       \
		} else {                                                                           \
			while (read_pipe(in, &packet))                                             \
				;                                                                  \
		}                                                                                  \
		id = work_group_reserve_write_pipe(out, get_local_size(0));                        \
		if (is_valid_reserve_id(id)) {                                                     \
			write_pipe(out, id, get_local_id(0), &packet);                             \
			work_group_commit_write_pipe(out, id);                                     \
		} else {                                                                           \
			write_pipe_block(out, &packet);                                            \
		}                                                                                  \
	}

KERNELS(byte, uchar)
KERNELS(odd, struct odd)
KERNELS(long4, ulong4)
KERNELS(large, struct large)
