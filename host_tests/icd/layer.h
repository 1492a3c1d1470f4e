/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_ICD_LAYER_H
#define FCL_TEST_ICD_LAYER_H

enum fcl_layer_call {
	FCL_LAYER_CREATE_BUFFER,
	FCL_LAYER_ENQUEUE_TASK,
	FCL_LAYER_FINISH,
	FCL_LAYER_COUNTS
};

/* How often the layer was called. */
unsigned fcl_layer_count(enum fcl_layer_call call);

#endif
