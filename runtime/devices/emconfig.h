/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_EMCONFIG_H
#define FCL_DEVICES_EMCONFIG_H

#include "base/err.h"

/*
 * Reads the devices that emconfig.json names, as emconfigutil writes it: the strings
 * Platform.Boards[].Devices[].Name, each the name of a shell. The file is searched for in
 * EMCONFIG_PATH, in the program's own folder and in the working directory; the first one found
 * counts. Calls found() for each name in order. -ENOENT: there is no such file; -EINVAL: it is
 * malformed (the text says where and what was expected) or names no device; -ENOMEM. On an error
 * found() may have been called already.
 */
int fcl_emconfig_read(void (*found)(void *user, const char *name), void *user, struct fcl_err *err);

#endif
