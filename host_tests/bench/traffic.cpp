// SPDX-License-Identifier: Apache-2.0
// Traffic generators, master -> kernel -> slave, beside a bare echo over a Unix socket: fcl_traffic IMAGE [ROUNDS].
// IMAGE has traffic_kernel.cpp between sim_ipc_axis_master_512 and sim_ipc_axis_slave_512.
#include "xtlm_ipc.h"

#include <CL/cl.h>
#include <fstream>
#include <iterator>

namespace
{

enum { PACKET = 64, ECHOES = 5000, BLOCK = 64 * 1024, BLOCKS = 4000 };

double now_us()
{
	return std::chrono::duration<double, std::micro>(
		       std::chrono::steady_clock::now().time_since_epoch())
		.count();
}

void fail(const char *what)
{
	std::cerr << "fcl_traffic: " << what << std::endl;
	exit(1);
}

// Programs the board, which stays so until the process ends.
void program(const char *path)
{
	std::ifstream file(path, std::ios::binary);
	std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
	const unsigned char *image = (const unsigned char *)bytes.data();
	size_t size = bytes.size();
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_int error;

	if (clGetPlatformIDs(1, &platform, NULL) ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
		fail("no board");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	if (error || !clCreateProgramWithBinary(context, 1, &device, &size, &image, NULL, &error))
		fail("the image cannot be loaded");
}

void send_all(int fd, const char *data, size_t size)
{
	while (size) {
		ssize_t count = send(fd, data, size, MSG_NOSIGNAL);

		if (count <= 0)
			fail("the echo has ended");
		data += count;
		size -= (size_t)count;
	}
}

void receive_all(int fd, char *data, size_t size)
{
	if (recv(fd, data, size, MSG_WAITALL) != (ssize_t)size)
		fail("the echo has ended");
}

// Sends back what it receives.
void echo(int fd)
{
	std::vector<char> buffer(BLOCK);
	ssize_t count;

	while ((count = recv(fd, buffer.data(), buffer.size(), 0)) > 0)
		send_all(fd, buffer.data(), (size_t)count);
}

struct rates {
	double packets_s, mb_s;
};

rates bare()
{
	std::vector<char> block(BLOCK, 'x'), back(BLOCK);
	int ends[2];
	rates rates;
	double start;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		fail("no socket");
	std::thread other(echo, ends[1]);
	start = now_us();
	for (int i = 0; i < ECHOES; i++) {
		send_all(ends[0], block.data(), PACKET);
		receive_all(ends[0], back.data(), PACKET);
	}
	rates.packets_s = ECHOES / (now_us() - start) * 1e6;
	start = now_us();
	std::thread sender([&] {
		for (int i = 0; i < BLOCKS; i++)
			send_all(ends[0], block.data(), BLOCK);
	});
	for (int i = 0; i < BLOCKS; i++)
		receive_all(ends[0], back.data(), BLOCK);
	rates.mb_s = (double)BLOCKS * BLOCK / (now_us() - start);
	sender.join();
	shutdown(ends[0], SHUT_WR);
	other.join();
	close(ends[0]);
	close(ends[1]);
	return rates;
}

rates through_board()
{
	xtlm_ipc::axis_target_socket_util<xtlm_ipc::BLOCKING> slave("slave");
	std::vector<char> block(BLOCK, 'x'), packet(PACKET, 'y'), back;
	rates rates;
	double start;

	{
		xtlm_ipc::axis_initiator_socket_util<xtlm_ipc::BLOCKING> master("master");

		start = now_us();
		for (int i = 0; i < ECHOES; i++) {
			master.transport(packet);
			slave.sample_transaction(back);
			if (back != packet)
				fail("a packet is wrong");
		}
		rates.packets_s = ECHOES / (now_us() - start) * 1e6;
	}
	start = now_us();
	std::thread sender([&] {
		xtlm_ipc::axis_initiator_socket_util<xtlm_ipc::NON_BLOCKING> master("master");

		for (int i = 0; i < BLOCKS; i++)
			master.transport(block);
	});
	for (int i = 0; i < BLOCKS; i++) {
		slave.sample_transaction(back);
		if (back != block)
			fail("a block is wrong");
	}
	rates.mb_s = (double)BLOCKS * BLOCK / (now_us() - start);
	sender.join();
	return rates;
}

double median(std::vector<double> values)
{
	std::sort(values.begin(), values.end());
	return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? atoi(argv[2]) : 3;
	std::vector<double> packets[2], megabytes[2];

	if (argc < 2 || rounds < 1)
		fail("expected an image, and a number of rounds");
	program(argv[1]);
	for (int i = 0; i < rounds; i++) {
		rates each[2] = {bare(), through_board()};

		for (int j = 0; j < 2; j++) {
			packets[j].push_back(each[j].packets_s);
			megabytes[j].push_back(each[j].mb_s);
		}
	}
	printf("%-44s %14s %14s\n", "traffic generators", "bare echo", "through board");
	printf("%-44s %14.0f %14.0f\n", "packets of 64 bytes, one at a time, per s",
	       median(packets[0]), median(packets[1]));
	printf("%-44s %14.0f %14.0f\n", "packets of 64 KiB, MB/s", median(megabytes[0]),
	       median(megabytes[1]));
	return 0;
}
