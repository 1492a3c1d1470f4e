/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device files of AMD's kernel module, for which regular files and a thread stand: what the module
 * does not survive must never happen, and all else has to work.
 */
#include "host_tests/pcie/card.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/pcie/backend.h"
#include "hal/pcie/device.h"
#include "hal/pcie/transport/nodes.h"

enum { CHANNELS = 2, BYTES = 6 << 20, USER_BYTES = 0x10000, MOST_CALL = 8 << 20 };

static struct card card;
static unsigned char sent[BYTES], got[BYTES];

/* --- the module --------------------------------------------------------------------------------- */

static struct {
	char folder[64];
	int memory;
	_Atomic unsigned calls, offences, refused;
	_Atomic unsigned fails_at; /* the number of the call; 0: none */
	int fails_with;            /* errno; 0: it moves nothing */
	_Atomic bool failed;
	_Atomic bool moves_half;
	const unsigned char *read_only; /* a page */
	_Atomic bool busy[64];          /* by descriptor */
	_Atomic unsigned late[64];      /* calls after a failure, or that failed */
	pthread_t units;
	_Atomic bool stop;
	_Atomic unsigned executions;
	volatile uint32_t *user;
	int events[MODEL_UNITS];
} module;

/* A signal would abort it; more than one run of the engine, or memory that is not there, end badly. */
static void check_call(int fd, size_t size, off_t offset)
{
	sigset_t blocked;

	pthread_sigmask(SIG_BLOCK, NULL, &blocked);
	module.offences += !sigismember(&blocked, SIGALRM) || !sigismember(&blocked, SIGUSR1) ||
			   !sigismember(&blocked, SIGTERM);
	module.offences += !size || size > MOST_CALL;
	module.offences += (uint64_t)offset < MODEL_BASE ||
			   (uint64_t)offset + size > MODEL_BASE + MODEL_MEMORY;
	/* The first one after the card is lost times out, the second crashes the kernel. */
	module.offences += module.failed && module.late[fd]++;
	module.offences += fd < 0 || fd >= 64 || atomic_exchange(&module.busy[fd], true);
}

/* Whether the call does not do what it should; *ret is then its result. */
static bool goes_wrong(int fd, const void *bytes, size_t *size, ssize_t *ret)
{
	unsigned number = ++module.calls;
	const unsigned char *first = bytes, *page = module.read_only;

	if (page && first < page + 4096 && page < first + *size) {
		module.refused++;
		errno = EFAULT;
		*ret = -1;
		return true;
	}
	if (module.moves_half && *size > 1)
		*size /= 2;
	if (number != module.fails_at)
		return false;
	module.late[fd] = 1;
	module.failed = true;
	errno = module.fails_with;
	*ret = module.fails_with ? -1 : 0;
	return true;
}

static ssize_t read_at(int fd, void *bytes, size_t size, off_t offset)
{
	ssize_t ret;

	check_call(fd, size, offset);
	if (!goes_wrong(fd, bytes, &size, &ret))
		ret = pread(fd, bytes, size, offset);
	module.busy[fd] = false;
	return ret;
}

static ssize_t write_at(int fd, const void *bytes, size_t size, off_t offset)
{
	ssize_t ret;

	check_call(fd, size, offset);
	if (!goes_wrong(fd, bytes, &size, &ret))
		ret = pwrite(fd, bytes, size, offset);
	module.busy[fd] = false;
	return ret;
}

static uint64_t argument(volatile uint32_t *unit, unsigned at)
{
	return unit[at / 4] | (uint64_t)unit[at / 4 + 1] << 32;
}

static void execute(volatile uint32_t *unit)
{
	uint32_t n = unit[MODEL_ARG_N / 4];
	uint32_t *words = calloc(n + 1, sizeof(*words));

	if (pread(module.memory, words, n * 4, (off_t)argument(unit, MODEL_ARG_A)) < 0)
		module.offences++;
	for (uint32_t i = 0; i < n; i++)
		words[i] += unit[MODEL_ARG_B / 4];
	if (pwrite(module.memory, words, n * 4, (off_t)argument(unit, MODEL_ARG_OUT)) < 0)
		module.offences++;
	free(words);
	module.executions++;
}

/* The compute units; an interrupt is a word in the file of its events. */
static void *run_units(void *unused)
{
	(void)unused;
	while (!module.stop) {
		for (unsigned i = 0; i < MODEL_UNITS; i++) {
			volatile uint32_t *unit = module.user + i * MODEL_UNIT_BYTES / 4;

			if (unit[0] & 1) {
				execute(unit);
				fcl_pause_us(i ? 5000 : 10);
				unit[0] = 6;
				if (unit[1] & unit[2] & 1) {
					unit[3] = 1;
					if (write(module.events[i], &i, sizeof(i)) < 0)
						module.offences++;
				}
			}
			if (!unit[1])
				unit[3] = 0;
		}
		fcl_pause_us(10);
	}
	return NULL;
}

static void path_of(char path[128], const char *name)
{
	snprintf(path, 128, "%s/%s", module.folder, name);
}

static int make(const char *name, const char *text)
{
	char path[128];
	int fd;

	path_of(path, name);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	return fd;
}

static void make_module(void)
{
	static const char *const folders[] = {"class", "class/xdma0_user",
					      "class/xdma0_user/device"};
	static const char *const links[] = {"xdma0_h2c_0", "xdma0_h2c_1", "xdma0_c2h_0",
					    "xdma0_c2h_1"};
	char path[128], memory[128];
	int user;

	memset((void *)&module, 0, sizeof(module));
	strcpy(module.folder, "/tmp/nodes-XXXXXX");
	assert_non_null(mkdtemp(module.folder));
	for (unsigned i = 0; i < 3; i++) {
		path_of(path, folders[i]);
		assert_int_equal(mkdir(path, 0700), 0);
	}
	close(make("class/xdma0_user/device/vendor", "0x10ee\n"));
	close(make("class/xdma0_user/device/device", "0x9038\n"));
	close(make("class/xdma0_user/device/resource",
		   "0x00000000f0000000 0x00000000f000ffff 0x0000000000040200\n"
		   "0x00000000f0010000 0x00000000f001ffff 0x0000000000040200\n"
		   "0x0000000000000000 0x0000000000000000 0x0000000000000000\n"));
	module.memory = make("memory", "");
	assert_int_equal(ftruncate(module.memory, (off_t)(MODEL_BASE + MODEL_MEMORY)), 0);
	path_of(memory, "memory");
	for (unsigned i = 0; i < 4; i++) {
		path_of(path, links[i]);
		assert_int_equal(link(memory, path), 0);
	}
	user = make("xdma0_user", "");
	assert_int_equal(ftruncate(user, USER_BYTES), 0);
	module.user = mmap(NULL, USER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, user, 0);
	assert_true(module.user != MAP_FAILED);
	close(user);
	for (unsigned i = 0; i < MODEL_UNITS; i++) {
		path_of(path, i ? "xdma0_events_1" : "xdma0_events_0");
		assert_int_equal(mkfifo(path, 0600), 0);
		module.events[i] = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
		assert_true(module.events[i] >= 0);
		module.user[i * MODEL_UNIT_BYTES / 4] = 4;
	}
	assert_int_equal(pthread_create(&module.units, NULL, run_units, NULL), 0);
}

static void remove_module(void)
{
	char command[128];

	module.stop = true;
	pthread_join(module.units, NULL);
	munmap((void *)(uintptr_t)module.user, USER_BYTES);
	close(module.memory);
	for (unsigned i = 0; i < MODEL_UNITS; i++)
		close(module.events[i]);
	snprintf(command, sizeof(command), "rm -rf %s", module.folder);
	assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
	assert_int_equal(module.offences, 0);
}

/* --- the card ----------------------------------------------------------------------------------- */

static int try_open(struct fcl_err *err)
{
	struct fcl_pcie_node_calls calls = {NULL, read_at, write_at};
	static char sysfs[128];
	static struct fcl_pcie_node_calls kept;
	struct fcl_pcie_transport *transport;
	char place[128];
	int error;

	path_of(sysfs, "class");
	path_of(place, "xdma0");
	calls.sysfs = sysfs;
	kept = calls;
	assert_true(fcl_pcie_is_nodes(place));
	error = fcl_pcie_nodes_open(&kept, place, MODEL_USER_BAR, USER_BYTES, 2, &transport, err);
	return error ? error : fcl_pcie_open_on("model-card", transport, &card.device, err);
}

static void open_card(void)
{
	struct fcl_err err = {0};

	memset(&card, 0, sizeof(card));
	make_module();
	if (try_open(&err))
		fail_msg("%s", err.text);
}

static void close_card(void)
{
	fcl_hal_pcie_backend.unprogram(card.device, card.program);
	fcl_hal_pcie_backend.close(card.device);
	remove_module();
}

static void fill(unsigned seed)
{
	for (size_t i = 0; i < BYTES; i++)
		sent[i] = (unsigned char)(i * 7 + (i >> 8) + seed);
}

static void round_trip(struct fcl_hal_buffer *buffer, size_t at, size_t offset, size_t bytes)
{
	struct job job;

	memset(got, 0, at + bytes + 1);
	job_transfer(&job, FCL_HAL_WRITE, buffer, offset, sent + at, bytes);
	assert_int_equal(job_run(&card, &job), 0);
	job_transfer(&job, FCL_HAL_READ, buffer, offset, got + at, bytes);
	assert_int_equal(job_run(&card, &job), 0);
	assert_memory_equal(got + at, sent + at, bytes);
	assert_int_equal(got[at + bytes], 0);
}

/* --- tests -------------------------------------------------------------------------------------- */

/* Any size and alignment, also if a call moves less than it should. */
static void transfers(void **unused)
{
	static const size_t sizes[] = {1, 3, 4, 63, 4097, 1 << 20, (4 << 20) - 1, (4 << 20) + 3};
	struct fcl_hal_buffer *buffer;

	(void)unused;
	open_card();
	buffer = card_alloc(&card, BYTES);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		for (unsigned shift = 0; shift < 2; shift++) {
			module.moves_half = shift;
			fill((unsigned)i);
			round_trip(buffer, shift * 5, shift * 3, sizes[i]);
		}
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	close_card();
}

/* A new buffer is clear, whatever was there. */
static void clear(void **unused)
{
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)unused;
	memset(sent, 0xaa, BYTES);
	memset(&card, 0, sizeof(card));
	make_module();
	assert_int_equal(pwrite(module.memory, sent, BYTES, (off_t)MODEL_BASE), BYTES);
	assert_int_equal(try_open(NULL), 0);
	buffer = card_alloc(&card, BYTES);
	job_transfer(&job, FCL_HAL_READ, buffer, 0, got, BYTES);
	assert_int_equal(job_run(&card, &job), 0);
	for (size_t i = 0; i < BYTES; i++)
		assert_int_equal(got[i], 0);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	close_card();
}

/* Rows of a rectangle. */
static void rectangles(void **unused)
{
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)unused;
	open_card();
	buffer = card_alloc(&card, BYTES);
	fill(1);
	memset(got, 0, BYTES);
	job_transfer(&job, FCL_HAL_WRITE, buffer, 0, sent, BYTES);
	assert_int_equal(job_run(&card, &job), 0);
	job_transfer(&job, FCL_HAL_READ, buffer, 100, got, 10);
	job.request.u.transfer.box = (struct fcl_hal_box){{10, 7, 3}, 50, 1000, 20, 200};
	assert_int_equal(job_run(&card, &job), 0);
	for (size_t z = 0; z < 3; z++)
		for (size_t y = 0; y < 7; y++)
			assert_memory_equal(got + z * 200 + y * 20, sent + 100 + z * 1000 + y * 50,
					    10);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	close_card();
}

static void on_alarm(int signal)
{
	(void)signal;
}

/* A thousand signals in a second, to the thread that waits and helps. */
static void signals(void **unused)
{
	const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
	uint64_t until = fcl_now_ns() + 300 * UINT64_C(1000000);
	struct fcl_hal_buffer *buffer;

	(void)unused;
	open_card();
	buffer = card_alloc(&card, BYTES);
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &often, NULL);
	for (unsigned i = 0; fcl_now_ns() < until; i++) {
		fill(i);
		round_trip(buffer, 1, i % 7, i % 2 ? 1000 : 1 << 20);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	signal(SIGALRM, SIG_DFL);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	close_card();
}

/* The module refuses a source that it could not write to: it is copied. */
static void read_only_source(void **unused)
{
	struct fcl_hal_buffer *buffer;

	(void)unused;
	open_card();
	buffer = card_alloc(&card, BYTES);
	fill(9);
	module.read_only = sent + 8192;
	round_trip(buffer, 0, 0, 5 << 20);
	assert_true(module.refused > 0);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	close_card();
}

static void check_failure(int error, const char *text)
{
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	struct job job, later;
	struct fcl_hal_request *request = &later.request;
	unsigned calls;

	open_card();
	buffer = card_alloc(&card, BYTES);
	module.fails_with = error;
	module.fails_at = module.calls + 1;
	job_transfer(&job, FCL_HAL_WRITE, buffer, 0, sent, BYTES);
	assert_int_equal(job_run(&card, &job), -EIO);
	if (!strstr(job.text, text) || !strstr(job.text, "is not used any more"))
		fail_msg("%s", job.text);
	/* Another call could crash the kernel. */
	calls = module.calls;
	job_transfer(&later, FCL_HAL_READ, buffer, 0, got, 100);
	assert_int_equal(fcl_hal_pcie_backend.submit(card.device, &request, 1), -ENODEV);
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), -ENODEV);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	assert_int_equal(module.calls, calls);
	close_card();
}

static void failures(void **unused)
{
	(void)unused;
	check_failure(ETIMEDOUT, "timed out");
	check_failure(512, "it was interrupted, or timed out");
	check_failure(EIO, "H2C channel");
	check_failure(0, "it moved no bytes");
}

/* Waiting for another channel's request while one fails: nothing follows on either. */
static void failure_with_others(void **unused)
{
	enum { JOBS = 40 };
	static struct job jobs[JOBS];
	struct fcl_hal_buffer *buffer;
	unsigned failed = 0;

	(void)unused;
	open_card();
	buffer = card_alloc(&card, BYTES);
	for (unsigned i = 0; i < JOBS; i++)
		job_transfer(&jobs[i], i % 2 ? FCL_HAL_READ : FCL_HAL_WRITE, buffer, 0,
			     (i % 2 ? got : sent) + i * 4096, 4096);
	module.fails_with = ETIMEDOUT;
	module.fails_at = module.calls + 10;
	for (unsigned i = 0; i < JOBS; i++) {
		struct fcl_hal_request *request = &jobs[i].request;

		if (fcl_hal_pcie_backend.submit(card.device, &request, 1)) {
			jobs[i].ended = 1;
			jobs[i].status = -ENODEV;
		}
	}
	for (unsigned i = 0; i < JOBS; i++)
		failed += jobs[i].ended ? !!jobs[i].status : !!job_await(&card, &jobs[i]);
	assert_true(failed > 0);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	close_card();
}

/* Short launches are polled; long ones wait for their interrupt. */
static void launches(void **unused)
{
	enum { COUNT = 100, LAUNCHES = 20 };
	struct fcl_hal_buffer *a, *out;
	uint32_t values[COUNT], n = COUNT, b;
	struct job job;

	(void)unused;
	open_card();
	card_load(&card);
	a = card_alloc(&card, sizeof(values));
	out = card_alloc(&card, sizeof(values));
	for (uint32_t i = 0; i < COUNT; i++)
		values[i] = i * 3;
	job_transfer(&job, FCL_HAL_WRITE, a, 0, values, sizeof(values));
	assert_int_equal(job_run(&card, &job), 0);
	for (b = 1; b <= LAUNCHES; b++) {
		static const uint32_t second = 1;

		job_launch(&card, &job, a, out, &b, &n);
		if (b % 2) {
			job.request.u.launch.cus = &second;
			job.request.u.launch.ncus = 1;
		}
		job_submit(&card, &job);
		assert_int_equal(b % 3 ? job_await(&card, &job) : job_wait(&card, &job), 0);
		job_transfer(&job, FCL_HAL_READ, out, 0, values, sizeof(values));
		assert_int_equal(job_run(&card, &job), 0);
		for (uint32_t i = 0; i < COUNT; i++)
			assert_int_equal(values[i], i * 3 + b);
	}
	assert_int_equal(module.executions, LAUNCHES);
	fcl_hal_pcie_backend.buffer_free(card.device, a);
	fcl_hal_pcie_backend.buffer_free(card.device, out);
	close_card();
}

static void check_refusal(const char *remove, const char *file, const char *text, int error,
			  const char *expected)
{
	struct fcl_err err = {0};
	char path[128];

	make_module();
	path_of(path, remove);
	if (*remove)
		assert_int_equal(unlink(path), 0);
	if (*file)
		close(make(file, text));
	assert_int_equal(try_open(&err), error);
	if (!strstr(err.text, expected))
		fail_msg("expected '%s', found '%s'", expected, err.text);
	remove_module();
}

static void refusals(void **unused)
{
	(void)unused;
	check_refusal("xdma0_h2c_0", "", "", -EPERM, "expected _h2c_0 that can be opened");
	check_refusal("xdma0_c2h_0", "", "", -EPERM, "expected _c2h_0 that can be opened");
	check_refusal("", "class/xdma0_user/device/device", "0x7011\n", -EINVAL,
		      "expected a card with the ids 10ee:9038 of the board.xml, found 10ee:7011");
	check_refusal("", "class/xdma0_user/device/resource",
		      "0x00000000f0000000 0x00000000f0000fff 0x0000000000040200\n", -EINVAL,
		      "expected at least 0x10000 bytes in BAR 0, for compute units, found 0x1000");
	check_refusal("class/xdma0_user/device/resource", "", "", -ENOENT,
		      "the sizes of the card's BARs cannot be read");
	check_refusal("xdma0_h2c_1", "", "", -EINVAL, "expected 2 channels to the card");
	assert_false(fcl_pcie_is_nodes("/tmp"));
	assert_false(fcl_pcie_is_nodes("/nonexistent/xdma0"));
}

/* A process has the card until it closes it; the module itself would let both in. */
static void second_process(void **unused)
{
	struct fcl_hal_device *first;
	struct fcl_err err = {0};

	(void)unused;
	open_card();
	first = card.device;
	assert_int_equal(try_open(&err), -EBUSY);
	assert_non_null(strstr(err.text, "another process has the card"));
	fcl_hal_pcie_backend.close(first);
	assert_int_equal(try_open(&err), 0);
	close_card();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transfers),
		cmocka_unit_test(clear),
		cmocka_unit_test(rectangles),
		cmocka_unit_test(signals),
		cmocka_unit_test(read_only_source),
		cmocka_unit_test(failures),
		cmocka_unit_test(failure_with_others),
		cmocka_unit_test(launches),
		cmocka_unit_test(refusals),
		cmocka_unit_test(second_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
