/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/xrt_emulation/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "host_tests/image/cmocka_all.h"

struct fcl_image *image;
char payload_file[] = "/tmp/fpgacl-test-payload-XXXXXX";

struct fcl_image *session_open(const char *xclbin, char *template)
{
	struct fcl_image *opened = NULL;
	struct fcl_err err = {0};
	char *bytes;
	size_t size;
	int fd = mkstemp(template);

	if (fd < 0 || fcl_file_read(xclbin, SIZE_MAX, &bytes, &size, &err) ||
	    fcl_image_read(bytes, size, &opened, &err))
		fail_msg("%s: %s", xclbin, err.text);
	free(bytes);
	assert_int_equal(write(fd, opened->payload, opened->payload_size),
			 (ssize_t)opened->payload_size);
	close(fd);
	return opened;
}

int session_setup(void **state)
{
	(void)state;
	image = session_open(XCLBIN, payload_file);
	return 0;
}

int session_teardown(void **state)
{
	(void)state;
	fcl_image_unref(image);
	return unlink(payload_file);
}

static ProtobufCBinaryData text(const char *string)
{
	return (ProtobufCBinaryData){strlen(string), (uint8_t *)(uintptr_t)string};
}

int session_load(struct peer *peer, const char *file)
{
	Xrt__LoadBitstreamCall call = XRT__LOAD_BITSTREAM_CALL__INIT;

	call.xml_file = call.device_folder = call.binary_folder = text("");
	call.payload_file = text(file);
	call.device_name = text("u200");
	return peer_ack(peer, LOAD, &call.base);
}

int session_alloc(struct peer *peer, uint64_t address, uint64_t size)
{
	Xrt__AllocCall call = XRT__ALLOC_CALL__INIT;

	call.address = address;
	call.size = size;
	return peer_ack(peer, ALLOC, &call.base);
}

int session_free(struct peer *peer, uint64_t address)
{
	Xrt__FreeCall call = XRT__FREE_CALL__INIT;

	call.address = address;
	return peer_ack(peer, FREE, &call.base);
}

bool session_write(struct peer *peer, uint64_t address, const void *data, size_t size)
{
	Xrt__WriteCall call = XRT__WRITE_CALL__INIT;
	Xrt__WriteReply *reply;

	call.handle = text("");
	call.address = address;
	call.data = (ProtobufCBinaryData){size, (uint8_t *)(uintptr_t)data};
	call.size = size;
	reply = peer_call(peer, WRITE, &call.base, &xrt__write_reply__descriptor);
	if (!reply)
		return false;
	assert_int_equal(reply->size, size);
	xrt__write_reply__free_unpacked(reply, NULL);
	return true;
}

bool session_read(struct peer *peer, uint64_t address, void *data, size_t size)
{
	Xrt__ReadCall call = XRT__READ_CALL__INIT;
	Xrt__ReadReply *reply;

	call.handle = text("");
	call.address = address;
	call.size = size;
	reply = peer_call(peer, READ, &call.base, &xrt__read_reply__descriptor);
	if (!reply)
		return false;
	assert_int_equal(reply->size, size);
	assert_int_equal(reply->data.len, size);
	memcpy(data, reply->data.data, size);
	xrt__read_reply__free_unpacked(reply, NULL);
	return true;
}

bool session_control(struct peer *peer, uint64_t address, const void *data, uint32_t size)
{
	Xrt__ControlWriteCall call = XRT__CONTROL_WRITE_CALL__INIT;
	Xrt__Registers *reply;

	call.address = address;
	call.size = size;
	call.data = (ProtobufCBinaryData){size, (uint8_t *)(uintptr_t)data};
	reply = peer_call(peer, CONTROL_WRITE, &call.base, &xrt__registers__descriptor);
	if (reply)
		xrt__registers__free_unpacked(reply, NULL);
	return reply;
}

bool session_poll(struct peer *peer, uint64_t address, uint32_t *ret_value)
{
	Xrt__ControlReadCall call = XRT__CONTROL_READ_CALL__INIT;
	Xrt__Registers *reply;

	call.address = address;
	call.size = 4;
	reply = peer_call(peer, CONTROL_READ, &call.base, &xrt__registers__descriptor);
	if (!reply)
		return false;
	assert_int_equal(reply->data.len, 4);
	memcpy(ret_value, reply->data.data, 4);
	xrt__registers__free_unpacked(reply, NULL);
	return true;
}
