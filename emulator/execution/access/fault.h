/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_FAULT_H
#define FCL_EMU_EXECUTION_FAULT_H

#include <signal.h>
#include <stdbool.h>

/* All of these are for signal handlers, except the first. */

/* Finds the functions whose locks a fault would leave held. Called before any handler is set. */
void fcl_emu_fault_prepare(void);

/* Whether somebody sent the signal, with kill() or raise(): no instruction caused it. */
bool fcl_emu_fault_is_sent(const siginfo_t *info);

/*
 * Ends the execution on this thread if the signal is a fault of its kernel: true if the handler
 * must return now, to a place that ends it. It may also not return at all. False: the fault is
 * somebody else's, or has been reported but cannot be contained.
 */
bool fcl_emu_fault_contain(int number, const siginfo_t *info, void *context);

/* The same for a signal of the watchdog, if it has interrupted the code of an overdue kernel. */
void fcl_emu_fault_end_overdue(void *context);

#endif
