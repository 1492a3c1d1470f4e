/* SPDX-License-Identifier: Apache-2.0 */
/* The bare ELF is still a shared object that loads and works, however it was built. */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/compare_images.h"
#include "host_tests/image/reseal.h"
#include "host_tests/image/sample_image.h"
#include "host_tests/read_file.h"

static char *payload;
static size_t payload_size;

static int read_payload(void **state)
{
	(void)state;
	payload = read_file(FCL_SAMPLE_PAYLOAD, &payload_size);
	return payload ? 0 : -1;
}

static int free_payload(void **state)
{
	(void)state;
	free(payload);
	return 0;
}

static void assert_loads(const void *bytes, size_t size)
{
	int (*answer)(int n);
	int file = memfd_create("payload", MFD_CLOEXEC);
	char path[64];
	void *handle;

	assert_true(file >= 0);
	assert_int_equal(write(file, bytes, size), size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		fail_msg("%s", dlerror());
	*(void **)&answer = dlsym(handle, "sample_payload_answer");
	assert_non_null(answer);
	assert_int_equal(answer(7), 42);
	dlclose(handle);
	close(file);
}

static struct fcl_image *image_of(const void *bytes, size_t size)
{
	struct fcl_image *image = sample_image(FCL_TARGET_SW_EMU);

	assert_non_null(image);
	image->payload = bytes;
	image->payload_size = size;
	return image;
}

/* Writes `image`, reads the result and returns that image; releases `image`. */
static struct fcl_image *pass_on(struct fcl_image *image, enum fcl_image_container container)
{
	struct fcl_image *read = NULL;
	struct fcl_err err = {0};
	void *bytes = NULL;
	size_t size = 0;

	if (fcl_image_write(image, container, &bytes, &size, &err) ||
	    fcl_image_read(bytes, size, &read, &err))
		fail_msg("%s", err.text);
	free(bytes);
	fcl_image_unref(image);
	walk_image(read);
	return read;
}

static void test_loads(void **state)
{
	struct fcl_image *image = pass_on(image_of(payload, payload_size), FCL_IMAGE_ELF);

	(void)state;
	assert_ptr_equal(image->payload, image->bytes);
	assert_int_equal(image->payload_size, image->bytes_size);
	/*
	 * No byte of the original is moved, and only the three header fields for the new table
	 * change.
	 */
	assert_memory_equal((const char *)image->bytes + sizeof(Elf64_Ehdr),
			    payload + sizeof(Elf64_Ehdr), payload_size - sizeof(Elf64_Ehdr));
	assert_memory_equal(image->bytes, payload, offsetof(Elf64_Ehdr, e_shoff));
	assert_loads(image->payload, image->payload_size);
	fcl_image_unref(image);
}

/* The payload in an xclbin is the original with sections added: by itself, it is the same image. */
static void assert_payload(const struct fcl_image *image)
{
	struct fcl_image *alone = NULL;
	struct fcl_err err = {0};

	assert_in_range(image->payload_size, payload_size + 1, SIZE_MAX);
	assert_memory_equal((const char *)image->payload + sizeof(Elf64_Ehdr),
			    payload + sizeof(Elf64_Ehdr), payload_size - sizeof(Elf64_Ehdr));
	if (fcl_image_read(image->payload, image->payload_size, &alone, &err))
		fail_msg("%s", err.text);
	assert_memory_equal(alone->uuid, image->uuid, sizeof(image->uuid));
	assert_int_equal(alone->nkernels, image->nkernels);
	assert_int_equal(alone->nconnections, image->nconnections);
	assert_int_equal(alone->nstreams, image->nstreams);
	assert_string_equal(alone->vbnv, image->vbnv);
	assert_loads(alone->payload, alone->payload_size);
	fcl_image_unref(alone);
}

/* From one container to the other and back: the payload loads at every step, and does not grow. */
static void test_changes_container(void **state)
{
	struct fcl_image *image = pass_on(image_of(payload, payload_size), FCL_IMAGE_XCLBIN);
	size_t size = image->payload_size;

	(void)state;
	assert_payload(image);
	for (int round = 0; round < 2; round++) {
		image = pass_on(image, FCL_IMAGE_ELF);
		assert_loads(image->payload, image->payload_size);
		image = pass_on(image, FCL_IMAGE_XCLBIN);
		assert_payload(image);
		assert_int_equal(image->payload_size, size);
	}
	assert_int_equal(image->nstreams, 1);
	assert_int_equal(image->nkernels, SAMPLE_KERNELS);
	fcl_image_unref(image);
}

/* A payload whose section header table was stripped. */
static void test_without_sections(void **state)
{
	char *stripped = malloc(payload_size);
	struct fcl_image *image;
	Elf64_Ehdr header;

	(void)state;
	assert_non_null(stripped);
	memcpy(stripped, payload, payload_size);
	memcpy(&header, stripped, sizeof(header));
	header.e_shoff = 0;
	header.e_shnum = 0;
	header.e_shstrndx = SHN_UNDEF;
	memcpy(stripped, &header, sizeof(header));
	image = pass_on(image_of(stripped, payload_size), FCL_IMAGE_ELF);
	assert_loads(image->payload, image->payload_size);
	image = pass_on(pass_on(image, FCL_IMAGE_XCLBIN), FCL_IMAGE_ELF);
	assert_loads(image->payload, image->payload_size);
	fcl_image_unref(image);
	free(stripped);
}

/*
 * Sets byte `at` of the ELF to `value` and recomputes the digests, so that these are not the
 * reason.
 */
static void expect_read_error(enum fcl_image_container container, size_t at, uint8_t value,
			      const char *text)
{
	size_t size, offset = 0;
	uint8_t *bytes = sample_container(FCL_TARGET_SW_EMU, container, &size);
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};

	assert_non_null(bytes);
	if (container == FCL_IMAGE_XCLBIN)
		memcpy(&offset, bytes + 456 + 24, sizeof(offset)); /* BITSTREAM comes first */
	bytes[offset + at] = value;
	if (container == FCL_IMAGE_XCLBIN)
		reseal_xclbin(bytes, size);
	else
		reseal_elf(bytes, size);
	assert_int_equal(fcl_image_read(bytes, size, &image, &err), -EINVAL);
	if (!strstr(err.text, text))
		fail_msg("\"%s\" does not contain \"%s\"", err.text, text);
	free(bytes);
}

static void test_wrong_machine(void **state)
{
	static const enum fcl_image_container containers[] = {FCL_IMAGE_XCLBIN, FCL_IMAGE_ELF};

	(void)state;
	for (int i = 0; i < 2; i++) {
		expect_read_error(containers[i], EI_CLASS, ELFCLASS32, "ELF class is 1");
		expect_read_error(containers[i], EI_DATA, ELFDATA2MSB, "byte order is 2");
		expect_read_error(containers[i], offsetof(Elf64_Ehdr, e_machine), EM_ARM,
				  "the ELF is for machine 40");
		expect_read_error(containers[i], offsetof(Elf64_Ehdr, e_type), ET_EXEC,
				  "the ELF type is 2");
	}
	expect_read_error(FCL_IMAGE_XCLBIN, 0, 'X', "not an ELF, expected an ELF64 shared object");
}

static void expect_write_error(const void *bytes, size_t size, enum fcl_image_container container,
			       enum fcl_image_target target, const char *text)
{
	struct fcl_image *image = image_of(bytes, size);
	struct fcl_err err = {0};
	void *ret_bytes = NULL;
	size_t ret_size = 0;

	image->target = target;
	assert_int_equal(fcl_image_write(image, container, &ret_bytes, &ret_size, &err), -EINVAL);
	assert_null(ret_bytes);
	if (!strstr(err.text, text))
		fail_msg("\"%s\" does not contain \"%s\"", err.text, text);
	fcl_image_unref(image);
}

static void test_wrong_payload(void **state)
{
	const uint64_t far = UINT64_MAX;
	char *bad = malloc(payload_size);

	(void)state;
	assert_non_null(bad);
	expect_write_error("text", 4, FCL_IMAGE_XCLBIN, FCL_TARGET_SW_EMU, "not an ELF");
	expect_write_error("text", 4, FCL_IMAGE_ELF, FCL_TARGET_HW_EMU, "not an ELF");
	expect_write_error(NULL, 0, FCL_IMAGE_XCLBIN, FCL_TARGET_SW_EMU, "payload");
	expect_write_error(payload, payload_size, FCL_IMAGE_ELF, FCL_TARGET_HW, "target is hw");
	memcpy(bad, payload, payload_size);
	memcpy(bad + offsetof(Elf64_Ehdr, e_shoff), &far, sizeof(far));
	expect_write_error(bad, payload_size, FCL_IMAGE_ELF, FCL_TARGET_SW_EMU,
			   "table of section headers is damaged");
	memcpy(bad, payload, payload_size);
	memcpy(bad + offsetof(Elf64_Ehdr, e_shstrndx), &far, sizeof(uint16_t));
	expect_write_error(bad, payload_size, FCL_IMAGE_ELF, FCL_TARGET_SW_EMU,
			   "table of section headers is damaged");
	free(bad);
}

static void test_plain_shared_object(void **state)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(fcl_image_read(payload, payload_size, &image, &err), -EINVAL);
	assert_non_null(strstr(err.text, "without a .fpgacl.axlf section"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loads),
		cmocka_unit_test(test_changes_container),
		cmocka_unit_test(test_without_sections),
		cmocka_unit_test(test_wrong_machine),
		cmocka_unit_test(test_wrong_payload),
		cmocka_unit_test(test_plain_shared_object),
	};

	return cmocka_run_group_tests(tests, read_payload, free_payload);
}
