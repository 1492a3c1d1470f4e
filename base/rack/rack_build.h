/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RACK_BUILD_H
#define FCL_RACK_BUILD_H

#include "base/rack/rack.h"

/*
 * Building a rack while its description is read. Each returns 0, or -EINVAL or -ENOMEM with a sentence.
 * `line` is for messages; 0: there are no lines.
 */

int fcl_rack_add_board(struct fcl_rack *rack, const char *name, size_t length, uint32_t line,
		       uint32_t *ret_board, struct fcl_err *err);

/* Finds the machine of that name, or adds it. */
int fcl_rack_add_machine(struct fcl_rack *rack, const char *name, uint32_t line,
			 uint32_t *ret_machine, struct fcl_err *err);

/* Finds the port of that name, or adds it, and its board. */
int fcl_rack_add_port(struct fcl_rack *rack, const char *name, size_t length, uint32_t line,
		      uint32_t *ret_port, struct fcl_err *err);

int fcl_rack_add_link(struct fcl_rack *rack, bool is_switch, uint32_t line,
		      struct fcl_rack_link **ret_link, struct fcl_err *err);

/* Puts the port at an end of the link; -EINVAL: a cable is in it already. */
int fcl_rack_plug_in(struct fcl_rack *rack, struct fcl_rack_link *link, uint32_t port,
		     struct fcl_err *err);

/* A cable, written "a:qsfp0-b:qsfp0". */
int fcl_rack_add_cable(struct fcl_rack *rack, const char *ends, uint32_t line,
		       struct fcl_rack_link **ret_link, struct fcl_err *err);

/* Cables by the name of a topology, "ring:8" or "torus2:6" (topology.c lists them). */
int fcl_rack_add_topology(struct fcl_rack *rack, const char *text, uint32_t line,
			  struct fcl_err *err);

/* Whether the text is the name of a topology. */
bool fcl_rack_is_topology(const char *text);

/* Sets the text "FILE:LINE: ..."; returns `error`. */
int fcl_rack_complain(const struct fcl_rack *rack, struct fcl_err *err, int error, uint32_t line,
		      const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
