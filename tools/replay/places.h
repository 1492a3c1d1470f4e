/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_PLACES_H
#define FCL_REPLAY_PLACES_H

#include "tools/replay/step.h"

/*
 * The replay's memory in place of the program's, which it wrote and read without a call: mappings,
 * memory given to buffers, shared virtual memory. runtime/capture/memory.h is the other side.
 */

/* For clCreateBuffer(): the captured bytes, in memory that stays; or what the vendor's flag needs. */
void *fcl_places_host(struct fcl_step *step, unsigned index, cl_mem_flags flags, uint64_t size);

void fcl_places_mapped(struct fcl_step *step, const struct fcl_box *box);
void *fcl_places_unmap(struct fcl_step *step, unsigned index);

/* Before buffers migrate: writes what the host had written, or notes what comes back. */
void fcl_places_moved(struct fcl_step *step, unsigned index, cl_mem_migration_flags flags);

/* Notes an address in shared virtual memory among these bytes, if it is elsewhere in the replay. */
void fcl_places_addresses(struct fcl_step *step, const void *bytes, size_t size);

void fcl_places_allocated(struct fcl_step *step, void *at, size_t size);

/* An address in shared virtual memory as the replay has it; NULL, and the call is skipped: none. */
void *fcl_places_translate(struct fcl_step *step, uint64_t captured);

void *fcl_places_pointer(struct fcl_step *step, unsigned index);
void *fcl_places_pointers(struct fcl_step *step, unsigned index, uint64_t count);
void *fcl_places_exec_info(struct fcl_step *step, unsigned index, cl_kernel_exec_info what,
			   size_t size);
void *fcl_places_svm_map(struct fcl_step *step, unsigned index, size_t size);
void *fcl_places_svm_unmap(struct fcl_step *step, unsigned index);
void *fcl_places_svm_to(struct fcl_step *step, unsigned index, size_t size);
void *fcl_places_svm_from(struct fcl_step *step, unsigned index, size_t size);

/* Before a launch: writes what fine-grained allocations had. */
void fcl_places_fine(struct fcl_step *step);

#endif
