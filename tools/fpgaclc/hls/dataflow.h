/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_HLS_DATAFLOW_H
#define FCLC_HLS_DATAFLOW_H

#include "tools/fpgaclc/common/program.h"

/* Whether processes may run concurrently: there is a DATAFLOW region, or what a board runs so, too. */
bool fclc_dataflow_is_used(const struct fclc_program *program);

#endif
