/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FOLDER_H
#define FCL_BASE_FOLDER_H

#include <stdbool.h>

/* Whether `path` names an existing folder. */
bool fcl_folder_is(const char *path);

/* Creates the folder and any missing parents; 0 if it exists already. 0 or -errno. */
int fcl_folder_make(const char *path);

#endif
