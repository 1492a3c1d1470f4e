/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FOLDER_H
#define FCL_BASE_FOLDER_H

#include <stdbool.h>

/* Whether `path` names a folder that is there. */
bool fcl_folder_is(const char *path);

/* Creates the folder and those above it that are missing; it may exist. 0 or -errno. */
int fcl_folder_make(const char *path);

#endif
