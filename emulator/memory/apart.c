/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/apart.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

#include "emulator/state/board.h"
#include "emulator/state/buffer.h"

static uint64_t apart_pages_of(const struct fcl_emu_buffer *buffer)
{
	return (buffer->size + FCL_EMU_PAGE - 1) / FCL_EMU_PAGE * FCL_EMU_PAGE;
}

/* Maps the same pages again, which also works for imported memory. */
static char *map_again(const struct fcl_emu_buffer *buffer)
{
	uint64_t size = apart_pages_of(buffer) + 2 * FCL_EMU_APART_GAP;
	char *room = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			  0);
	void *apart;

	if (room == MAP_FAILED)
		return NULL;
	/* With an old size of 0, mremap(2) keeps the first mapping of shared memory. */
	apart = mremap(buffer->host, 0, apart_pages_of(buffer), MREMAP_MAYMOVE | MREMAP_FIXED,
		       room + FCL_EMU_APART_GAP);
	if (apart != MAP_FAILED)
		return apart;
	munmap(room, size);
	return NULL;
}

char *fcl_emu_apart(struct fcl_emu_buffer *buffer)
{
	pthread_mutex_t *lock = &buffer->board->banks[buffer->bank].lock;
	char *apart = atomic_load_explicit(&buffer->apart, memory_order_acquire);

	if (apart || buffer->svm)
		return apart;
	pthread_mutex_lock(lock);
	apart = atomic_load_explicit(&buffer->apart, memory_order_relaxed);
	if (!apart) {
		apart = map_again(buffer);
		atomic_store_explicit(&buffer->apart, apart, memory_order_release);
	}
	pthread_mutex_unlock(lock);
	return apart;
}

void fcl_emu_apart_free(struct fcl_emu_buffer *buffer)
{
	char *apart = atomic_load_explicit(&buffer->apart, memory_order_relaxed);

	if (apart)
		munmap(apart - FCL_EMU_APART_GAP, apart_pages_of(buffer) + 2 * FCL_EMU_APART_GAP);
}
