/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_RECORDED_H
#define FCL_EMU_TIME_RECORDED_H

/*
 * Recorded runs: the same events with other depths of FIFOs.
 *
 * A recording is a time line of fcl_time_create() with `record`, or one that was read from a file.
 * What happened in it does not matter, only what was said: so a recording may be of a run that ended
 * in a deadlock. Channels without bits, and those that are `fixed`, keep their depth.
 */

#include "base/text.h"
#include "emulator/time/engine.h"

/* In place of a depth: the FIFO is never full. */
#define FCL_TIME_UNLIMITED UINT64_MAX

/* Appends the recording as a file (format: save.c). -ENOMEM. */
int fcl_time_save(struct fcl_time *time, struct fcl_text *file, struct fcl_err *err);
/*
 * Reads one. -EINVAL: it is none, of another version or damaged. -ENOMEM. The caller destroys it.
 */
int fcl_time_load(const void *file, size_t size, struct fcl_time **ret_time, struct fcl_err *err);

/*
 * Makes a time line for runs of the recording's events, which has to stay, unchanged, until that
 * one is destroyed. -ENOMEM.
 */
int fcl_time_repeat(struct fcl_time *recording, struct fcl_time **ret_time, struct fcl_err *err);

struct fcl_time_outcome {
	uint64_t end_ps; /* when the last process ended, or came to its deadlock */
	bool stuck;      /* fcl_time_failure() names the processes that wait */
	/*
	 * A question has another answer than in the recorded run, so code would have gone another way:
	 * only a run with these depths tells the cycles.
	 */
	bool diverged;
};

/*
 * Runs all of it again. `depths`: of each channel, 0: the declared one; NULL: all as declared. The
 * figures of the time line are those of the last run. -ENOMEM, -EOVERFLOW.
 */
int fcl_time_again(struct fcl_time *time, const uint64_t *depths,
		   struct fcl_time_outcome *ret_outcome, struct fcl_err *err);

/* Depths of all channels, and what comes of them. */
struct fcl_time_sizing {
	uint64_t *depths;
	uint64_t bits; /* of all FIFOs that can be sized */
	struct fcl_time_outcome outcome;
};

/*
 * What the depths of a recording's FIFOs could be. Each set holds for all FIFOs at once, and no FIFO
 * in it could be smaller alone.
 */
struct fcl_time_sizes {
	uint32_t channels;
	struct fcl_time_sizing declared;
	struct fcl_time_sizing fast;  /* no cycle more than with FIFOs that are never full */
	struct fcl_time_sizing least; /* just no deadlock */
	/* From `fast` to `least`: the smallest sets that were found for some more cycles each. */
	struct fcl_time_sizing *front;
	size_t nfront;
	uint64_t runs; /* that it took */
};

/*
 * Finds them; no depth is below `minimum`, 1 or more. -EDEADLK: no depths help. -ENOMEM, -EOVERFLOW.
 * Free them in any case.
 */
int fcl_time_sizes_find(struct fcl_time *recording, uint64_t minimum,
			struct fcl_time_sizes *ret_sizes, struct fcl_err *err);
void fcl_time_sizes_free(struct fcl_time_sizes *sizes);

#endif
