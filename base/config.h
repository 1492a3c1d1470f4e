/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_CONFIG_H
#define FCL_BASE_CONFIG_H

#include <stddef.h>
#include <stdint.h>

/*
 * Every environment variable that the project reads is in this one table (config.c has the texts).
 * `fpgacl env` prints it.
 */
enum fcl_config_key {
	FCL_CONFIG_DEVICES,
	FCL_CONFIG_VISIBLE_DEVICES,
	FCL_CONFIG_BOARD_PATH,
	FCL_CONFIG_HAL_PATH,
	FCL_CONFIG_LOG,
	FCL_CONFIG_LOG_FILE,
	FCL_CONFIG_TRACE,
	FCL_CONFIG_SWAP_AGE_MS,
	FCL_CONFIG_PLATFORM_NAME,
	FCL_CONFIG_XCL_EMULATION_MODE,
	FCL_CONFIG_XILINX_XRT,
	FCL_CONFIG_EMCONFIG_PATH,
	FCL_CONFIG_EMU_CHECK,
	FCL_CONFIG_EMU_STALL_S,
	FCL_CONFIG_EMU_TIMEOUT_S,
	FCL_CONFIG_EMU_THREADS,
	FCL_CONFIG_CACHE_DIR,
	FCL_CONFIG_CACHE_MB,
	FCL_CONFIG_COUNT
};

struct fcl_config_entry {
	const char *name;     /* the environment variable */
	const char *fallback; /* the value if it is unset, as text; "": none */
	const char *help;     /* one sentence */
};

extern const struct fcl_config_entry fcl_config_table[FCL_CONFIG_COUNT];

/*
 * Returns the variable's value, or its fallback if it is unset or empty; never NULL. Reads the
 * environment at each call.
 */
const char *fcl_config_string(enum fcl_config_key key);

/* Returns the value as an unsigned decimal number; the fallback if it is none, or above `max`. */
uint64_t fcl_config_number(enum fcl_config_key key, uint64_t max);

#endif
