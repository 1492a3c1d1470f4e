/* SPDX-License-Identifier: Apache-2.0 */
/* The BAR that shows the card's memory: by messages, mapped, and by DMA it is the same memory. */
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/pci_regs.h>

#include "client.h"
#include "dma.h"
#include "host_tests/image/cmocka_all.h"

enum { WINDOW = 2, SIZE = 16 << 20 };

/* REGION_INFO with its descriptor. */
static void ask_region(struct client *client, struct vfio_region_info *info, int *ret_fd)
{
	struct {
		struct fcl_vu_header header;
		struct vfio_region_info info;
	} question = {{.command = FCL_VU_REGION_INFO, .size = sizeof(question)},
		      {.argsz = sizeof(*info), .index = WINDOW}},
	  answer;
	struct iovec part = {&answer, sizeof(answer)};
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &control,
				 .msg_controllen = sizeof(control)};

	assert_int_equal(send(client->fd, &question, sizeof(question), 0), sizeof(question));
	assert_int_equal(recvmsg(client->fd, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC),
			 sizeof(answer));
	assert_int_equal(answer.header.flags, FCL_VU_REPLY);
	assert_int_equal(message.msg_controllen, sizeof(control));
	memcpy(ret_fd, CMSG_DATA(&control.head), sizeof(*ret_fd));
	*info = answer.info;
}

static void same_memory(void **state)
{
	pid_t card = card_start((const char *const[]){"--window", "16", NULL});
	struct vfio_region_info info;
	struct client client;
	uint8_t *map;
	int fd;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	client_write(&client, SPACE, PCI_BASE_ADDRESS_2, UINT32_MAX, 4);
	client_write(&client, SPACE, PCI_BASE_ADDRESS_3, UINT32_MAX, 4);
	assert_int_equal(client_read(&client, SPACE, PCI_BASE_ADDRESS_2, 4), 0xff00000c);
	assert_int_equal(client_read(&client, SPACE, PCI_BASE_ADDRESS_3, 4), UINT32_MAX);
	assert_int_equal(client_read(&client, WINDOW, 0, 8), UINT64_MAX);
	client_prepare(&client, true);
	ask_region(&client, &info, &fd);
	assert_int_equal(info.size, SIZE);
	assert_int_equal(info.flags, VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE |
					     VFIO_REGION_INFO_FLAG_MMAP);
	map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)info.offset);
	assert_ptr_not_equal(map, MAP_FAILED);
	close(fd);
	memset(client.memory + DATA, 0x77, 4096);
	assert_int_equal(dma_move(&client, CHANNEL(0, 0), DDR + SIZE - 4096, DATA, 4096),
			 STOPPED | COMPLETED);
	assert_int_equal(map[SIZE - 4096], 0x77);
	assert_int_equal(client_read(&client, WINDOW, SIZE - 3, 3), 0x777777);
	client_write(&client, WINDOW, 5, UINT64_C(0x1122334455667788), 8);
	assert_int_equal(map[5], 0x88);
	map[6] = 0x99;
	assert_int_equal(dma_move(&client, CHANNEL(1, 0), DDR, DATA, 64), STOPPED | COMPLETED);
	assert_memory_equal(client.memory + DATA + 5, "\x88\x99\x66\x55\x44\x33\x22\x11", 8);
	munmap(map, SIZE);
	client_close(&client);
	card_stop(card);
}

static void sizes(void **state)
{
	const char *odd[] = {"start", "u250", "--socket", "x", "--window", "3", NULL};
	const char *large[] = {"start", "u250", "--socket", "x", "--window", "32768", NULL};
	char text[1000];

	(void)state;
	assert_int_equal(card_run(odd, text, sizeof(text)), 2);
	assert_non_null(strstr(text, "a power of two such as 64, not 3"));
	assert_int_equal(card_run(large, text, sizeof(text)), 1);
	assert_non_null(strstr(text, "but DDR[0], which it shows, has 17179869184"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_memory),
		cmocka_unit_test(sizes),
	};

	card_tool = argc > 1 ? argv[1] : "fpgacl";
	return cmocka_run_group_tests(tests, NULL, NULL);
}
