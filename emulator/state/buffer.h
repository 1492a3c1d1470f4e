/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_BUFFER_H
#define FCL_EMU_STATE_BUFFER_H

#include <pthread.h>
#include <stdatomic.h>

#include "hal/alloc.h"
#include "hal/include/fcl_hal.h"

struct fcl_emu_board;

enum {
	FCL_EMU_CANARY = 64, /* bytes after each buffer */
	FCL_EMU_PAGE = 4096,
	FCL_EMU_BANK_ROOM = 3, /* pages of the mapping per page of the bank */
};

struct fcl_emu_buffer {
	struct fcl_emu_board *board;
	/* Links in the list of its bank or of the process's SVM, guarded by that list's lock. */
	struct fcl_emu_buffer *next, *previous;
	uint32_t bank;
	uint64_t offset; /* in the bank */
	uint64_t size;   /* bytes requested; the canary follows them */
	uint64_t place;  /* offset in the bank's file and mapping */
	uint64_t taken;  /* bytes occupied there: pages, canary and guard page */
	bool imported;   /* another exporter's memory is mapped over its range of the bank */
	bool attached;   /* shared virtual memory allocated by another buffer */
	char *svm;       /* its shared virtual memory; NULL: it is in a bank */
	/* Its host address, constant until it is freed. */
	char *host;
	uint64_t address;
	_Atomic(char *) apart; /* for checked executions (apart.h); set under the bank's lock */
};

struct fcl_emu_bank {
	pthread_mutex_t lock; /* guards alloc, buffers and the creation of map */
	struct fcl_hal_alloc alloc;
	struct fcl_emu_buffer *buffers;
	int fd;                /* memfd behind the mapping; -1 before first use */
	_Atomic(char *) map;   /* mapping of the whole bank; NULL before first use */
	_Atomic uint64_t open; /* its first bytes, which are accessible; written under lock */
	/* By page of the bank: 1 + the first page of the buffer there; 0: no buffer. */
	_Atomic uint32_t *starts;
	uint64_t base, size; /* the maximum size that an image can select */
	uint64_t limit;      /* bytes available to buffers, set by the image; guarded by lock */
	bool kept;           /* contents survive programming */
};

/* The buffer that a launch passes in an argument, or NULL. */
static inline struct fcl_emu_buffer *fcl_emu_arg_buffer(const struct fcl_hal_arg *arg)
{
	return arg->kind == FCL_HAL_ARG_BUFFER ? (struct fcl_emu_buffer *)arg->u.buffer : NULL;
}

/* The location of a device address in the bank's mapping, `map`. */
static inline char *fcl_emu_bank_host(const struct fcl_emu_bank *bank, char *map, uint64_t address)
{
	uint64_t offset = address - bank->base, page = offset / FCL_EMU_PAGE;
	uint32_t start = atomic_load_explicit(&bank->starts[page], memory_order_relaxed);

	if (start)
		page = start - 1;
	return map + (FCL_EMU_BANK_ROOM - 1) * FCL_EMU_PAGE * page + offset;
}

#endif
