/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_ANSWER_H
#define FCL_KUBE_ANSWER_H

#include "tools/kubernetes/board.h"

/*
 * Writes to the board what `fpgacl info --json` said of it: its exit status as waitpid() has it,
 * what it printed, and what it printed as errors. Only a board that has a type and reports no fault
 * is healthy.
 */
void fcl_kube_answer(struct fcl_kube_board *board, int status, const char *output,
		     const char *errors);

/* The board is unhealthy. */
void fcl_kube_answer_problem(struct fcl_kube_board *board, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
