// SPDX-License-Identifier: Apache-2.0
// generator MODE: a traffic generator in C++. It includes what the vendor's header includes for it, and no more.
#include "xtlm_ipc.h"

typedef xtlm_ipc::axis_initiator_socket_util<xtlm_ipc::BLOCKING> blocking_sender;
typedef xtlm_ipc::axis_target_socket_util<xtlm_ipc::BLOCKING> blocking_receiver;
typedef xtlm_ipc::axis_initiator_socket_util<xtlm_ipc::NON_BLOCKING> sender;
typedef xtlm_ipc::axis_target_socket_util<xtlm_ipc::NON_BLOCKING> receiver;

enum { PACKETS = 500 };

static void expect(bool good, const char *what)
{
	if (good)
		return;
	std::cerr << "expected " << what << std::endl;
	exit(1);
}

// Packet number `i` has i % 50 + 1 numbers.
static std::vector<char> packet_of(int i, int added)
{
	std::vector<int32_t> numbers;

	for (int j = 0; j <= i % 50; j++)
		numbers.push_back(i * 1000 + j + added);
	return std::vector<char>((char *)numbers.data(), (char *)(numbers.data() + numbers.size()));
}

static void test_blocking()
{
	blocking_sender to_board("gt_master");
	blocking_receiver from_board("gt_slave");
	xtlm_ipc::axi_stream_packet packet, received;

	for (int i = 0; i < PACKETS; i++) {
		std::vector<char> data = packet_of(i, 0), expected = packet_of(i, 1);

		packet.set_data(data.data(), data.size());
		packet.set_data_length(data.size());
		packet.set_tlast(true);
		to_board.transport(packet);
		from_board.sample_transaction(received);
		expect(received.data() == std::string(expected.begin(), expected.end()),
		       "the packet");
		expect(received.data_length() == expected.size() && received.tlast(), "its end");
		expect(received.tkeep() == std::string(expected.size(), '\xff'), "valid bytes");
	}
	to_board.end_of_simulation();
}

// Everything is sent before anything is received.
static void test_nonblocking()
{
	sender to_board("gt_master");
	receiver from_board("gt_slave");
	std::vector<char> data;
	int count = 0;

	for (int i = 0; i < PACKETS; i++) {
		data = packet_of(i, 0);
		to_board.transport(data.data(), data.size());
	}
	to_board.barrier_wait();
	while (count < PACKETS) {
		unsigned int waiting = from_board.get_num_transactions();

		for (unsigned int i = 0; i < waiting; i++, count++) {
			from_board.sample_transaction(data);
			expect(data == packet_of(count, 1), "the packet");
		}
		usleep(1000);
	}
	expect(from_board.get_num_transactions() == 0, "no more packets");
	to_board.end_of_simulation();
}

// What is sent and the sender's end in one go: nothing is lost.
static void test_large()
{
	std::vector<uint64_t> numbers(1 << 20);
	xtlm_ipc::axis_slave from_board("raw_slave");
	std::vector<char> bytes, received;

	for (size_t i = 0; i < numbers.size(); i++)
		numbers[i] = i * 0x9e3779b97f4a7c15u;
	{
		xtlm_ipc::axis_master to_board("raw_master");

		bytes = to_board.uInt64ToByteArray(numbers);
		to_board.send_data(bytes, false);
	}
	from_board.receive_data(received);
	expect(received.size() == 8, "a transfer of a stream without TLAST");
	from_board.receive_data_with_size(bytes, 4 << 20);
	received.insert(received.end(), bytes.begin(), bytes.end());
	from_board.receive_data_with_size(bytes, (4 << 20) - 8);
	received.insert(received.end(), bytes.begin(), bytes.end());
	expect(from_board.byteArrayTouInt64(received) == numbers, "all numbers");
}

static void test_wide()
{
	blocking_sender to_board("wide_master");
	blocking_receiver from_board("wide_slave");
	xtlm_ipc::axi_stream_packet packet;

	packet.set_data(std::string(100, 'x')); // the second transfer is a part of one
	packet.set_tuser(std::string("\x01\x02\x03\xff\xff\x07", 6));
	packet.set_tkeep(std::string(99, '\xff') + std::string(1, '\0'));
	packet.set_tlast(true);
	to_board.transport(packet);
	from_board.sample_transaction(packet);
	expect(packet.data() == std::string(99, 'x'), "the valid bytes");
	expect(packet.tuser() == std::string("\x02\x02\x03\0\0\x08", 6), "TUSER of 20 bits");

	xtlm_ipc::axis_payload payload;

	payload.data.assign(64, 'y');
	payload.tuser = {1, 0, 0};
	payload.tlast = true;
	to_board.transport(payload);
	payload = xtlm_ipc::axis_payload();
	from_board.sample_transaction(payload);
	expect(payload.data == std::vector<char>(64, 'y') && payload.tlast, "a payload");
	expect(payload.tuser == std::vector<char>({2, 0, 0}), "its TUSER");
	expect(payload.tkeep == std::vector<char>(64, '\xff'), "its valid bytes");
}

static void test_mistakes()
{
	blocking_sender raw("raw_master");
	blocking_receiver swapped("gt_master");
	std::vector<char> data(12);
	int caught = 0;

	try {
		raw.transport(data);
	} catch (const std::invalid_argument &error) {
		caught += std::string(error.what()).find("multiple of 8 bytes") !=
			  std::string::npos;
	}
	try {
		swapped.sample_transaction(data);
	} catch (const std::exception &error) {
		caught += std::string(error.what()).find("takes a master") != std::string::npos;
	}
	expect(caught == 2, "two errors");
}

// Until the emulation ends; both kinds of receivers notice.
static void test_end()
{
	blocking_receiver one("gt_slave");
	receiver other("raw_slave");
	std::vector<char> data;

	other.get_num_transactions();
	std::cout << "waiting" << std::endl;
	try {
		one.sample_transaction(data);
	} catch (const xtlm_ipc::ended &error) {
		std::cout << error.what() << std::endl;
	}
	try {
		while (!other.get_num_transactions())
			usleep(1000);
	} catch (const std::exception &error) {
		std::cout << error.what() << std::endl;
	}
}

// What has arrived stays with the emulation: a call after disconnect() fails, whatever is there.
static void test_disconnected()
{
	blocking_sender to_board("gt_master");
	receiver from_board("gt_slave");
	std::vector<char> data = packet_of(0, 0);
	int caught = 0;

	to_board.transport(data);
	while (!from_board.get_num_transactions())
		usleep(1000);
	from_board.disconnect();
	try {
		from_board.sample_transaction(data);
	} catch (const xtlm_ipc::ended &) {
		caught++;
	}
	try {
		from_board.get_num_transactions();
	} catch (const xtlm_ipc::ended &) {
		caught++;
	}
	expect(caught == 2, "two errors");
}

// Its data is in the stream, although the emulation has ended since.
static void test_last_answer()
{
	blocking_sender to_board("last");

	to_board.transport(std::vector<char>(4));
	to_board.barrier_wait();
}

int main(int argc, char **argv)
{
	const std::string mode = argc > 1 ? argv[1] : "";

	if (mode == "blocking")
		test_blocking();
	else if (mode == "nonblocking")
		test_nonblocking();
	else if (mode == "large")
		test_large();
	else if (mode == "wide")
		test_wide();
	else if (mode == "mistakes")
		test_mistakes();
	else if (mode == "disconnected")
		test_disconnected();
	else if (mode == "last answer")
		test_last_answer();
	else if (mode == "farewell")
		blocking_receiver("gt_slave").end_of_simulation();
	else if (mode == "end")
		test_end();
	else
		return 1;
	return 0;
}
