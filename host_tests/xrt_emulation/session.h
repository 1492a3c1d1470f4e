/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_SESSION_H
#define FCL_TEST_SESSION_H

#include "bitstreams/image/fcl_image.h"
#include "host_tests/xrt_emulation/peer.h"

/* XRT's call numbers. */
enum {
	CLOSE = 1,
	LOAD = 3,
	ALLOC = 4,
	FREE = 5,
	WRITE = 6,
	READ = 7,
	CONTROL_WRITE = 9,
	CONTROL_READ = 11,
	COPY = 22,
	IMPORT = 27,
	SETUP_INSTANCE = 28,
	COPY_FROM_FILE = 50,
	REGISTER_WRITE = 51,
	REGISTER_READ = 52,
	DRIVER_VERSION = 53
};

/* The tests' image, and a file with its BITSTREAM, like the one that XRT writes. */
extern struct fcl_image *image;
extern char payload_file[];

/* Reads an xclbin, and writes its BITSTREAM to a file named by mkstemp()'s template. */
struct fcl_image *session_open(const char *xclbin, char *template);

int session_setup(void **state);
int session_teardown(void **state);

/* The calls in XRT's form: they return 1 or 0, or -1 if the connection has ended. */
int session_load(struct peer *peer, const char *file);
int session_alloc(struct peer *peer, uint64_t address, uint64_t size);
int session_free(struct peer *peer, uint64_t address);
bool session_write(struct peer *peer, uint64_t address, const void *data, size_t size);
bool session_read(struct peer *peer, uint64_t address, void *data, size_t size);
bool session_control(struct peer *peer, uint64_t address, const void *data, uint32_t size);
bool session_poll(struct peer *peer, uint64_t address, uint32_t *ret_value);

#endif
