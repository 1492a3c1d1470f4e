/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The process that is a board to XRT's emulation: hosts that use XRT's own interfaces run on a board of
 * fpgacl's. XRT starts it and listens on a socket; this process connects, and serves one call after the
 * other. For hw_emu a script in the image starts it, and it connects a second time, for the memory of the
 * host. docs/xrt-native.md is for those who use it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config_check.h"
#include "tools/xrt_emulation/calls.h"
#include "tools/xrt_emulation/end.h"
#include "tools/xrt_emulation/image.h"

static const char help[] =
	"Usage: genericpciemodel [--image FILE]\n"
	"\n"
	"Is a board to XRT under XCL_EMULATION_MODE=sw_emu or hw_emu. XRT starts it, with\n"
	"EMULATION_SOCKETID in the environment; run by hand it waits for a host at that socket, below\n"
	"/tmp/$USER.\n"
	"\n"
	"  --image FILE             the image to load first, as hw_emu does it\n"
	"  -h, --help, --version\n"
	"Accepted without effect: -debug, -ppid PID, -port PORT.\n";

static int serve(struct fcl_xemu_board *board, struct fcl_xemu_wire *wire, struct fcl_err *err)
{
	int status = 0;

	while (!status) {
		status = fcl_xemu_receive(wire, err);
		if (status == 1)
			fprintf(stderr, "genericpciemodel: the host is gone\n");
		if (!status)
			status = fcl_xemu_serve(board, wire, err);
	}
	return status;
}

/* 0: there is work to do; 1: a wrong call; -1: nothing more to do. */
static int parse(int argc, char **argv, const char **ret_image)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "--help"))
			return fputs(help, stdout) < 0 ? 1 : -1;
		if (!strcmp(argv[i], "--version"))
			return puts("genericpciemodel of fpgacl " FPGACL_VERSION) < 0 ? 1 : -1;
		if (!strcmp(argv[i], "-debug"))
			continue;
		if ((!strcmp(argv[i], "-ppid") || !strcmp(argv[i], "-port")) && i + 1 < argc) {
			i++;
			continue;
		}
		if (!strcmp(argv[i], "--image") && i + 1 < argc) {
			*ret_image = argv[++i];
			continue;
		}
		fprintf(stderr, "genericpciemodel: unexpected argument '%s'\n", argv[i]);
		return 1;
	}
	return 0;
}

/* What hw_emu does before its first call. A host without the second socket has no memory for kernels. */
static int launch(struct fcl_xemu_board *board, const char *image, struct fcl_xemu_wire *memory,
		  int parent, struct fcl_err *err)
{
	struct fcl_err ignored = {0};
	int error = fcl_xemu_image_launch(board, image, fcl_xemu_device_number(), err);

	if (!error && !fcl_xemu_connect(memory, FCL_XEMU_HOST_MEMORY, parent, &ignored))
		board->host = memory;
	return error;
}

int main(int argc, char **argv)
{
	struct fcl_xemu_board board = {0};
	struct fcl_xemu_wire wire = {.fd = -1}, memory = {.fd = -1};
	struct fcl_err err = {0};
	const char *image = NULL;
	pid_t parent = getppid();
	int status = parse(argc, argv, &image);

	if (status)
		return status < 0 ? 0 : status;
	fcl_config_check();
	if (image) {
		if (getenv("EMULATION_SOCKETID"))
			fcl_xemu_host_set(parent);
		status = launch(&board, image, &memory, parent, &err);
	}
	if (!status)
		status = fcl_xemu_connect(&wire, FCL_XEMU_CALLS, parent, &err);
	if (!status)
		status = serve(&board, &wire, &err);
	if (status < 0) {
		fprintf(stderr, "genericpciemodel: %s\n", err.text);
		fcl_xemu_end();
	}
	/*
	 * Kernels may still run, and their threads use the board: the system takes all of it back.
	 */
	fflush(NULL);
	_exit(0);
}
