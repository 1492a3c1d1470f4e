/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The process that acts as a board for XRT's emulation, so that hosts with XRT's own interfaces run
 * on a board of fpgacl. XRT starts it and listens on a socket; this process connects and serves one
 * call after the other. For hw_emu a script in the image starts it, and it connects a second time,
 * for the host's memory. docs/xrt-native.md is the user documentation.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config_check.h"
#include "base/rack/rack.h"
#include "tools/xrt_emulation/calls.h"
#include "tools/xrt_emulation/end.h"
#include "tools/xrt_emulation/image.h"

static const char help[] =
	"Usage: genericpciemodel [--image FILE]\n"
	"\n"
	"Acts as a board for XRT under XCL_EMULATION_MODE=sw_emu or hw_emu. XRT starts it, with\n"
	"EMULATION_SOCKETID in the environment; run by hand it waits for a host at that socket, below\n"
	"/tmp/$USER.\n"
	"\n"
	"  --image FILE             the image to load first, as hw_emu does it\n"
	"  -h, --help, --version\n"
	"Accepted without effect: -debug, -ppid PID, -port PORT.\n";

/*
 * The second socket of hw_emu. Newer versions of XRT close a connection to it that is made before they know
 * that the simulator has started, ten seconds after they start it: they know when they call. A host without
 * it has no memory for kernels.
 */
static void reach_host_memory(struct fcl_xemu_board *board, struct fcl_xemu_wire *memory,
			      int parent)
{
	struct fcl_err ignored = {0};

	if (board->launched && !fcl_xemu_connect(memory, FCL_XEMU_HOST_MEMORY, parent, &ignored))
		board->host = memory;
}

static int xrt_emulation_main_serve(struct fcl_xemu_board *board, struct fcl_xemu_wire *wire,
				    struct fcl_xemu_wire *memory, int parent, struct fcl_err *err)
{
	int error = fcl_xemu_receive(wire, err);

	if (!error)
		reach_host_memory(board, memory, parent);
	while (!error) {
		error = fcl_xemu_serve(board, wire, err);
		if (error || board->closed)
			break;
		error = fcl_xemu_receive(wire, err);
	}
	/* Newer versions of XRT take the SIGCHLD of this process's end for a failure of the read that it interrupts. */
	if (!error)
		fcl_xemu_drain(wire);
	if (error != -ESHUTDOWN)
		return error;
	fprintf(stderr, "genericpciemodel: the host is gone\n");
	return 0;
}

enum parsed { PARSED_SERVE, PARSED_PRINTED, PARSED_WRONG };

static enum parsed xrt_emulation_main_parse(int argc, char **argv, const char **ret_image)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "--help"))
			return fputs(help, stdout) < 0 ? PARSED_WRONG : PARSED_PRINTED;
		if (!strcmp(argv[i], "--version"))
			return puts("genericpciemodel of fpgacl " FPGACL_VERSION) < 0
				       ? PARSED_WRONG
				       : PARSED_PRINTED;
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
		return PARSED_WRONG;
	}
	return PARSED_SERVE;
}

int main(int argc, char **argv)
{
	struct fcl_xemu_board board = {0};
	struct fcl_xemu_wire wire = {.fd = -1}, memory = {.fd = -1};
	struct fcl_err err = {0};
	const char *image = NULL;
	pid_t parent = getppid();
	enum parsed parsed = xrt_emulation_main_parse(argc, argv, &image);
	int error = 0;

	if (parsed != PARSED_SERVE)
		return parsed == PARSED_WRONG;
	fcl_config_check();
	fcl_rack_forbid_order("a host with XRT's interfaces");
	if (image) {
		if (getenv("EMULATION_SOCKETID"))
			fcl_xemu_host_set(parent);
		error = fcl_xemu_image_launch(&board, image, fcl_xemu_device_number(), &err);
	}
	if (!error)
		error = fcl_xemu_connect(&wire, FCL_XEMU_CALLS, parent, &err);
	if (!error)
		error = xrt_emulation_main_serve(&board, &wire, &memory, parent, &err);
	if (error) {
		fprintf(stderr, "genericpciemodel: %s\n", err.text);
		fcl_xemu_end();
	}
	/*
	 * Kernels may still be running, and their threads use the board. Leave it to the system to
	 * free everything.
	 */
	fflush(NULL);
	_exit(0);
}
