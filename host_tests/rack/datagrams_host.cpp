/* SPDX-License-Identifier: Apache-2.0 */
/*
 * datagrams_host IMAGE OWN PEER DATAGRAMS SOCKETS: a host of XRT's C++ interface above cmac and a networklayer
 * of so many sockets, of which it uses the last. Its board is 10.0.0.OWN and sends datagrams to 10.0.0.PEER, which sends as many back; PEER 0 only answers
 * ARP and pings until standard input ends. Checks what arrives, and counters.
 */
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include <experimental/xrt_ip.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

enum { LENGTH = 22, WIDTH = 64, PORT = 50000 };

static void expect(bool right, const char *what)
{
	if (right)
		return;
	std::printf("wrong: %s\n", what);
	std::fflush(stdout);
	std::_Exit(1);
}

static uint32_t word_of(int board, int at)
{
	return board * 1000003u + at * 2654435761u;
}

static void set_addresses(xrt::ip &network, int own, int peer, int sockets)
{
	const uint32_t step = 8 * sockets, last = 0x820 + step - 8;

	network.write_register(0x10, 0x35000000u + own);
	network.write_register(0x14, 0x000a);
	network.write_register(0x18, 0x0a000000u + own);
	network.write_register(0x1c, 0x0a000001u);
	expect(network.read_register(0x810) == (uint32_t)sockets, "number of sockets");
	network.write_register(last, 0x0a000000u + peer);
	network.write_register(last + step, PORT + peer);
	network.write_register(last + 2 * step, PORT + own);
	network.write_register(last + 3 * step, peer != 0);
}

/* Asks for addresses until the peer's is known. */
static void find(xrt::ip &network, int peer)
{
	for (int i = 0; i < 1000; i++) {
		network.write_register(0x1010, 0);
		network.write_register(0x1010, 1);
		std::this_thread::sleep_for(std::chrono::milliseconds(10));
		if (network.read_register(0x1100 + peer / 4 * 4) >> peer % 4 * 8 & 1)
			break;
	}
	expect(network.read_register(0x1400 + 4 * peer) == 0x0000000au + ((uint32_t)peer << 24),
	       "the peer's address");
	expect(network.read_register(0x1800 + 8 * peer) == 0x00350a00u, "the peer's MAC");
}

static void judge(xrt::bo &heard, int peer, int own, int words, uint32_t socket)
{
	auto map = heard.map<uint32_t *>();

	heard.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
	for (int i = 0; i < words; i++) {
		const uint32_t *about = map + (words + i) * WIDTH / 4;

		for (int j = 0; j < WIDTH / 4; j++)
			expect(map[i * WIDTH / 4 + j] == word_of(peer, i * WIDTH / 4 + j), "data");
		expect(about[0] == ((uint32_t)(PORT + own) << 16 | (PORT + peer)), "ports");
		expect(about[1] == 0x0a000000u + peer, "the sender's address");
		expect(about[2] == 0x0a000000u + own, "the receiver's address");
		expect((about[3] & 0xffff) == socket, "the socket");
		expect(about[3] >> 16 == ((i + 1) % LENGTH == 0), "TLAST");
	}
}

static void exchange(xrt::device &device, const xrt::uuid &uuid, int own, int peer, int datagrams,
		     int socket)
{
	int words = datagrams * LENGTH;
	xrt::kernel say(device, uuid, "say"), hear(device, uuid, "hear");
	xrt::bo said(device, words * WIDTH, say.group_id(0));
	xrt::bo heard(device, 2 * words * WIDTH, hear.group_id(1));
	auto map = said.map<uint32_t *>();

	for (int i = 0; i < words * WIDTH / 4; i++)
		map[i] = word_of(own, i);
	said.sync(XCL_BO_SYNC_BO_TO_DEVICE);
	auto hearing = xrt::run(hear);
	hearing.set_arg(1, heard);
	hearing.set_arg(2, words);
	hearing.start();
	/* What arrives before the other one listens is lost. */
	std::printf("listens\n");
	std::fflush(stdout);
	while (std::getchar() != '\n')
		;
	auto saying = xrt::run(say);
	saying.set_arg(0, said);
	saying.set_arg(2, words);
	saying.set_arg(3, (int)LENGTH);
	saying.set_arg(4, socket);
	saying.start();
	saying.wait();
	hearing.wait();
	judge(heard, peer, own, words, socket);
}

int main(int argc, char **argv)
{
	if (argc != 6)
		return 1;
	int own = std::atoi(argv[2]), peer = std::atoi(argv[3]), datagrams = std::atoi(argv[4]);
	int sockets = std::atoi(argv[5]);
	xrt::device device(0);
	auto uuid = device.load_xclbin(argv[1]);
	xrt::ip cmac(device, uuid, "cmac_0"), network(device, uuid, "networklayer");

	set_addresses(network, own, peer, sockets);
	std::printf("ready\n");
	std::fflush(stdout);
	if (peer) {
		for (int i = 0; (cmac.read_register(0x204) & 3) != 3; i++) {
			expect(i < 1000, "the link is down");
			std::this_thread::sleep_for(std::chrono::milliseconds(10));
		}
		find(network, peer);
		exchange(device, uuid, own, peer, datagrams, sockets - 1);
		cmac.write_register(0x2b0, 1);
		expect(cmac.read_register(0x500) >= (uint32_t)datagrams, "frames sent");
		expect(cmac.read_register(0x608) >= (uint32_t)datagrams, "frames received");
		cmac.write_register(0x2b0, 1);
		expect(cmac.read_register(0x608) < (uint32_t)datagrams, "counters begin again");
		std::printf("right\n");
		std::fflush(stdout);
	}
	while (std::getchar() != EOF)
		;
	return 0;
}
