/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BOARD_TIME_H
#define BOARD_TIME_H

#include "emulator/include/fpgacl_model.h"

/*
 * The time line of an execution on the board of board.h: its processes and FIFOs are on the
 * real engine, but nothing waits for memory.
 */
const char *board_time_begin(struct fcl_cu *cu);
uint32_t board_time_process(struct fcl_cu *cu, const char *name);
uint32_t board_time_channel(struct fcl_cu *cu, const struct fcl_model_channel *channel);
uint32_t board_time_bus(struct fcl_cu *cu, uint32_t port, uint32_t bytes);
uint32_t board_time_stream(struct fcl_cu *cu, uint32_t port, uint64_t *ret_moved);
void board_time_events(struct fcl_cu *cu, uint32_t process, const struct fcl_model_event *events,
		       uint64_t count, uint64_t frontier);
int board_time_ask(struct fcl_cu *cu, uint32_t process, const struct fcl_model_event *question,
		   uint64_t *ret_answer);
int board_time_answer(struct fcl_cu *cu, uint32_t process, uint64_t *ret_answer);
void board_time_wait(struct fcl_cu *cu, uint32_t process, uint32_t channel, uint64_t element);
void board_time_rest(struct fcl_cu *cu, uint32_t process);

/* The execution is over. */
void board_time_end(void);

#endif
