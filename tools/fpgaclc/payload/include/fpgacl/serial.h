/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_SERIAL_H
#define FPGACLC_SERIAL_H

/*
 * Serial links between boards, with flow control: the kernels of AuroraFlow and of AMD's Aurora
 * tutorial, by behaviour. The unit sends what comes in at its stream `tx` to the board's port, and puts
 * what arrives there into its stream `rx`. Kernels do not include this header.
 */

#include <stdint.h>

struct fcl_cu;
struct fclc_external;

#pragma GCC visibility push(hidden)

int fclc_serial_open(struct fcl_cu *cu, const struct fclc_external *external);
void fclc_serial_close(struct fcl_cu *cu);
int fclc_serial_run(struct fcl_cu *cu);
/*
 * The other end of an io channel: the board's port if there is a cable in it, else a file of the channel's
 * name in the working directory, with raw packets, as in Intel's emulator.
 */
int fclc_io_open(struct fcl_cu *cu, const struct fclc_external *external);
void fclc_io_close(struct fcl_cu *cu);
int fclc_io_run(struct fcl_cu *cu);
/* Registers of AuroraFlow, and of the tutorial's kernel. */
uint32_t fclc_aurora_flow_read(struct fcl_cu *cu, uint32_t offset);
void fclc_aurora_flow_write(struct fcl_cu *cu, uint32_t offset, uint32_t value);
uint32_t fclc_krnl_aurora_read(struct fcl_cu *cu, uint32_t offset);
void fclc_krnl_aurora_write(struct fcl_cu *cu, uint32_t offset, uint32_t value);

#pragma GCC visibility pop

#endif
