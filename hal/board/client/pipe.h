/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_PIPE_H
#define FCL_BD_CLIENT_PIPE_H

#include "hal/board/client/device.h"

/* The ops on FIFOs. */
int fcl_bd_stream_info(struct fcl_hal_device *device, struct fcl_hal_program *program,
		       uint32_t index, struct fcl_hal_stream_info *ret_info);
int fcl_bd_stream_open(struct fcl_hal_device *device, struct fcl_hal_program *program,
		       uint32_t index, struct fcl_hal_pipe **ret_pipe, struct fcl_err *err);
int fcl_bd_pipe_create(struct fcl_hal_device *device, uint32_t packet_size, uint32_t depth,
		       struct fcl_hal_pipe **ret_pipe, struct fcl_err *err);
void fcl_bd_pipe_close(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe);
int fcl_bd_pipe_level(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
		      uint32_t *ret_packets);
int fcl_bd_pipe_drain(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
		      uint32_t packets, uint32_t *ret_packets);
int fcl_bd_pipe_push(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, const void *data,
		     uint32_t packets, uint32_t *ret_packets);
int fcl_bd_pipe_pop(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
		    uint32_t packets, uint32_t *ret_packets);

/* Recreates all pipes, empty, in a new executor. */
int fcl_bd_pipes_restore(struct fcl_hal_device *device, struct fcl_err *err);

#endif
