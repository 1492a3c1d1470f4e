/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_AS_JSON_H
#define FCL_TOOL_AS_JSON_H

/* The output of `list`, `boards` and `env` as one JSON array. Sizes are bytes. */
int fcl_tool_list_json(void);
int fcl_tool_boards_json(void);
int fcl_tool_env_json(void);

#endif
