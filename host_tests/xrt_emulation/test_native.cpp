/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that uses XRT's C++ interface and nothing of fpgacl. Each part prints its name before it
 * begins; a wrong result ends the program with status 1.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <experimental/xrt_ip.h>
#include <experimental/xrt_queue.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

static xrt::device device;
static xrt::uuid uuid;

static const int N = 5000;

static void expect(bool right, const char *what)
{
	if (right)
		return;
	std::printf("wrong: %s\n", what);
	std::_Exit(1);
}

static xrt::bo filled(const xrt::kernel &kernel, int arg, std::function<int(int)> value)
{
	xrt::bo bo(device, N * sizeof(int), kernel.group_id(arg));
	auto map = bo.map<int *>();

	for (int i = 0; i < N; i++)
		map[i] = value(i);
	bo.sync(XCL_BO_SYNC_BO_TO_DEVICE);
	return bo;
}

static std::vector<int> fetched(xrt::bo &bo)
{
	std::vector<int> values(N);

	bo.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
	bo.read(values.data());
	return values;
}

static void run_vadd(const std::string &name)
{
	xrt::kernel vadd(device, uuid, name);
	auto a = filled(vadd, 0, [](int i) { return 3 * i; });
	auto b = filled(vadd, 1, [](int i) { return i ^ 0x55; });
	auto sum = filled(vadd, 2, [](int) { return -1; });
	/* Again with the same run object, and other values. */
	auto run = vadd(a, b, sum, N);

	run.wait();
	for (int round = 0; round < 3; round++) {
		auto values = fetched(sum);

		for (int i = 0; i < N; i++)
			expect(values[i] == 3 * i + (i ^ 0x55) + (round ? round * 7 : 0), "vadd");
		for (int i = 0; i < N; i++)
			a.map<int *>()[i] += 7;
		a.sync(XCL_BO_SYNC_BO_TO_DEVICE);
		run.start();
		run.wait();
	}
}

/* Two CUs concurrently, and more launches than either one takes. */
static void run_many()
{
	xrt::kernel vadd(device, uuid, "vadd:{vadd_1}"), other(device, uuid, "vadd:{vadd_2}");
	std::vector<xrt::bo> from, sums;
	std::vector<xrt::run> runs;

	for (int i = 0; i < 24; i++) {
		auto &kernel = i % 2 ? other : vadd;

		from.push_back(filled(kernel, 0, [i](int at) { return at + i; }));
		sums.push_back(filled(kernel, 2, [](int) { return 0; }));
		runs.push_back(kernel(from.back(), from.back(), sums.back(), N));
	}
	for (int i = 0; i < 24; i++) {
		runs[i].wait();
		expect(fetched(sums[i])[i] == 4 * i, "many");
	}
}

static void run_chain()
{
	xrt::kernel scale(device, uuid, "scale");
	auto from = filled(scale, 0, [](int i) { return i; });
	std::vector<xrt::bo> outs;
	std::vector<xrt::run> runs;

	for (int i = 0; i < 10; i++) {
		outs.push_back(filled(scale, 1, [](int) { return 0; }));
		runs.push_back(scale(from, outs.back(), i + 2, N));
	}
	for (int i = 0; i < 10; i++) {
		runs[i].wait();
		expect(fetched(outs[i])[N - 1] == (N - 1) * (i + 2), "chain");
	}
}

static void run_streams()
{
	xrt::kernel send(device, uuid, "send"), receive(device, uuid, "receive");
	auto from = filled(send, 0, [](int i) { return 5 * i; });
	auto to = filled(receive, 1, [](int) { return 0; });
	xrt::run sending(send), receiving(receive);

	sending.set_arg(0, from);
	sending.set_arg(2, N);
	receiving.set_arg(1, to);
	receiving.set_arg(2, N);
	receiving.start();
	sending.start();
	sending.wait();
	receiving.wait();
	auto values = fetched(to);
	for (int i = 0; i < N; i++)
		expect(values[i] == 5 * i + 1000, "streams");
}

/*
 * The registers of count: control, its result at 0x10, and its arguments at the offsets from the
 * XML.
 */
static void run_ip()
{
	xrt::kernel kernel(device, uuid, "count");
	auto values = filled(kernel, 0, [](int i) { return i % 10; });
	uint64_t address = values.address();
	uint32_t at[3];
	uint32_t status = 0;

	for (int i = 0; i < 3; i++)
		at[i] = kernel.offset(i);
	kernel = xrt::kernel();
	xrt::ip ip(device, uuid, "count");

	expect(ip.read_register(0) == 4, "idle before the start");
	ip.write_register(at[0], (uint32_t)address);
	ip.write_register(at[0] + 4, (uint32_t)(address >> 32));
	ip.write_register(at[1], 3);
	ip.write_register(at[2], N);
	expect(ip.read_register(at[2]) == N, "an argument read back");
	ip.write_register(0, 1);
	do
		status = ip.read_register(0);
	while (!(status & 2));
	expect(status == (2 | 4 | 8), "done, idle and ready");
	expect(ip.read_register(0) == 4, "reading clears ap_done");
	expect(ip.read_register(0x10) == N / 10, "the result");
}

/* Copies on the board, and sub-buffers. */
static void run_buffers()
{
	xrt::kernel vadd(device, uuid, "vadd:{vadd_1}");
	auto a = filled(vadd, 0, [](int i) { return i; });
	auto b = filled(vadd, 1, [](int) { return 0; });
	auto sum = filled(vadd, 2, [](int) { return 0; });
	xrt::bo second(a, N / 2 / 1024 * 4096, 4096);
	auto count = (int)(second.size() / sizeof(int));

	b.copy(a, 1024 * sizeof(int), 0, 2048 * sizeof(int));
	vadd(second, b, sum, count).wait();
	auto values = fetched(sum);
	for (int i = 0; i < count; i++)
		expect(values[i] == i + 1024 + (i >= 2048 ? i - 2048 : 0), "part of a buffer");
}

/* The host's copy of a buffer may change while a kernel reads the board's copy. */
static void run_apart()
{
	xrt::kernel vadd(device, uuid, "vadd:{vadd_1}");
	auto a = filled(vadd, 0, [](int) { return 1; });
	auto sum = filled(vadd, 2, [](int) { return 0; });

	std::memset(a.map<void *>(), 0, a.size()); /* not synchronized */
	vadd(a, a, sum, N).wait();
	expect(fetched(sum)[N - 1] == 2, "memory that was not synchronised");
}

/*
 * Kernels see what the host writes into such a buffer without any synchronization, and vice versa.
 */
static void run_host_only()
{
	xrt::kernel vadd(device, uuid, "vadd:{vadd_1}");
	xrt::bo a(device, N * sizeof(int), xrt::bo::flags::host_only, vadd.group_id(0));
	xrt::bo sum(device, N * sizeof(int), xrt::bo::flags::p2p, vadd.group_id(2));
	auto map = a.map<int *>();

	std::iota(map, map + N, 17);
	auto result = sum.map<int *>();
	vadd(a, a, sum, N).wait();
	for (int i = 0; i < N; i++)
		expect(result[i] == 2 * (i + 17), "memory that both share");
}

static void run_large()
{
	xrt::kernel vadd(device, uuid, "vadd:{vadd_1}");
	const size_t size = 20u << 20; /* more than two messages */
	xrt::bo a(device, size, vadd.group_id(0));
	auto map = a.map<int *>();

	for (size_t i = 0; i < size / 4; i++)
		map[i] = (int)(i * 2654435761u);
	a.sync(XCL_BO_SYNC_BO_TO_DEVICE);
	std::memset(map, 0, size);
	a.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
	for (size_t i = 0; i < size / 4; i++)
		expect(map[i] == (int)(i * 2654435761u), "a large buffer");
}

/* XRT ends the host when the board cannot continue. */
static void run_wild()
{
	xrt::kernel wild(device, uuid, "wild");
	auto buffer = filled(wild, 0, [](int) { return 0; });

	wild(buffer, 1).wait();
	std::printf("survived\n");
}

static const struct {
	const char *name;
	void (*run)();
} parts[] = {{"vadd", [] { run_vadd("vadd:{vadd_1}"); }},
	     {"vadd in another bank", [] { run_vadd("vadd:{vadd_2}"); }},
	     {"many", run_many},
	     {"chain", run_chain},
	     {"streams", run_streams},
	     {"ip", run_ip},
	     {"buffers", run_buffers},
	     {"apart", run_apart},
	     {"host_only", run_host_only},
	     {"large", run_large}};

int main(int argc, char **argv)
{
	setvbuf(stdout, nullptr, _IONBF, 0);
	device = xrt::device(0);
	uuid = device.load_xclbin(argv[1]);
	if (argc > 2) {
		run_wild();
		return 0;
	}
	for (auto &part : parts) {
		std::printf("%s\n", part.name);
		part.run();
	}
	/* When statics are destroyed, those of XRT's shim no longer exist. */
	device = xrt::device();
	std::printf("all is well\n");
	return 0;
}
