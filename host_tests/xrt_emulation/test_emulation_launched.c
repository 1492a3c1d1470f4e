/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The process as hw_emu starts it: with its image, which is also an archive, and with access to
 * host memory.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/xrt_emulation/session.h"
#include "tools/xrt_emulation/announcement.h"

enum { N = 3000, SECOND = 1000, MEMORY_WRITE = 8, MEMORY_READ = 10, TIMESTAMP = 17 };
enum { BUS_STATUS = 18, MESSAGES = 19, HOST_READ = 34, HOST_WRITE = 35 };

static struct peer peer;

/*
 * A buffer of the host. XRT's shim refuses accesses that end beyond it, and accesses without a
 * buffer.
 */
static int memory[2 * N];
static uint64_t memory_at;
static unsigned refused, wrote;

static bool is_refused(uint64_t address, uint64_t size)
{
	uint64_t offset = address - memory_at;

	return offset < sizeof(memory) && size > sizeof(memory) - offset;
}

static char *bytes_at(uint64_t address)
{
	static char none[2 << 20];
	uint64_t offset = address - memory_at;

	return offset < sizeof(memory) ? (char *)memory + offset : none;
}

static void receive_all(int fd, void *bytes, size_t size)
{
	assert_int_equal(recv(fd, bytes, size, MSG_WAITALL), (ssize_t)size);
}

static void answer(const ProtobufCMessage *reply)
{
	uint64_t size = protobuf_c_message_get_packed_size(reply);
	uint8_t header[14] = {0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0x15};
	uint8_t *body = malloc(size + 1);

	assert_non_null(body);
	memcpy(header + 1, &size, sizeof(size));
	protobuf_c_message_pack(reply, body);
	assert_int_equal(send(peer.memory, header, sizeof(header), MSG_NOSIGNAL), sizeof(header));
	assert_int_equal(send(peer.memory, body, size, MSG_NOSIGNAL), (ssize_t)size);
	free(body);
}

static void serve_read(const uint8_t *body, size_t size)
{
	Xrt__HostReadReply reply = XRT__HOST_READ_REPLY__INIT;
	Xrt__HostReadCall *call = xrt__host_read_call__unpack(NULL, size, body);

	assert_non_null(call);
	assert_in_range(call->size, 1, (1 << 20) + 1);
	reply.valid = !is_refused(call->address, call->size);
	refused += !reply.valid;
	reply.data.len = call->size;
	reply.data.data = calloc(1, call->size);
	assert_non_null(reply.data.data);
	if (reply.valid)
		memcpy(reply.data.data, bytes_at(call->address), call->size);
	answer(&reply.base);
	free(reply.data.data);
	xrt__host_read_call__free_unpacked(call, NULL);
}

static void serve_write(const uint8_t *body, size_t size)
{
	Xrt__HostWriteReply reply = XRT__HOST_WRITE_REPLY__INIT;
	Xrt__HostWriteCall *call = xrt__host_write_call__unpack(NULL, size, body);

	assert_non_null(call);
	assert_int_equal(call->size, call->data.len);
	reply.valid = !is_refused(call->address, call->size);
	assert_true(reply.valid);
	memcpy(bytes_at(call->address), call->data.data, call->size);
	wrote++;
	answer(&reply.base);
	xrt__host_write_call__free_unpacked(call, NULL);
}

/* Serves one call for host memory, and returns its number. */
static uint32_t serve_memory(void)
{
	uint8_t header[14], *body;
	uint64_t size;
	uint32_t api;

	receive_all(peer.memory, header, sizeof(header));
	memcpy(&size, header + 1, sizeof(size));
	memcpy(&api, header + 10, sizeof(api));
	assert_in_range(size, 0, 2 << 20);
	body = malloc(size + 1);
	assert_non_null(body);
	if (size)
		receive_all(peer.memory, body, size);
	if (api == HOST_READ)
		serve_read(body, size);
	else if (api == HOST_WRITE)
		serve_write(body, size);
	free(body);
	return api;
}

/* Serves calls until the reply to our call arrives. */
static void serve_until_reply(void)
{
	for (;;) {
		struct pollfd fds[2] = {{.fd = peer.fd, .events = POLLIN},
					{.fd = peer.memory, .events = POLLIN}};

		assert_true(poll(fds, 2, 60000) > 0);
		if (fds[0].revents)
			break;
		serve_memory();
	}
	assert_true(peer_receive(&peer));
}

static void call_serving(uint32_t api, const ProtobufCMessage *call)
{
	uint8_t body[512];
	size_t size = protobuf_c_message_pack(call, body);

	assert_true(peer_send(&peer, api, size, body, size));
	serve_until_reply();
}

static void write_control(uint64_t address, uint8_t *bytes, uint32_t size)
{
	Xrt__ControlWriteCall call = XRT__CONTROL_WRITE_CALL__INIT;

	call.address = address;
	call.size = size;
	call.data = (ProtobufCBinaryData){size, bytes};
	call_serving(CONTROL_WRITE, &call.base);
}

static uint32_t read_control(uint64_t address)
{
	Xrt__ControlReadCall call = XRT__CONTROL_READ_CALL__INIT;
	Xrt__Registers *reply;
	uint32_t value;

	call.address = address;
	call.size = 4;
	call_serving(CONTROL_READ, &call.base);
	reply = xrt__registers__unpack(NULL, peer.size, peer.reply);
	assert_non_null(reply);
	assert_int_equal(reply->data.len, 4);
	memcpy(&value, reply->data.data, 4);
	xrt__registers__free_unpacked(reply, NULL);
	return value;
}

/* sum[i] = a[i] + b[i] on the first CU of vadd. */
static void run_vadd(uint64_t a, uint64_t b, uint64_t sum)
{
	const struct fcl_image_kernel *kernel;
	const uint64_t values[] = {a, b, sum, SECOND};
	uint8_t regs[256] = {1};
	uint32_t cu = 0;

	while (strcmp(image->cus[cu].name, "vadd_1") != 0)
		cu++;
	kernel = &image->kernels[image->cus[cu].kernel];
	for (uint32_t i = 0; i < 4; i++)
		memcpy(regs + kernel->args[i].offset, &values[i], kernel->args[i].size);
	write_control(image->cus[cu].base, regs, sizeof(regs));
	while (!(read_control(image->cus[cu].base) & 2))
		;
}

static uint64_t host_base(void)
{
	for (uint32_t i = 0; i < image->nmems; i++)
		if (!strncmp(image->mems[i].tag, "HOST", 4))
			return image->mems[i].base;
	fail_msg("the board has no HOST memory");
	return 0;
}

static void start(void)
{
	refused = wrote = 0;
	memory_at = host_base() + 8192;
	for (int i = 0; i < 2 * N; i++)
		memory[i] = 3 * i;
	peer_launch(&peer, payload_file);
}

/*
 * The process reports that it no longer needs host memory, and ends; under hw_emu, `all` is not
 * set.
 */
static void close_all(void)
{
	Xrt__CloseCall call = XRT__CLOSE_CALL__INIT;
	uint8_t body[64];
	size_t size = protobuf_c_message_pack(&call.base, body);
	int status;

	assert_true(peer_send(&peer, CLOSE, size, body, size));
	assert_int_equal(serve_memory(), CLOSE);
	assert_true(peer_receive(&peer));
	status = peer_end(&peer);
	assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
}

static void check_sums(const int *sums, int a, int b)
{
	for (int i = 0; i < SECOND; i++)
		assert_int_equal(sums[i], 3 * (i + a) + 3 * (i + b));
}

/* No message contains the length of the buffer. */
static void test_finds_host_memory(void **state)
{
	int before[N];

	(void)state;
	start();
	memcpy(before, memory, sizeof(before));
	run_vadd(memory_at, memory_at, memory_at + N * sizeof(int));
	/* The third part lies within the part that was found for the first one. */
	assert_true(refused > 0);
	check_sums(memory + N, 0, 0);
	assert_memory_equal(memory, before, sizeof(before));
	for (int i = N + SECOND; i < 2 * N; i++)
		assert_int_equal(memory[i], 3 * i);
	close_all();
}

static void test_announced_host_memory(void **state)
{
	uint64_t span[2] = {0, sizeof(memory)};

	(void)state;
	start();
	span[0] = memory_at;
	assert_true(session_write(&peer, FCL_XEMU_ANNOUNCEMENT, span, sizeof(span)));
	/* Three parts of one buffer, in any order, are recognized as one buffer. */
	run_vadd(memory_at + SECOND * sizeof(int), memory_at, memory_at + N * sizeof(int));
	assert_int_equal(refused, 0);
	assert_true(wrote > 0);
	check_sums(memory + N, SECOND, 0);
	/* After it was freed, another buffer may be at its address. */
	assert_int_equal(session_free(&peer, memory_at), 1);
	assert_true(session_write(&peer, FCL_XEMU_ANNOUNCEMENT, span, sizeof(span)));
	close_all();
}

/* Transfers have an offset, which is not included in their address. */
static void test_memory_of_the_board(void **state)
{
	Xrt__WriteCall write = XRT__WRITE_CALL__INIT;
	Xrt__MemoryWriteCall poke = XRT__MEMORY_WRITE_CALL__INIT;
	Xrt__MemoryReadCall peek = XRT__MEMORY_READ_CALL__INIT;
	Xrt__Registers *reply;
	uint8_t bytes[64], poked[64];

	(void)state;
	start();
	assert_int_equal(session_alloc(&peer, 0, 4096), 1);
	memset(bytes, 0x5a, sizeof(bytes));
	memset(poked, 0xa5, sizeof(poked));
	write.handle = (ProtobufCBinaryData){1, bytes};
	write.data = (ProtobufCBinaryData){sizeof(bytes), bytes};
	write.size = sizeof(bytes);
	write.seek = 128;
	xrt__write_reply__free_unpacked(
		peer_call(&peer, WRITE, &write.base, &xrt__write_reply__descriptor), NULL);
	poke.address = 64;
	poke.size = sizeof(poked);
	poke.data = (ProtobufCBinaryData){sizeof(poked), poked};
	reply = peer_call(&peer, MEMORY_WRITE, &poke.base, &xrt__registers__descriptor);
	assert_non_null(reply);
	assert_true(reply->valid);
	xrt__registers__free_unpacked(reply, NULL);
	peek.address = 64;
	peek.size = 128;
	reply = peer_call(&peer, MEMORY_READ, &peek.base, &xrt__registers__descriptor);
	assert_non_null(reply);
	assert_true(reply->valid);
	assert_int_equal(reply->data.len, 128);
	assert_memory_equal(reply->data.data, poked, 64);
	assert_memory_equal(reply->data.data + 64, bytes, 64);
	xrt__registers__free_unpacked(reply, NULL);
	peek.address = 4095; /* ends beyond the buffer */
	reply = peer_call(&peer, MEMORY_READ, &peek.base, &xrt__registers__descriptor);
	assert_non_null(reply);
	assert_false(reply->valid);
	xrt__registers__free_unpacked(reply, NULL);
	close_all();
}

static uint64_t time_of_board(void)
{
	Xrt__CloseCall none = XRT__CLOSE_CALL__INIT;
	Xrt__Timestamp *reply = peer_call(&peer, TIMESTAMP, &none.base,
					  &xrt__timestamp__descriptor);
	uint64_t ns;

	assert_non_null(reply);
	ns = reply->ns;
	xrt__timestamp__free_unpacked(reply, NULL);
	return ns;
}

static void test_what_the_host_asks(void **state)
{
	Xrt__CloseCall none = XRT__CLOSE_CALL__INIT;
	uint64_t first;

	(void)state;
	start();
	first = time_of_board();
	assert_true(time_of_board() > first);
	xrt__bus_status__free_unpacked(
		peer_call(&peer, BUS_STATUS, &none.base, &xrt__bus_status__descriptor), NULL);
	xrt__messages__free_unpacked(
		peer_call(&peer, MESSAGES, &none.base, &xrt__messages__descriptor), NULL);
	close_all();
}

static uint32_t word_at(const unsigned char *bytes, size_t at)
{
	uint32_t word;

	memcpy(&word, bytes + at, sizeof(word));
	return word;
}

/*
 * APPNOTE.TXT: the record at the end has the offset of the directory, which has the offset of the
 * file.
 */
static void test_bitstream_is_an_archive(void **state)
{
	static const char name[] = "behav_waveform/xsim/simulate.sh";
	const unsigned char *bytes = image->payload;
	size_t end = image->payload_size - 22, central, local;

	(void)state;
	assert_int_equal(word_at(bytes, end), 0x06054b50);
	central = word_at(bytes, end + 16);
	assert_int_equal(central + word_at(bytes, end + 12), end);
	assert_int_equal(word_at(bytes, central), 0x02014b50);
	assert_memory_equal(bytes + central + 46, name, sizeof(name) - 1);
	local = word_at(bytes, central + 42);
	assert_int_equal(word_at(bytes, local), 0x04034b50);
	assert_memory_equal(bytes + local + 30, name, sizeof(name) - 1);
	assert_memory_equal(bytes + local + 30 + sizeof(name) - 1, "#!/bin/sh\n", 10);
	assert_int_equal(central - local, 30 + sizeof(name) - 1 + word_at(bytes, local + 22));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bitstream_is_an_archive),
		cmocka_unit_test(test_finds_host_memory),
		cmocka_unit_test(test_announced_host_memory),
		cmocka_unit_test(test_memory_of_the_board),
		cmocka_unit_test(test_what_the_host_asks),
	};

	return cmocka_run_group_tests(tests, session_setup, session_teardown);
}
