/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inspects and edits xclbin files, with the vendor's option names. Operations run in a fixed order,
 * whatever the order on the command line: remove, replace, add, append,
 * key-values, then dump, info and
 * output.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xrt/xclbin.h>

#include "base/config_check.h"
#include "base/stdout.h"
#include "base/text.h"
#include "tools/vitis/tool.h"
#include "tools/vitis/xclbinutil/edit.h"
#include "tools/vitis/xclbinutil/info.h"
#include "tools/vitis/xclbinutil/signature.h"

const char *const fcl_vitis_name = "xclbinutil";

static const char help[] =
	"Usage: xclbinutil -i FILE.xclbin --info\n"
	"       xclbinutil -i FILE.xclbin [OPERATION]... -o FILE.xclbin\n"
	"\n"
	"  -i, --input FILE              image to inspect or edit; default: an empty one\n"
	"  -o, --output FILE             where the result goes\n"
	"  -f, --force                   replaces files that exist\n"
	"      --info[=FILE]             prints what the image holds\n"
	"      --dump-section KIND:RAW|JSON:FILE\n"
	"                                writes a section into a file\n"
	"      --add-section KIND:RAW|JSON:FILE\n"
	"      --replace-section KIND:RAW|JSON:FILE\n"
	"      --add-replace-section KIND:RAW|JSON:FILE\n"
	"      --append-section KIND:JSON:FILE, --add-merge-section KIND:JSON:FILE\n"
	"                                append the file's entries to a table; the second adds it "
	"if\n"
	"                                there is none. With :JSON:FILE, all tables of the file\n"
	"      --remove-section KIND     KIND may be KIND[name] in all of these; in the\n"
	"                                others also KIND[name]-PART, as in SOFT_KERNEL[x]-METADATA\n"
	"      --key-value USER:KEY:VALUE\n"
	"                                sets a key; SYS:PlatformVBNV:... and SYS:XclbinUUID:... "
	"set\n"
	"                                fields of the header\n"
	"      --remove-key KEY\n"
	"      --add-signature TEXT, --get-signature, --remove-signature\n"
	"                                a text behind the image; no other operation beside it\n"
	"      --target hw|hw_emu|sw_emu what the image is for\n"
	"      --skip-uuid-insertion     a changed image keeps its uuid\n"
	"      --file-check              says whether file(1) can tell what the image is\n"
	"      --list-names              kinds of sections\n"
	"  -h, --help, --version\n"
	"\n"
	"Without --output nothing is written but what --dump-section and --info ask for.\n"
	"Digests are recomputed. In an output for emulation, BITSTREAM must be an ELF.\n";

/* Operations, in the order in which they run. */
enum operation {
	REMOVE = 256,
	REPLACE,
	ADD_REPLACE,
	ADD,
	ADD_MERGE,
	APPEND,
	REMOVE_KEY,
	KEY_VALUE,
	DUMP,
	OPERATIONS,
	INFO,
	TARGET,
	SKIP_UUID,
	LIST,
	VERSION,
	TRACE,
	FILE_CHECK,
	MIGRATE,
	ADD_SIGNATURE,
	GET_SIGNATURE,
	REMOVE_SIGNATURE,
	CERTIFICATE,
	FIXED_KERNEL,
};

struct request {
	const char *input, *output, *info;
	const char *target;
	bool want_info, force, skip_uuid, file_check;
	enum operation signature; /* 0: none of the three */
	const char *signature_text;
	struct {
		enum operation operation;
		char *text; /* from argv; the operation splits it in place */
	} * list;
	unsigned count;
};

static const struct option options[] = {
	{"input", 1, NULL, 'i'},
	{"output", 1, NULL, 'o'},
	{"force", 0, NULL, 'f'},
	{"info", 2, NULL, INFO},
	{"dump-section", 1, NULL, DUMP},
	{"add-section", 1, NULL, ADD},
	{"replace-section", 1, NULL, REPLACE},
	{"add-replace-section", 1, NULL, ADD_REPLACE},
	{"append-section", 1, NULL, APPEND},
	{"add-merge-section", 1, NULL, ADD_MERGE},
	{"remove-section", 1, NULL, REMOVE},
	{"key-value", 1, NULL, KEY_VALUE},
	{"remove-key", 1, NULL, REMOVE_KEY},
	{"target", 1, NULL, TARGET},
	{"skip-uuid-insertion", 0, NULL, SKIP_UUID},
	{"list-names", 0, NULL, LIST},
	{"list-sections", 0, NULL, LIST},
	{"help", 0, NULL, 'h'},
	{"version", 0, NULL, VERSION},
	{"quiet", 0, NULL, TRACE},
	{"verbose", 0, NULL, TRACE},
	{"trace", 0, NULL, TRACE},
	{"skip-bank-grouping", 0, NULL, TRACE},
	{"reset-bank-grouping", 0, NULL, TRACE},
	{"file-check", 0, NULL, FILE_CHECK},
	{"migrate-forward", 0, NULL, MIGRATE},
	{"add-signature", 1, NULL, ADD_SIGNATURE},
	{"get-signature", 0, NULL, GET_SIGNATURE},
	{"remove-signature", 0, NULL, REMOVE_SIGNATURE},
	{"dump-signature", 1, NULL, CERTIFICATE},
	{"validate-signature", 0, NULL, CERTIFICATE},
	{"signature-debug", 0, NULL, CERTIFICATE},
	{"private-key", 1, NULL, CERTIFICATE},
	{"certificate", 1, NULL, CERTIFICATE},
	{"digest-algorithm", 1, NULL, CERTIFICATE},
	{"add-kernel", 1, NULL, FIXED_KERNEL},
	{"add-pskernel", 1, NULL, FIXED_KERNEL},
	{"transform-pdi", 0, NULL, FIXED_KERNEL},
	{NULL, 0, NULL, 0},
};

static enum fcl_vitis_parsed main_list_names(void)
{
	char kind[FCL_IMAGE_KIND_NAME_SIZE];

	for (uint32_t i = 0; strncmp(fcl_image_kind_name(i, kind), "KIND_", 5) != 0; i++)
		puts(kind);
	return FCL_VITIS_PRINTED;
}

/* An option of this kind takes all words up to the next option. */
static void take_operation(struct request *request, enum operation operation, char **argv)
{
	request->list[request->count].operation = operation;
	request->list[request->count++].text = optarg;
	for (; argv[optind] && argv[optind][0] != '-'; optind++) {
		request->list[request->count].operation = operation;
		request->list[request->count++].text = argv[optind];
	}
}

static enum fcl_vitis_parsed main_take(struct request *request, int option)
{
	switch (option) {
	case 'i':
		request->input = optarg;
		return FCL_VITIS_RUN;
	case 'o':
		request->output = optarg;
		return FCL_VITIS_RUN;
	case 'f':
		request->force = true;
		return FCL_VITIS_RUN;
	case INFO:
		request->want_info = true;
		request->info = optarg;
		return FCL_VITIS_RUN;
	case TARGET:
		request->target = optarg;
		return FCL_VITIS_RUN;
	case SKIP_UUID:
		request->skip_uuid = true;
		return FCL_VITIS_RUN;
	case LIST:
		return main_list_names();
	case VERSION:
		puts("xclbinutil of fpgacl " FPGACL_VERSION);
		return FCL_VITIS_PRINTED;
	case TRACE:
	case MIGRATE: /* only images in the current form are read */
		return FCL_VITIS_RUN;
	case FILE_CHECK:
		request->file_check = true;
		return FCL_VITIS_RUN;
	case ADD_SIGNATURE:
	case GET_SIGNATURE:
	case REMOVE_SIGNATURE:
		request->signature = (enum operation)option;
		request->signature_text = optarg;
		return FCL_VITIS_RUN;
	case CERTIFICATE:
		return fcl_vitis_wrong(
			"signatures with certificates are neither written nor checked: emulated boards load "
			"any image, and fpgacl info verifies digests");
	case FIXED_KERNEL:
		return fcl_vitis_wrong(
			"kernels of a board's own processors and AI engines are not emulated: v++ -l adds "
			"kernels to an image");
	case 'q':
	case 'v':
	case 't':
		return FCL_VITIS_RUN;
	case 'h':
		fputs(help, stdout);
		return FCL_VITIS_PRINTED;
	default:
		return FCL_VITIS_WRONG;
	}
}

/* A signature is behind a finished image, which is copied byte by byte. */
static enum fcl_vitis_parsed check_signature(const struct request *request)
{
	if (!request->input)
		return fcl_vitis_wrong("no input: give --input FILE");
	if (request->count || request->target || request->want_info || request->file_check)
		return fcl_vitis_wrong("expected no other operation beside one on a signature");
	if (request->signature == GET_SIGNATURE)
		return FCL_VITIS_RUN;
	if (!request->output)
		return fcl_vitis_wrong("no output: give --output FILE");
	if (!request->force && !access(request->output, F_OK))
		return fcl_vitis_wrong("'%s' exists; --force replaces it", request->output);
	return FCL_VITIS_RUN;
}

static enum fcl_vitis_parsed main_parse(int argc, char **argv, struct request *request)
{
	bool changes = false;
	enum fcl_vitis_parsed parsed = FCL_VITIS_RUN;
	int option;

	request->list = calloc((size_t)argc, sizeof(*request->list));
	if (!request->list)
		return fcl_vitis_wrong("out of memory");
	argv[0] = (char *)fcl_vitis_name; /* for getopt's own messages */
	while (parsed == FCL_VITIS_RUN &&
	       (option = getopt_long(argc, argv, "+i:o:fhqvt", options, NULL)) != -1)
		if (option >= REMOVE && option < OPERATIONS)
			take_operation(request, (enum operation)option, argv);
		else
			parsed = main_take(request, option);
	if (parsed != FCL_VITIS_RUN)
		return parsed;
	if (optind < argc)
		return fcl_vitis_wrong("unexpected argument '%s'", argv[optind]);
	for (unsigned i = 0; i < request->count; i++)
		changes |= request->list[i].operation != DUMP;
	if (request->signature)
		return check_signature(request);
	if (!request->input && !request->output && !changes)
		return fcl_vitis_wrong("no input: give --input FILE");
	if (changes && !request->output)
		fprintf(stderr,
			"%s: warning: the changed image is not written: there is no --output FILE\n",
			fcl_vitis_name);
	return FCL_VITIS_RUN;
}

static int main_set_target(struct fcl_vitis_edit *edit, const char *name, struct fcl_err *err)
{
	static const enum fcl_image_target targets[] = {FCL_TARGET_HW, FCL_TARGET_HW_EMU,
							FCL_TARGET_SW_EMU};

	for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		if (strcmp(fcl_image_target_name(targets[i]), name) != 0)
			continue;
		edit->changed |= edit->image.target != targets[i];
		edit->image.target = targets[i];
		return 0;
	}
	return fcl_err_set(err, -EINVAL, "--target '%s': expected hw, hw_emu or sw_emu", name);
}

static int put_or_dump(struct fcl_vitis_edit *edit, const struct request *request, unsigned at,
		       struct fcl_err *err)
{
	struct fcl_vitis_section_spec spec;
	int error = fcl_vitis_section_spec_parse(request->list[at].text, &spec, err);

	if (error)
		return error;
	switch (request->list[at].operation) {
	case REPLACE:
		return fcl_vitis_edit_put(edit, &spec, FCL_EDIT_REPLACE, err);
	case ADD_REPLACE:
		return fcl_vitis_edit_put(edit, &spec, FCL_EDIT_ADD_REPLACE, err);
	case ADD:
		return fcl_vitis_edit_put(edit, &spec, FCL_EDIT_ADD, err);
	case APPEND:
		return fcl_vitis_edit_put(edit, &spec, FCL_EDIT_APPEND, err);
	case ADD_MERGE:
		return fcl_vitis_edit_put(edit, &spec, FCL_EDIT_ADD_MERGE, err);
	default:
		return fcl_vitis_edit_dump(edit, &spec, request->force, err);
	}
}

static int do_one(struct fcl_vitis_edit *edit, const struct request *request, unsigned at,
		  struct fcl_err *err)
{
	switch (request->list[at].operation) {
	case REMOVE:
		return fcl_vitis_edit_remove(edit, request->list[at].text, err);
	case KEY_VALUE:
		return fcl_vitis_edit_key_value(edit, request->list[at].text, err);
	case REMOVE_KEY:
		return fcl_vitis_edit_remove_key(edit, request->list[at].text, err);
	default:
		return put_or_dump(edit, request, at, err);
	}
}

/* Names come from a file. */
static int print_lines(char *text)
{
	char *line;

	while ((line = strsep(&text, "\n"))) {
		fcl_text_make_printable(line);
		printf(text ? "%s\n" : "%s", line);
	}
	return 0;
}

static int print_info(const struct request *request, const struct fcl_vitis_edit *edit)
{
	char *text = NULL;
	size_t size;
	FILE *out;
	int status;

	out = open_memstream(&text, &size);
	if (!out)
		return fcl_vitis_fail("out of memory");
	fcl_vitis_info_print(out, &edit->image);
	if (fclose(out))
		status = fcl_vitis_fail("out of memory");
	else if (request->info)
		status = fcl_vitis_write(request->info, text, size);
	else
		status = print_lines(text);
	free(text);
	return status;
}

/* file(1) reads the header up to the shell's name and the first section; digests are always there. */
static int main_check_file(const struct fcl_image *image)
{
	uint32_t sections = 0;

	for (uint32_t i = 0; i < image->nsections; i++)
		sections += image->sections[i].kind != KEYVALUE_METADATA;
	if (!sections)
		return fcl_vitis_fail("file(1) does not recognise the image: it has no section");
	return *image->vbnv ? 0
			    : fcl_vitis_fail("file(1) does not recognise the image: it has no "
					     "PlatformVBNV (--key-value SYS:PlatformVBNV:...)");
}

static int run_signature(const struct request *request)
{
	struct fcl_err err = {0};
	int error;

	if (request->signature == GET_SIGNATURE)
		error = fcl_vitis_signature_print(request->input, &err);
	else if (request->signature == REMOVE_SIGNATURE)
		error = fcl_vitis_signature_remove(request->input, request->output, &err);
	else
		error = fcl_vitis_signature_add(request->input, request->output,
						request->signature_text, &err);
	return error ? fcl_vitis_fail("%s", err.text) : 0;
}

static int xclbinutil_main_run(const struct request *request)
{
	struct fcl_vitis_edit edit;
	struct fcl_err err = {0};
	int error = fcl_vitis_edit_open(&edit, request->input, &err), status = 0;

	edit.keep_uuid = request->skip_uuid;
	if (!error && request->target)
		error = main_set_target(&edit, request->target, &err);
	for (int operation = REMOVE; operation < OPERATIONS; operation++)
		for (unsigned i = 0; !error && i < request->count; i++)
			if ((int)request->list[i].operation == operation)
				error = do_one(&edit, request, i, &err);
	if (!error && request->file_check)
		status = main_check_file(&edit.image);
	if (!error && !status && request->want_info)
		status = print_info(request, &edit);
	if (!error && !status && request->output)
		error = fcl_vitis_edit_write(&edit, request->output, request->force, &err);
	fcl_vitis_edit_close(&edit);
	/* If there is no text, the error has been printed already. */
	if (error && *err.text)
		fcl_vitis_fail("%s", err.text);
	return error || status;
}

static int main_run_tool(int argc, char **argv)
{
	struct request request = {0};
	enum fcl_vitis_parsed parsed = main_parse(argc, argv, &request);
	int status = parsed == FCL_VITIS_WRONG;

	fcl_config_check();
	if (parsed == FCL_VITIS_RUN)
		status = request.signature ? run_signature(&request)
					   : xclbinutil_main_run(&request);
	free(request.list);
	return status;
}

int main(int argc, char **argv)
{
	return fcl_stdout_finish(fcl_vitis_name, main_run_tool(argc, argv));
}
