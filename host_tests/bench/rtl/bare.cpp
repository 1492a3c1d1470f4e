/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Verilator's model of the kernel `scale` (host_tests/apps/vitis/rtl) in a minimal bench: memory
 * without delay, one transfer at a time. Prints million cycles per second of processor time; rtl.c
 * measures the same model through OpenCL.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "Vscale.h"
#include "verilated.h"

struct burst {
	bool on;
	uint64_t at;
	unsigned left;
};

static VerilatedContext context;
static Vscale *top;
static unsigned char *bytes;
static burst reads, writes;
static bool answer;
static uint64_t cycles;

static void sample()
{
	if (top->m_axi_gmem_wvalid && top->m_axi_gmem_wready) {
		memcpy(bytes + writes.at, &top->m_axi_gmem_wdata, 4);
		writes.at += 4;
		answer = !--writes.left;
		writes.on = !answer;
	} else if (top->m_axi_gmem_bvalid && top->m_axi_gmem_bready) {
		answer = false;
	}
	if (top->m_axi_gmem_rvalid && top->m_axi_gmem_rready) {
		reads.at += 4;
		reads.on = --reads.left;
	}
	if (top->m_axi_gmem_arvalid && top->m_axi_gmem_arready)
		reads = {true, top->m_axi_gmem_araddr, top->m_axi_gmem_arlen + 1u};
	if (top->m_axi_gmem_awvalid && top->m_axi_gmem_awready)
		writes = {true, top->m_axi_gmem_awaddr, top->m_axi_gmem_awlen + 1u};
}

static void drive()
{
	top->m_axi_gmem_arready = !reads.on;
	top->m_axi_gmem_awready = !writes.on && !answer;
	top->m_axi_gmem_wready = writes.on;
	top->m_axi_gmem_bvalid = answer;
	top->m_axi_gmem_rvalid = reads.on;
	if (reads.on) {
		memcpy(&top->m_axi_gmem_rdata, bytes + reads.at, 4);
		top->m_axi_gmem_rlast = reads.left == 1;
	}
}

static void tick()
{
	sample();
	top->ap_clk = 1;
	top->eval();
	drive();
	top->ap_clk = 0;
	top->eval();
	cycles++;
}

static void put(unsigned address, unsigned value)
{
	bool done = false;

	top->s_axi_control_awvalid = top->s_axi_control_wvalid = top->s_axi_control_bready = 1;
	top->s_axi_control_awaddr = address;
	top->s_axi_control_wdata = value;
	top->s_axi_control_wstrb = 15;
	top->eval();
	while (!done) {
		bool taken = top->s_axi_control_awready && top->s_axi_control_awvalid;

		done = top->s_axi_control_bvalid;
		tick();
		if (taken)
			top->s_axi_control_awvalid = top->s_axi_control_wvalid = 0;
	}
	top->s_axi_control_bready = 0;
}

static unsigned get(unsigned address)
{
	unsigned value = 0;
	bool done = false;

	top->s_axi_control_arvalid = top->s_axi_control_rready = 1;
	top->s_axi_control_araddr = address;
	top->eval();
	while (!done) {
		bool taken = top->s_axi_control_arready && top->s_axi_control_arvalid;

		done = top->s_axi_control_rvalid;
		value = top->s_axi_control_rdata;
		tick();
		if (taken)
			top->s_axi_control_arvalid = 0;
	}
	top->s_axi_control_rready = 0;
	return value;
}

static double now()
{
	timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	unsigned words = argc > 1 ? (unsigned)atoi(argv[1]) : 16000000;
	double start;

	top = new Vscale(&context, "");
	bytes = (unsigned char *)malloc(8ull * words);
	if (!bytes)
		return 1;
	memset(bytes, 1, 8ull * words);
	for (int i = 0; i < 20; i++)
		tick();
	top->ap_rst_n = 1;
	put(0x1c, words * 4);
	put(0x28, words);
	put(0x30, 3);
	cycles = 0;
	start = now();
	put(0, 1);
	while (!(get(0) & 2))
		for (int i = 0; i < 32; i++)
			tick();
	printf("%.4g\n", (double)cycles / (now() - start) / 1e6);
	return bytes[4ull * words] != 3;
}
