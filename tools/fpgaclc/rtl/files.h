/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_FILES_H
#define FCLC_RTL_FILES_H

#include "tools/fpgaclc/rtl/rtl.h"

/* Adds a file, whose contents are read from `path`. */
int fclc_rtl_add_file(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		      const char *name, bool model, struct fcl_err *err);

/* Writes the files to rtl->folder, a new directory in the temporary directory. */
int fclc_rtl_unpack(struct fclc_program *program, struct fclc_rtl *rtl, uint32_t index,
		    struct fcl_err *err);

/* Whether the name is that of a VHDL source; whether it is that of any HDL source. */
bool fclc_rtl_is_vhdl(const char *name);
bool fclc_rtl_is_hdl(const char *name);

/* Whether it is that of a file with data for memories (data.h): .mem, .hex, .dat, .init, .txt. */
bool fclc_rtl_is_data(const char *name);

#endif
