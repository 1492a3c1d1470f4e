/* SPDX-License-Identifier: Apache-2.0 */
/* The two ways to a card: what each says when it is no way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vfio_user.h"
#include "hal/pcie/backend.h"
#include "hal/pcie/transport/kernel.h"
#include "hal/pcie/transport/socket.h"

#define CARD "0000:17:00.0"

/* --- the kernel's VFIO, up to where it is needed ---------------------------------------------- */

static char folder[] = "/tmp/fpgacl-pcie-XXXXXX", devices[200], vfio[200];

static void refuse_kernel(int error, const char *text)
{
	const struct fcl_pcie_places places = {devices, vfio};
	struct fcl_pcie_transport *transport = NULL;
	struct fcl_err err = {0};

	assert_int_equal(fcl_pcie_kernel_open(&places, CARD, &transport, &err), error);
	if (!strstr(err.text, text))
		fail_msg("expected \"%s\" in \"%s\"", text, err.text);
	assert_null(transport);
}

static void path_of(char path[300], const char *name)
{
	snprintf(path, 300, "%s/%s", devices, name);
}

static void kernel_refusals(void **state)
{
	char path[300], group[300];

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(devices, sizeof(devices), "%s/devices", folder);
	snprintf(vfio, sizeof(vfio), "%s/vfio", folder);
	mkdir(devices, 0700);
	mkdir(vfio, 0700);
	refuse_kernel(-ENOENT, "there is no PCI device " CARD);
	path_of(path, CARD);
	mkdir(path, 0700);
	refuse_kernel(-ENODEV, "found no driver; as root: modprobe vfio-pci");
	path_of(path, CARD "/driver");
	assert_int_equal(symlink("../../drivers/xdma", path), 0);
	refuse_kernel(-EBUSY, "found it bound to xdma");
	refuse_kernel(-EBUSY, CARD "/driver/unbind");
	unlink(path);
	assert_int_equal(symlink("../../drivers/vfio-pci", path), 0);
	refuse_kernel(-ENODEV, "intel_iommu=on");
	path_of(path, CARD "/iommu_group");
	assert_int_equal(symlink("../../groups/12", path), 0);
	refuse_kernel(-ENOENT, "/12");
	snprintf(group, sizeof(group), "%s/12", vfio);
	close(open(group, O_CREAT | O_WRONLY, 0));
	if (geteuid())
		refuse_kernel(-EPERM, "no permission to open");
	chmod(group, 0600);
	refuse_kernel(-ENOTTY, "does not say its status");
	unlink(group);
	unlink(path);
	path_of(path, CARD "/driver");
	unlink(path);
	path_of(path, CARD);
	rmdir(path);
	rmdir(devices);
	rmdir(vfio);
	rmdir(folder);
}

/* --- sockets ---------------------------------------------------------------------------------- */

/* A server that answers the first command with these bytes, or never. */
struct server {
	int fd;
	const void *bytes;
	size_t size;
};

static void *serve(void *user)
{
	struct server *server = user;
	char command[4096];

	if (read(server->fd, command, sizeof(command)) <= 0)
		return NULL;
	/* The reply has the command's id. */
	if (server->size >= 2)
		memcpy((void *)(uintptr_t)server->bytes, command, 2);
	if (server->size && write(server->fd, server->bytes, server->size) < 0)
		return NULL;
	/* Until the client ends. */
	while (read(server->fd, command, sizeof(command)) > 0)
		;
	return NULL;
}

static void refuse_socket(const void *bytes, size_t size, bool hang_up, int error, const char *text)
{
	struct fcl_pcie_transport *transport = NULL;
	struct server server = {.bytes = bytes, .size = size};
	struct fcl_err err = {0};
	pthread_t thread;
	int ends[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	server.fd = ends[1];
	if (hang_up)
		close(ends[1]);
	else
		pthread_create(&thread, NULL, serve, &server);
	assert_int_equal(fcl_pcie_socket_adopt(ends[0], "test", 200, &transport, &err), error);
	if (!strstr(err.text, text))
		fail_msg("expected \"%s\" in \"%s\"", text, err.text);
	assert_null(transport);
	if (hang_up)
		return;
	pthread_join(thread, NULL);
	close(ends[1]);
}

static void socket_refusals(void **state)
{
	struct {
		struct fcl_vu_header header;
		struct fcl_vu_version version;
	} reply = {{.command = FCL_VU_VERSION, .size = 20, .flags = FCL_VU_REPLY}, {1, 0}};
	struct fcl_vu_header refusal = {.command = FCL_VU_VERSION,
					.size = sizeof(refusal),
					.flags = FCL_VU_REPLY | FCL_VU_ERROR,
					.error = EBUSY};
	struct fcl_vu_header longer = {
		.command = FCL_VU_VERSION, .size = UINT32_MAX, .flags = FCL_VU_REPLY};
	char garbage[] = "HTTP/1.1 400 Bad Request\r\n\r\n";
	struct fcl_pcie_transport *transport;
	struct fcl_err err = {0};

	(void)state;
	refuse_socket(&reply, sizeof(reply), false, -EPROTO, "version 0.0, found version 1.0");
	refuse_socket(&refusal, sizeof(refusal), false, -EBUSY, "another process has the card");
	refusal.error = EINVAL;
	refuse_socket(&refusal, sizeof(refusal), false, -EPROTO, "version 0.0");
	refuse_socket(&longer, sizeof(longer), false, -EPROTO, "version 0.0");
	refuse_socket(garbage, sizeof(garbage), false, -EPROTO, "version 0.0");
	refuse_socket(NULL, 0, false, -EBUSY, "no answer in 200 ms");
	refuse_socket(NULL, 0, true, -EBUSY, "ended the connection");
	assert_int_equal(fcl_pcie_socket_open("/nonexistent/card", 200, &transport, &err), -ENOENT);
	assert_non_null(strstr(err.text, "no card process listens"));
}

/* --- names ------------------------------------------------------------------------------------ */

static void note(void *user, const char *board)
{
	snprintf(user, 300, "%s", board);
}

static void names(void **state)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_err err = {0};
	char found[300] = "";

	(void)state;
	setenv("FPGACL_PCIE_CARDS", "model-card@/nonexistent/a,model-card@/nonexistent/b", 1);
	assert_int_equal(fcl_hal_pcie_backend.list(note, found, &err), 0);
	assert_string_equal(found, "model-card@/nonexistent/b");
	/* By its name alone, the second of them. */
	assert_int_equal(fcl_hal_pcie_backend.open("model-card", 1, &device, &err), -ENOENT);
	assert_non_null(strstr(err.text, "/nonexistent/b"));
	assert_int_equal(fcl_hal_pcie_backend.open("model-card", 2, &device, &err), -ENOENT);
	assert_non_null(strstr(err.text, "there is no card 2 of board model-card"));
	assert_int_equal(fcl_hal_pcie_backend.open("no-such-board", 0, &device, &err), -ENOENT);
	assert_int_equal(fcl_hal_pcie_backend.open("no-card@/nonexistent/a", 0, &device, &err),
			 -EINVAL);
	assert_null(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernel_refusals),
		cmocka_unit_test(socket_refusals),
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
