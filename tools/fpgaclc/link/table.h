/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_TABLE_H
#define FCLC_LINK_TABLE_H

#include "tools/fpgaclc/common/program.h"

/* Writes the source of `fcl_bitstream` and the model tables (fpgacl_model.h). */
int fclc_table_write(struct fclc_program *program, struct fcl_err *err);

#endif
