/* SPDX-License-Identifier: Apache-2.0 */
#include "base/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond a certain length, clang-format would align the columns of the table. */
/* clang-format off */
const struct fcl_config_entry fcl_config_table[FCL_CONFIG_COUNT] = {
	[FCL_CONFIG_DEVICES] =
		{"FPGACL_DEVICES", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The devices to offer to hosts, for example emu:u250,emu:u50 or xrt:0000:17:00.1. Layers can wrap a device: fault(emu:u250)?launch=EIO@3 (docs/faults.md). Default: all real boards that are found, or one emulated u250 if there are none.",
		 "a comma-separated list of BACKEND:BOARD"},
	[FCL_CONFIG_VISIBLE_DEVICES] =
		{"FPGACL_VISIBLE_DEVICES", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Only these devices are visible to hosts. Default: all.",
		 "a comma-separated list of indices, PCIe addresses, serial numbers, UUIDs or names; or none"},
	[FCL_CONFIG_BOARD_PATH] = {"FPGACL_BOARD_PATH", FCL_CONFIG_FOLDERS, NULL, 0, "",
				   "Where to look for BOARD/board.xml before the built-in boards."},
	[FCL_CONFIG_HAL_PATH] =
		{"FPGACL_HAL_PATH", FCL_CONFIG_FOLDERS, NULL, 0, "",
		 "Where to look for backend modules (libfpgacl_hal_NAME.so) before the folder next to the library."},
	[FCL_CONFIG_PCIE_CARDS] =
		{"FPGACL_PCIE_CARDS", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The cards of the backend pcie, which its boards' names without a place mean (docs/your-card.md).",
		 "a comma-separated list of BOARD@PLACE, the place a PCIe address, a vfio-user socket or /dev/xdma0"},
	[FCL_CONFIG_PCIE_TIMEOUT_MS] =
		{"FPGACL_PCIE_TIMEOUT_MS", FCL_CONFIG_NUMBER, NULL, 3600000, "10000",
		 "How many milliseconds a transfer of the backend pcie may make no progress, or a card process give no answer, before it fails."},
	[FCL_CONFIG_LOG] =
		{"FPGACL_LOG", FCL_CONFIG_CHOICE, "none, error, warn, info, debug", 0, "",
		 "The log level. Output of kernels is logged at level info, unless XCL_EMULATION_MODE sends it to standard output. Default: warn if XCL_EMULATION_MODE is sw_emu or hw_emu, otherwise none."},
	[FCL_CONFIG_LOG_FILE] = {"FPGACL_LOG_FILE", FCL_CONFIG_FILE, NULL, 0, "",
				 "The log is appended to this file. Default: standard error."},
	[FCL_CONFIG_TRACE] =
		{"FPGACL_TRACE", FCL_CONFIG_FILE, NULL, 0, "",
		 "A trace of the run is appended to this file: calls, commands, transfers, kernel executions, FIFO waits, image swaps and faults. `fpgacl report`, ui.perfetto.dev and chrome://tracing read it. Default: no trace."},
	[FCL_CONFIG_HANG_NOTICE_S] =
		{"FPGACL_HANG_NOTICE_S", FCL_CONFIG_NUMBER, NULL, 1000000, "5",
		 "After how many seconds in which nothing moves, while kernels of an emulated board wait for FIFOs, or the host for its end of a pipe and no kernel runs, one line on standard error says what for, once per process; with FPGACL_LOG=warn the log says it. 0: never."},
	[FCL_CONFIG_SUMMARY] =
		{"FPGACL_SUMMARY", FCL_CONFIG_NUMBER, NULL, 1, "0",
		 "1: print a summary of the run, as from `fpgacl report`, on standard error when the host exits."},
	[FCL_CONFIG_CAPTURE] =
		{"FPGACL_CAPTURE", FCL_CONFIG_TEXT, NULL, 0, "",
		 "A capture of the run is written to this file: all calls that have an effect, with what the host gives to the device and gets back. `fpgacl replay` repeats it without the program (docs/capture.md). %p in the name is the number of the process. ring:<size>[:<file>], for example ring:256MiB, keeps the last calls in memory, and writes them when something fails or `fpgacl capture --now` asks for it. Default: no capture.",
		 "the name of a file that can be written, or ring:<size>[:<file>]"},
	[FCL_CONFIG_CAPTURE_READS] =
		{"FPGACL_CAPTURE_READS", FCL_CONFIG_CHOICE, "hashes, whole", 0, "hashes",
		 "What a capture stores of what the host reads back: hashes, with which a replay finds differences, or all of the bytes, with which it also shows them. Up to 256 bytes are always stored."},
	[FCL_CONFIG_TRUSTED_CAPTURES] =
		{"FPGACL_TRUSTED_CAPTURES", FCL_CONFIG_FOLDERS, NULL, 0, "",
		 "`fpgacl replay` runs the code of the images in captures below these folders without asking. Default: none."},
	[FCL_CONFIG_SWAP_AGE_MS] =
		{"FPGACL_SWAP_AGE_MS", FCL_CONFIG_NUMBER, NULL, 3600000, "0",
		 "How many milliseconds a launch waits for its image before the board is reprogrammed, even if the current image still has launches. 0: eight times the duration of the last swap, but at least 20 ms."},
	[FCL_CONFIG_TIMEOUT_S] =
		{"FPGACL_TIMEOUT_S", FCL_CONFIG_NUMBER, NULL, 1000000, "0",
		 "How many seconds a kernel may run before its launch fails. On a card, the compute unit then counts as broken until the board is reset (docs/troubleshooting.md). 0: no limit."},
	[FCL_CONFIG_EMU_TIMEOUT_S] =
		{"FPGACL_EMU_TIMEOUT_S", FCL_CONFIG_NUMBER, NULL, 1000000, "0",
		 "The name of FPGACL_TIMEOUT_S when only emulated boards had a limit. Read if FPGACL_TIMEOUT_S is not set."},
	[FCL_CONFIG_REPORT_FAILURES] =
		{"FPGACL_REPORT_FAILURES", FCL_CONFIG_NUMBER, NULL, 1, "",
		 "1: clFinish, and blocking reads and maps of any queue, return the error of a command of that queue that failed unnoticed, once. 0: only blocking reads and maps of in-order queues do (docs/emulation.md). Default: 1 if XCL_EMULATION_MODE is sw_emu or hw_emu, otherwise 0."},
	[FCL_CONFIG_STRICT_BANKS] =
		{"FPGACL_STRICT_BANKS", FCL_CONFIG_NUMBER, NULL, 1, "0",
		 "1: clSetKernelArg refuses a buffer that two kernels need in two banks, as XRT does. 0: the buffer moves from bank to bank; under XCL_EMULATION_MODE, a warning in the log names the arguments."},
	[FCL_CONFIG_PLATFORM_NAME] =
		{"FPGACL_PLATFORM_NAME", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The value of CL_PLATFORM_NAME. Default: Xilinx if XCL_EMULATION_MODE is set, Intel's names if its variables for emulated boards are, otherwise fpgacl.",
		 "any text"},
	[FCL_CONFIG_INTEL_EMULATOR] =
		{"CL_CONTEXT_EMULATOR_DEVICE_INTELFPGA", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Intel's variable. If set, the platform is named Intel(R) FPGA SDK for OpenCL(TM), unless another variable names it. A number from 1 to 64 is that of emulated boards, where no variable names boards and there is no card.",
		 "any text"},
	[FCL_CONFIG_ALTERA_EMULATOR] =
		{"CL_CONTEXT_EMULATOR_DEVICE_ALTERA", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Its name before 2017. If set, the platform is named Altera SDK for OpenCL, unless another variable names it. The number means the same.",
		 "any text"},
	[FCL_CONFIG_CPU_EMULATE_DEVICES] =
		{"CL_CONFIG_CPU_EMULATE_DEVICES", FCL_CONFIG_NUMBER, NULL, 64, "",
		 "The variable of Intel's newer emulator: how many emulated boards there are, where no other variable names boards and there is no card. Default: 1."},
	[FCL_CONFIG_XCL_EMULATION_MODE] =
		{"XCL_EMULATION_MODE", FCL_CONFIG_CHOICE, "sw_emu, hw_emu, noop", 0, "",
		 "The vendor's variable. sw_emu, hw_emu: offer emulated boards only, those of emconfig.json or one u250, unless FPGACL_DEVICES is set; output of kernels goes to standard output. noop: offer XRT's noop device."},
	[FCL_CONFIG_XILINX_XRT] =
		{"XILINX_XRT", FCL_CONFIG_FOLDER, NULL, 0, "",
		 "The root of the XRT installation that drives real boards. If unset or without XRT: /opt/xilinx/xrt, /usr/local/xrt, then the system's library folders."},
	[FCL_CONFIG_EMCONFIG_PATH] =
		{"EMCONFIG_PATH", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The folder of the emconfig.json that is read under XCL_EMULATION_MODE. Default: the program's folder, then the working directory.",
		 "a folder"},
	[FCL_CONFIG_XRT_INI_PATH] =
		{"XRT_INI_PATH", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The xrt.ini to read. Its [Debug] keys opencl_summary, opencl_trace, profile, device_profile and timeline_trace select the CSV files to write. Default: xrt.ini in the program's folder, then in the working directory.",
		 "a file"},
	[FCL_CONFIG_EMU_CHECK] =
		{"FPGACL_EMU_CHECK", FCL_CONFIG_CHOICE, "off, bound, full, guard", 0, "bound",
		 "Memory checks on emulated boards. bound: after every run, check the canaries of the buffers that the kernel was given; full: check all canaries; guard: as full, with guard pages around buffers."},
	[FCL_CONFIG_EMU_OVERCOMMIT] =
		{"FPGACL_EMU_OVERCOMMIT", FCL_CONFIG_NUMBER, NULL, 1, "0",
		 "1: the buffers of an emulated board may exceed the memory left on the machine and in the cgroup, for hosts that touch only parts of them. 0: such an allocation fails."},
	[FCL_CONFIG_EMU_STALL_S] =
		{"FPGACL_EMU_STALL_S", FCL_CONFIG_NUMBER, NULL, 1000000, "0",
		 "How many seconds a kernel on an emulated board may wait for a FIFO before it fails. 0: no limit."},
	[FCL_CONFIG_EMU_THREADS] =
		{"FPGACL_EMU_THREADS", FCL_CONFIG_NUMBER, NULL, 256, "0",
		 "The number of worker threads of an emulated board. More are added while kernels that never yield occupy all of them. 0: one per processor."},
	[FCL_CONFIG_EMU_CLOCK] =
		{"FPGACL_EMU_CLOCK", FCL_CONFIG_CHOICE, "host, device", 0, "host",
		 "The clock that the profiling times of kernels with cycles are taken from: those in Verilog, and those that count cycles. device: the end time is the start time plus the cycle count at the board's clock rate."},
	[FCL_CONFIG_DETERMINISTIC] =
		{"FPGACL_DETERMINISTIC", FCL_CONFIG_NUMBER, NULL, UINT64_MAX, "",
		 "A seed. The emulated boards of the process do one thing at a time, and what is next is drawn from the seed: a run with the same seed is the same run (docs/rack.md). Default: boards run at a time, unless the rack has a seed of this kind."},
	[FCL_CONFIG_CYCLES_RECORD] =
		{"FPGACL_CYCLES_RECORD", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Each run of a kernel that counts cycles (fpgaclc -t hw_emu, or --cycles) writes CU-NUMBER.fifos to this folder, from which `fpgacl fifos` finds depths of FIFOs. The folder is created if missing. Default: none.",
		 "a folder"},
	[FCL_CONFIG_XTLM_FOLDER] =
		{"XTLM_IPC_SOCK_DIR", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The vendor's variable. The folder where hosts and traffic generators meet (docs/traffic-generators.md). Default: /tmp/fpgacl-xtlm-UID.",
		 "a folder"},
	[FCL_CONFIG_XTLM_TIMEOUT_S] =
		{"FPGACL_XTLM_TIMEOUT_S", FCL_CONFIG_NUMBER, NULL, 1000000, "0",
		 "How many seconds a call of a traffic generator may wait before it fails. 0: no limit."},
	[FCL_CONFIG_RACK] =
		{"FPGACL_RACK", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The rack whose links join ports of emulated boards (docs/rack.md): a description, a topology such as ring:8, or --fpgalink=... strings. Default: no port of a board is connected.",
		 "the name of a file, a topology, or --fpgalink=A:PORT-B:PORT ..."},
	[FCL_CONFIG_RACK_DIR] =
		{"FPGACL_RACK_DIR", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The folder where programs of one rack meet; it is created if missing, and belongs to one user. Programs that are not to meet need a folder each. Default: /dev/shm/fpgacl-rack-<uid>.",
		 "a folder"},
	[FCL_CONFIG_RACK_PCAP] =
		{"FPGACL_RACK_PCAP", FCL_CONFIG_FOLDER, NULL, 0, "",
		 "Each link of a rack is recorded in this folder, as LINK.pcapng, which Wireshark reads. Default: no record."},
	[FCL_CONFIG_WAVES] =
		{"FPGACL_WAVES", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Where to write waveforms of Verilog kernels, one file per compute unit; the folder is created if missing. The image must be linked with fpgaclc --waves (docs/hardware-emulation.md). Default: no waveforms.",
		 "a folder"},
	[FCL_CONFIG_WAVES_RUNS] =
		{"FPGACL_WAVES_RUNS", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Which runs of each compute unit the waveforms cover, counted from 1. Default: all.",
		 "FIRST-LAST, FIRST- or a single number"},
	[FCL_CONFIG_WAVES_CYCLES] =
		{"FPGACL_WAVES_CYCLES", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Which cycles of each of these runs the waveforms cover, counted from 1. Default: all.",
		 "FIRST-LAST, FIRST- or a single number"},
	[FCL_CONFIG_WAVES_LAST] =
		{"FPGACL_WAVES_LAST", FCL_CONFIG_NUMBER, NULL, 100000000, "",
		 "How many clock cycles before a failure of a Verilog kernel become a waveform, if the image was linked with fpgaclc --snapshots (docs/hardware-emulation.md). The folder is that of FPGACL_WAVES, otherwise 'waves'. If set, also the last cycles of each compute unit whose launches succeed. 0: none, and no snapshots are taken. Default: 1000, of launches that fail."},
	[FCL_CONFIG_CACHE_DIR] =
		{"FPGACL_CACHE_DIR", FCL_CONFIG_TEXT, NULL, 0, "",
		 "The cache of fpgaclc; off disables it. Default: fpgacl in XDG_CACHE_HOME, otherwise in ~/.cache.",
		 "a folder, or off"},
	[FCL_CONFIG_CACHE_MB] =
		{"FPGACL_CACHE_MB", FCL_CONFIG_NUMBER, NULL, 16777216, "1024",
		 "The size limit of this cache in megabytes; the least recently used entries are removed first. 0: no cache."},
	[FCL_CONFIG_OPENVX_KERNELS] =
		{"FPGACL_OPENVX_KERNELS", FCL_CONFIG_TEXT, NULL, 0, "",
		 "Kernel descriptions and libraries that libopenvx loads into each context, as vxLoadKernels does.",
		 "a colon-separated list of names"},
};
/* clang-format on */

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

uint64_t fcl_config_timeout_ns(void)
{
	const char *value = getenv(fcl_config_table[FCL_CONFIG_TIMEOUT_S].name);

	return fcl_config_number(value && *value ? FCL_CONFIG_TIMEOUT_S
						 : FCL_CONFIG_EMU_TIMEOUT_S) *
	       1000000000u;
}

bool fcl_config_as_emulation(enum fcl_config_key key)
{
	uint64_t value;

	return parse_number(fcl_config_string(key), 1, &value) ? value : fcl_config_is_emulation();
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
		[FCL_CONFIG_FILE] = "a writable file",
		[FCL_CONFIG_FOLDER] = "a folder",
		[FCL_CONFIG_FOLDERS] = "a colon-separated list of folders",
	};
	const struct fcl_config_entry *entry = &fcl_config_table[key];

	if (entry->kind == FCL_CONFIG_NUMBER && entry->most == 1)
		snprintf(ret_text, size, "0 or 1");
	else if (entry->kind == FCL_CONFIG_NUMBER)
		snprintf(ret_text, size, "an integer from 0 to %llu",
			 (unsigned long long)entry->most);
	else if (entry->kind == FCL_CONFIG_CHOICE)
		snprintf(ret_text, size, "%s", entry->choices);
	else
		snprintf(ret_text, size, "%s", entry->form ? entry->form : forms[entry->kind]);
}
