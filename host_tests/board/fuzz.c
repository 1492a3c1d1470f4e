/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "clients.h"

enum { BOUND_S = 120 };

/* --- random things ---------------------------------------------------------------------------- */

uint32_t fuzz_number(struct fuzz *fuzz)
{
	fuzz->state = fuzz->state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(fuzz->state >> 33);
}

bool fuzz_one_in(struct fuzz *fuzz, uint32_t n)
{
	return fuzz_number(fuzz) % n == 0;
}

uint64_t fuzz_edge(struct fuzz *fuzz)
{
	static const uint64_t edges[] = {0, 1, 2, 4095, 4096, UINT32_MAX, UINT64_MAX, 1u << 31};

	return fuzz_one_in(fuzz, 3) ? (uint64_t)fuzz_number(fuzz) << 31
				    : edges[fuzz_number(fuzz) % (sizeof(edges) / sizeof(edges[0]))];
}

int fuzz_file(struct fuzz *fuzz)
{
	int fd = memfd_create("liar", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	assert_int_equal(ftruncate(fd, fuzz_one_in(fuzz, 2) ? 1 << 20 : 4096), 0);
	if (!fuzz_one_in(fuzz, 3))
		fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
	if (fuzz_one_in(fuzz, 4))
		lseek(fd, fuzz_one_in(fuzz, 2) ? 4096 : 77, SEEK_SET);
	return fuzz_one_in(fuzz, 8) ? open("/dev/null", O_RDWR | O_CLOEXEC) : fd;
}

void fuzz_bits(struct fuzz *fuzz, void *bytes, size_t size)
{
	for (unsigned i = fuzz_number(fuzz) % 8; i; i--)
		((unsigned char *)bytes)[fuzz_number(fuzz) % size] ^=
			(unsigned char)(1u << fuzz_number(fuzz) % 8);
}

void fuzz_head(struct fuzz *fuzz, struct fcl_bd_packet *packet)
{
	uint32_t payload = packet->head.payload;

	fuzz_bits(fuzz, &packet->head, offsetof(struct fcl_bd_message, text));
	packet->head.payload = payload;
}

/* --- the client ------------------------------------------------------------------------------- */

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	(void)text;
	*(_Atomic int *)request->tag = status ? status : 1;
}

/* Submits a request and waits for its end. */
static void run_one(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	_Atomic int done = 0;

	request->done = on_done;
	request->tag = &done;
	if (suite.hal->submit(device, &request, 1))
		return;
	while (!done) {
		suite.hal->progress(device, &done);
		fcl_pause_us(100);
	}
}

static void transfer(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
		     enum fcl_hal_op op, char *bytes, size_t size)
{
	struct fcl_hal_request request = {.op = op};

	request.u.transfer.buffer = buffer;
	request.u.transfer.host = bytes;
	request.u.transfer.box = fcl_hal_linear_box(size);
	run_one(device, &request);
}

static void use_buffer(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	enum { BYTES = 100000 };
	static char bytes[BYTES];
	struct fcl_hal_buffer *buffer = NULL;
	struct work work;

	if (suite.hal->buffer_alloc(device, NULL, 0, BYTES, &buffer, NULL))
		return;
	transfer(device, buffer, FCL_HAL_WRITE, bytes, BYTES);
	transfer(device, buffer, FCL_HAL_READ, bytes, BYTES);
	if (program) {
		uint32_t n = 64;

		work_launch(&work, program, K_ADD, 1);
		for (uint32_t i = 0; i < 3; i++)
			work_buffer(&work, i, buffer, 0);
		work_bytes(&work, 3, &n, sizeof(n));
		run_one(device, &work.request);
	}
	suite.hal->buffer_free(device, buffer);
}

/* Memory that this client is given must be writable, whatever address the other side names. */
static void use_svm(struct fcl_hal_device *device)
{
	enum { BYTES = 5000 };
	static char bytes[BYTES];
	struct fcl_hal_buffer *buffer = NULL, *again = NULL;
	void *pointer = NULL;

	if (suite.hal->svm_alloc(device, BYTES, &pointer, &buffer, NULL))
		return;
	memset(pointer, 1, BYTES);
	transfer(device, buffer, FCL_HAL_READ, bytes, BYTES);
	if (!suite.hal->svm_attach(device, pointer, BYTES, &again, NULL)) {
		memset(pointer, 2, BYTES);
		suite.hal->buffer_free(device, again);
	}
	suite.hal->buffer_free(device, buffer);
}

static void use_pipe(struct fcl_hal_device *device)
{
	struct fcl_hal_pipe *pipe = NULL;
	char packets[64];
	uint32_t count;

	if (suite.hal->pipe_create(device, 4, 16, &pipe, NULL))
		return;
	suite.hal->pipe_push(device, pipe, packets, 16, &count);
	suite.hal->pipe_pop(device, pipe, packets, 16, &count);
	suite.hal->pipe_drain(device, pipe, packets, 16, &count);
	suite.hal->pipe_level(device, pipe, &count);
	suite.hal->pipe_close(device, pipe);
}

/* Must cope with any answer, in any order. */
void fuzz_client(const char *name, struct fcl_image *image)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_hal_program *program = NULL;
	struct fcl_hal_sensor sensor;
	uint8_t uuid[16];

	alarm(BOUND_S);
	if (suite.hal->open(name, 0, &device, NULL))
		_exit(0);
	for (int i = 0; i < 3; i++) {
		if (suite.hal->program(device, 0, image, &program, NULL))
			program = NULL;
		use_buffer(device, program);
		use_pipe(device);
		use_svm(device);
		suite.hal->sensor(device, 0, &sensor);
		suite.hal->verify(device, 0, uuid, NULL);
		suite.hal->unprogram(device, program);
		if (suite.hal->health(device, NULL))
			suite.hal->reset(device, NULL);
	}
	suite.hal->close(device);
	fcl_image_unref(image);
	exit(0); /* exit() lets LeakSanitizer check */
}
