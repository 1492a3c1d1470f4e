/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_PORTS_H
#define FCLC_RTL_PORTS_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * What a port of the top module is. Its name says so ("m_axi_awaddr", "ap_clk", "ap_rst_n"), unless
 * the description maps it to a signal of a bus, a clock or a reset: then it gets the name that says
 * the same, under which all that follows knows it.
 */

bool fclc_rtl_names_clock(const char *name);
bool fclc_rtl_names_reset(const char *name);
/* Of a reset: whether it is active low. */
bool fclc_rtl_names_low(const char *name);

void fclc_rtl_map_signal(struct fclc_program *program, struct fclc_rtl *rtl, const char *bus,
			 const char *signal, const char *port);
void fclc_rtl_map_clock(struct fclc_program *program, struct fclc_rtl *rtl, const char *port);
void fclc_rtl_map_reset(struct fclc_program *program, struct fclc_rtl *rtl, const char *port,
			bool low);

/* The name that a port has instead; its own if it is not mapped, or to a bus that is not there. */
const char *fclc_rtl_mapped_name(const struct fclc_rtl *rtl, const char *port);

#endif
