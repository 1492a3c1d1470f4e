/* SPDX-License-Identifier: Apache-2.0 */
/* The process that acts as a board for XRT, as the shim sees it: its answers, and how it ends. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/xrt_emulation/session.h"

enum { N = 300, A = 0x0, B = 0x10000, SUM = 0x400000000 };

static struct peer peer;

static uint32_t find_cu(const char *name)
{
	uint32_t cu = 0;

	while (cu < image->ncus && strcmp(image->cus[cu].name, name) != 0)
		cu++;
	assert_true(cu < image->ncus);
	return cu;
}

/* The register map of vadd as XRT writes it: arguments, and the control word. */
static uint32_t make_registers(uint32_t cu, uint32_t control, uint8_t regs[256])
{
	const struct fcl_image_kernel *kernel = &image->kernels[image->cus[cu].kernel];
	const uint64_t values[] = {A, B, SUM, N};
	uint32_t size = 0;

	memset(regs, 0, 256);
	for (uint32_t i = 0; i < 4; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];

		assert_true(arg->offset + arg->size <= 256);
		memcpy(regs + arg->offset, &values[i], arg->size);
		if (size < arg->offset + arg->size)
			size = (uint32_t)(arg->offset + arg->size);
	}
	memcpy(regs, &control, sizeof(control));
	return size;
}

static void start_loaded(void)
{
	peer_start(&peer);
	assert_int_equal(session_load(&peer, payload_file), 1);
	assert_int_equal(session_alloc(&peer, A, N * 4), 1);
	assert_int_equal(session_alloc(&peer, B, N * 4), 1);
	assert_int_equal(session_alloc(&peer, SUM, N * 4), 1);
}

static void assert_ended(bool by_itself)
{
	int status = peer_end(&peer);

	if (by_itself)
		assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
	else
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

/* One run as XRT's scheduler does it: arguments, the same with ap_start, polling. */
static void run_vadd(const char *name)
{
	uint32_t cu = find_cu(name), control = 0, size;
	uint64_t base = image->cus[cu].base;
	uint8_t regs[256];
	int values[N], sums[N];

	for (int i = 0; i < N; i++)
		values[i] = i * 11;
	assert_true(session_write(&peer, A, values, sizeof(values)));
	assert_true(session_write(&peer, B, values, sizeof(values)));
	size = make_registers(cu, 0, regs);
	assert_true(session_control(&peer, base, regs, size));
	assert_true(session_poll(&peer, base, &control));
	assert_int_equal(control, 4); /* idle, because it has not been started */
	make_registers(cu, 1, regs);
	assert_true(session_control(&peer, base, regs, size));
	do
		assert_true(session_poll(&peer, base, &control));
	while (!(control & 2));
	assert_true(session_read(&peer, SUM, sums, sizeof(sums)));
	for (int i = 0; i < N; i++)
		assert_int_equal(sums[i], 22 * i);
}

static void test_computes(void **state)
{
	Xrt__CloseCall call = XRT__CLOSE_CALL__INIT;

	(void)state;
	start_loaded();
	run_vadd("vadd_1");
	/* The contents of the board's memory survive loading another image. */
	assert_int_equal(session_load(&peer, payload_file), 1);
	run_vadd("vadd_1");
	call.has_all = call.all = true;
	xrt__close_reply__free_unpacked(
		peer_call(&peer, CLOSE, &call.base, &xrt__close_reply__descriptor), NULL);
	assert_false(peer_receive(&peer)); /* it ends without a second request */
	assert_ended(true);
}

/* A call that can report an error fails, and the board keeps working. */
static void test_refuses(void **state)
{
	(void)state;
	peer_start(&peer);
	assert_int_equal(session_load(&peer, "/nonexistent"), 0);
	assert_int_equal(session_load(&peer, MODEL), 0); /* an ELF file, but not an image */
	assert_int_equal(session_load(&peer, payload_file), 1);
	assert_int_equal(session_alloc(&peer, A, N * 4), 1);
	assert_int_equal(session_alloc(&peer, A, 1), 0);
	assert_int_equal(session_alloc(&peer, A + N * 4 - 1, 1), 0);
	assert_int_equal(session_alloc(&peer, A + N * 4, 4), 1);
	assert_int_equal(session_alloc(&peer, B, 0), 0);
	assert_int_equal(session_alloc(&peer, UINT64_MAX - 1, 4), 0);
	assert_int_equal(session_alloc(&peer, B, UINT64_MAX / 2), 0);
	assert_int_equal(session_free(&peer, A + 4), 0);
	assert_int_equal(session_free(&peer, A), 1);
	assert_int_equal(session_free(&peer, A), 0);
	assert_int_equal(session_alloc(&peer, B, N * 4), 1);
	assert_int_equal(session_alloc(&peer, SUM, N * 4), 1);
	assert_int_equal(session_free(&peer, A + N * 4), 1);
	assert_int_equal(session_alloc(&peer, A, N * 4), 1);
	run_vadd("vadd_1");
	assert_ended(true);
}

/* After a short reply, there must be enough room for the next message. */
static void test_empty_message_first(void **state)
{
	static char sent[700000], received[sizeof(sent)];

	(void)state;
	for (size_t i = 0; i < sizeof(sent); i++)
		sent[i] = (char)(i * 31 >> 3);
	peer_start(&peer);
	assert_true(peer_send(&peer, DRIVER_VERSION, 0, NULL, 0));
	assert_true(peer_receive(&peer));
	/* This one is the first with a body. */
	assert_false(session_write(&peer, A, sent, sizeof(sent)));
	assert_ended(false);
	peer_start(&peer);
	assert_true(peer_send(&peer, DRIVER_VERSION, 0, NULL, 0));
	assert_true(peer_receive(&peer));
	assert_int_equal(session_alloc(&peer, A, sizeof(sent)), 1);
	assert_true(session_write(&peer, A, sent, sizeof(sent)));
	assert_true(session_read(&peer, A, received, sizeof(sent)));
	assert_memory_equal(sent, received, sizeof(sent));
	assert_ended(true);
}

/* Hosts whose XRT would look for buffers in another file than theirs. */
static void test_newer_version(void **state)
{
	(void)state;
	unsetenv("VITIS_SW_EMU_DISABLE_SINGLE_MMAP");
	peer_start(&peer);
	setenv("VITIS_SW_EMU_DISABLE_SINGLE_MMAP", "1", 1);
	assert_true(peer_send(&peer, DRIVER_VERSION, 0, NULL, 0));
	assert_false(peer_receive(&peer));
	assert_ended(false);
}

/* The end of the process interrupts what its host does: it comes when the host has the last reply. */
static void test_ends_after_reply(void **state)
{
	const struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
	Xrt__CloseCall call = XRT__CLOSE_CALL__INIT;
	uint8_t packed[16];
	siginfo_t ended = {0};
	size_t size;

	(void)state;
	call.has_all = call.all = true;
	peer_start(&peer);
	size = xrt__close_call__pack(&call, packed);
	assert_true(peer_send(&peer, CLOSE, size, packed, size));
	nanosleep(&pause, NULL);
	assert_int_equal(waitid(P_PID, (id_t)peer.process, &ended, WEXITED | WNOHANG | WNOWAIT), 0);
	assert_int_equal(ended.si_pid, 0);
	assert_true(peer_receive(&peer));
	assert_ended(true);
}

/* --- memory that the host shares ---------------------------------------------------------------- */

static char *share(uint64_t address, size_t size, char name[64])
{
	Xrt__AllocCall call = XRT__ALLOC_CALL__INIT;
	Xrt__Ack *ack;
	FILE *file;
	char *map;

	call.address = address;
	call.size = size;
	call.has_shared = call.shared = true;
	ack = peer_call(&peer, ALLOC, &call.base, &xrt__ack__descriptor);
	assert_true(ack && ack->ack && ack->file);
	snprintf(name, 64, "%s", ack->file);
	xrt__ack__free_unpacked(ack, NULL);
	file = fopen(name, "r+");
	assert_non_null(file);
	map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	assert_ptr_not_equal(map, MAP_FAILED);
	fclose(file);
	return map;
}

static int import(uint64_t address, uint64_t size, const char *file)
{
	Xrt__ImportCall call = XRT__IMPORT_CALL__INIT;

	call.file = (char *)(uintptr_t)file;
	call.has_address = call.has_size = true;
	call.address = address;
	call.size = size;
	return peer_ack(&peer, IMPORT, &call.base);
}

static int copy(uint32_t api, uint64_t address, uint64_t size, const char *file, uint64_t offset)
{
	Xrt__CopyCall call = XRT__COPY_CALL__INIT;

	call.file = (char *)(uintptr_t)file;
	call.has_address = call.has_size = true;
	call.has_source_offset = call.has_target_offset = true;
	call.address = address;
	call.size = size;
	call.source_offset = api == COPY ? 0 : offset;
	call.target_offset = api == COPY ? offset : 0;
	return peer_ack(&peer, api, &call.base);
}

static void test_shared(void **state)
{
	char name[64], imported_name[64], bytes[8192];
	char *map, *before, *imported;
	FILE *file;

	(void)state;
	start_loaded();
	map = share(0x100000, 8192, name);
	memset(map, 'x', 8192);
	assert_true(session_read(&peer, 0x100000, bytes, sizeof(bytes)));
	assert_memory_equal(bytes, map, sizeof(bytes));
	assert_true(session_write(&peer, 0x100000 + 100, "hello", 5));
	assert_memory_equal(map + 99, "xhellox", 7);
	/* Another process's buffer, as a file: used as a buffer of this board, or copied. */
	assert_int_equal(session_alloc(&peer, 0x200000, 8192), 1);
	assert_int_equal(import(0x200000, 8192, name), 1);
	assert_true(session_read(&peer, 0x200000 + 100, bytes, 5));
	assert_memory_equal(bytes, "hello", 5);
	assert_true(session_write(&peer, A, "copied", 6));
	assert_int_equal(copy(COPY, A, 6, name, 8000), 1);
	assert_memory_equal(map + 7999, "xcopiedx", 8);
	assert_int_equal(copy(COPY_FROM_FILE, B, 6, name, 99), 1);
	assert_true(session_read(&peer, B, bytes, 6));
	assert_memory_equal(bytes, "xhello", 6);
	assert_int_equal(copy(COPY, A, 6, name, 8190), 0);
	assert_int_equal(copy(COPY, A, N * 4 + 1, name, 0), 0);
	assert_int_equal(copy(COPY, A, 6, "/nonexistent", 0), 0);
	assert_int_equal(import(A, 4, "/dev/null"), 0);
	assert_int_equal(session_alloc(&peer, 0x300000, 16384), 1);
	assert_int_equal(import(0x300000, 16384, name), 0); /* the file is smaller */
	/* Its name is then that of the same memory. */
	before = share(0x400000, 8192, imported_name);
	assert_int_equal(import(0x400000, 8192, name), 1);
	file = fopen(imported_name, "r+");
	assert_non_null(file);
	imported = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	fclose(file);
	assert_memory_equal(imported + 99, "xhellox", 7);
	munmap(imported, 8192);
	munmap(before, 8192);
	munmap(map, 8192);
	assert_ended(true);
}

/* --- what has no answer ------------------------------------------------------------------------- */

static void ask_beyond_buffer(void)
{
	char bytes[8];

	assert_false(session_read(&peer, A + N * 4 - 4, bytes, 8));
}

static void ask_nowhere(void)
{
	assert_false(session_write(&peer, 0x7000000, "x", 1));
}

static void lie_about_data(void)
{
	Xrt__WriteCall call = XRT__WRITE_CALL__INIT;

	call.handle.data = call.data.data = (uint8_t *)"x";
	call.handle.len = call.data.len = 1;
	call.address = A;
	call.size = 100;
	assert_null(peer_call(&peer, WRITE, &call.base, &xrt__write_reply__descriptor));
}

static void ask_unknown(void)
{
	assert_true(peer_send(&peer, 23, 0, "", 0));
	assert_false(peer_receive(&peer));
}

/* Memory that another process shares and then truncates. */
static void shrink_imported(void)
{
	int fd = memfd_create("test-shared", MFD_CLOEXEC);
	char name[64], bytes[8];

	assert_int_equal(ftruncate(fd, 8192), 0);
	snprintf(name, sizeof(name), "/proc/%d/fd/%d", (int)getpid(), fd);
	assert_int_equal(session_alloc(&peer, 0x200000, 8192), 1);
	assert_int_equal(import(0x200000, 8192, name), 1);
	assert_true(session_write(&peer, 0x200000 + 4096, "hello", 5));
	assert_true(session_read(&peer, 0x200000 + 4096, bytes, 5));
	assert_memory_equal(bytes, "hello", 5);
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_false(session_read(&peer, 0x200000 + 4096, bytes, 5));
	close(fd);
}

static void send_garbage(void)
{
	char garbage[100];

	memset(garbage, 0xa5, sizeof(garbage));
	assert_true(peer_send_raw(&peer, garbage, sizeof(garbage)));
	assert_false(peer_receive(&peer));
}

static void claim_too_much(void)
{
	assert_true(peer_send(&peer, ALLOC, 1ull << 40, "", 0));
	assert_false(peer_receive(&peer));
}

static void end_within(void)
{
	assert_true(
		peer_send(&peer, ALLOC, 1u << 30, "abc", 3)); /* no memory is allocated for it */
}

static void send_no_message(void)
{
	assert_true(peer_send(&peer, ALLOC, 3, "\xff\xff\xff", 3));
	assert_false(peer_receive(&peer));
}

static void write_no_registers(void)
{
	assert_false(session_control(&peer, 0x10, "\1\0\0\0", 4));
}

static void write_half_register(void)
{
	assert_false(session_control(&peer, image->cus[find_cu("vadd_1")].base + 2, "\1\0", 2));
}

static void start_without_buffer(void)
{
	uint32_t cu = find_cu("vadd_1"), size;
	uint8_t regs[256];

	assert_int_equal(session_free(&peer, SUM), 1);
	size = make_registers(cu, 1, regs);
	assert_false(session_control(&peer, image->cus[cu].base, regs, size));
}

/* The process reports the error and ends by a signal, after which XRT ends its host. */
static void test_ends(void **state)
{
	void (*const wrong[])(void) = {
		ask_beyond_buffer,  ask_nowhere,         lie_about_data,       ask_unknown,
		send_garbage,       claim_too_much,      end_within,           send_no_message,
		write_no_registers, write_half_register, start_without_buffer, shrink_imported};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		start_loaded();
		wrong[i]();
		assert_ended(false);
	}
}

static const struct fcl_image_cu *cu_of(const struct fcl_image *ranges, const char *name)
{
	const struct fcl_image_cu *cu = ranges->cus;

	while (strcmp(ranges->kernels[cu->kernel].name, name) != 0)
		cu++;
	return cu;
}

/* Starts the kernel of that name with its argument at A. Returns false if the process has ended. */
static bool start_opencl_c(const struct fcl_image *ranges, const char *file, const char *name)
{
	const struct fcl_image_cu *cu = cu_of(ranges, name);
	uint8_t regs[256] = {1};
	const uint64_t address = B;

	peer_start(&peer);
	assert_int_equal(session_load(&peer, file), 1);
	assert_int_equal(session_alloc(&peer, B, 64), 1);
	memcpy(regs + ranges->kernels[cu->kernel].args[0].offset, &address, sizeof(address));
	return session_control(&peer, cu->base, regs, sizeof(regs));
}

/* Starts one work-group in the way of XRT's OpenCL. */
static void start_group(const struct fcl_image *ranges, const struct fcl_image_cu *cu,
			const struct fcl_image_range *range)
{
	const struct fcl_image_kernel *kernel = &ranges->kernels[cu->kernel];
	const uint64_t address = B;
	uint32_t control = 0;
	uint8_t regs[256] = {1};

	memcpy(regs + kernel->args[0].offset, &address, sizeof(address));
	memcpy(regs + kernel->range_at, range, sizeof(*range));
	assert_true(session_control(&peer, cu->base, regs, sizeof(regs)));
	do
		assert_true(session_poll(&peer, cu->base, &control));
	while (!(control & 2));
}

/* The first group's start computes the whole range, so that it is computed once. */
static void test_ranges(void **state)
{
	char file[] = "/tmp/fpgacl-test-payload-XXXXXX";
	struct fcl_image *ranges = session_open(RANGES, file);
	struct fcl_image_range range = {
		.work_dim = 1, .global_offset = {2}, .global_size = {4}, .local_size = {1}};
	const struct fcl_image_cu *cu = cu_of(ranges, "item");
	int values[8], zeros[8] = {0};

	(void)state;
	peer_start(&peer);
	assert_int_equal(session_load(&peer, file), 1);
	assert_int_equal(session_alloc(&peer, B, 64), 1);
	for (; range.group_id[0] < 4; range.group_id[0]++) {
		start_group(ranges, cu, &range);
		assert_true(session_read(&peer, B, values, sizeof(values)));
		for (int i = 0; i < 8; i++)
			assert_int_equal(values[i],
					 i < 2 || i > 5 || range.group_id[0] ? 0 : 3 + i);
		assert_true(session_write(&peer, B, zeros, sizeof(zeros)));
	}
	assert_ended(true);
	fcl_image_unref(ranges);
	unlink(file);
}

/* A start without a range is one work-group, of the size that the kernel requires. */
static void test_one_group(void **state)
{
	char file[] = "/tmp/fpgacl-test-payload-XXXXXX";
	struct fcl_image *ranges = session_open(RANGES, file);
	const struct fcl_image_cu *cu = cu_of(ranges, "group");
	uint32_t control = 0;
	int values[9];

	(void)state;
	assert_true(start_opencl_c(ranges, file, "group"));
	do
		assert_true(session_poll(&peer, cu->base, &control));
	while (!(control & 2));
	assert_true(session_read(&peer, B, values, sizeof(values)));
	for (int i = 0; i < 8; i++)
		assert_int_equal(values[i], 2100 + (7 - i) / 4 * 10 + (7 - i) % 4);
	assert_int_equal(values[8], 0);
	assert_ended(true);
	fcl_image_unref(ranges);
	unlink(file);
}

/* A start is one work-group, and no message says which one of a range it is. */
static void test_opencl_c(void **state)
{
	char file[] = "/tmp/fpgacl-test-payload-XXXXXX";
	struct fcl_image *ranges = session_open(RANGES, file);
	uint32_t control = 0;
	int value = 0;

	(void)state;
	assert_false(start_opencl_c(ranges, file, "range"));
	assert_ended(false);
	assert_true(start_opencl_c(ranges, file, "item"));
	do
		assert_true(session_poll(&peer, ranges->cus[0].base, &control) &&
			    session_poll(&peer, ranges->cus[1].base, &control));
	while (!session_read(&peer, B, &value, sizeof(value)) || value != 5);
	assert_ended(true);
	fcl_image_unref(ranges);
	unlink(file);
}

/* Another user's socket in /tmp: that user would say which code runs. */
static void test_foreign_host(void **state)
{
	(void)state;
	if (geteuid())
		skip();
	peer_start_as(&peer, 65533);
	peer_send(&peer, DRIVER_VERSION, 0, NULL, 0);
	assert_false(peer_receive(&peer));
	assert_ended(false);
}

static void test_host_gone(void **state)
{
	(void)state;
	peer_start(&peer);
	assert_ended(true);
	start_loaded();
	assert_ended(true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_computes),      cmocka_unit_test(test_refuses),
		cmocka_unit_test(test_shared),        cmocka_unit_test(test_ends),
		cmocka_unit_test(test_host_gone),     cmocka_unit_test(test_foreign_host),
		cmocka_unit_test(test_opencl_c),      cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_one_group),     cmocka_unit_test(test_empty_message_first),
		cmocka_unit_test(test_newer_version), cmocka_unit_test(test_ends_after_reply)};

	setenv("VITIS_SW_EMU_DISABLE_SINGLE_MMAP", "1", 1); /* as settings64.sh does */
	return cmocka_run_group_tests(tests, session_setup, session_teardown);
}
