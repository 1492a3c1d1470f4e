/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_ANSWER_H
#define FCL_KUBE_ANSWER_H

#include "tools/kubernetes/board.h"

/*
 * Updates the board from the result of `fpgacl info --json`: its exit status from waitpid(), its
 * output and its error output. A board is only healthy if it has a type and reports no fault.
 */
void fcl_kube_answer(struct fcl_kube_board *board, int status, const char *output,
		     const char *errors);

/* Marks the board as unhealthy, with this reason. */
void fcl_kube_answer_problem(struct fcl_kube_board *board, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
