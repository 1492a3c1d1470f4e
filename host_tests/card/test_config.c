/* SPDX-License-Identifier: Apache-2.0 */
/* The card as a PCI device: what its messages say, and what it refuses. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/pci_regs.h>

#include "base/clock.h"
#include "client.h"
#include "host_tests/image/cmocka_all.h"

static pid_t card;

static int setup(void **state)
{
	(void)state;
	card = card_start(NULL);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	card_stop(card);
	return 0;
}

/* The offset of a capability, as a kernel finds it; 0: none. */
static uint32_t find_capability(struct client *client, uint32_t id)
{
	uint32_t at = (uint32_t)client_read(client, SPACE, PCI_CAPABILITY_LIST, 1);

	for (unsigned i = 0; at && i < 48; i++) {
		uint32_t head = (uint32_t)client_read(client, SPACE, at, 2);

		if ((head & 0xff) == id)
			return at;
		at = head >> 8;
	}
	return 0;
}

static void facts(void **state)
{
	struct fcl_vu_info info = {.argsz = sizeof(info)};
	struct vfio_region_info region = {.argsz = sizeof(region)};
	struct vfio_irq_info irq = {.argsz = sizeof(irq), .index = VFIO_PCI_MSIX_IRQ_INDEX};
	size_t size = sizeof(info);
	struct client client;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	assert_int_equal(
		client_call(&client, FCL_VU_INFO, &info, sizeof(info), NULL, 0, &info, &size), 0);
	assert_int_equal(info.flags, VFIO_DEVICE_FLAGS_PCI | VFIO_DEVICE_FLAGS_RESET);
	assert_int_equal(info.regions, VFIO_PCI_NUM_REGIONS);
	for (uint32_t i = 0; i < VFIO_PCI_NUM_REGIONS; i++) {
		region.index = i;
		size = sizeof(region);
		assert_int_equal(client_call(&client, FCL_VU_REGION_INFO, &region, sizeof(region),
					     NULL, 0, &region, &size),
				 0);
		/* As the board's <card> has it. */
		assert_int_equal(region.size, i == 0       ? 0x2000000
					      : i == 1     ? 65536
					      : i == SPACE ? 4096
							   : 0);
	}
	region.index = VFIO_PCI_NUM_REGIONS;
	assert_int_equal(client_call(&client, FCL_VU_REGION_INFO, &region, sizeof(region), NULL, 0,
				     NULL, NULL),
			 EINVAL);
	size = sizeof(irq);
	assert_int_equal(
		client_call(&client, FCL_VU_IRQ_INFO, &irq, sizeof(irq), NULL, 0, &irq, &size), 0);
	assert_int_equal(irq.count, 32);
	client_close(&client);
}

static void configuration(void **state)
{
	uint32_t msix, express, power;
	struct client client;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	assert_int_equal(get32(&client, SPACE, PCI_VENDOR_ID), 0x903f10ee);
	client_write(&client, SPACE, PCI_VENDOR_ID, 0, 4);
	assert_int_equal(get32(&client, SPACE, PCI_VENDOR_ID), 0x903f10ee);
	/* Sizes of BARs, as a kernel asks for them. */
	for (uint32_t i = 0; i < 6; i++) {
		put32(&client, SPACE, PCI_BASE_ADDRESS_0 + 4 * i, UINT32_MAX);
		assert_int_equal(get32(&client, SPACE, PCI_BASE_ADDRESS_0 + 4 * i),
				 i == 0   ? 0xfe000000
				 : i == 1 ? 0xffff0000
					  : 0);
	}
	msix = find_capability(&client, PCI_CAP_ID_MSIX);
	express = find_capability(&client, PCI_CAP_ID_EXP);
	power = find_capability(&client, PCI_CAP_ID_PM);
	assert_true(msix && express && power);
	assert_int_equal(client_read(&client, SPACE, msix + PCI_MSIX_FLAGS, 2), 31);
	assert_int_equal(get32(&client, SPACE, msix + PCI_MSIX_TABLE), 0x8000 | 1);
	assert_int_equal(get32(&client, SPACE, msix + PCI_MSIX_PBA), 0x8fe0 | 1);
	assert_true(get32(&client, SPACE, express + PCI_EXP_DEVCAP) & PCI_EXP_DEVCAP_FLR);
	client_close(&client);
}

/* Without the memory bit, in D3 and after a function reset, a BAR reads all ones. */
static void power_and_reset(void **state)
{
	uint32_t express, power;
	struct client client;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	express = find_capability(&client, PCI_CAP_ID_EXP);
	power = find_capability(&client, PCI_CAP_ID_PM);
	client_write(&client, SPACE, PCI_COMMAND, 0, 2);
	assert_int_equal(get32(&client, XDMA, 0), UINT32_MAX);
	client_write(&client, SPACE, PCI_COMMAND, PCI_COMMAND_MEMORY, 2);
	assert_int_equal(get32(&client, XDMA, 0), 0x1fc00006);
	client_write(&client, SPACE, power + PCI_PM_CTRL, 3, 2);
	assert_int_equal(get32(&client, XDMA, 0), UINT32_MAX);
	client_write(&client, SPACE, power + PCI_PM_CTRL, 0, 2);
	assert_int_equal(get32(&client, XDMA, 0), 0x1fc00006);
	put32(&client, XDMA, 0x2004, 3);
	/* VFIO restores the configuration after a reset; registers of the IP are lost. */
	assert_int_equal(client_call(&client, FCL_VU_RESET, NULL, 0, NULL, 0, NULL, NULL), 0);
	assert_int_equal(get32(&client, XDMA, 0x2004), 0);
	client_write(&client, SPACE, power + PCI_PM_CTRL, 3, 2);
	assert_int_equal(client_call(&client, FCL_VU_RESET, NULL, 0, NULL, 0, NULL, NULL), 0);
	assert_int_equal(get32(&client, XDMA, 0), 0x1fc00006);
	put32(&client, XDMA, 0x2004, 3);
	client_write(&client, SPACE, express + PCI_EXP_DEVCTL, PCI_EXP_DEVCTL_BCR_FLR, 2);
	assert_int_equal(client_read(&client, SPACE, PCI_COMMAND, 2), 0);
	client_write(&client, SPACE, PCI_COMMAND, PCI_COMMAND_MEMORY, 2);
	assert_int_equal(get32(&client, XDMA, 0x2004), 0);
	client_close(&client);
}

static void identifiers(void **state)
{
	static const struct {
		uint32_t offset, value;
	} expected[] = {{0x0000, 0x1fc00006}, {0x0100, 0x1fc00106}, {0x0200, 0},
			{0x1000, 0x1fc10006}, {0x1100, 0x1fc10106}, {0x1200, 0},
			{0x2000, 0x1fc20006}, {0x3000, 0x1fc30006}, {0x4000, 0x1fc40006},
			{0x4100, 0x1fc40106}, {0x5000, 0x1fc50006}, {0x5200, 0},
			{0x6000, 0x1fc60006}, {0x7000, 0}};
	struct client client;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	client_prepare(&client, true);
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		assert_int_equal(get32(&client, XDMA, expected[i].offset), expected[i].value);
	client_close(&client);
}

/* Registers with an address each to set all bits, some, and to clear some. */
static void set_and_clear(void **state)
{
	static const uint32_t registers[][3] = {{0x2004, 0x2008, 0x200c},
						{0x90, 0x94, 0x98},
						{0x6010, 0x6014, 0x6018},
						{0x6020, 0x6024, 0x6028}};
	struct client client;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	client_prepare(&client, true);
	for (size_t i = 0; i < sizeof(registers) / sizeof(*registers); i++) {
		put32(&client, XDMA, registers[i][0], 0);
		put32(&client, XDMA, registers[i][1], 0x20002);
		assert_int_equal(get32(&client, XDMA, registers[i][0]) & 2, 2);
		put32(&client, XDMA, registers[i][2], 0x20002);
		assert_int_equal(get32(&client, XDMA, registers[i][0]), 0);
	}
	/* The table of MSI-X is memory; writes of less than four bytes change no register. */
	client_write(&client, XDMA, 0x8000, UINT64_C(0x1122334455667788), 8);
	assert_int_equal(client_read(&client, XDMA, 0x8000, 8), UINT64_C(0x1122334455667788));
	client_write(&client, XDMA, 0x2004, 0xff, 1);
	assert_int_equal(get32(&client, XDMA, 0x2004), 0);
	assert_int_equal(client_read(&client, XDMA, 0x2002, 2), 0x1fc2);
	client_close(&client);
}

static void mappings(void **state)
{
	const uint32_t both = FCL_VU_DMA_READABLE | FCL_VU_DMA_WRITABLE;
	struct fcl_vu_dma_unmap all = {sizeof(all), VFIO_DMA_UNMAP_FLAG_ALL, 0, 0}, reply;
	struct fcl_vu_dma_map map = {sizeof(map), both, 0, 0x10000, 0x1000};
	size_t size = sizeof(reply);
	struct client client;
	int fds[2], one;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	assert_int_equal(client_map(&client, 0x10000, 0, 0x4000, both, true), 0);
	assert_int_equal(client_map(&client, 0x13000, 0, 0x1000, both, true), EEXIST);
	assert_int_equal(client_map(&client, 0xf000, 0, 0x1001, both, false), EEXIST);
	assert_int_equal(client_map(&client, 0x8000, 0, 0x10000, both, false), EEXIST);
	assert_int_equal(client_map(&client, 0x14000, 0, 0, both, true), EINVAL);
	assert_int_equal(client_map(&client, UINT64_MAX - 0xfff, 0, 0x2000, both, false), EINVAL);
	assert_int_equal(client_map(&client, 0x20000, CLIENT_MEMORY - 0x1000, 0x2000, both, true),
			 EINVAL);
	/* Part of a mapping cannot be removed; a range may have several, or none. */
	assert_int_equal(client_unmap(&client, 0x10000, 0x3000), EINVAL);
	assert_int_equal(client_unmap(&client, 0x11000, 0x3000), EINVAL);
	assert_int_equal(client_unmap(&client, 0x11000, 0x1000), EINVAL);
	assert_int_equal(client_unmap(&client, 0x10000, 0), EINVAL);
	assert_int_equal(client_map(&client, 0x14000, 0, 0x1000, both, true), 0);
	assert_int_equal(client_map(&client, 0x16000, 0, 0x1000, both, true), 0);
	assert_int_equal(client_unmap(&client, 0xf000, 0x8000), 0);
	assert_int_equal(client_unmap(&client, 0, UINT64_MAX), 0);
	assert_int_equal(client_map(&client, 0x10000, 0, 0x7000, both, true), 0);
	assert_int_equal(client_unmap(&client, 0x10000, 0x7000), 0);
	/* A pipe could block the card for ever. */
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(
		client_call(&client, FCL_VU_DMA_MAP, &map, sizeof(map), fds, 1, NULL, NULL),
		EINVAL);
	assert_int_equal(
		client_call(&client, FCL_VU_DMA_MAP, &map, sizeof(map), fds, 2, NULL, NULL),
		EINVAL);
	close(fds[0]);
	close(fds[1]);
	/* A file that may only be read backs no memory that the card may write. */
	one = open("/proc/self/exe", O_RDONLY);
	assert_int_equal(
		client_call(&client, FCL_VU_DMA_MAP, &map, sizeof(map), &one, 1, NULL, NULL),
		EACCES);
	map.flags = FCL_VU_DMA_READABLE;
	assert_int_equal(
		client_call(&client, FCL_VU_DMA_MAP, &map, sizeof(map), &one, 1, NULL, NULL), 0);
	close(one);
	assert_int_equal(
		client_call(&client, FCL_VU_DMA_UNMAP, &all, sizeof(all), NULL, 0, &reply, &size),
		0);
	assert_int_equal(client_map(&client, 0x10000, 0, 0x1000, both, true), 0);
	client_close(&client);
}

static unsigned descriptors_of_card(void)
{
	char path[64];
	struct stat facts;
	unsigned count = 0;

	for (int i = 0; i < 2000; i++) {
		snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)card, i);
		count += !lstat(path, &facts);
	}
	return count;
}

/* A virtual IOMMU maps page by page, always with the same file: thousands of maps, one descriptor. */
static void many_mappings(void **state)
{
	const uint32_t both = FCL_VU_DMA_READABLE | FCL_VU_DMA_WRITABLE;
	unsigned before = descriptors_of_card();
	struct client client;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	for (uint64_t i = 0; i < 3000; i++)
		assert_int_equal(client_map(&client, i << 13, i % 2048 << 12, 4096, both, true), 0);
	assert_true(descriptors_of_card() <= before + 2);
	for (uint64_t i = 0; i < 3000; i += 2)
		assert_int_equal(client_unmap(&client, i << 13, 4096), 0);
	client_close(&client);
}

static void refused_messages(void **state)
{
	struct vfio_irq_set set = {.argsz = sizeof(set),
				   .flags = VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER,
				   .index = VFIO_PCI_MSIX_IRQ_INDEX,
				   .start = 31,
				   .count = 2};
	struct fcl_vu_access access = {65533, XDMA, 4};
	struct client client;

	(void)state;
	assert_int_equal(client_open(&client), 0);
	assert_int_equal(client_call(&client, FCL_VU_REGION_READ, &access, sizeof(access), NULL, 0,
				     NULL, NULL),
			 EINVAL);
	access = (struct fcl_vu_access){0, 3, 4};
	assert_int_equal(client_call(&client, FCL_VU_REGION_READ, &access, sizeof(access), NULL, 0,
				     NULL, NULL),
			 EINVAL);
	assert_int_equal(client_call(&client, FCL_VU_REGION_READ, &access, 7, NULL, 0, NULL, NULL),
			 EINVAL);
	assert_int_equal(
		client_call(&client, FCL_VU_SET_IRQS, &set, sizeof(set), NULL, 0, NULL, NULL),
		EINVAL);
	set.count = 1;
	set.flags = VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_MASK;
	assert_int_equal(
		client_call(&client, FCL_VU_SET_IRQS, &set, sizeof(set), NULL, 0, NULL, NULL),
		EINVAL);
	assert_int_equal(client_call(&client, FCL_VU_FEATURE, NULL, 0, NULL, 0, NULL, NULL),
			 EOPNOTSUPP);
	assert_int_equal(client_call(&client, FCL_VU_VERSION, &access, 4, NULL, 0, NULL, NULL),
			 EINVAL);
	client_close(&client);
}

/* A second client is refused, and can ask which process uses the card. */
static void two_clients(void **state)
{
	const char *arguments[] = {"state", card_socket, NULL};
	char text[1000], user[64];
	struct client first, second;

	(void)state;
	assert_int_equal(client_open(&first), 0);
	assert_int_equal(client_open(&second), EBUSY);
	assert_int_equal(card_run(arguments, text, sizeof(text)), 0);
	snprintf(user, sizeof(user), "\"user\":{\"process\":%d,", (int)getpid());
	assert_non_null(strstr(text, user));
	assert_int_equal(get32(&first, SPACE, PCI_VENDOR_ID), 0x903f10ee);
	client_close(&first);
	for (int i = 0; client_open(&second); i++) {
		assert_true(i < 1000);
		fcl_pause_us(1000);
	}
	client_close(&second);
}

/* Connections that say nothing, or send no message of the protocol, keep nobody out. */
static void strangers(void **state)
{
	const uint8_t junk[16] = {1, 0, 9, 0, 3};
	struct client client;
	int fds[40];
	char byte;

	(void)state;
	for (unsigned i = 0; i < 40; i++)
		fds[i] = client_connect();
	assert_int_equal(send(fds[39], junk, sizeof(junk), MSG_NOSIGNAL), sizeof(junk));
	assert_int_equal(recv(fds[39], &byte, 1, 0), 0);
	assert_int_equal(client_open(&client), 0);
	client_close(&client);
	for (unsigned i = 0; i < 40; i++)
		close(fds[i]);
}

static void sockets(void **state)
{
	const char *again[] = {"start", "u250", "--socket", card_socket, NULL};
	char text[1000];
	struct stat facts;

	(void)state;
	assert_int_equal(stat(card_socket, &facts), 0);
	assert_int_equal(facts.st_mode & 0777, 0600);
	assert_int_equal(card_run(again, text, sizeof(text)), 1);
	assert_non_null(strstr(text, "another card is listening"));
}

/* A killed card leaves its socket, which the next one replaces. */
static void killed_card(void **state)
{
	(void)state;
	assert_int_equal(kill(card, SIGKILL), 0);
	fcl_pause_us(10000);
	assert_int_equal(access(card_socket, F_OK), 0);
	card = card_start_again(NULL);
}

static void bad_commands(void **state)
{
	static const struct {
		const char *arguments[8], *expected;
		int status;
	} cases[] = {
		{{"start", "u250"}, "card start needs --socket <path>", 2},
		{{"start", "--socket", "x"}, "card start needs a board such as u250", 2},
		{{"start", "u250", "--socket"}, "expected a value after --socket", 2},
		{{"start", "u250", "--socket", "x", "--channels", "5"}, "from 1 to 4, not 5", 2},
		{{"start", "u250", "--socket", "x", "--ids", "10ee"}, "such as 10ee:7011, not", 2},
		{{"start", "u250", "--socket", "x", "--fault", "h2c=error7"},
		 "'h2c' cannot be 'error7'; expected error3 to error6",
		 1},
		{{"start", "u250", "--socket", "x", "--fault", "dma=stuck"},
		 "there is no 'dma'; expected h2c",
		 1},
		{{"start", "u250", "--socket", "x", "--fault", "irq=lost@0"},
		 "expected '@' and a number from 1 on",
		 1},
		{{"start", "u250", "--socket", "x", "--image", "/nonexistent"},
		 "cannot read '/nonexistent'",
		 1},
		{{"start", "u9999", "--socket", "x"}, "u9999", 1},
		{{"start", "null:u250", "--socket", "x"}, "cannot be behind a card", 1},
		{{"stop"}, "the path of one socket", 2},
		{{"stop", "/nonexistent/x"}, "no card can be reached at /nonexistent/x", 1},
		{{"list"}, "card takes start, stop, state, import, probe or check, not list", 2},
	};
	char text[2000];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(card_run(cases[i].arguments, text, sizeof(text)), cases[i].status);
		if (!strstr(text, cases[i].expected))
			fail_msg("expected '%s', found '%s'", cases[i].expected, text);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(facts),           cmocka_unit_test(configuration),
		cmocka_unit_test(power_and_reset), cmocka_unit_test(identifiers),
		cmocka_unit_test(set_and_clear),   cmocka_unit_test(mappings),
		cmocka_unit_test(many_mappings),   cmocka_unit_test(refused_messages),
		cmocka_unit_test(two_clients),     cmocka_unit_test(strangers),
		cmocka_unit_test(sockets),         cmocka_unit_test(killed_card),
		cmocka_unit_test(bad_commands),
	};

	card_tool = argc > 1 ? argv[1] : "fpgacl";
	return cmocka_run_group_tests(tests, setup, teardown);
}
