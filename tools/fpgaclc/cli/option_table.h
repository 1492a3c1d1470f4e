/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_OPTION_TABLE_H
#define FCLC_CLI_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Every option that fpgaclc knows. A config file can give the same options: "key=value" under
 * "[section]" is "--section.key value", and before the first section "--key value".
 */

/* What an option does. */
enum fclc_option_id {
	FCLC_OPT_TARGET,
	FCLC_OPT_PLATFORM,
	FCLC_OPT_KERNEL,
	FCLC_OPT_OUTPUT,
	FCLC_OPT_CONFIG,
	FCLC_OPT_INPUT,
	FCLC_OPT_NK,
	FCLC_OPT_SP,
	FCLC_OPT_SC,
	FCLC_OPT_SLR,
	FCLC_OPT_PINS,
	FCLC_OPT_FREQUENCY,
	FCLC_OPT_DEFAULT_HZ,
	FCLC_OPT_CU_HZ,
	FCLC_OPT_ANY_HZ, /* of one CU or of all CUs */
	FCLC_OPT_PROPERTY,
	FCLC_OPT_OLD_PROPERTY,
	FCLC_OPT_PARAMETER,
	FCLC_OPT_MISC,
	FCLC_OPT_CLANG,
	FCLC_OPT_MARCH,
	FCLC_OPT_HLS_INCLUDE,
	FCLC_OPT_OPTIMIZE,
	FCLC_OPT_EMPTY_STREAM,
	FCLC_OPT_CHECK,
	FCLC_OPT_SYNTHESISABLE,
	FCLC_OPT_DATAFLOW,
	FCLC_OPT_WAVES,
	FCLC_OPT_X_INITIAL,
	FCLC_OPT_TEMP_DIR,
	FCLC_OPT_OUT_DIR,
	FCLC_OPT_MOST_PORTS,
	FCLC_OPT_PRE_TCL,
	FCLC_OPT_JOBS,
	FCLC_OPT_LANGUAGE,
	FCLC_OPT_PREPARE,
	FCLC_OPT_NO_CACHE,
	FCLC_OPT_ALLOW_UNCONNECTED,
	FCLC_OPT_PASS, /* passed to the compiler, with its value */
	FCLC_OPT_IGNORED,
	FCLC_OPT_CYCLES,
	FCLC_OPT_NO_CYCLES,
	FCLC_OPT_SNAPSHOTS,
	FCLC_OPT_DEBUG,
	FCLC_OPT_SAVE_TEMPS,
	FCLC_OPT_VERBOSE,
	FCLC_OPT_SHORT_V,
	FCLC_OPT_HELP,
	FCLC_OPT_VERSION,
	FCLC_OPT_PRINT_CLANG,
	FCLC_OPT_PRINT_PRAGMAS,
	FCLC_OPT_PRINT_SYNTHESIS,
	FCLC_OPT_MODE,
	FCLC_OPT_WORK_DIR,
	FCLC_OPT_SCHEDULE,
	FCLC_OPT_PART,
	FCLC_OPT_CLOCK,
	FCLC_OPT_UNCERTAINTY,
	FCLC_OPT_COMPILE,
	FCLC_OPT_LINK,
	FCLC_OPT_PACKAGE,
};

struct fclc_option {
	const char *name; /* "--name" or "-x"; a one-letter option may have its value attached */
	enum fclc_option_id id;
	bool flag; /* takes no value on the command line, 1 or 0 in a file */
};

/*
 * Finds the option for `text`: "--name", "--name=value" or "-xvalue". '-' and '_' inside a name are
 * equivalent. *ret_value is the attached value or NULL. Returns NULL for an unknown option.
 */
const struct fclc_option *fclc_option_find(const char *text, const char **ret_value);

/* The option at index `i` of the table; NULL past the end. */
const struct fclc_option *fclc_option_at(size_t i);

/* Whether a config file may have this section. */
bool fclc_option_has_section(const char *section);

/*
 * Returns the known option (with `sections`, the known section) closest to `text`, for a
 * suggestion; NULL if none is close.
 */
const char *fclc_option_nearest(const char *text, bool sections);

/* The same among `words`, for the word that `text` begins with, which ends before any of `ends`. */
const char *fclc_word_nearest(const char *text, const char *ends, const char *const *words,
			      size_t count);

#endif
