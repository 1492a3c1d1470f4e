/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_BANKS_H
#define FCLC_LINK_BANKS_H

#include "tools/fpgaclc/common/program.h"

/* Checks that the board supports the bank sizes given by options. */
int fclc_banks_check(const struct fclc_program *program, struct fcl_err *err);

/* The size of a bank in the image: the one given by options, else the board's. */
uint64_t fclc_bank_size(const struct fclc_program *program, uint32_t bank);

#endif
