/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rack/shared.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config.h"
#include "base/folder.h"
#include "base/trust.h"

enum { ADDRESSES = 4096, TRIES = 8, FOLDER_BYTES = 4096 };

/* Zeroed is a good one: all links are up, and nothing is learned. */
struct fcl_rack_state {
	_Atomic uint8_t down[FCL_RACK_MAX_PORTS];
	/* Addresses by their hash: 48 bits of address, 15 of the port, and the lowest is 1. */
	_Atomic uint64_t addresses[ADDRESSES];
};

void fcl_rack_folder(char *ret_path, size_t size)
{
	const char *chosen = fcl_config_string(FCL_CONFIG_RACK_DIR);

	if (*chosen)
		snprintf(ret_path, size, "%s", chosen);
	else
		snprintf(ret_path, size, "/dev/shm/fpgacl-rack-%u", (unsigned)geteuid());
}

static int shared_complain(struct fcl_err *err, const char *path)
{
	return fcl_err_set(err, -errno, "the rack's folder %s: %s", path, strerror(errno));
}

/*
 * The folder of this rack, in which the caller counts as a user. Another program may just remove it: then
 * it is made again.
 */
static int shared_enter(const char *path, struct fcl_rack_shared *shared, struct fcl_err *err)
{
	int error;

	for (int i = 0; i < TRIES; i++) {
		struct stat facts;

		error = fcl_trust_make_folder(path, err);
		if (error)
			return error;
		shared->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
		if (shared->folder < 0)
			continue;
		shared->lock = openat(shared->folder, "users",
				      O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (shared->lock >= 0 && !flock(shared->lock, LOCK_SH) &&
		    !fstat(shared->lock, &facts) && facts.st_nlink)
			return 0;
		fcl_rack_shared_close(shared);
	}
	return shared_complain(err, path);
}

static int shared_map(struct fcl_rack_shared *shared)
{
	shared->file = openat(shared->folder, "links", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
			      0600);
	if (shared->file < 0 || ftruncate(shared->file, sizeof(*shared->state)))
		return -errno;
	shared->state = mmap(NULL, sizeof(*shared->state), PROT_READ | PROT_WRITE, MAP_SHARED,
			     shared->file, 0);
	if (shared->state != MAP_FAILED)
		return 0;
	shared->state = NULL;
	return -errno;
}

int fcl_rack_shared_open(const struct fcl_rack *rack, struct fcl_rack_shared *ret_shared,
			 struct fcl_err *err)
{
	char path[FOLDER_BYTES], own[FOLDER_BYTES + 64];
	int error;

	*ret_shared = (struct fcl_rack_shared){-1, -1, -1, NULL};
	fcl_rack_folder(path, sizeof(path));
	error = fcl_trust_make_folder(path, err);
	if (error)
		return error;
	snprintf(own, sizeof(own), "%s/%s", path, rack->id);
	error = shared_enter(own, ret_shared, err);
	if (!error && shared_map(ret_shared))
		error = shared_complain(err, own);
	if (error)
		fcl_rack_shared_close(ret_shared);
	return error;
}

/* Removes the files, if no other program uses them. The lock's own file is the last: see shared_enter(). */
static void shared_clear(const struct fcl_rack_shared *shared)
{
	int copy = flock(shared->lock, LOCK_EX | LOCK_NB)
			   ? -1
			   : openat(shared->folder, ".", O_RDONLY | O_CLOEXEC);
	DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
	const struct dirent *entry;

	if (!folder) {
		if (copy >= 0)
			close(copy);
		return;
	}
	while ((entry = readdir(folder)))
		if (strcmp(entry->d_name, "users") != 0)
			unlinkat(shared->folder, entry->d_name, 0);
	closedir(folder);
	unlinkat(shared->folder, "users", 0);
}

void fcl_rack_shared_close(struct fcl_rack_shared *shared)
{
	if (shared->state)
		munmap(shared->state, sizeof(*shared->state));
	if (shared->folder >= 0 && shared->lock >= 0)
		shared_clear(shared);
	if (shared->file >= 0)
		close(shared->file);
	if (shared->lock >= 0)
		close(shared->lock);
	if (shared->folder >= 0)
		close(shared->folder);
	*shared = (struct fcl_rack_shared){-1, -1, -1, NULL};
}

bool fcl_rack_shared_is_down(const struct fcl_rack_shared *shared, uint32_t link)
{
	return atomic_load_explicit(&shared->state->down[link], memory_order_relaxed) != 0;
}

void fcl_rack_shared_set_down(struct fcl_rack_shared *shared, uint32_t link, bool down)
{
	atomic_store(&shared->state->down[link], down);
}

int fcl_rack_set_down(const struct fcl_rack *rack, uint32_t link, bool down, struct fcl_err *err)
{
	struct fcl_rack_shared shared;
	int error = fcl_rack_shared_open(rack, &shared, err);

	if (error)
		return error;
	fcl_rack_shared_set_down(&shared, link, down);
	fcl_rack_shared_close(&shared);
	return 0;
}

/* --- switches ---------------------------------------------------------------------------------- */

static uint64_t address_at(const unsigned char *bytes)
{
	uint64_t address = 0;

	for (int i = 0; i < 6; i++)
		address = address << 8 | bytes[i];
	return address;
}

static _Atomic uint64_t *address_place(struct fcl_rack_shared *shared, uint32_t link,
				       uint64_t address)
{
	uint64_t hash = (address + (uint64_t)link * 0x10001) * 0x9e3779b97f4a7c15u;

	return &shared->state->addresses[hash >> 52];
}

uint32_t fcl_rack_shared_switch(struct fcl_rack_shared *shared, uint32_t link, uint32_t port,
				const unsigned char *frame, uint32_t size)
{
	uint64_t to, from, entry;

	if (size < 12)
		return FCL_RACK_NONE;
	to = address_at(frame);
	from = address_at(frame + 6);
	entry = from << 16 | (uint64_t)port << 1 | 1;
	/* The lowest bit of an address's first byte: a group's. */
	if (!(from >> 40 & 1) && atomic_load(address_place(shared, link, from)) != entry)
		atomic_store(address_place(shared, link, from), entry);
	if (to >> 40 & 1)
		return FCL_RACK_NONE;
	entry = atomic_load(address_place(shared, link, to));
	return entry & 1 && entry >> 16 == to ? (uint32_t)(entry >> 1 & 0x7fff) : FCL_RACK_NONE;
}
