/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/window.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

#include "emulator/state/board.h"
#include "emulator/state/buffer.h"

static uint64_t window_pages_of(const struct fcl_emu_buffer *buffer)
{
	return (buffer->size + FCL_EMU_PAGE - 1) / FCL_EMU_PAGE * FCL_EMU_PAGE;
}

/* Maps the same pages again, which also works for imported memory. */
static char *map_again(const struct fcl_emu_buffer *buffer)
{
	uint64_t size = window_pages_of(buffer) + 2 * FCL_EMU_WINDOW_GAP;
	char *room = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			  0);
	void *window;

	if (room == MAP_FAILED)
		return NULL;
	/* With an old size of 0, mremap(2) keeps the first mapping of shared memory. */
	window = mremap(buffer->host, 0, window_pages_of(buffer), MREMAP_MAYMOVE | MREMAP_FIXED,
			room + FCL_EMU_WINDOW_GAP);
	if (window != MAP_FAILED)
		return window;
	munmap(room, size);
	return NULL;
}

char *fcl_emu_window(struct fcl_emu_buffer *buffer)
{
	pthread_mutex_t *lock = &buffer->board->banks[buffer->bank].lock;
	char *window = atomic_load_explicit(&buffer->window, memory_order_acquire);

	if (window || buffer->svm)
		return window;
	pthread_mutex_lock(lock);
	window = atomic_load_explicit(&buffer->window, memory_order_relaxed);
	if (!window) {
		window = map_again(buffer);
		atomic_store_explicit(&buffer->window, window, memory_order_release);
	}
	pthread_mutex_unlock(lock);
	return window;
}

void fcl_emu_window_free(struct fcl_emu_buffer *buffer)
{
	char *window = atomic_load_explicit(&buffer->window, memory_order_relaxed);

	if (window)
		munmap(window - FCL_EMU_WINDOW_GAP,
		       window_pages_of(buffer) + 2 * FCL_EMU_WINDOW_GAP);
}
