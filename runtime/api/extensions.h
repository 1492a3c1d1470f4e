/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_EXTENSIONS_H
#define FCL_API_EXTENSIONS_H

#include "runtime/api/info.h"

/* The extensions that the platform and all its devices have, as the two forms of the query. */
cl_int fcl_extensions_string(const struct fcl_info *info);
cl_int fcl_extensions_versions(const struct fcl_info *info);

#endif
