/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FOLDER_H
#define FCL_BASE_FOLDER_H

/* Makes the folder and those above it that are missing. It may be there already. 0 or -errno. */
int fcl_folder_make(const char *path);

#endif
