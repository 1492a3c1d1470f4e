/* SPDX-License-Identifier: Apache-2.0 */
#include "base/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct fcl_config_entry fcl_config_table[FCL_CONFIG_COUNT] = {
	[FCL_CONFIG_DEVICES] =
		{"FPGACL_DEVICES", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Devices to offer, such as emu:u250,emu:u50 or xrt:0000:17:00.1. Layers may wrap them: fault(emu:u250)?launch=EIO@3 (docs/faults.md). Empty: the real boards found, else one emulated u250.",
		 "BACKEND:BOARD, separated by commas"},
	[FCL_CONFIG_VISIBLE_DEVICES] =
		{"FPGACL_VISIBLE_DEVICES", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Which of these devices to keep. Empty: all.",
		 "indices, PCIe BDFs, serial numbers, UUIDs or names, separated by commas"},
	[FCL_CONFIG_BOARD_PATH] = {"FPGACL_BOARD_PATH", FCL_CONFIG_FOLDERS, NULL, 0, "",
				   "Their BOARD/board.xml override the built-in boards."},
	[FCL_CONFIG_HAL_PATH] =
		{"FPGACL_HAL_PATH", FCL_CONFIG_FOLDERS, NULL, 0, "",
		 "Where backend modules (libfpgacl_hal_NAME.so) are searched for before the folder beside the library."},
	[FCL_CONFIG_LOG] =
		{"FPGACL_LOG", FCL_CONFIG_CHOICE, "none, error, warn, info, debug", 0, "",
		 "From which level on messages are logged. What kernels print is logged at info, unless XCL_EMULATION_MODE sends it to standard output. Empty: warn if XCL_EMULATION_MODE is sw_emu or hw_emu, else none."},
	[FCL_CONFIG_LOG_FILE] = {"FPGACL_LOG_FILE", FCL_CONFIG_FILE, NULL, 0, "",
				 "Where the log is appended. Empty: standard error."},
	[FCL_CONFIG_TRACE] =
		{"FPGACL_TRACE", FCL_CONFIG_FILE, NULL, 0, "",
		 "Where all that happens is appended in Chrome's trace format, for `fpgacl report`, ui.perfetto.dev and chrome://tracing: calls, commands, transfers, executions, waits for FIFOs, swaps of images, faults. Empty: none."},
	[FCL_CONFIG_SUMMARY] =
		{"FPGACL_SUMMARY", FCL_CONFIG_NUMBER, NULL, 1, "0",
		 "1: what `fpgacl report` says about the run is printed on standard error when the host exits."},
	[FCL_CONFIG_SWAP_AGE_MS] =
		{"FPGACL_SWAP_AGE_MS", FCL_CONFIG_NUMBER, NULL, 3600000, "0",
		 "Milliseconds after which a launch gets the image it waits for, even if the one on the board still has launches. 0: eight times what the last swap took, but at least 20."},
	[FCL_CONFIG_PLATFORM_NAME] =
		{"FPGACL_PLATFORM_NAME", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The value of CL_PLATFORM_NAME. Empty: Xilinx if XCL_EMULATION_MODE is set, else fpgacl.",
		 "any text"},
	[FCL_CONFIG_XCL_EMULATION_MODE] =
		{"XCL_EMULATION_MODE", FCL_CONFIG_CHOICE, "sw_emu, hw_emu, noop", 0, "",
		 "As the vendor's tools set it. sw_emu, hw_emu: only emulated boards are offered, those of emconfig.json or one u250, unless FPGACL_DEVICES names others; what kernels print goes to standard output. noop: the noop device of XRT."},
	[FCL_CONFIG_XILINX_XRT] =
		{"XILINX_XRT", FCL_CONFIG_FOLDER, NULL, 0, "",
		 "Root of the XRT that drives real boards. Empty or wrong: /opt/xilinx/xrt, then the system's library folders."},
	[FCL_CONFIG_EMCONFIG_PATH] =
		{"EMCONFIG_PATH", FCL_CONFIG_FOLDER, NULL, 0, "",
		 "Folder of the emconfig.json that is read under XCL_EMULATION_MODE. Empty: the program's folder, then the working directory."},
	[FCL_CONFIG_XRT_INI_PATH] =
		{"XRT_INI_PATH", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The xrt.ini whose [Debug] section asks for CSV files of what happened: opencl_summary, opencl_trace, profile, device_profile, timeline_trace. Empty: xrt.ini in the program's folder, then in the working directory.",
		 "a file"},
	[FCL_CONFIG_EMU_CHECK] =
		{"FPGACL_EMU_CHECK", FCL_CONFIG_CHOICE, "off, bound, full, guard", 0, "bound",
		 "Memory checks of an emulated board. bound: after every run, the canaries of the buffers bound to it; full: all canaries after every run; guard: full, and guard pages."},
	[FCL_CONFIG_EMU_OVERCOMMIT] =
		{"FPGACL_EMU_OVERCOMMIT", FCL_CONFIG_NUMBER, NULL, 1, "0",
		 "Whether buffers of an emulated board may be larger, together, than the memory that the machine and the cgroup have left; 1: yes, for hosts that use only parts of them. 0: an allocation beyond it fails."},
	[FCL_CONFIG_EMU_STALL_S] =
		{"FPGACL_EMU_STALL_S", FCL_CONFIG_NUMBER, NULL, 1000000, "0",
		 "Seconds after which a stalled compute unit of an emulated board fails. 0: never."},
	[FCL_CONFIG_EMU_TIMEOUT_S] =
		{"FPGACL_EMU_TIMEOUT_S", FCL_CONFIG_NUMBER, NULL, 1000000, "0",
		 "Seconds of running after which the watchdog of an emulated board ends a kernel with an error. 0: never."},
	[FCL_CONFIG_EMU_THREADS] =
		{"FPGACL_EMU_THREADS", FCL_CONFIG_NUMBER, NULL, 256, "0",
		 "Worker threads that an emulated board may start at once; it adds more while kernels that do not yield hold all of them. 0: one for each processor."},
	[FCL_CONFIG_EMU_CLOCK] =
		{"FPGACL_EMU_CLOCK", FCL_CONFIG_CHOICE, "host, device", 0, "host",
		 "Which clock the profiling times of kernels in Verilog are from. device: they end as many cycles of the board's clock after their start as the model counted."},
	[FCL_CONFIG_WAVES] =
		{"FPGACL_WAVES", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Folder for waveforms of kernels in Verilog, one file for each compute unit; made if missing. The image has to be linked with fpgaclc --waves (docs/hardware-emulation.md). Empty: none.",
		 "a folder"},
	[FCL_CONFIG_WAVES_RUNS] =
		{"FPGACL_WAVES_RUNS", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Which runs of each compute unit these waveforms show, counted from 1. Empty: all.",
		 "FIRST-LAST, FIRST- or one number"},
	[FCL_CONFIG_WAVES_CYCLES] =
		{"FPGACL_WAVES_CYCLES", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Which cycles of each of these runs they show, counted from 1. Empty: all.",
		 "FIRST-LAST, FIRST- or one number"},
	[FCL_CONFIG_CACHE_DIR] =
		{"FPGACL_CACHE_DIR", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The cache of fpgaclc; off: none. Empty: fpgacl in XDG_CACHE_HOME, else in ~/.cache.",
		 "a folder, or off"},
	[FCL_CONFIG_CACHE_MB] =
		{"FPGACL_CACHE_MB", FCL_CONFIG_NUMBER, NULL, 16777216, "1024",
		 "Megabytes that this cache may take; what has not been used for the longest time is removed. 0: no cache."},
	[FCL_CONFIG_OPENVX_KERNELS] =
		{"FPGACL_OPENVX_KERNELS", FCL_CONFIG_TEXT, NULL, 0, "",
		 "What each context of libopenvx loads, as vxLoadKernels does: descriptions of kernels, "
		 "libraries.",
		 "names, separated by colons"},
};

const char *fcl_config_string(enum fcl_config_key key)
{
	const char *value = getenv(fcl_config_table[key].name);

	return value && *value ? value : fcl_config_table[key].fallback;
}

bool fcl_config_is_emulation(void)
{
	const char *mode = fcl_config_string(FCL_CONFIG_XCL_EMULATION_MODE);

	return !strcmp(mode, "sw_emu") || !strcmp(mode, "hw_emu");
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

uint64_t fcl_config_number(enum fcl_config_key key)
{
	const struct fcl_config_entry *entry = &fcl_config_table[key];
	uint64_t value = 0;

	if (!parse_number(fcl_config_string(key), entry->most, &value))
		parse_number(entry->fallback, entry->most, &value);
	return value;
}

static int find_choice(const char *choices, const char *value)
{
	size_t length;

	for (int i = 0; *choices; i++) {
		length = strcspn(choices, ",");
		if (length == strlen(value) && !strncmp(choices, value, length))
			return i;
		choices += length;
		choices += strspn(choices, ", ");
	}
	return -1;
}

int fcl_config_choice(enum fcl_config_key key)
{
	const struct fcl_config_entry *entry = &fcl_config_table[key];
	int choice = find_choice(entry->choices, fcl_config_string(key));

	return choice >= 0 ? choice : find_choice(entry->choices, entry->fallback);
}

bool fcl_config_accepts(enum fcl_config_key key, const char *value)
{
	const struct fcl_config_entry *entry = &fcl_config_table[key];
	uint64_t number;

	if (entry->kind == FCL_CONFIG_CHOICE)
		return find_choice(entry->choices, value) >= 0;
	return entry->kind != FCL_CONFIG_NUMBER || parse_number(value, entry->most, &number);
}

void fcl_config_allowed(enum fcl_config_key key, char *ret_text, size_t size)
{
	static const char *const forms[] = {
		[FCL_CONFIG_FILE] = "a file that can be written",
		[FCL_CONFIG_FOLDER] = "a folder",
		[FCL_CONFIG_FOLDERS] = "folders, separated by colons",
	};
	const struct fcl_config_entry *entry = &fcl_config_table[key];

	if (entry->kind == FCL_CONFIG_NUMBER)
		snprintf(ret_text, size, "whole numbers from 0 to %llu",
			 (unsigned long long)entry->most);
	else if (entry->kind == FCL_CONFIG_CHOICE)
		snprintf(ret_text, size, "%s", entry->choices);
	else
		snprintf(ret_text, size, "%s", entry->form ? entry->form : forms[entry->kind]);
}
