/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUNTIME_THREE_H
#define RUNTIME_THREE_H

#include "host_tests/runtime/model.h"

/* Three images for each of two boards; the second board has an out-of-order queue. */
enum { THREE = 3 };

struct three {
	struct host host;
	cl_command_queue queues[2];
	cl_program programs[2][THREE];
	cl_kernel kernels[2][THREE]; /* also registered with the model */
};

extern const char *const three_files[2][THREE];

void three_open(struct three *three);
void three_close(struct three *three);

#endif
