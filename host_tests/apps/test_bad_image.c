/* SPDX-License-Identifier: Apache-2.0 */
/* Images that a board must refuse, each with a message that says why. */
#include "host_tests/apps/app.h"

#include <elf.h>
#include <pthread.h>

#include "emulator/include/fpgacl_model.h"
#include "host_tests/image/reseal.h"

/*
 * The last report to the context's callback that no test has taken yet. Callbacks run on their own
 * thread.
 */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards these two */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char reason[4096];
static bool heard;

static void CL_CALLBACK record_report(const char *text, const void *info, size_t size, void *user)
{
	(void)info;
	(void)size;
	(void)user;
	pthread_mutex_lock(&lock);
	snprintf(reason, sizeof(reason), "%s", text);
	heard = true;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

/* Waits for a report; if none arrives, ctest's timeout ends the test. */
static void take_reason(char ret[sizeof(reason)])
{
	pthread_mutex_lock(&lock);
	while (!heard)
		pthread_cond_wait(&changed, &lock);
	memcpy(ret, reason, sizeof(reason));
	heard = false;
	pthread_mutex_unlock(&lock);
}

static struct app open_listening(void)
{
	struct app app = app_open("vadd.xclbin", 0);
	cl_int error;

	OK(clReleaseProgram(app.program));
	OK(clReleaseCommandQueue(app.queue));
	OK(clReleaseContext(app.context));
	app.context = clCreateContext(NULL, 1, app.devices, record_report, NULL, &error);
	OK(error);
	return app;
}

static void expect_refused(struct app *app, const void *bytes, size_t size, const char *word)
{
	char text[sizeof(reason)];
	cl_int status;

	assert_null(app_load(app, 0, bytes, size, &status));
	assert_int_equal(status, CL_INVALID_BINARY);
	take_reason(text);
	if (!strstr(text, word))
		fail_msg("expected a reason with '%s', heard '%s'", word, text);
}

static void other_board(void **state)
{
	struct app app = open_listening();
	size_t size;
	unsigned char *bytes = app_read("vadd_u50.xclbin", &size);

	(void)state;
	expect_refused(&app, bytes, size, "u50");
	free(bytes);
	OK(clReleaseContext(app.context));
}

static void no_image(void **state)
{
	static const char text[] = "this is no image at all, but long enough to be looked at";
	struct app app = open_listening();

	(void)state;
	expect_refused(&app, text, sizeof(text), "xclbin");
	expect_refused(&app, text, 1, "xclbin");
	OK(clReleaseContext(app.context));
}

/*
 * Truncated at any length, or with any byte changed, an image is refused before its code is loaded.
 */
static void damaged(void **state)
{
	static const char *const names[] = {"vadd.xclbin", "vadd.elf"};
	struct app app = open_listening();

	(void)state;
	for (int n = 0; n < 2; n++) {
		size_t size, step;
		unsigned char *bytes = app_read(names[n], &size);

		step = size / 23;
		for (size_t at = 1; at < size; at += step)
			expect_refused(&app, bytes, at, "");
		free(bytes);
	}
	OK(clReleaseContext(app.context));
}

/* The payload is code that runs: not a single bit may differ. */
static void changed_payload(void **state)
{
	struct app app = open_listening();
	size_t size;
	unsigned char *bytes = app_read("vadd.xclbin", &size), *payload;

	(void)state;
	payload = memmem(bytes + 1, size - 1, "\177ELF", 4);
	assert_non_null(payload);
	for (size_t at = 64; at < 4096; at += 577) {
		payload[at] ^= 0x10;
		expect_refused(&app, bytes, size, "sha256");
		payload[at] ^= 0x10;
	}
	free(bytes);
	OK(clReleaseContext(app.context));
}

static Elf64_Dyn *find_dynamic(unsigned char *payload)
{
	Elf64_Ehdr *header = (Elf64_Ehdr *)(void *)payload;
	Elf64_Phdr *segments = (Elf64_Phdr *)(void *)(payload + header->e_phoff);

	for (unsigned i = 0; i < header->e_phnum; i++)
		if (segments[i].p_type == PT_DYNAMIC)
			return (Elf64_Dyn *)(void *)(payload + segments[i].p_offset);
	fail_msg("no dynamic section");
	return NULL;
}

static Elf64_Dyn *find_entry(unsigned char *payload, int64_t tag)
{
	Elf64_Dyn *entry = find_dynamic(payload);

	while (entry->d_tag != tag && entry->d_tag != DT_NULL)
		entry++;
	assert_int_equal(entry->d_tag, tag);
	return entry;
}

/*
 * With matching digests, damage reaches the dynamic linker, which may crash, or the table of
 * models.
 */
static void damaged_tables(void **state)
{
	static const int64_t tags[] = {DT_STRTAB, DT_SYMTAB,  DT_RELA, DT_GNU_HASH,
				       DT_VERSYM, DT_VERNEED, DT_INIT, DT_NEEDED};
	struct app app = open_listening();
	size_t size;
	unsigned char *good = app_read("vadd.xclbin", &size), *bytes = malloc(size), *payload;
	Elf64_Rela *relocation;
	Elf64_Sym *symbol;

	(void)state;
	assert_non_null(bytes);
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		memcpy(bytes, good, size);
		payload = memmem(bytes + 1, size - 1, "\177ELF", 4);
		assert_non_null(payload);
		find_entry(payload, tags[i])->d_un.d_val = 0x7fff00000000;
		reseal_xclbin(bytes, size);
		expect_refused(&app, bytes, size, "its ELF is damaged");
	}
	/* Tables are loaded at their file offset: the first segment starts with the file. */
	memcpy(bytes, good, size);
	payload = memmem(bytes + 1, size - 1, "\177ELF", 4);
	symbol = (Elf64_Sym *)(void *)(payload + find_entry(payload, DT_SYMTAB)->d_un.d_ptr);
	while (symbol->st_shndx == SHN_UNDEF)
		symbol++; /* fcl_bitstream is the only symbol */
	relocation = (Elf64_Rela *)(void *)(payload + find_entry(payload, DT_RELA)->d_un.d_ptr);
	while (relocation->r_offset != symbol->st_value + offsetof(struct fcl_bitstream, models))
		relocation++;
	relocation->r_addend = 0x7fff00000000;
	reseal_xclbin(bytes, size);
	expect_refused(&app, bytes, size, "the payload's table of models is missing");
	free(bytes);
	free(good);
	OK(clReleaseContext(app.context));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_board),    cmocka_unit_test(no_image),
		cmocka_unit_test(damaged),        cmocka_unit_test(changed_payload),
		cmocka_unit_test(damaged_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
