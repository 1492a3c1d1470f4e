/* SPDX-License-Identifier: Apache-2.0 */
/* The table of operators: each of its rows is what some question gets, and answers say how sure they are. */
#include <cmath>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <string>

extern "C" {
#include <cmocka.h>
}

#include "tools/fpgaclc/plugin/schedule/operators/timing.h"

using namespace fclc;

namespace
{

struct row {
	std::string op, impl, family;
	unsigned grade, bits, states, per_bit;
	double ns;
	sureness sure;
};

const row rows[] = {
#define OPERATOR(name, impl, family, grade, bits, states, per_bit, ns, dsp, ff, lut, sure, source) \
	{name, impl, #family, grade, bits, states, per_bit, ns, sureness::sure},
#include "tools/fpgaclc/plugin/schedule/operators/operators.def"
};

const char *part_of(const std::string &family, unsigned grade)
{
	static const struct {
		const char *family;
		unsigned grade;
		const char *part;
	} parts[] = {
		{"virtex_uplus", 2, "xcu250-figd2104-2L-e"},
		{"zynq_uplus", 2, "xczu9eg-ffvb1156-2-e"},
		{"zynq_uplus", 1, "xczu3eg-sbva484-1-e"},
		{"series7", 1, "xc7z020clg484-1"},
		{"series7", 2, "xc7a200t-fbg676-2"},
		{"series7", 3, "xc7a35tcsg324-3"},
		{"any_part", 2, "xcvc1902-vsva2197-2MP-e-S"},
	};
	for (const auto &each : parts)
		if (family == each.family && grade == each.grade)
			return each.part;
	fail_msg("no part of %s, grade %u", family.c_str(), grade);
	return "";
}

operator_timing ask(const char *part, double usable, const char *op, unsigned bits,
		    const char *impl = "")
{
	operator_query query;
	query.op = op;
	query.impl = impl;
	query.bits = bits;
	return timing_of(part, clock_target{usable + 1, 1}, query);
}

/* With a clock that just allows the row, no version with fewer states is offered in its place. */
void test_every_row_is_used(void **)
{
	for (const row &each : rows) {
		double ns = each.ns < 0 ? 5 : each.ns; /* less than 0: all of the clock */
		operator_timing found = ask(part_of(each.family, each.grade), ns, each.op.c_str(),
					    each.bits, each.impl.c_str());
		if (found.stages != each.states - 1 + each.per_bit * each.bits ||
		    std::fabs(found.delay_ns - ns) > 1e-6 || found.sure != each.sure || !found.fits)
			fail_msg(
				"%s of %u bits on %s, %g ns: expected %u states, found %u stages of %g ns",
				each.op.c_str(), each.bits, each.family.c_str(), each.ns,
				each.states, found.stages, found.delay_ns);
		assert_true(found.source[0]);
	}
}

void test_slower_clocks_take_no_more_stages(void **)
{
	static const char *const parts[] = {"xcu55c-fsvh2892-2L-e",     "xczu3eg-sbva484-1-e",
					    "xck26-sfvc784-2LV-c",      "xc7z020clg484-1",
					    "xc7k160tfbg484-1",         "xcku115-flvb2104-2-e",
					    "xcvc1902-vsva2197-2MP-e-S"};
	for (const char *part : parts)
		for (const row &each : rows)
			for (unsigned bits : {each.bits, each.bits + 5}) {
				unsigned last = ~0u;
				for (double usable = 0.5; usable < 20; usable *= 1.07) {
					operator_timing found = ask(part, usable, each.op.c_str(),
								    bits, each.impl.c_str());
					if (found.sure == sureness::unknown)
						continue;
					assert_true(found.stages <= last);
					assert_true(found.fits ==
						    (found.delay_ns <= usable + 1e-9));
					assert_true(found.fits || found.sure == sureness::bound);
					last = found.stages;
				}
			}
}

void test_how_sure(void **)
{
	const char *u250 = "xcu250-figd2104-2L-e";
	assert_true(ask(u250, 10, "add", 32).sure == sureness::exact);
	assert_true(ask(u250, 10, "add", 37).sure == sureness::interpolated);
	assert_true(ask("xcu250-figd2104-1-e", 10, "add", 32).sure == sureness::interpolated);
	assert_true(ask("xc7k160tfbg484-1", 10, "add", 32).sure == sureness::interpolated);
	assert_true(ask(u250, 50, "add", 2000).sure == sureness::bound);
	assert_true(ask(u250, 50, "add", 2000).delay_ns > ask(u250, 50, "add", 224).delay_ns);
	assert_true(ask(u250, 0.1, "fadd", 32).sure == sureness::bound);
	assert_true(ask(u250, 10, "fadd", 24).sure == sureness::unknown);
	assert_true(ask(u250, 10, "fpow", 32).sure == sureness::unknown);
	assert_true(ask("5CSEBA6U23I7", 10, "add", 32).sure == sureness::unknown);
	assert_false(timing_knows("5CSEBA6U23I7"));
	assert_true(timing_knows("xc7a100tcsg324-1"));
}

/* What public reports show. */
void test_known_figures(void **)
{
	const char *u55c = "xcu55c-fsvh2892-2L-e";
	assert_int_equal(ask(u55c, 3.65, "fadd", 32).stages, 4);
	assert_int_equal(ask(u55c, 2.43, "fadd", 32).stages, 6);
	assert_int_equal(ask(u55c, 3.65, "fdiv", 64).stages, 21);
	assert_int_equal(ask(u55c, 3.65, "mul", 32).stages, 0);
	assert_int_equal(ask(u55c, 3.65, "mul", 64).stages, 1);
	assert_int_equal(ask(u55c, 2.43, "srem", 32).stages, 35);
	assert_int_equal(ask("xc7z020clg400-1", 7.3, "fdiv", 32).stages, 15);
	assert_int_equal(ask("xczu9eg-ffvb1156-2-e", 7.3, "fadd", 32).stages, 3);
	assert_int_equal(ask(u55c, 3.65, "m_axi_readreq", 512).stages, 7);
	assert_int_equal(ask(u55c, 2.43, "m_axi_readreq", 512, "kernel").stages, 70);
	assert_int_equal(ask(u55c, 2.43, "load", 512, "ram").stages, 1);
	assert_int_equal(ask(u55c, 2.43, "load", 8, "register").stages, 0);
}

/* Reports: 64 words are LUTs, 4,096 words of 64 bits fit one URAM, and more of them a cascade. */
void test_memories(void **)
{
	const char *u55c = "xcu55c-fsvh2892-2L-e";
	assert_true(memory_of(u55c, 32, 64) == "lutram");
	assert_true(memory_of(u55c, 8, 256) == "lutram");
	assert_true(memory_of(u55c, 32, 256) == "ram");
	assert_true(memory_of(u55c, 32, 2048) == "ram");
	assert_true(memory_of(u55c, 192, 640) == "ram");
	assert_true(memory_of(u55c, 64, 1600) == "uram");
	assert_true(memory_of(u55c, 22, 4096) == "uram");
	assert_true(memory_of(u55c, 32, 262144) == "ram_deep");
	assert_true(memory_of(u55c, 64, 1048576) == "uram_deep");
	assert_true(memory_of(u55c, 64, UINT64_MAX) == "uram_deep");
	assert_true(memory_of("xc7z020clg484-1", 24, 4) == "lutram");
	assert_true(memory_of("xc7k160tfbg484-1", 32, 32) == "ram");
	assert_true(memory_of("5CSEBA6U23I7", 32, 32) == "ram");
	static const char *const impls[] = {"lutram", "ram", "uram", "ram_deep", "uram_deep"};
	for (const char *impl : impls)
		assert_true(ask(u55c, 10, "load", 64, impl).sure == sureness::exact);
}

void test_bind_op(void **)
{
	operator_query query;
	query.op = "fadd";
	query.latency = 9;
	operator_timing found = timing_of("xcu250-figd2104-2L-e", clock_target{3.333, 0.9}, query);
	assert_int_equal(found.stages, 9);
	assert_true(found.sure == sureness::interpolated);
	query.latency = 6;
	found = timing_of("xcu250-figd2104-2L-e", clock_target{3.333, 0.9}, query);
	assert_int_equal(found.stages, 6);
	assert_true(found.sure == sureness::exact);
	query.impl = "no_such_thing";
	assert_int_equal(timing_of("xcu250-figd2104-2L-e", clock_target{3.333, 0.9}, query).stages,
			 6);
}

} // namespace

int main()
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_row_is_used),
		cmocka_unit_test(test_slower_clocks_take_no_more_stages),
		cmocka_unit_test(test_how_sure),
		cmocka_unit_test(test_known_figures),
		cmocka_unit_test(test_memories),
		cmocka_unit_test(test_bind_op),
	};
	return cmocka_run_group_tests(tests, nullptr, nullptr);
}
