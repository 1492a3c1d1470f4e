/* SPDX-License-Identifier: Apache-2.0 */
#include "base/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

const struct fcl_config_entry fcl_config_table[FCL_CONFIG_COUNT] = {
	[FCL_CONFIG_DEVICES] =
		{"FPGACL_DEVICES", "",
		 "Devices to offer, as backend:board, separated by commas: emu:u250,emu:u50. Empty: the real boards found, else one emulated u250."},
	[FCL_CONFIG_VISIBLE_DEVICES] =
		{"FPGACL_VISIBLE_DEVICES", "",
		 "Which of these devices to keep, by index, PCIe BDF or name, separated by commas. Empty: all."},
	[FCL_CONFIG_BOARD_PATH] =
		{"FPGACL_BOARD_PATH", "",
		 "Folders, separated by colons, whose <board>/board.xml override the built-in boards."},
	[FCL_CONFIG_HAL_PATH] =
		{"FPGACL_HAL_PATH", "",
		 "Folders, separated by colons, in which backend modules (libfpgacl_hal_<name>.so) are searched for first."},
	[FCL_CONFIG_LOG] =
		{"FPGACL_LOG", "",
		 "Log level: none, error, warn, info or debug. Empty: error if XCL_EMULATION_MODE is sw_emu or hw_emu, else none."},
	[FCL_CONFIG_LOG_FILE] = {"FPGACL_LOG_FILE", "",
				 "File to which the log is appended. Empty: standard error."},
	[FCL_CONFIG_TRACE] =
		{"FPGACL_TRACE", "",
		 "File to which swaps of images, and the waits for them, are appended in Chrome's trace format. Empty: none."},
	[FCL_CONFIG_SWAP_AGE_MS] =
		{"FPGACL_SWAP_AGE_MS", "0",
		 "Milliseconds after which a launch gets the image it waits for, even if the one on the board still has launches. 0: eight times what the last swap took, but at least 20."},
	[FCL_CONFIG_PLATFORM_NAME] =
		{"FPGACL_PLATFORM_NAME", "",
		 "The value of CL_PLATFORM_NAME. Empty: Xilinx if XCL_EMULATION_MODE is set, else fpgacl."},
	[FCL_CONFIG_XCL_EMULATION_MODE] =
		{"XCL_EMULATION_MODE", "",
		 "sw_emu or hw_emu, as the vendor's tools set it: only emulated boards are offered, those of emconfig.json or one u250, unless FPGACL_DEVICES names others. noop: the noop device of XRT."},
	[FCL_CONFIG_XILINX_XRT] =
		{"XILINX_XRT", "",
		 "Root of the XRT that drives real boards. Empty or wrong: /opt/xilinx/xrt, then the system's library folders."},
	[FCL_CONFIG_EMCONFIG_PATH] =
		{"EMCONFIG_PATH", "",
		 "Folder of the emconfig.json that is read under XCL_EMULATION_MODE. Empty: the program's folder, then the working directory."},
	[FCL_CONFIG_EMU_CHECK] =
		{"FPGACL_EMU_CHECK", "bound",
		 "Memory checks of an emulated board: off, bound (after every run, the canaries of the buffers bound to it), full (all canaries after every run) or guard (full, and guard pages)."},
	[FCL_CONFIG_EMU_STALL_S] =
		{"FPGACL_EMU_STALL_S", "0",
		 "Seconds after which a stalled compute unit of an emulated board fails. 0: never."},
	[FCL_CONFIG_EMU_TIMEOUT_S] =
		{"FPGACL_EMU_TIMEOUT_S", "0",
		 "Seconds of running after which the watchdog of an emulated board ends a kernel with an error. 0: never."},
	[FCL_CONFIG_EMU_THREADS] =
		{"FPGACL_EMU_THREADS", "0",
		 "Worker threads that an emulated board may start at once; it adds more while kernels that do not yield hold all of them. 0: one for each processor."},
	[FCL_CONFIG_CACHE_DIR] =
		{"FPGACL_CACHE_DIR", "",
		 "Folder of the cache of fpgaclc; off: none. Empty: fpgacl in XDG_CACHE_HOME, else in ~/.cache."},
	[FCL_CONFIG_CACHE_MB] =
		{"FPGACL_CACHE_MB", "1024",
		 "Megabytes that this cache may take; what has not been used for the longest time is removed. 0: no cache."},
};

const char *fcl_config_string(enum fcl_config_key key)
{
	const char *value = getenv(fcl_config_table[key].name);

	return value && *value ? value : fcl_config_table[key].fallback;
}

static bool parse_number(const char *text, uint64_t max, uint64_t *ret_value)
{
	unsigned long long value;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || *end || value > max)
		return false;
	*ret_value = value;
	return true;
}

uint64_t fcl_config_number(enum fcl_config_key key, uint64_t max)
{
	uint64_t value = 0;

	if (!parse_number(fcl_config_string(key), max, &value))
		parse_number(fcl_config_table[key].fallback, max, &value);
	return value;
}
