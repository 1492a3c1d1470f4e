/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rack/mailbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/trust_rules.h"

enum { NAME_BYTES = 128 };

static size_t mailbox_bytes(void)
{
	return FCL_RACK_HEAD + FCL_RACK_RING;
}

static int mailbox_say(struct fcl_err *err, int error, const char *name)
{
	return fcl_err_set(err, error, "the rack's file %s: %s", name, strerror(-error));
}

/* Whoever comes first; others wait for it at the file's lock. */
static int mailbox_create(struct fcl_rack_box *box)
{
	pthread_mutexattr_t attributes;

	if (atomic_load(&box->magic) == FCL_RACK_MAGIC)
		return box->version == FCL_RACK_VERSION && box->ring == FCL_RACK_RING ? 0 : -EPROTO;
	if (atomic_load(&box->magic))
		return -EPROTO;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&box->lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
	box->version = FCL_RACK_VERSION;
	box->ring = FCL_RACK_RING;
	atomic_store(&box->magic, FCL_RACK_MAGIC);
	return 0;
}

static int mailbox_map(struct fcl_rack_mailbox *mailbox)
{
	unsigned char *at = mmap(NULL, mailbox_bytes() + FCL_RACK_RING, PROT_NONE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return -errno;
	mailbox->box = (struct fcl_rack_box *)at;
	mailbox->ring = at + FCL_RACK_HEAD;
	if (mmap(at, mailbox_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, mailbox->file,
		 0) == MAP_FAILED ||
	    mmap(at + mailbox_bytes(), FCL_RACK_RING, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED, mailbox->file, FCL_RACK_HEAD) == MAP_FAILED)
		return -errno;
	return 0;
}

static int mailbox_lock(int file, short kind)
{
	struct flock lock = {.l_type = kind, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};

	return fcntl(file, F_OFD_SETLK, &lock) ? -errno : 0;
}

/* The second byte's lock is for those that create the file's contents. */
static int mailbox_lock_creation(int file, short kind)
{
	struct flock lock = {.l_type = kind, .l_whence = SEEK_SET, .l_start = 1, .l_len = 1};

	return fcntl(file, F_OFD_SETLKW, &lock) ? -errno : 0;
}

bool fcl_rack_mailbox_is_read(const struct fcl_rack_mailbox *mailbox)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};

	return !fcntl(mailbox->file, F_OFD_GETLK, &lock) && lock.l_type != F_UNLCK;
}

/* The reader locks the file before it says that it reads, each with a number of its own. */
void fcl_rack_mailbox_forget_dead(struct fcl_rack_mailbox *mailbox)
{
	uint32_t reader = atomic_load(&mailbox->box->open);

	if (reader && !fcl_rack_mailbox_is_read(mailbox))
		atomic_compare_exchange_strong(&mailbox->box->open, &reader, 0);
}

static int mailbox_open_file(int folder, const char *name, struct fcl_rack_mailbox *mailbox)
{
	struct stat facts;
	int error;

	mailbox->file = openat(folder, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
			       0600);
	if (mailbox->file < 0 || fstat(mailbox->file, &facts))
		return -errno;
	if (fcl_trust_judge_file(&facts) != FCL_TRUST_GOOD)
		return -EPERM;
	error = mailbox_lock_creation(mailbox->file, F_WRLCK);
	if (error)
		return error;
	if (facts.st_size != (off_t)mailbox_bytes() &&
	    ftruncate(mailbox->file, (off_t)mailbox_bytes()))
		error = -errno;
	if (!error)
		error = mailbox_map(mailbox);
	if (!error)
		error = mailbox_create(mailbox->box);
	mailbox_lock_creation(mailbox->file, F_UNLCK);
	return error;
}

/* A pipe is opened for reading and writing by all, so that opening never waits and none ends it. */
static int mailbox_open_pipe(int folder, const char *port, const char *suffix, int *ret_pipe)
{
	char name[NAME_BYTES];

	snprintf(name, sizeof(name), "%s.%s", port, suffix);
	if (mkfifoat(folder, name, 0600) && errno != EEXIST)
		return -errno;
	*ret_pipe = openat(folder, name, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
	return *ret_pipe < 0 ? -errno : 0;
}

int fcl_rack_mailbox_open(int folder, const char *port, bool own, struct fcl_rack_mailbox *ret,
			  struct fcl_err *err)
{
	struct fcl_rack_mailbox *mailbox = ret;
	char name[NAME_BYTES];
	int error;

	*mailbox = (struct fcl_rack_mailbox){.file = -1, .rx = -1, .tx = -1};
	snprintf(name, sizeof(name), "%s.box", port);
	error = mailbox_open_file(folder, name, mailbox);
	if (!error)
		error = mailbox_open_pipe(folder, port, "rx", &mailbox->rx);
	if (!error)
		error = mailbox_open_pipe(folder, port, "tx", &mailbox->tx);
	if (error) {
		mailbox_say(err, error, name);
	} else if (own && mailbox_lock(mailbox->file, F_WRLCK)) {
		error = fcl_err_set(
			err, -EADDRINUSE,
			"port %s of the rack is in use by another board or program; "
			"programs that are not to meet need another FPGACL_RACK_DIR each",
			port);
	} else if (own) {
		/* What was sent to one that has gone. */
		atomic_store(&mailbox->box->head, atomic_load(&mailbox->box->tail));
		fcl_rack_hush(mailbox->rx);
		fcl_rack_hush(mailbox->tx);
		atomic_store(&mailbox->box->open, (uint32_t)fcl_now_ns() | 1);
	}
	if (error)
		fcl_rack_mailbox_close(mailbox);
	return error;
}

void fcl_rack_mailbox_close(struct fcl_rack_mailbox *mailbox)
{
	int descriptors[] = {mailbox->file, mailbox->rx, mailbox->tx};

	if (mailbox->box)
		munmap(mailbox->box, mailbox_bytes() + FCL_RACK_RING);
	for (int i = 0; i < 3; i++)
		if (descriptors[i] >= 0)
			close(descriptors[i]);
	*mailbox = (struct fcl_rack_mailbox){.file = -1, .rx = -1, .tx = -1};
}

void fcl_rack_ring_bell(int pipe)
{
	/* A full pipe wakes as well. */
	while (write(pipe, "", 1) < 0 && errno == EINTR)
		;
}

void fcl_rack_hush(int pipe)
{
	char bytes[256];

	while (read(pipe, bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes))
		;
}

/* One whose holder died has written nothing, or all: `tail` comes last. */
static void mailbox_enter(struct fcl_rack_box *box)
{
	if (pthread_mutex_lock(&box->lock) == EOWNERDEAD)
		pthread_mutex_consistent(&box->lock);
}

bool fcl_rack_mailbox_put(struct fcl_rack_mailbox *mailbox, const struct fcl_rack_head *head,
			  const void *bytes)
{
	struct fcl_rack_box *box = mailbox->box;
	uint64_t size = fcl_rack_ring_bytes(head->size), tail;
	unsigned char *at;
	bool room;

	mailbox_enter(box);
	/* What is no multiple of 16 another program has written; the reader drops it. */
	tail = atomic_load_explicit(&box->tail, memory_order_relaxed) & ~UINT64_C(15);
	room = tail - atomic_load_explicit(&box->head, memory_order_acquire) + size <=
	       FCL_RACK_RING;
	if (room) {
		at = mailbox->ring + tail % FCL_RACK_RING;
		memcpy(at, head, sizeof(*head));
		memcpy(at + sizeof(*head), bytes, head->size);
		atomic_store(&box->tail, tail + size);
	}
	pthread_mutex_unlock(&box->lock);
	if (room && atomic_load(&box->sleeps) && atomic_exchange(&box->sleeps, 0))
		fcl_rack_ring_bell(mailbox->rx);
	return room;
}
