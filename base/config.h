/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_CONFIG_H
#define FCL_BASE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Every environment variable that the project reads is in this one table (config.c has the texts).
 * The checks of the environment (config_check.h), `fpgacl env` and docs/environment.md are based on
 * it.
 */
enum fcl_config_key {
	FCL_CONFIG_DEVICES,
	FCL_CONFIG_VISIBLE_DEVICES,
	FCL_CONFIG_BOARD_PATH,
	FCL_CONFIG_HAL_PATH,
	FCL_CONFIG_PCIE_CARDS,
	FCL_CONFIG_PCIE_TIMEOUT_MS,
	FCL_CONFIG_LOG,
	FCL_CONFIG_LOG_FILE,
	FCL_CONFIG_TRACE,
	FCL_CONFIG_HANG_NOTICE_S,
	FCL_CONFIG_SUMMARY,
	FCL_CONFIG_CAPTURE,
	FCL_CONFIG_CAPTURE_READS,
	FCL_CONFIG_TRUSTED_CAPTURES,
	FCL_CONFIG_SWAP_AGE_MS,
	FCL_CONFIG_TIMEOUT_S,
	FCL_CONFIG_EMU_TIMEOUT_S,
	FCL_CONFIG_REPORT_FAILURES,
	FCL_CONFIG_STRICT_BANKS,
	FCL_CONFIG_PLATFORM_NAME,
	FCL_CONFIG_INTEL_EMULATOR,
	FCL_CONFIG_ALTERA_EMULATOR,
	FCL_CONFIG_CPU_EMULATE_DEVICES,
	FCL_CONFIG_XCL_EMULATION_MODE,
	FCL_CONFIG_XILINX_XRT,
	FCL_CONFIG_EMCONFIG_PATH,
	FCL_CONFIG_XRT_INI_PATH,
	FCL_CONFIG_EMU_CHECK,
	FCL_CONFIG_EMU_OVERCOMMIT,
	FCL_CONFIG_EMU_STALL_S,
	FCL_CONFIG_EMU_THREADS,
	FCL_CONFIG_EMU_CLOCK,
	FCL_CONFIG_DETERMINISTIC,
	FCL_CONFIG_CYCLES_RECORD,
	FCL_CONFIG_XTLM_FOLDER,
	FCL_CONFIG_XTLM_TIMEOUT_S,
	FCL_CONFIG_RACK,
	FCL_CONFIG_RACK_DIR,
	FCL_CONFIG_RACK_PCAP,
	FCL_CONFIG_WAVES,
	FCL_CONFIG_WAVES_RUNS,
	FCL_CONFIG_WAVES_CYCLES,
	FCL_CONFIG_WAVES_LAST,
	FCL_CONFIG_CACHE_DIR,
	FCL_CONFIG_CACHE_MB,
	FCL_CONFIG_OPENVX_KERNELS,
	FCL_CONFIG_COUNT
};

/* The kinds of values, besides an empty one; config_check.c checks them. */
enum fcl_config_kind {
	FCL_CONFIG_TEXT,    /* anything; its reader checks it */
	FCL_CONFIG_CHOICE,  /* one of `choices` */
	FCL_CONFIG_NUMBER,  /* a whole number up to `most` */
	FCL_CONFIG_FILE,    /* a file that can be written */
	FCL_CONFIG_FOLDER,  /* a folder */
	FCL_CONFIG_FOLDERS, /* folders, separated by colons */
};

struct fcl_config_entry {
	const char *name; /* the environment variable */
	enum fcl_config_kind kind;
	const char *choices;  /* separated by ", " */
	uint64_t most;        /* the largest number */
	const char *fallback; /* the value if it is unset, as text; "": none */
	const char *help;     /* what it means, as sentences */
	const char *form;     /* for FCL_CONFIG_TEXT: the allowed values, in words */
};

extern const struct fcl_config_entry fcl_config_table[FCL_CONFIG_COUNT];

/*
 * Returns the variable's value, or its fallback if it is unset or empty; never NULL. Reads the
 * environment at each call.
 */
const char *fcl_config_string(enum fcl_config_key key);

/* Returns the value of a number; the fallback if it is not a number, or too large. */
uint64_t fcl_config_number(enum fcl_config_key key);

/*
 * Returns the index of the value among the choices: the fallback's if it is none of them, -1 if the
 * fallback is "".
 */
int fcl_config_choice(enum fcl_config_key key);

/* Returns how long a kernel may run, in ns; 0: no limit. */
uint64_t fcl_config_timeout_ns(void);

/* Whether XCL_EMULATION_MODE requests the vendor's emulation: sw_emu or hw_emu. */
bool fcl_config_is_emulation(void);

/* Returns the value of a variable that is 0 or 1, and by default 1 in the vendor's emulation only. */
bool fcl_config_as_emulation(enum fcl_config_key key);

/* Describes the allowed values in words, truncated to `size`. */
void fcl_config_allowed(enum fcl_config_key key, char *ret_text, size_t size);

/* Whether a non-empty value is a valid number or choice; true for other kinds. */
bool fcl_config_accepts(enum fcl_config_key key, const char *value);

#endif
