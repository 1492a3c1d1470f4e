/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/allowed_flags.h"

#include <string.h>

#include "tools/fpgaclc/cli/compiler_flags.h"

/*
 * Their values are attached or follow. They are passed on attached, so that a value is never taken
 * for another flag.
 */
static const char *const with_values[] = {"-isystem", "-iquote", "-idirafter", "-include",
					  "-I",       "-D",      "-U"};

static const char *const words_allowed[] = {
	"-w",    "-g",         "-g0",       "-g1",   "-g2",      "-g3",
	"-ggdb", "-ansi",      "-pedantic", "-pipe", "-pthread", "-pedantic-errors",
	"-m64",  "-nostdinc++"};

/* Of "-f...", "-fno-..." and "-f...=VALUE". Each ends at "=" or at the flag's end. */
static const char *const code_flags[] = {
	"PIC",
	"PIE",
	"access-control",
	"aligned-allocation",
	"approx-func",
	"asm",
	"associative-math",
	"asynchronous-unwind-tables",
	"bracket-depth",
	"builtin",
	"caret-diagnostics",
	"char8_t",
	"color-diagnostics",
	"common",
	"constexpr-depth",
	"constexpr-loop-limit",
	"constexpr-ops-limit",
	"constexpr-steps",
	"cx-fortran-rules",
	"cx-limited-range",
	"cxx-exceptions",
	"data-sections",
	"declspec",
	"delete-null-pointer-checks",
	"denormal-fp-math",
	"diagnostics-color",
	"diagnostics-show-option",
	"dollars-in-identifiers",
	"elide-constructors",
	"elide-type",
	"error-limit",
	"exceptions",
	"excess-precision",
	"expensive-optimizations",
	"fast-math",
	"finite-loops",
	"finite-math-only",
	"force-enable-int128",
	"fp-contract",
	"fp-model",
	"function-sections",
	"gcse",
	"gnu-keywords",
	"gnu89-inline",
	"honor-infinities",
	"honor-nans",
	"implicit-templates",
	"inline",
	"inline-functions",
	"inline-hint-functions",
	"inline-limit",
	"inline-small-functions",
	"ivopts",
	"jump-tables",
	"keep-inline-functions",
	"lax-vector-conversions",
	"limit-debug-info",
	"macro-backtrace-limit",
	"math-errno",
	"max-errors",
	"max-type-align",
	"merge-all-constants",
	"merge-constants",
	"message-length",
	"ms-extensions",
	"non-call-exceptions",
	"omit-frame-pointer",
	"openmp",
	"openmp-simd",
	"operator-names",
	"optimize-sibling-calls",
	"pack-struct",
	"peel-loops",
	"permissive",
	"pic",
	"pie",
	"plt",
	"prefetch-loop-arrays",
	"reciprocal-math",
	"rename-registers",
	"reroll-loops",
	"rounding-math",
	"rtti",
	"sanitize",
	"sanitize-address-use-after-scope",
	"sanitize-recover",
	"short-enums",
	"short-wchar",
	"show-column",
	"signaling-nans",
	"signed-bitfields",
	"signed-char",
	"signed-zeros",
	"single-precision-constant",
	"sized-deallocation",
	"slp-vectorize",
	"spell-checking",
	"stack-clash-protection",
	"stack-protector",
	"stack-protector-all",
	"stack-protector-strong",
	"standalone-debug",
	"strict-aliasing",
	"strict-enums",
	"strict-float-cast-overflow",
	"strict-overflow",
	"strict-return",
	"strict-vtable-pointers",
	"template-backtrace-limit",
	"template-depth",
	"threadsafe-statics",
	"tracer",
	"trapping-math",
	"trapv",
	"tree-loop-vectorize",
	"tree-slp-vectorize",
	"tree-vectorize",
	"trigraphs",
	"unroll-all-loops",
	"unroll-loops",
	"unsafe-math-optimizations",
	"unsigned-bitfields",
	"unsigned-char",
	"unswitch-loops",
	"unwind-tables",
	"use-cxa-atexit",
	"vectorize",
	"visibility",
	"visibility-inlines-hidden",
	"wchar-type",
	"wrapv",
	"zero-initialized-in-bss",
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static bool is_in(const char *const *list, size_t count, const char *text, size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(list[i]) == length && !strncmp(list[i], text, length))
			return true;
	return false;
}

/* "-include-pch" is not "-include" with a value. */
static const char *value_flag(const char *word)
{
	for (size_t i = 0; i < COUNT(with_values); i++)
		if (!strncmp(word, with_values[i], strlen(with_values[i])) &&
		    (word[1] != 'i' || word[strlen(with_values[i])] != '-'))
			return with_values[i];
	return NULL;
}

/* "-Wall", "-Wno-error=return-type", but not "-Wp,-MD,file", whose rest is for another program. */
static bool is_warning(const char *word)
{
	return !strncmp(word, "-W", 2) && !strchr(word, ',');
}

static bool is_code_flag(const char *word)
{
	const char *name = word + 2;
	size_t length;

	if (strncmp(word, "-f", 2) != 0)
		return false;
	name += strncmp(name, "no-", 3) ? 0 : 3;
	length = strcspn(name, "=");
	/* "-fno-builtin-memcpy" */
	return is_in(code_flags, COUNT(code_flags), name, length) ||
	       (!strncmp(word, "-fno-builtin-", 13) && !strchr(word, '='));
}

static bool is_allowed(const char *word)
{
	return is_warning(word) || is_code_flag(word) || !strncmp(word, "-Rpass", 6) ||
	       !strncmp(word, "-std=", 5) || !strncmp(word, "--std=", 6) ||
	       !strncmp(word, "-cl-", 4) || !strncmp(word, "-O", 2) ||
	       is_in(words_allowed, COUNT(words_allowed), word, strlen(word));
}

int fclc_allowed_flags_take(struct fclc_program *program, const char **words, uint32_t count,
			    const char *what, struct fclc_place place, struct fcl_err *err)
{
	for (uint32_t i = 0; i < count; i++) {
		const char *word = words[i], *flag = value_flag(word);

		if (flag && word[strlen(flag)])
			fclc_compiler_flag_add(program, word);
		else if (flag && i + 1 < count && *words[i + 1] != '-')
			fclc_compiler_flag_add(
				program, fclc_format(program->arena, "%s%s", flag, words[++i]));
		else if (flag)
			return fclc_error(err, place, "%s: '%s' needs a value", what, word);
		else if (!is_allowed(word))
			return fclc_error(
				err, place,
				"%s: a config file cannot set '%s': expected an include folder, a macro, a warning, "
				"the language's version, or one of the optimisations that docs/fpgaclc.md names; "
				"other flags can be given on the command line",
				what, word);
		else
			fclc_flags_take(program, &word, 1);
	}
	return 0;
}
