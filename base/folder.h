/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FOLDER_H
#define FCL_BASE_FOLDER_H

/* Creates the folder and those above it that are missing; it may exist. 0 or -errno. */
int fcl_folder_make(const char *path);

#endif
