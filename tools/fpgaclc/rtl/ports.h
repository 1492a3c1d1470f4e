/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_PORTS_H
#define FCLC_RTL_PORTS_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * Which bus, clock or reset a port of the top module belongs to. Its name says so ("m_axi_awaddr",
 * "ap_clk", "ap_rst_n"), unless the description maps it to one of their signals. The port is then
 * known by the name that such a signal would have: by its mapped name.
 */

bool fclc_rtl_names_clock(const char *name);
bool fclc_rtl_names_reset(const char *name);
/* Whether a reset of that name is active low. */
bool fclc_rtl_names_low(const char *name);

void fclc_rtl_map_signal(struct fclc_program *program, struct fclc_rtl *rtl, const char *bus,
			 const char *signal, const char *port);
void fclc_rtl_map_clock(struct fclc_program *program, struct fclc_rtl *rtl, const char *port);
void fclc_rtl_map_reset(struct fclc_program *program, struct fclc_rtl *rtl, const char *port,
			bool low);

/* A port's mapped name; its own if it is not mapped, or mapped to a bus that does not exist. */
const char *fclc_rtl_mapped_name(const struct fclc_rtl *rtl, const char *port);

#endif
