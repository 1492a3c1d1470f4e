/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/card/socket.h"

static struct fcl_card_map *map_of(struct fcl_tree_node *node)
{
	return (struct fcl_card_map *)node;
}

/* The mapping that contains the address, or NULL. */
static struct fcl_card_map *maps_find(const struct fcl_card *card, uint64_t iova)
{
	struct fcl_tree_node *node = fcl_tree_floor(&card->maps, iova);

	return node && iova - node->key < map_of(node)->size ? map_of(node) : NULL;
}

static bool maps_overlaps(const struct fcl_card *card, uint64_t iova, uint64_t size)
{
	return maps_find(card, iova + size - 1) || maps_find(card, iova) ||
	       (fcl_tree_ceiling(&card->maps, iova) &&
		fcl_tree_ceiling(&card->maps, iova)->key < iova + size);
}

/* --- files --------------------------------------------------------------------------------------- */

static void release_file(struct fcl_card *card, struct fcl_card_file *file)
{
	struct fcl_card_file **link = &card->files;

	if (!file || --file->uses)
		return;
	while (*link != file)
		link = &(*link)->next;
	*link = file->next;
	close(file->fd);
	free(file);
}

static struct fcl_card_file *maps_find_file(struct fcl_card *card, const struct stat *facts,
					    int mode)
{
	for (struct fcl_card_file *file = card->files; file; file = file->next)
		if (file->device == facts->st_dev && file->inode == facts->st_ino &&
		    file->mode == mode)
			return file;
	return NULL;
}

/* Takes over the descriptor; NULL: no memory. */
static struct fcl_card_file *maps_take_file(struct fcl_card *card, int fd, const struct stat *facts,
					    int mode)
{
	struct fcl_card_file *file = maps_find_file(card, facts, mode);

	if (file) {
		close(fd);
		file->uses++;
		return file;
	}
	file = calloc(1, sizeof(*file));
	if (!file) {
		close(fd);
		return NULL;
	}
	*file = (struct fcl_card_file){card->files, facts->st_dev, facts->st_ino, mode, fd, 1};
	card->files = file;
	return file;
}

/* Others, such as a pipe, could block this process for ever. */
static int maps_check_file(int fd, const struct fcl_vu_dma_map *wanted, struct stat *facts,
			   int *ret_mode)
{
	int mode = fcntl(fd, F_GETFL);

	if (mode < 0 || fstat(fd, facts))
		return -errno;
	*ret_mode = mode & O_ACCMODE;
	if (!S_ISREG(facts->st_mode) || wanted->offset > INT64_MAX ||
	    wanted->size > INT64_MAX - wanted->offset ||
	    wanted->offset + wanted->size > (uint64_t)facts->st_size)
		return -EINVAL;
	if (*ret_mode == O_WRONLY || (wanted->flags & FCL_VU_DMA_WRITABLE && *ret_mode == O_RDONLY))
		return -EACCES;
	return 0;
}

/* --- mapping ------------------------------------------------------------------------------------- */

static int maps_check_range(const struct fcl_card *card, const struct fcl_vu_dma_map *wanted)
{
	if (!wanted->size || wanted->iova + wanted->size - 1 < wanted->iova ||
	    wanted->flags & ~(uint32_t)(FCL_VU_DMA_READABLE | FCL_VU_DMA_WRITABLE))
		return -EINVAL;
	if (maps_overlaps(card, wanted->iova, wanted->size))
		return -EEXIST;
	return card->nmaps == FCL_CARD_MAPS ? -ENOSPC : 0;
}

int fcl_card_map_add(struct fcl_card *card, const struct fcl_vu_dma_map *wanted, int fd)
{
	int error = maps_check_range(card, wanted), mode = 0;
	struct fcl_card_map *map = NULL;
	struct stat facts;

	if (!error && fd >= 0)
		error = maps_check_file(fd, wanted, &facts, &mode);
	if (!error) {
		map = calloc(1, sizeof(*map));
		error = map ? 0 : -ENOMEM;
	}
	if (!error && fd >= 0) {
		map->file = maps_take_file(card, fd, &facts, mode);
		fd = -1;
		error = map->file ? 0 : -ENOMEM;
	}
	if (error) {
		if (fd >= 0)
			close(fd);
		free(map);
		return error;
	}
	map->node.key = wanted->iova;
	map->size = wanted->size;
	map->offset = wanted->offset;
	map->flags = wanted->flags;
	fcl_tree_add(&card->maps, &map->node);
	card->nmaps++;
	return 0;
}

static void remove_map(struct fcl_card *card, struct fcl_card_map *map)
{
	fcl_tree_remove(&card->maps, &map->node);
	card->nmaps--;
	release_file(card, map->file);
	free(map);
}

void fcl_card_maps_clear(struct fcl_card *card)
{
	while (card->maps.top)
		remove_map(card, map_of(card->maps.top));
}

int fcl_card_map_remove(struct fcl_card *card, uint64_t iova, uint64_t size, bool all)
{
	uint64_t last = iova + size - 1;
	struct fcl_card_map *first, *end;
	struct fcl_tree_node *node;

	if (all) {
		if (iova || size)
			return -EINVAL;
		fcl_card_maps_clear(card);
		return 0;
	}
	if (!size || last < iova)
		return -EINVAL;
	first = maps_find(card, iova);
	end = maps_find(card, last);
	if ((first && first->node.key != iova) || (end && end->node.key + (end->size - 1) != last))
		return -EINVAL;
	while ((node = fcl_tree_ceiling(&card->maps, iova)) && node->key <= last)
		remove_map(card, map_of(node));
	return 0;
}

/* --- access -------------------------------------------------------------------------------------- */

static int move_file(const struct fcl_card_map *map, uint64_t offset, void *at, uint64_t *bytes,
		     bool writes)
{
	off_t from = (off_t)(map->offset + offset);
	ssize_t moved = writes ? pwrite(map->file->fd, at, *bytes, from)
			       : pread(map->file->fd, at, *bytes, from);

	if (moved <= 0)
		return -EFAULT;
	*bytes = (uint64_t)moved;
	return 0;
}

static int send_access(struct fcl_card *card, struct fcl_card_wait *wait, uint64_t iova, void *at,
		       uint64_t *bytes, bool writes)
{
	struct fcl_card_connection *client = card->client;
	struct fcl_vu_dma_access access = {.iova = iova};
	struct fcl_vu_header header = {.command = writes ? FCL_VU_DMA_WRITE : FCL_VU_DMA_READ};

	if (*bytes > client->most_data)
		*bytes = client->most_data;
	access.count = *bytes;
	header.id = client->next_id++;
	*wait = (struct fcl_card_wait){.waits = true,
				       .id = header.id,
				       .writes = writes,
				       .to = writes ? NULL : at,
				       .bytes = (uint32_t)*bytes};
	if (fcl_card_send(client, &header, &access, sizeof(access), writes ? at : NULL,
			  writes ? *bytes : 0))
		return -EFAULT;
	return -EAGAIN;
}

int fcl_card_host_move(struct fcl_card *card, struct fcl_card_wait *wait, uint64_t iova, void *at,
		       uint64_t *bytes, bool writes)
{
	struct fcl_card_map *map = maps_find(card, iova);
	uint64_t offset;

	if (!map || !(map->flags & (writes ? FCL_VU_DMA_WRITABLE : FCL_VU_DMA_READABLE)))
		return -EFAULT;
	offset = iova - map->node.key;
	if (*bytes > map->size - offset)
		*bytes = map->size - offset;
	if (map->file)
		return move_file(map, offset, at, bytes, writes);
	return card->client ? send_access(card, wait, iova, at, bytes, writes) : -EFAULT;
}

/* The reply repeats the access; a read's has the bytes. A write's may have a shorter count. */
static int take_reply(const struct fcl_card_wait *wait, const struct fcl_vu_header *header,
		      const unsigned char *body, size_t size)
{
	const size_t head = sizeof(struct fcl_vu_dma_access);

	if (header->flags & FCL_VU_ERROR)
		return -EFAULT;
	if (wait->writes)
		return 0;
	if (size != head + wait->bytes)
		return -EFAULT;
	memcpy(wait->to, body + head, wait->bytes);
	return 0;
}

void fcl_card_host_reply(struct fcl_card *card, const struct fcl_vu_header *header,
			 const unsigned char *body, size_t size)
{
	for (unsigned i = 0; i < card->nengines; i++) {
		struct fcl_card_wait *wait = &card->engines[i].wait;

		if (!wait->waits || wait->ended || wait->id != header->id ||
		    header->command != (wait->writes ? FCL_VU_DMA_WRITE : FCL_VU_DMA_READ))
			continue;
		wait->error = take_reply(wait, header, body, size);
		wait->ended = true;
		return;
	}
}
