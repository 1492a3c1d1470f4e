/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rack/shared.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config.h"
#include "base/fork.h"
#include "base/trust.h"

enum { ADDRESSES = 4096, TRIES = 8, FOLDER_BYTES = 4096 };

/* Zeroed is a good one: all links are up, and nothing is learned. */
struct fcl_rack_state {
	_Atomic uint8_t down[FCL_RACK_MAX_PORTS];
	/* Addresses by their hash: 48 bits of address, 15 of the port, and the lowest is 1. */
	_Atomic uint64_t addresses[ADDRESSES];
};

struct fcl_rack_shared {
	char path[FOLDER_BYTES + 64];
	int folder, lock, links; /* descriptors; -1: not open */
	struct fcl_rack_state *state;
	unsigned users; /* in this process */
	pid_t process;
	struct fcl_rack_shared *next;
};

static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static struct fcl_rack_shared *shared_list;

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

/* --- files ------------------------------------------------------------------------------------- */

/*
 * Removes the files if no other program uses them. The lock's own file is the last, so that another
 * program that has opened it sees that it is gone.
 */
static void shared_clear(const struct fcl_rack_shared *shared)
{
	const struct dirent *entry;
	struct stat facts;
	DIR *folder;
	int copy;

	if (flock(shared->lock, LOCK_EX | LOCK_NB) || fstat(shared->lock, &facts) ||
	    !facts.st_nlink)
		return;
	copy = openat(shared->folder, ".", O_RDONLY | O_CLOEXEC);
	folder = copy >= 0 ? fdopendir(copy) : NULL;
	while (folder && (entry = readdir(folder)))
		if (strcmp(entry->d_name, "users") != 0)
			unlinkat(shared->folder, entry->d_name, 0);
	if (folder)
		closedir(folder);
	else if (copy >= 0)
		close(copy);
	unlinkat(shared->folder, "users", 0);
	rmdir(shared->path);
}

static void shared_leave(struct fcl_rack_shared *shared)
{
	const int descriptors[] = {shared->links, shared->lock, shared->folder};

	if (shared->state)
		munmap(shared->state, sizeof(*shared->state));
	for (int i = 0; i < 3; i++)
		if (descriptors[i] >= 0)
			close(descriptors[i]);
	shared->state = NULL;
	shared->lock = shared->folder = shared->links = -1;
}

/*
 * Becomes a user of the folder. If another program removes it at the same time, it is made again; what
 * programs that were killed have left goes first.
 */
static int shared_enter(struct fcl_rack_shared *shared, struct fcl_err *err)
{
	struct stat facts;
	int error;

	for (int i = 0; i < TRIES; i++) {
		error = fcl_trust_make_folder(shared->path, err);
		if (error == -ENOENT)
			continue;
		if (error)
			return error;
		shared->folder = open(shared->path,
				      O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
		if (shared->folder >= 0)
			shared->lock = openat(shared->folder, "users",
					      O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (shared->lock >= 0 && !i)
			shared_clear(shared);
		else if (shared->lock >= 0 && !flock(shared->lock, LOCK_SH) &&
			 !fstat(shared->lock, &facts) && facts.st_nlink)
			return 0;
		shared_leave(shared);
	}
	return shared_complain(err, shared->path);
}

static int shared_map(struct fcl_rack_shared *shared)
{
	void *state = MAP_FAILED;

	shared->links = openat(shared->folder, "links", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
			       0600);
	if (shared->links < 0)
		return -errno;
	if (!ftruncate(shared->links, sizeof(*shared->state)))
		state = mmap(NULL, sizeof(*shared->state), PROT_READ | PROT_WRITE, MAP_SHARED,
			     shared->links, 0);
	if (state == MAP_FAILED)
		return -errno;
	shared->state = state;
	return 0;
}

/* What others do has no place in an order that a seed decides: then a program is alone in the folder. */
static int shared_be_alone(const struct fcl_rack_shared *shared, const struct fcl_rack *rack,
			   struct fcl_err *err)
{
	uint64_t seed;
	bool alone = fcl_rack_order(rack, &seed);
	struct flock lock = {.l_type = alone ? F_WRLCK : F_RDLCK,
			     .l_whence = SEEK_SET,
			     .l_start = 0,
			     .l_len = 1};

	if (!fcntl(shared->links, F_OFD_SETLK, &lock))
		return 0;
	return fcl_err_set(
		err, -EBUSY,
		"the rack is in use by another program, and %s is deterministic: then all "
		"boards must be in one program, and no other may join; programs that are "
		"not to meet need another FPGACL_RACK_DIR each",
		alone ? "this one" : "that one");
}

/* --- one for a process ------------------------------------------------------------------------- */

/* A host need not release its boards before it exits. */
static void shared_exit(void)
{
	for (struct fcl_rack_shared *shared = shared_list; shared; shared = shared->next)
		if (shared->process == getpid())
			shared_clear(shared);
}

static struct fcl_rack_shared *shared_find(const char *path)
{
	struct fcl_rack_shared *shared = shared_list;

	while (shared && (shared->process != getpid() || strcmp(shared->path, path) != 0))
		shared = shared->next;
	return shared;
}

static int shared_add(const struct fcl_rack *rack, const char *path,
		      struct fcl_rack_shared **ret_shared, struct fcl_err *err)
{
	static bool exits;
	struct fcl_rack_shared *shared = calloc(1, sizeof(*shared));
	int error;

	if (!shared)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	snprintf(shared->path, sizeof(shared->path), "%s", path);
	shared->folder = shared->lock = shared->links = -1;
	shared->process = getpid();
	error = shared_enter(shared, err);
	if (!error && shared_map(shared))
		error = shared_complain(err, path);
	if (!error)
		error = shared_be_alone(shared, rack, err);
	if (error) {
		shared_leave(shared);
		free(shared);
		return error;
	}
	if (!exits)
		exits = !atexit(shared_exit);
	shared->next = shared_list;
	*ret_shared = shared_list = shared;
	return 0;
}

int fcl_rack_shared_open(const struct fcl_rack *rack, struct fcl_rack_shared **ret_shared,
			 struct fcl_err *err)
{
	char path[FOLDER_BYTES], own[FOLDER_BYTES + 64];
	int error;

	fcl_rack_folder(path, sizeof(path));
	error = fcl_trust_make_folder(path, err);
	if (error)
		return error;
	snprintf(own, sizeof(own), "%s/%s", path, rack->id);
	fcl_fork_protect(&shared_lock);
	pthread_mutex_lock(&shared_lock);
	*ret_shared = shared_find(own);
	if (!*ret_shared)
		error = shared_add(rack, own, ret_shared, err);
	if (!error)
		(*ret_shared)->users++;
	pthread_mutex_unlock(&shared_lock);
	return error;
}

void fcl_rack_shared_close(struct fcl_rack_shared *shared)
{
	struct fcl_rack_shared **at = &shared_list;

	pthread_mutex_lock(&shared_lock);
	if (!--shared->users) {
		while (*at != shared)
			at = &(*at)->next;
		*at = shared->next;
		if (shared->process == getpid())
			shared_clear(shared);
		shared_leave(shared);
		free(shared);
	}
	pthread_mutex_unlock(&shared_lock);
}

int fcl_rack_shared_folder(const struct fcl_rack_shared *shared)
{
	return shared->folder;
}

/* --- links ------------------------------------------------------------------------------------- */

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
	struct fcl_rack_shared *shared;
	int error = fcl_rack_shared_open(rack, &shared, err);

	if (error)
		return error;
	fcl_rack_shared_set_down(shared, link, down);
	fcl_rack_shared_close(shared);
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
