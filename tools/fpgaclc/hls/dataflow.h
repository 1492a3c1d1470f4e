/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_HLS_DATAFLOW_H
#define FCLC_HLS_DATAFLOW_H

#include "tools/fpgaclc/common/program.h"

/*
 * Decides whether the processes of DATAFLOW regions run concurrently. Sets program->dataflow. Call
 * it once the sources have been examined.
 */
void fclc_dataflow_choose(struct fclc_program *program);

#endif
