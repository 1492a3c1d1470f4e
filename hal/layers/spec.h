/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_SPEC_H
#define FCL_LAYERS_SPEC_H

#include <stddef.h>

#include "base/err.h"

/*
 * The text between a layer's name and the end of a device's name, as in FPGACL_DEVICES:
 *
 *     layer(backend:board)?key=value&key=value
 *
 * where `backend:board` may be another layer with its own parentheses and options.
 */
struct fcl_layer_spec {
	char lower[256];     /* "emu:u250" */
	const char *options; /* "key=value&key=value"; "" for none */
};

/* Parses the text after the layer's name. -EINVAL: the text says what was expected. */
int fcl_layer_spec_read(const char *text, struct fcl_layer_spec *ret_spec, struct fcl_err *err);

/* Calls each() for every option. -EINVAL: an option without '='. Else the first error of each(). */
int fcl_layer_options(const char *options,
		      int (*each)(void *user, const char *key, const char *value,
				  struct fcl_err *err),
		      void *user, struct fcl_err *err);

/*
 * Splits a device's name into the backend's name and the text for its open(), at the first ':' or,
 * for a layer, before the '('. NULL: the name has neither. `backend` gets at most `size` bytes.
 */
const char *fcl_layer_split(const char *name, char *backend, size_t size);

#endif
