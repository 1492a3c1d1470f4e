/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/host_pipe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int host_pipe_push(const struct fcl_pipe *pipe, const void *data, uint32_t packets,
			  uint32_t *ret_done)
{
	return pipe->device->hal->pipe_push(pipe->device->board, pipe->made, data, packets,
					    ret_done);
}

static int host_pipe_pop(const struct fcl_pipe *pipe, void *data, uint32_t packets,
			 uint32_t *ret_done)
{
	return pipe->device->hal->pipe_pop(pipe->device->board, pipe->made, data, packets,
					   ret_done);
}

static int host_pipe_level(const struct fcl_pipe *pipe, uint32_t *ret_packets)
{
	return pipe->device->hal->pipe_level(pipe->device->board, pipe->made, ret_packets);
}

/*
 * Sends unmapped data, up to the first mapping that is not unmapped yet, or for which the pipe has
 * no room.
 */
static int host_pipe_flush(struct fcl_pipe *pipe)
{
	int error = 0;

	while (!error && pipe->maps) {
		struct fcl_host_map *map = pipe->maps;
		uint32_t packets = (uint32_t)((map->ready - map->sent) / pipe->packet_size);
		uint32_t done = 0;

		if (packets)
			error = host_pipe_push(pipe, map->data + map->sent, packets, &done);
		map->sent += (size_t)done * pipe->packet_size;
		if (map->sent < map->size)
			break;
		pipe->maps = map->next;
		free(map);
	}
	return error;
}

static struct fcl_host_map *create_map(const struct fcl_pipe *pipe, uint32_t packets)
{
	size_t size = (size_t)packets * pipe->packet_size;
	struct fcl_host_map *map = malloc(sizeof(*map) + size);

	if (map)
		*map = (struct fcl_host_map){.size = size};
	return map;
}

static void host_pipe_append(struct fcl_pipe *pipe, struct fcl_host_map *map)
{
	struct fcl_host_map **last = &pipe->maps;

	while (*last)
		last = &(*last)->next;
	*last = map;
}

/* How many packets the host may add, after those in mappings. */
static int count_room(const struct fcl_pipe *pipe, uint32_t *ret_packets)
{
	uint64_t taken = 0;
	uint32_t packets = 0;
	int error = host_pipe_level(pipe, &packets);

	for (const struct fcl_host_map *map = pipe->maps; map; map = map->next)
		taken += (map->size - map->sent) / pipe->packet_size;
	taken += packets;
	*ret_packets = taken < pipe->max_packets ? pipe->max_packets - (uint32_t)taken : 0;
	return error;
}

/* Queues a packet behind mappings that are not unmapped yet, as a mapping that already is. */
static int queue_packet(struct fcl_pipe *pipe, const void *packet)
{
	struct fcl_host_map *map;
	uint32_t room = 0;
	int error = count_room(pipe, &room);

	if (error || !room)
		return error ? error : -EAGAIN;
	map = create_map(pipe, 1);
	if (!map)
		return -ENOMEM;
	memcpy(map->data, packet, pipe->packet_size);
	map->ready = map->size;
	host_pipe_append(pipe, map);
	return 0;
}

static int write_packet(struct fcl_pipe *pipe, const void *packet)
{
	uint32_t done = 0;
	int error;

	if (!pipe->made)
		return -ENXIO;
	error = host_pipe_flush(pipe);
	if (error || pipe->maps)
		return error ? error : queue_packet(pipe, packet);
	error = host_pipe_push(pipe, packet, 1, &done);
	return error || done ? error : -EAGAIN;
}

int fcl_host_pipe_write(struct fcl_mem *mem, const void *packet)
{
	int error;

	pthread_mutex_lock(&mem->lock);
	error = write_packet(mem->pipe, packet);
	pthread_mutex_unlock(&mem->lock);
	return error;
}

int fcl_host_pipe_read(struct fcl_mem *mem, void *packet)
{
	uint32_t done = 0;
	int error = -ENXIO;

	pthread_mutex_lock(&mem->lock);
	if (mem->pipe->made)
		error = host_pipe_pop(mem->pipe, packet, 1, &done);
	pthread_mutex_unlock(&mem->lock);
	return error || done ? error : -EAGAIN;
}

/* The mapping has the size of the packets that it received. */
static int fill_map(const struct fcl_pipe *pipe, struct fcl_host_map *map, uint32_t packets)
{
	uint32_t done = 0;
	int error = host_pipe_pop(pipe, map->data, packets, &done);

	map->size = (size_t)done * pipe->packet_size;
	return error || done ? error : -EAGAIN;
}

static int map_packets(struct fcl_mem *mem, uint32_t wanted, void **ret_pointer, size_t *ret_size)
{
	struct fcl_pipe *pipe = mem->pipe;
	bool read = mem->flags & CL_MEM_HOST_READ_ONLY;
	uint32_t packets = 0;
	struct fcl_host_map *map;
	int error = read ? host_pipe_level(pipe, &packets) : count_room(pipe, &packets);

	if (packets > wanted)
		packets = wanted;
	if (error || !packets)
		return error ? error : -EAGAIN;
	map = create_map(pipe, packets);
	if (!map)
		return -ENOMEM;
	error = read ? fill_map(pipe, map, packets) : 0;
	if (error) {
		free(map);
		return error;
	}
	host_pipe_append(pipe, map);
	*ret_pointer = map->data;
	*ret_size = map->size;
	return 0;
}

int fcl_host_pipe_map(struct fcl_mem *mem, size_t size, void **ret_pointer, size_t *ret_size)
{
	size_t packets = size ? size / mem->pipe->packet_size : UINT32_MAX;
	int error = packets ? -ENXIO : -EINVAL;

	pthread_mutex_lock(&mem->lock);
	if (packets && mem->pipe->made)
		error = map_packets(mem, packets < UINT32_MAX ? (uint32_t)packets : UINT32_MAX,
				    ret_pointer, ret_size);
	pthread_mutex_unlock(&mem->lock);
	return error;
}

/* Packets that were taken from the pipe are only freed. */
static void drop_read(struct fcl_pipe *pipe, struct fcl_host_map *map)
{
	struct fcl_host_map **link = &pipe->maps;

	if (map->ready < map->size)
		return;
	while (*link != map)
		link = &(*link)->next;
	*link = map->next;
	free(map);
}

static int host_pipe_unmap(struct fcl_mem *mem, const void *pointer, size_t size)
{
	struct fcl_host_map *map = mem->pipe->maps;

	while (map && map->data != pointer)
		map = map->next;
	if (!map || size > map->size - map->ready || size % mem->pipe->packet_size)
		return -EINVAL;
	map->ready += size;
	if (!(mem->flags & CL_MEM_HOST_READ_ONLY))
		return host_pipe_flush(mem->pipe);
	drop_read(mem->pipe, map);
	return 0;
}

int fcl_host_pipe_unmap(struct fcl_mem *mem, const void *pointer, size_t size)
{
	int error;

	pthread_mutex_lock(&mem->lock);
	error = host_pipe_unmap(mem, pointer, size);
	pthread_mutex_unlock(&mem->lock);
	return error;
}
