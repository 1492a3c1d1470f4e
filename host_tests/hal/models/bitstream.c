/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/hal/models/model.h"

#include "bitstreams/image/fcl_image.h"

/* Set to build a payload of another ABI, which must be refused. */
#ifndef MODEL_ABI
#define MODEL_ABI FCL_MODEL_VERSION
#endif

static const struct fcl_model *const models[] = {
	&model_add,      &model_registers, &model_where,    &model_rendezvous, &model_failing,
	&model_groups,   &model_whole,     &model_producer, &model_consumer,   &model_tally,
	&model_step_add, &model_counter,   &model_doubler,  &model_follow,
};

extern const struct fcl_bitstream fcl_bitstream;

__attribute__((visibility("default"))) const struct fcl_bitstream fcl_bitstream = {
	.size = sizeof(struct fcl_bitstream),
	.version = MODEL_ABI,
	.isa = FCL_IMAGE_BASIC_ISA,
	.nmodels = sizeof(models) / sizeof(struct fcl_model *),
	.models = models,
};
