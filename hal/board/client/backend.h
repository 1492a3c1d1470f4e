/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_BACKEND_H
#define FCL_BD_CLIENT_BACKEND_H

#include "hal/include/fcl_hal.h"

/* Boards of board processes, such as board:b0, which several programs share. */
extern const struct fcl_hal_ops fcl_bd_backend;

/* The state of a board process, which fcl_bd_query() gets. */
struct fcl_bd_state;
int fcl_bd_query(const char *name, struct fcl_bd_state *ret_state, struct fcl_err *err);

/* Stops a board process, or ends all its executors. */
int fcl_bd_stop(const char *name, struct fcl_err *err);
int fcl_bd_reset_all(const char *name, struct fcl_err *err);

/* Calls found() for each board process with a socket in the folders. */
int fcl_bd_list(fcl_hal_found *found, void *user, struct fcl_err *err);

#endif
