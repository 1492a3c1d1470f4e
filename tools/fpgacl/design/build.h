/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_BUILD_H
#define FCL_TOOL_DESIGN_BUILD_H

#include "tools/fpgacl/design/design.h"

/* Adding to a design while it is read. NULL: out of memory, or more than a design may have (*err says). */

void fcl_design_init(struct fcl_design *design, const char *file);
void fcl_design_free(struct fcl_design *design);

struct fcl_design_cell *fcl_design_add_cell(struct fcl_design *design, const char *name,
					    struct fcl_err *err);
struct fcl_design_segment *fcl_design_add_segment(struct fcl_design *design, struct fcl_err *err);
struct fcl_design_arg *fcl_design_add_arg(struct fcl_design *design,
					  struct fcl_design_kernel *kernel, struct fcl_err *err);
/* False: out of memory or too many. */
bool fcl_design_add_pin(struct fcl_design *design, const char *cell, const char *port,
			const char *net, struct fcl_err *err);
bool fcl_design_add_parameter(struct fcl_design *design, struct fcl_design_cell *cell,
			      const char *name, const char *value, struct fcl_err *err);

/* A copy of `length` bytes of text, or of all; NULL: out of memory (*err says). */
char *fcl_design_copy(struct fcl_design *design, const char *text, size_t length,
		      struct fcl_err *err);
/* printf(). */
const char *fcl_design_text(struct fcl_design *design, struct fcl_err *err, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* A decimal or hexadecimal number ("0x…"), all of the text. */
bool fcl_design_number(const char *text, uint64_t *ret_number);

/* Returns the parameter's value, or `otherwise`. */
const char *fcl_design_parameter_of(const struct fcl_design_cell *cell, const char *name,
				    const char *otherwise);
const struct fcl_design_cell *fcl_design_find_cell(const struct fcl_design *design,
						   const char *name);
/* The third part of "vendor:library:name:version", or all of it; compared without regard to case. */
bool fcl_design_is_core(const struct fcl_design_cell *cell, const char *name);
/* Whether it is one that this interface of the cell sees. */
bool fcl_design_is_of(const struct fcl_design_segment *segment, const struct fcl_design_cell *cell,
		      const char *bus);
uint64_t fcl_design_last_of(const struct fcl_design_segment *segment);

/* printf() of a sentence for the user. */
void fcl_design_note(struct fcl_design_card *card, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
