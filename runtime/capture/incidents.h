/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_INCIDENTS_H
#define FCL_CAPTURE_INCIDENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/trace/calls.h"

/*
 * When a ring is written to a file: when a command fails, when the process is about to end because
 * of a signal, and when `fpgacl capture --now` asks for it.
 */

/* For a ring that has just begun. Without different names, failures write only one file. */
void fcl_incidents_begin(bool names_differ);

/* Writes what is still to be written; the process ends. */
void fcl_incidents_end(void);

/* In a child after fork(), which has no ring. */
void fcl_incidents_after_fork(void);

/* Something has failed: a thread of its own writes the ring. Does nothing without a ring. */
void fcl_incident(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same if the status is that of a call or of a command that went wrong on the device. */
void fcl_incident_status(const char *what, cl_int status);

/* The host has got this from clGetEventInfo(). */
void fcl_incident_asked(cl_uint what, const void *value, size_t size);

/*
 * Replaces the notify function of a new context by one that sees what fails, too. The host's data is
 * kept until the process ends, as a driver may report until then.
 */
void fcl_incident_watch(fcl_context_notify *notify, void **user_data);

#endif
