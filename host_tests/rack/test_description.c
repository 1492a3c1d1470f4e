/* SPDX-License-Identifier: Apache-2.0 */
/* What descriptions of racks mean, and what is wrong with bad ones. */
#include "host_tests/base/unit_test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rack/rack.h"

static char file[] = "/tmp/fpgacl-rack.XXXXXX";
static struct fcl_err err;

static int read_text(const char *text, struct fcl_rack *rack)
{
	FILE *out = fopen(file, "w");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
	fcl_err_clear(&err);
	return fcl_rack_read(file, rack, &err);
}

static int create(void **state)
{
	(void)state;
	return mkstemp(file) < 0;
}

static int destroy(void **state)
{
	(void)state;
	return unlink(file);
}

static void all_of_it(void **state)
{
	struct fcl_rack rack;
	const struct fcl_rack_link *link;

	(void)state;
	assert_int_equal(
		read_text("# two boards and a host\n"
			  "[rack]\nseed = 7\n"
			  "[board b]\nplatform=u280\nrank=1\n"
			  "[board a]\nrank=0\n"
			  "[link]\nends = a:qsfp0 - b:qsfp1\nrate=100 Gb/s\nlatency=0.5us\n"
			  "loss=1%\ncorrupt=1e-6\n"
			  "[switch tor]\nports = a:qsfp1, b:qsfp0 lab\nseed=9\n"
			  "[host lab]\ntap=fpga0\n",
			  &rack),
		0);
	assert_int_equal(rack.nboards, 2);
	assert_string_equal(rack.boards[0].name, "b");
	assert_string_equal(rack.boards[0].platform, "u280");
	assert_int_equal(rack.nlinks, 2);
	link = &rack.links[0];
	assert_string_equal(link->name, "a:qsfp0-b:qsfp1");
	assert_int_equal(link->nports, 2);
	assert_string_equal(rack.ports[link->ports[1]].place, "qsfp1");
	assert_int_equal(link->rate_mbps, 100000);
	assert_int_equal(link->latency_ns, 500);
	assert_true(link->faults.loss == 0.01 && link->faults.corrupt == 1e-6);
	assert_int_equal(link->seed, 7);
	assert_true(rack.links[1].is_switch);
	assert_int_equal(rack.links[1].nports, 3);
	assert_int_equal(rack.links[1].seed, 9);
	assert_int_equal(rack.ports[fcl_rack_find_port(&rack, "lab")].outside, FCL_RACK_TAP);
	assert_int_equal(fcl_rack_port_at(&rack, 1, "qsfp7"), FCL_RACK_NONE);
	fcl_rack_free(&rack);
}

/* Each with what the sentence must name. */
static void wrong(void **state)
{
	static const struct {
		const char *text, *names;
	} cases[] = {
		{"", "no links"},
		{"ends=a:x-b:y\n", "before the first section"},
		{"[cable]\n", "[cable]"},
		{"[link\n", "expected ]"},
		{"[link]\nrate=1 Gb/s\n", "has no ends"},
		{"[switch]\nports=a:x b:y\n", "a name"},
		{"[switch s]\nends=a:x-b:y\n", "has ports="},
		{"[switch s]\n[link]\nends=a:x-b:y\n", ":1: [switch s] has no ports="},
		{"[link]\nports=a:x b:y\n", "has ends="},
		{"[link]\nends=a:x\n", "'a:x' is no cable"},
		{"[link]\nends=a:x-b:y-c:z\n", "is no cable"},
		{"[link]\nends=a:x-nowhere\n", "[host nowhere]"},
		{"[link]\nends=a:x-b:\n", "'b:' is no port"},
		{"[link]\nends=a/../x:1-b:y\n", "'a/../x:1' is no port"},
		{"[link]\nends=a:x-b:y\n[link]\nends=a:x-c:z\n",
		 ":4: there is a cable in port a:x"},
		{"[link]\nends=a:x-b:y\nends=c:x-d:y\n", "has its ends already"},
		{"[link]\nends=a:x-b:y\nlos=1\n", "no key los"},
		{"[link]\nends=a:x-b:y\nloss=1.5\n", "loss=1.5"},
		{"[link]\nends=a:x-b:y\nloss=nan\n", "loss=nan"},
		{"[link]\nends=a:x-b:y\nrate=100\n", "100 Gb/s"},
		{"[link]\nends=a:x-b:y\nrate=-1 Gb/s\n", "rate=-1"},
		{"[link]\nends=a:x-b:y\nlatency=5 minutes\n", "500 ns"},
		{"[link]\nends=a:x-b:y\nseed=-1\n", "seed=-1"},
		{"[link]\nends=a:x-b:y\nseed=\n", "has no value"},
		{"[link]\nends=a:x-b:y\nseed\n", "KEY=VALUE"},
		{"[board a]\n[board a]\n", "twice (line 1)"},
		{"[board a]\nrank=x\n", "rank=x"},
		{"[board a]\ncolour=red\n", "no key colour"},
		{"[host h]\n[link]\nends=a:x-h\n", "expected tap= or udp="},
		{"[host h]\nudp=127.0.0.1:1\n", "belong together"},
		{"[host h]\ntap=t\ntap=u\n", "already"},
		{"[host h:1]\ntap=t\n", "without a colon"},
		{"[link]\nends=a:x-b:y\n[board a]\nmachine=m\n", "no [machine m] with address="},
		{"[machine m]\naddress=m\n", "HOST:PORT"},
		{"[machine m]\naddress=m:\n", "HOST:PORT"},
		{"[machine m]\naddress=m:1\naddress=m:2\n", "an address already"},
		{"[machine m]\nport=1\n", "it has address"},
		{"[machine m/n]\n", "no name of a machine"},
		{"[machine m]\naddress=m:1\n[board a]\nmachine=m\n[link]\nends=a:x-b:y\n",
		 "b:y is on no machine"},
		{"[rack]\ntopology=ring\n", "no topology"},
		{"[rack]\ntopology=torus:4\n", "no topology"},
		{"[rack]\ntopology=torus3:4\n", "multiple of 3"},
		{"[rack]\ntopology=ring:99999\n", "no topology"},
		{"[rack]\ntopology=pair:3\n", "even"},
		{"[rack]\ntopology=clique:6\n", "at most 5"},
		{"[link l]\nends=a:x-b:y\n[link l]\nends=c:x-d:y\n", "two links have the name l"},
		{"[link \x1b[31m]\nends=a:x-b:y\n", "control characters"},
	};
	struct fcl_rack rack;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int error = read_text(cases[i].text, &rack);

		if (error != -EINVAL || !strstr(err.text, cases[i].names))
			fail_msg("%s\ngave %d: %s", cases[i].text, error, err.text);
		fcl_rack_free(&rack);
	}
	assert_int_equal(fcl_rack_read("/tmp/fpgacl-none.ini", &rack, &err), -ENOENT);
	fcl_rack_free(&rack);
}

/* Whether both ends of each cable are where the other says. */
static uint32_t other_end(const struct fcl_rack *rack, const char *name)
{
	uint32_t port = fcl_rack_find_port(rack, name);
	const struct fcl_rack_link *link;

	assert_int_not_equal(port, FCL_RACK_NONE);
	link = &rack->links[rack->ports[port].link];
	return link->ports[link->ports[0] == port];
}

static void topologies(void **state)
{
	static const struct {
		const char *topology;
		uint32_t boards, links;
	} cases[] = {{"ring:1", 1, 2},    {"ring:2", 2, 4},   {"ringN:64", 64, 128},
		     {"pair:4", 4, 8},    {"clique:4", 4, 6}, {"clique:5", 5, 10},
		     {"torus2:6", 6, 12}, {"torus3:3", 3, 6}, {"ringO:1024", 1024, 2048}};
	struct fcl_rack rack;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (fcl_rack_read(cases[i].topology, &rack, &err))
			fail_msg("%s: %s", cases[i].topology, err.text);
		assert_int_equal(rack.nboards, cases[i].boards);
		assert_int_equal(rack.nlinks, cases[i].links);
		fcl_rack_free(&rack);
	}
	assert_int_equal(fcl_rack_read("torus3:6", &rack, &err), 0);
	assert_string_equal(rack.ports[other_end(&rack, "n00:acl0:ch0")].name, "n00:acl1:ch1");
	assert_string_equal(rack.ports[other_end(&rack, "n01:acl0:ch0")].name, "n00:acl0:ch1");
	assert_string_equal(rack.ports[other_end(&rack, "n00:acl0:ch2")].name, "n01:acl1:ch3");
	fcl_rack_free(&rack);
}

static void fpgalinks(void **state)
{
	struct fcl_rack rack;

	(void)state;
	assert_int_equal(fcl_rack_read("--fpgalink=n00:acl0:ch0-n01:acl0:ch0 "
				       "--fpgalink=n00:acl0:ch1-n00:acl0:ch1",
				       &rack, &err),
			 0);
	assert_int_equal(rack.nboards, 2);
	assert_string_equal(rack.boards[1].name, "n01:acl0");
	assert_int_equal(rack.links[1].nports, 1); /* a loop */
	fcl_rack_free(&rack);
}

static void whose_boards(void **state)
{
	struct fcl_rack rack;

	(void)state;
	assert_int_equal(read_text("[board a]\nplatform=u280\n[board b]\nplatform=u50\n"
				   "[board c]\nplatform=u280\n[link]\nends=a:x-b:x\n",
				   &rack),
			 0);
	assert_int_equal(fcl_rack_find_board(&rack, "u280", 1), 2);
	assert_int_equal(fcl_rack_find_board(&rack, "u50", 0), 1);
	assert_int_equal(fcl_rack_find_board(&rack, "u50", 1), FCL_RACK_NONE);
	setenv("PMIX_RANK", "2", 1);
	assert_int_equal(fcl_rack_find_board(&rack, "u280", 0), 2);
	assert_int_equal(fcl_rack_find_board(&rack, "u280", 1), FCL_RACK_NONE);
	unsetenv("PMIX_RANK");
	fcl_rack_free(&rack);
}

/* Descriptions with a byte changed are refused or taken, but never read beyond their end. */
static void damaged(void **state)
{
	static const char text[] = "[board a]\nrank=0\n[link l]\nends=a:x-b:y\nloss=1%\n"
				   "rate=1 Gb/s\n[switch s]\nports=a:z c:z\n[host h]\n"
				   "udp=127.0.0.1:9\npeer=127.0.0.1:8\n[rack]\ntopology=ring:3\n";
	char damaged[sizeof(text)];
	unsigned random = 1;
	struct fcl_rack rack;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		memcpy(damaged, text, sizeof(text));
		for (int j = 0; j < 3; j++) {
			random = random * 1103515245 + 12345;
			damaged[(random >> 8) % (sizeof(text) - 1)] = (char)(random >> 24);
		}
		read_text(damaged, &rack);
		fcl_rack_free(&rack);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_of_it),    cmocka_unit_test(wrong),
		cmocka_unit_test(topologies),   cmocka_unit_test(fpgalinks),
		cmocka_unit_test(whose_boards), cmocka_unit_test(damaged),
	};

	return cmocka_run_group_tests(tests, create, destroy);
}
