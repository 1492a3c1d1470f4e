/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loading a card's design: the file in which the administrator allows it, the steps on a made-up bus
 * with a program that stands for openFPGALoader, and a device whose card is exchanged.
 */
#include "host_tests/pcie/card.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/pcie/backend.h"
#include "hal/pcie/device.h"
#include "hal/pcie/reload/reload.h"

#define ADDRESS "0000:17:00.0"
#define MOVED "0000:18:00.0"

static char folder[64], allowed[128], program[128], pci[128];
static struct fcl_pcie_reload_places places;

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static char *read_text(const char *name)
{
	static char text[256];
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "re");
	text[file ? fread(text, 1, sizeof(text) - 1, file) : 0] = '\0';
	if (file)
		fclose(file);
	return text;
}

static void make_folder(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(mkdir(path, 0700), 0);
}

static void make_file(const char *name, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	write_text(path, text);
}

/* What the hardware does when it is loaded: it goes, and something comes back. */
static const char script[] = "#!/bin/sh\n"
			     "cd \"$2\" || exit 9\n"
			     "[ \"$(cat pci/devices/" ADDRESS "/driver/unbind)\" = " ADDRESS
			     " ] || exit 8\n"
			     "[ \"$(cat pci/devices/" ADDRESS "/remove)\" = 1 ] || exit 7\n"
			     "[ ! -s pci/rescan ] || exit 6\n"
			     "[ -z \"$SECRET\" ] || exit 5\n"
			     "case $1 in *.bit) ;; *) exit 4 ;; esac\n"
			     "cp \"$1\" loaded\n"
			     "rm -rf pci/devices/" ADDRESS "\n"
			     "come() {\n"
			     "	mkdir pci/devices/$1\n"
			     "	echo 0x10ee >pci/devices/$1/vendor\n"
			     "	echo $2 >pci/devices/$1/device\n"
			     "	: >pci/devices/$1/driver_override\n"
			     "}\n"
			     "case $3 in\n"
			     "good) come " ADDRESS " 0x9038 ;;\n"
			     "moved) come " MOVED " 0x9038 ;;\n"
			     "other) come " ADDRESS " 0x7011 ;;\n"
			     "away) ;;\n"
			     "slow) sleep 30 ;;\n"
			     "bad) come " ADDRESS
			     " 0x9038; printf 'at 20\\rcable not found\\n' >&2; exit 3 ;;\n"
			     "esac\n";

static int make_bus(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/reload-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(allowed, sizeof(allowed), "%s/pcie-loaders", folder);
	snprintf(program, sizeof(program), "%s/loader", folder);
	snprintf(pci, sizeof(pci), "%s/pci", folder);
	write_text(program, script);
	assert_int_equal(chmod(program, 0700), 0);
	make_folder("pci");
	make_folder("pci/devices");
	make_folder("pci/devices/" ADDRESS);
	make_folder("pci/devices/" ADDRESS "/driver");
	make_file("pci/devices/" ADDRESS "/driver/unbind", "");
	make_file("pci/devices/" ADDRESS "/remove", "");
	make_file("pci/devices/" ADDRESS "/vendor", "0x10ee\n");
	make_file("pci/devices/" ADDRESS "/device", "0x9038\n");
	/* Another card of the same kind, which is somebody else's. */
	make_folder("pci/devices/0000:03:00.0");
	make_file("pci/devices/0000:03:00.0/vendor", "0x10ee\n");
	make_file("pci/devices/0000:03:00.0/device", "0x9038\n");
	make_file("pci/rescan", "");
	make_file("pci/drivers_probe", "");
	places = (struct fcl_pcie_reload_places){allowed, geteuid(), pci, 10, 300};
	setenv("SECRET", "the host's", 1);
	return 0;
}

static int remove_bus(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command); /* NOLINT(cert-env33-c) */
}

/* --- the file ----------------------------------------------------------------------------------- */

static int find(const char *text, struct fcl_pcie_loader **ret_loader, struct fcl_err *err)
{
	char whole[512];

	snprintf(whole, sizeof(whole), text, program, folder);
	write_text(allowed, whole);
	chmod(allowed, 0644);
	return fcl_pcie_loader_find(allowed, places.owner, ADDRESS, ret_loader, err);
}

static void refuse(const char *text, int error, const char *expected)
{
	struct fcl_pcie_loader *loader;
	struct fcl_err err = {0};

	assert_int_equal(find(text, &loader, &err), error);
	if (!strstr(err.text, expected))
		fail_msg("expected '%s', found '%s'", expected, err.text);
}

static void lines(void **unused)
{
	struct fcl_pcie_loader *loader;

	(void)unused;
	assert_int_equal(find("# a comment\n" MOVED " /bin/false %%f\n  " ADDRESS
			      "\t%s --part  xc7 %%f\n",
			      &loader, NULL),
			 0);
	assert_string_equal(loader->args[0], program);
	assert_string_equal(loader->args[1], "--part");
	assert_string_equal(loader->args[2], "xc7");
	assert_string_equal(loader->args[3], "%f");
	assert_null(loader->args[4]);
	fcl_pcie_loader_free(loader);
	refuse("", -ENOENT, "has no line for " ADDRESS);
	refuse("#" ADDRESS " %s %%f\n", -ENOENT, "has no line for");
	refuse(ADDRESS "1 %s %%f\n", -ENOENT, "has no line for");
	refuse(ADDRESS " loader %%f\n", -EINVAL, "the whole path of a program");
	refuse(ADDRESS " %s\n", -EINVAL, "arguments with %f");
	refuse(ADDRESS " /nonexistent %%f\n", -EINVAL, "/nonexistent: expected a program");
	refuse(ADDRESS " %s %%f a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a\n",
	       -EINVAL, "at most 31 arguments");
}

/* Nobody but the owner may be able to say what runs. */
static void trust(void **unused)
{
	static const mode_t open_to[] = {0664, 0646, 0666};
	struct fcl_pcie_loader *loader;
	struct fcl_err err = {0};
	char link[160];

	(void)unused;
	for (unsigned i = 0; i < 3; i++) {
		write_text(allowed, ADDRESS " /bin/true %f\n");
		chmod(allowed, open_to[i]);
		assert_int_equal(
			fcl_pcie_loader_find(allowed, places.owner, ADDRESS, &loader, &err),
			-EPERM);
		assert_non_null(strstr(err.text, "writable for nobody else"));
	}
	/* Of another user than the one who may. */
	chmod(allowed, 0644);
	assert_int_equal(fcl_pcie_loader_find(allowed, places.owner + 1, ADDRESS, &loader, &err),
			 -EPERM);
	/* In a folder in which others can replace it. */
	chmod(folder, 0777);
	assert_int_equal(fcl_pcie_loader_find(allowed, places.owner, ADDRESS, &loader, &err),
			 -EPERM);
	chmod(folder, 0700);
	/* A link may lead to anywhere. */
	snprintf(link, sizeof(link), "%s/link", folder);
	assert_int_equal(symlink(allowed, link), 0);
	assert_int_equal(fcl_pcie_loader_find(link, places.owner, ADDRESS, &loader, &err), -EPERM);
	/* The program itself. */
	chmod(program, 0722);
	refuse(ADDRESS " %s %%f\n", -EPERM, "loader: expected it to belong to user");
	chmod(program, 0600);
	refuse(ADDRESS " %s %%f\n", -EINVAL, "expected a program");
	assert_int_equal(fcl_pcie_loader_find("/nonexistent/x", 0, ADDRESS, &loader, &err),
			 -ENOENT);
}

/* --- the bus ------------------------------------------------------------------------------------ */

static int reload(const char *scenario, char address[FCL_PCIE_ADDRESS], struct fcl_err *err)
{
	struct fcl_pcie_loader *loader;
	char line[64];
	int error;

	snprintf(line, sizeof(line), ADDRESS " %%s %%%%f %%s %s\n", scenario);
	assert_int_equal(find(line, &loader, err), 0);
	error = fcl_pcie_reload(&places, loader, ADDRESS, 0x10ee, 0x9038, "the bits", 8, address,
				err);
	fcl_pcie_loader_free(loader);
	return error;
}

static void check_return(const char *scenario, const char *expected)
{
	char address[FCL_PCIE_ADDRESS], name[128];
	struct fcl_err err = {0};

	if (reload(scenario, address, &err))
		fail_msg("%s", err.text);
	assert_string_equal(address, expected);
	assert_string_equal(read_text("loaded"), "the bits");
	assert_string_equal(read_text("pci/rescan"), "1");
	assert_string_equal(read_text("pci/drivers_probe"), expected);
	snprintf(name, sizeof(name), "pci/devices/%s/driver_override", expected);
	assert_string_equal(read_text(name), "vfio-pci");
}

static void comes_back(void **unused)
{
	(void)unused;
	check_return("good", ADDRESS);
}

static void comes_back_elsewhere(void **unused)
{
	(void)unused;
	check_return("moved", MOVED);
}

static void check_error(const char *scenario, int error, const char *expected)
{
	char address[FCL_PCIE_ADDRESS];
	struct fcl_err err = {0};

	assert_int_equal(reload(scenario, address, &err), error);
	if (!strstr(err.text, expected))
		fail_msg("expected '%s', found '%s'", expected, err.text);
	/* The bus has been looked at again, whatever happened. */
	assert_string_equal(read_text("pci/rescan"), "1");
}

static void fails(void **unused)
{
	(void)unused;
	check_error("bad", -EIO, "failed (exit status 3): cable not found");
	/* A card that can be used again is. */
	assert_string_equal(read_text("pci/drivers_probe"), ADDRESS);
}

static void stays_away(void **unused)
{
	(void)unused;
	check_error("away", -ENODEV, ADDRESS ": the card has not come back in 300 ms");
}

static void is_another(void **unused)
{
	(void)unused;
	check_error("other", -EINVAL,
		    "expected a card with the ids 10ee:9038 after loading, found 10ee:7011");
}

static void never_ends(void **unused)
{
	(void)unused;
	places.load_s = 1;
	check_error("slow", -ETIMEDOUT, "has not ended in 1 s, and was ended");
}

/* Without the rights nothing is run. */
static void no_rights(void **unused)
{
	char address[FCL_PCIE_ADDRESS], path[256];
	struct fcl_err err = {0};

	(void)unused;
	snprintf(path, sizeof(path), "%s/devices/" ADDRESS "/remove", pci);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(reload("good", address, &err), -ENOENT);
	assert_non_null(strstr(err.text, "/remove cannot be written to"));
	assert_string_equal(read_text("loaded"), "");
}

/* --- a device ----------------------------------------------------------------------------------- */

enum { CARDS = 4, COUNT = 100 };

static struct {
	struct model cards[CARDS];
	unsigned loads;
	int error;
} shelf;

static struct card card;

static int next_card(void *user, const void *bytes, size_t size,
		     struct fcl_pcie_transport **ret_transport, struct fcl_err *err)
{
	assert_ptr_equal(user, &shelf);
	assert_int_equal(size, 8);
	assert_memory_equal(bytes, "the bits", 8);
	/* The card before has been let go. */
	assert_true(shelf.cards[shelf.loads].closed);
	if (shelf.error)
		return fcl_err_set(err, shelf.error, "the cable is not there");
	shelf.loads++;
	model_init(&shelf.cards[shelf.loads]);
	*ret_transport = &shelf.cards[shelf.loads].transport;
	return 0;
}

static int load(uint8_t uuid, struct fcl_err *err)
{
	struct fcl_image *image = card_image(&card);
	int error;

	memset(image->uuid, uuid, sizeof(image->uuid));
	image->payload = "the bits";
	image->payload_size = 8;
	card.program = NULL;
	error = fcl_hal_pcie_backend.program(card.device, 0, image, &card.program, err);
	fcl_image_unref(image);
	return error;
}

/*
 * Transfers, launches that are polled, and interrupts work. On a busy machine a launch may end before
 * anybody waits for its interrupt, so the next one takes longer.
 */
static void check_card(void)
{
	struct fcl_hal_buffer *a = card_alloc(&card, COUNT * 4),
			      *out = card_alloc(&card, COUNT * 4);
	struct model *model = &shelf.cards[shelf.loads];
	uint32_t values[COUNT], n = COUNT, b = 5;
	struct job job;

	job_transfer(&job, FCL_HAL_READ, out, 0, values, sizeof(values));
	assert_int_equal(job_run(&card, &job), 0);
	for (uint32_t i = 0; i < COUNT; i++) {
		assert_int_equal(values[i], 0);
		values[i] = i * 3;
	}
	job_transfer(&job, FCL_HAL_WRITE, a, 0, values, sizeof(values));
	assert_int_equal(job_run(&card, &job), 0);
	for (unsigned waits = 0; waits < 2 || (waits < 20 && !model->interrupts); waits++) {
		model->unit_ns = waits * 5000000;
		job_launch(&card, &job, a, out, &b, &n);
		job_submit(&card, &job);
		assert_int_equal(waits ? job_await(&card, &job) : job_wait(&card, &job), 0);
		job_transfer(&job, FCL_HAL_READ, out, 0, values, sizeof(values));
		assert_int_equal(job_run(&card, &job), 0);
		for (uint32_t i = 0; i < COUNT; i++)
			assert_int_equal(values[i], i * 3 + b);
	}
	assert_true(model->interrupts > 0);
	fcl_hal_pcie_backend.buffer_free(card.device, a);
	fcl_hal_pcie_backend.buffer_free(card.device, out);
}

static void device(void **unused)
{
	const struct fcl_hal_info *info;
	struct fcl_hal_request *request;
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	struct job job;

	(void)unused;
	memset(&shelf, 0, sizeof(shelf));
	model_init(&shelf.cards[0]);
	if (fcl_pcie_open_loadable("model-card", &shelf.cards[0].transport, next_card, &shelf,
				   &card.device, &err))
		fail_msg("%s", err.text);
	info = fcl_hal_pcie_backend.info(card.device);
	/* So the runtime saves what would be lost. */
	assert_false(info->caps & FCL_HAL_CAP_KEEPS_MEMORY);
	assert_false(info->banks[0].kept);
	buffer = card_alloc(&card, 4096);
	/* What the card holds is not known, then it is. */
	assert_int_equal(load(1, &err), 0);
	assert_int_equal(shelf.loads, 1);
	check_card();
	assert_int_equal(load(1, &err), 0);
	assert_int_equal(shelf.loads, 1);
	assert_int_equal(load(2, &err), 0);
	assert_int_equal(shelf.loads, 2);
	check_card();
	/* A failure leaves no card; the next attempt may bring it back. */
	shelf.error = -EIO;
	assert_int_equal(load(3, &err), -EIO);
	assert_string_equal(err.text,
			    "the card's design could not be loaded: the cable is not there");
	job_transfer(&job, FCL_HAL_READ, buffer, 0, err.text, 4);
	request = &job.request;
	assert_int_equal(fcl_hal_pcie_backend.submit(card.device, &request, 1), -ENODEV);
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), -ENODEV);
	shelf.error = 0;
	assert_int_equal(load(3, &err), 0);
	assert_int_equal(shelf.loads, 3);
	check_card();
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	fcl_hal_pcie_backend.unprogram(card.device, card.program);
	fcl_hal_pcie_backend.close(card.device);
	for (unsigned i = 0; i < CARDS; i++) {
		assert_true(shelf.cards[i].closed);
		assert_int_equal(shelf.cards[i].offences, 0);
		model_fini(&shelf.cards[i]);
	}
}

/* Without a bitstream in the image, or with one of another design, nothing is taken for granted. */
static void device_refusals(void **unused)
{
	struct fcl_err err = {0};

	(void)unused;
	memset(&shelf, 0, sizeof(shelf));
	model_init(&shelf.cards[0]);
	assert_int_equal(fcl_pcie_open_loadable("uuid-card", &shelf.cards[0].transport, next_card,
						&shelf, &card.device, &err),
			 0);
	/* The model's design has another uuid than 1, also after it has been loaded. */
	assert_true(load(1, &err) < 0);
	assert_int_equal(shelf.loads, 1);
	fcl_hal_pcie_backend.close(card.device);
	for (unsigned i = 0; i < 2; i++)
		model_fini(&shelf.cards[i]);
}

/* --- others that have the device meanwhile -------------------------------------------------------- */

static _Atomic bool others_stop;
static _Atomic unsigned others_moved;

/* The register of a function that is exchanged for another before the reader goes on. */
static uint32_t read_before_exchange(struct fcl_pcie_transport *transport, unsigned region,
				     const struct fcl_pcie_word *words, unsigned nwords,
				     uint64_t read_at)
{
	(void)region;
	(void)words;
	(void)nwords;
	(void)read_at;
	fcl_pcie_lose(transport);
	atomic_fetch_add(&transport->losses, 1);
	return FCL_PCIE_GONE;
}

static bool withdrawn_before_exchange(struct fcl_pcie_transport *transport)
{
	read_before_exchange(transport, 0, NULL, 0, 0);
	return true;
}

/* The one that is there now is not lost by what was seen of the one before. */
static void seen_too_late(void **unused)
{
	static const struct fcl_pcie_transport_ops late = {.access = read_before_exchange,
							   .withdrawn = withdrawn_before_exchange};
	struct fcl_pcie_transport transport = {.ops = &late};

	(void)unused;
	assert_false(fcl_pcie_ask(&transport, 0, 0));
	fcl_pcie_look(&transport);
	assert_false(fcl_pcie_is_gone(&transport));
	assert_int_equal(fcl_pcie_losses(&transport), 4);
}

/* Transfers either happen, on the card before or after, or say that it is gone. */
static void *use_device(void *user)
{
	struct fcl_hal_buffer *buffer = user;
	unsigned char bytes[4096];
	struct fcl_err err;

	while (!others_stop) {
		struct fcl_hal_request *request;
		struct job job;
		int error;

		job_transfer(&job, FCL_HAL_READ, buffer, 0, bytes, sizeof(bytes));
		request = &job.request;
		error = fcl_hal_pcie_backend.submit(card.device, &request, 1);
		if (!error)
			error = job_await(&card, &job);
		assert_true(!error || error == -ENODEV || error == -EIO);
		others_moved += !error;
		error = fcl_hal_pcie_backend.health(card.device, &err);
		assert_true(!error || error == -ENODEV);
	}
	return NULL;
}

static void with_others(void **unused)
{
	enum { THREADS = 3 };
	pthread_t threads[THREADS];
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};

	(void)unused;
	memset(&shelf, 0, sizeof(shelf));
	model_init(&shelf.cards[0]);
	assert_int_equal(fcl_pcie_open_loadable("model-card", &shelf.cards[0].transport, next_card,
						&shelf, &card.device, &err),
			 0);
	buffer = card_alloc(&card, 4096);
	others_stop = false;
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, use_device, buffer), 0);
	for (uint8_t i = 1; i < CARDS; i++) {
		uint64_t until = fcl_now_ns() + 60 * UINT64_C(1000000000);
		unsigned moved = others_moved;

		assert_int_equal(load(i, &err), 0);
		while (others_moved < moved + 20 && fcl_now_ns() < until)
			fcl_pause_us(200);
		assert_true(others_moved >= moved + 20);
	}
	others_stop = true;
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	check_card();
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	fcl_hal_pcie_backend.unprogram(card.device, card.program);
	fcl_hal_pcie_backend.close(card.device);
	for (unsigned i = 0; i < CARDS; i++) {
		assert_int_equal(shelf.cards[i].offences, 0);
		model_fini(&shelf.cards[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(lines, make_bus, remove_bus),
		cmocka_unit_test_setup_teardown(trust, make_bus, remove_bus),
		cmocka_unit_test_setup_teardown(comes_back, make_bus, remove_bus),
		cmocka_unit_test_setup_teardown(comes_back_elsewhere, make_bus, remove_bus),
		cmocka_unit_test_setup_teardown(fails, make_bus, remove_bus),
		cmocka_unit_test_setup_teardown(stays_away, make_bus, remove_bus),
		cmocka_unit_test_setup_teardown(is_another, make_bus, remove_bus),
		cmocka_unit_test_setup_teardown(never_ends, make_bus, remove_bus),
		cmocka_unit_test_setup_teardown(no_rights, make_bus, remove_bus),
		cmocka_unit_test(device),
		cmocka_unit_test(device_refusals),
		cmocka_unit_test(seen_too_late),
		cmocka_unit_test(with_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
