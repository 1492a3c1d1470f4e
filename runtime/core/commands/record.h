/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RECORD_H
#define FCL_CORE_RECORD_H

#include "runtime/core/commands/command_buffer.h"

/* Creates a command buffer. -ENOMEM. The caller gets an internal reference. */
int fcl_command_buffer_create(struct fcl_queue *queue, struct fcl_command_buffer **ret_buffer);

/*
 * Records a command, and takes a reference to its event; called by fcl_event_enqueue() for the
 * recorder. The recording thread holds the buffer's lock. -EOPNOTSUPP: the command cannot be
 * recorded; -ENOMEM.
 */
int fcl_command_buffer_record(struct fcl_command_buffer *buffer, struct fcl_event *event);

/*
 * Orders the newest command after the commands `points`, numbered from 1. The lock is held.
 * -ENOMEM: the command has been removed.
 */
int fcl_command_buffer_order(struct fcl_command_buffer *buffer, uint32_t npoints,
			     const uint32_t *points);

/* Ends recording. The lock is held. -ENOMEM: nothing has changed. */
int fcl_command_buffer_finalize(struct fcl_command_buffer *buffer);

/* Called for the last reference: see object.h. */
fcl_object_destroy fcl_command_buffer_destroy;

#endif
