/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_BUFFERS_H
#define FCL_BD_BUFFERS_H

#include "tools/board/executor.h"

/*
 * Calls about buffers and shared virtual memory. executor->packet contains the call, and then the
 * answer.
 */
int fcl_bd_serve_alloc(struct fcl_bd_executor *executor, struct fcl_err *err);
int fcl_bd_serve_free(struct fcl_bd_executor *executor, struct fcl_err *err);
int fcl_bd_serve_export(struct fcl_bd_executor *executor, struct fcl_err *err);
int fcl_bd_serve_import(struct fcl_bd_executor *executor, struct fcl_err *err);
int fcl_bd_serve_import_size(struct fcl_bd_executor *executor, struct fcl_err *err);
int fcl_bd_serve_svm_region(struct fcl_bd_executor *executor, struct fcl_err *err);
int fcl_bd_serve_svm_alloc(struct fcl_bd_executor *executor, struct fcl_err *err);
int fcl_bd_serve_svm_attach(struct fcl_bd_executor *executor, struct fcl_err *err);

/*
 * Removes the object that a call names from its table, so that it can be freed. Returns -EBUSY if a
 * request uses it.
 */
int fcl_bd_take_out(struct fcl_bd_executor *executor, struct fcl_bd_table *table,
		    const void *object, struct fcl_err *err);

#endif
