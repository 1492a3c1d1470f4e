/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/hardware.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/compile/shifts.h"

/*
 * A binary operation or a conversion, as clang prints it:
 *	  %3 = shl nsw i32 %1, %2, !dbg !7
 *	  %5 = fptosi float %4 to i16
 */
struct line {
	const char *indent, *result; /* "%3" */
	const char *operation;
	const char *type;  /* of the operands */
	const char *a, *b; /* for a conversion, b is the result's type */
	const char *rest;  /* ", !dbg !7" */
	const char *by; /* of a shift: the whole distance, with its type; NULL: "b" has all of it */
	unsigned bits;  /* width of an integer type such as "i32"; 0 for other types */
	unsigned long name; /* makes the names of added values unique */
};

/* The functions that replace divisions and conversions, by integer width. */
struct rules {
	struct fclc_text out;
	unsigned long count;
	const char **used;
	uint32_t nused, used_capacity;
	bool divides, converts;
};

/* The width of "i32"; 0 if the type is not an integer. */
static unsigned width_of(const char *type)
{
	char *end;
	unsigned long bits;

	if (type[0] != 'i' || !isdigit((unsigned char)type[1]))
		return 0;
	bits = strtoul(type + 1, &end, 10);
	return *end || bits > 4096 ? 0 : (unsigned)bits;
}

/* Cuts the text at the next `stop` outside parentheses. NULL if there is none. */
static char *cut(char *text, const char *stop)
{
	unsigned depth = 0;

	for (; *text; text++) {
		depth += *text == '(' || *text == '<' || *text == '{' || *text == '[';
		depth -= depth && (*text == ')' || *text == '>' || *text == '}' || *text == ']');
		if (depth || strncmp(text, stop, strlen(stop)) != 0)
			continue;
		*text = 0;
		return text + strlen(stop);
	}
	return NULL;
}

static bool is_one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(*list, word))
			return true;
	return false;
}

static const char *const binaries[] = {"shl", "lshr", "ashr", "sdiv", "udiv", "srem", "urem", NULL};
static const char *const conversions[] = {"fptosi", "fptoui", NULL};

/* Quick check whether a line may contain such an instruction, to avoid copying all others. */
static bool may_match(const char *line)
{
	const char *equals = line[0] == ' ' ? strstr(line, " = ") : NULL;

	return equals && (strchr("slu", equals[3]) || !strncmp(equals + 3, "fpto", 4) ||
			  !strncmp(equals + 3, "ashr", 4));
}

static void read_rest(struct fclc_arena *arena, struct line *line, char *operand)
{
	char *rest = cut(operand, ",");

	line->rest = rest ? fclc_format(arena, ",%s", rest) : "";
}

static bool read_line(struct fclc_arena *arena, const char *text, struct line *line)
{
	char *copy = fclc_copy(arena, text, strlen(text)), *at = strstr(copy, " = "), *next;
	char *by = strstr(copy, FCLC_SHIFT_BY);

	if (by)
		*by = 0;
	line->by = by ? by + strlen(FCLC_SHIFT_BY) : NULL;
	*at = 0;
	line->result = copy + strspn(copy, " ");
	line->operation = at += 3;
	if (!(next = cut(at, " ")))
		return false;
	if (is_one_of(line->operation, conversions)) {
		line->type = next;
		line->a = next = cut(next, " ");
		line->b = next ? next = cut(next, " to ") : NULL;
		if (!next)
			return false;
		read_rest(arena, line, next);
		line->bits = width_of(line->b);
		return true;
	}
	if (!is_one_of(line->operation, binaries))
		return false;
	while (!strncmp(next, "nuw ", 4) || !strncmp(next, "nsw ", 4) ||
	       !strncmp(next, "exact ", 6))
		next = strchr(next, ' ') + 1;
	line->type = next;
	line->a = next = cut(next, " ");
	line->b = next ? next = cut(next, ", ") : NULL;
	if (!next)
		return false;
	read_rest(arena, line, next);
	line->bits = width_of(line->type);
	return true;
}

/* Bits shifted out are lost, as in a hardware shifter. The shift amount is unsigned. */
static bool write_shift(struct rules *rules, const struct line *line)
{
	unsigned long n = rules->count;
	const char *type = line->type;
	const char *by = line->by ? line->by
				  : fclc_format(rules->out.arena, "%s %s", type, line->b);
	const char *number = strchr(by, ' ') + 1;
	char *end;

	if (strtoull(number, &end, 10) < line->bits && end != number)
		return false;
	rules->count++;
	fclc_text_add(&rules->out, "  %%fclc.in%lu = icmp ult %s, %u\n", n, by, line->bits);
	if (*line->operation == 'a')
		fclc_text_add(&rules->out,
			      "  %%fclc.by%lu = select i1 %%fclc.in%lu, %s %s, %s %u\n"
			      "  %s = ashr %s %s, %%fclc.by%lu%s\n",
			      n, n, type, line->b, type, line->bits - 1, line->result, type,
			      line->a, n, line->rest);
	else
		fclc_text_add(&rules->out,
			      "  %%fclc.to%lu = %s %s %s, %s\n"
			      "  %s = select i1 %%fclc.in%lu, %s %%fclc.to%lu, %s 0%s\n",
			      n, line->operation, type, line->a, line->b, line->result, n, type, n,
			      type, line->rest);
	return true;
}

static bool is_first_use(struct rules *rules, const char *name)
{
	for (uint32_t i = 0; i < rules->nused; i++)
		if (!strcmp(rules->used[i], name))
			return false;
	fclc_append(rules->out.arena, &rules->used, &rules->nused, &rules->used_capacity, name);
	return true;
}

static bool write_division(struct rules *rules, const struct line *line)
{
	const char *name = fclc_format(rules->out.arena, "%s.%s", line->operation, line->type);

	/* Among constant divisors, only 0 and -1 need a check. */
	if (isdigit((unsigned char)*line->b) && strcmp(line->b, "0") != 0)
		return false;
	rules->divides = true;
	is_first_use(rules, name);
	fclc_text_add(&rules->out, "  %s = call %s @fclc.%s(%s %s, %s %s)%s\n", line->result,
		      line->type, name, line->type, line->a, line->type, line->b, line->rest);
	return true;
}

static bool write_conversion(struct rules *rules, const struct line *line)
{
	static const char *const floats[] = {"half", "float", "double", NULL};
	const char *name = fclc_format(rules->out.arena, "%s.%s", line->type, line->b);

	if (!is_one_of(line->type, floats) || line->bits > 64)
		return false;
	rules->converts = true;
	is_first_use(rules, name);
	fclc_text_add(&rules->out, "  %s = call %s @fclc.%s(%s %s)%s\n", line->result, line->b,
		      name, line->type, line->a, line->rest);
	return true;
}

/* Returns false if the line stays unchanged. */
static bool write_line(struct rules *rules, const struct line *line)
{
	if (line->bits < 8 && !(line->bits && line->by))
		return false;
	if (is_one_of(line->operation, conversions))
		return write_conversion(rules, line);
	return strstr(line->operation, "sh") ? write_shift(rules, line)
					     : write_division(rules, line);
}

/* Removes ", !range !5" and similar metadata, which clang adds to loads of bools. */
static void drop(char *line, const char *what)
{
	char *at = strstr(line, what), *end;

	if (!at)
		return;
	end = at + strlen(what);
	end += strspn(end, "0123456789");
	memmove(at, end, strlen(end) + 1);
}

/* Whether an integer type, optionally with parameter attributes, ends at `end`. */
static bool follows_integer(const char *line, const char *end)
{
	static const char *const attributes[] = {"noundef", "signext",  "zeroext",
						 "inreg",   "returned", NULL};
	char word[16];

	while (end > line && end[-1] != ' ') {
		const char *start = end;
		size_t length;

		while (start > line && !strchr(" (", start[-1]))
			start--;
		length = (size_t)(end - start);
		if (length >= sizeof(word))
			return false;
		memcpy(word, start, length);
		word[length] = 0;
		if (!is_one_of(word, attributes))
			return width_of(word) > 0;
		end = start > line ? start - 1 : start;
	}
	return false;
}

/*
 * clang folds constant shifts by the width or more to poison, with a warning. Replaces poison with
 * zero, the result of a hardware shifter. If the line mentions other types, only replaces operands
 * that directly follow an integer type.
 */
static void replace_poison(char *line)
{
	static const char *const others[] = {"<", "ptr", "*", "float", "double", "half", "{", NULL};
	bool integers = true;

	for (unsigned i = 0; others[i]; i++)
		integers &= !strstr(line, others[i]);
	for (char *at = line; (at = strstr(at, " poison")); at++) {
		if (!integers && !follows_integer(line, at))
			continue;
		at[1] = '0';
		memmove(at + 2, at + 7, strlen(at + 7) + 1);
	}
}

static void write_divider(struct fclc_text *out, const char *name)
{
	const char *type = strchr(name, '.') + 1;
	bool is_signed = *name == 's', quotient = name[1] == 'd';

	fclc_text_add(out,
		      "\ndefine internal %s @fclc.%s(%s %%a, %s %%b) alwaysinline nounwind {\n"
		      "  %%zero = icmp eq %s %%b, 0\n"
		      "  br i1 %%zero, label %%bad, label %%good\nbad:\n"
		      "  call void @fclc_rt_division_by_zero()\n  unreachable\ngood:\n",
		      type, name, type, type, type);
	if (is_signed)
		fclc_text_add(out,
			      "  %%minus = icmp eq %s %%b, -1\n"
			      "  %%by = select i1 %%minus, %s 1, %s %%b\n"
			      "  %%r = %.4s %s %%a, %%by\n",
			      type, type, type, name, type);
	else
		fclc_text_add(out, "  %%r = %.4s %s %%a, %%b\n", name, type);
	if (is_signed && quotient)
		fclc_text_add(out,
			      "  %%turned = sub %s 0, %%a\n"
			      "  %%q = select i1 %%minus, %s %%turned, %s %%r\n  ret %s %%q\n}\n",
			      type, type, type, type);
	else
		fclc_text_add(out, "  ret %s %%r\n}\n", type);
}

/*
 * Converts any float type to any integer type: through 32 bits if they suffice, else through 64
 * bits followed by truncation.
 */
static void write_converter(struct fclc_text *out, const char *name)
{
	const char *dot = strchr(name, '.'), *type = dot + 1;
	bool is_double = *name == 'd', narrow = width_of(type) <= 32;
	const char *via = is_double || !narrow ? "double" : "float";
	unsigned bits = narrow ? 32 : 64;
	int from = (int)(dot - name);

	fclc_text_add(out, "\ndefine internal %s @fclc.%s(%.*s %%x) alwaysinline nounwind {\n",
		      type, name, from, name);
	if (strncmp(name, via, (size_t)from) == 0)
		fclc_text_add(out, "  %%v = call i%u @fclc.%s%u(%s %%x)\n", bits, via, bits, via);
	else
		fclc_text_add(out,
			      "  %%wide = fpext %.*s %%x to %s\n"
			      "  %%v = call i%u @fclc.%s%u(%s %%wide)\n",
			      from, name, via, bits, via, bits, via);
	if (width_of(type) != bits)
		fclc_text_add(out, "  %%r = trunc i%u %%v to %s\n  ret %s %%r\n}\n", bits, type,
			      type);
	else
		fclc_text_add(out, "  ret %s %%v\n}\n", type);
}

/*
 * The integer part modulo 2^32 or 2^64; 0 for infinity and NaN. Outside of loops, out-of-range
 * values take a separate branch. In vectorised loops both paths are computed and one is selected,
 * so neither path may call a function, divide or access memory.
 */
#define UNLIKELY ", !prof !{!\"branch_weights\", i32 2000, i32 1}\n"

/*
 * 0x41E... is 2^31. Below 2^55 (0x436...), splits a number without rounding into a multiple of 2^24
 * (0x417...) and a remainder. From 2^55 on, the lowest 32 bits are 0.
 */
static const char float_to_32[] =
	"\ndefine internal i32 @fclc.float32(float %x) alwaysinline nounwind {\n"
	"  %bits = bitcast float %x to i32\n"
	"  %size = and i32 %bits, 2147483647\n"
	"  %positive = bitcast i32 %size to float\n"
	"  %in = fcmp olt float %positive, 0x41E0000000000000\n"
	"  br i1 %in, label %near, label %far" UNLIKELY "near:\n"
	"  %n = fptosi float %x to i32\n"
	"  ret i32 %n\n"
	"far:\n"
	"  %few = fcmp olt float %positive, 0x4360000000000000\n"
	"  %scaled = fmul float %x, 0x3E70000000000000\n"
	"  %high = fptosi float %scaled to i32\n"
	"  %whole = sitofp i32 %high to float\n"
	"  %upper = fmul float %whole, 0x4170000000000000\n"
	"  %lower = fsub float %x, %upper\n"
	"  %low = fptosi float %lower to i32\n"
	"  %raised = shl i32 %high, 24\n"
	"  %sum = add i32 %raised, %low\n"
	"  %r = select i1 %few, i32 %sum, i32 0\n"
	"  ret i32 %r\n}\n";

/* From 2^31 on, a fraction may have to be shifted out; from 2^53 on, zeros are shifted in. */
static const char double_to_32[] =
	"\ndefine internal i32 @fclc.double32(double %x) alwaysinline nounwind {\n"
	"  %bits = bitcast double %x to i64\n"
	"  %size = and i64 %bits, 9223372036854775807\n"
	"  %positive = bitcast i64 %size to double\n"
	"  %in = fcmp olt double %positive, 0x41E0000000000000\n"
	"  br i1 %in, label %near, label %far" UNLIKELY "near:\n"
	"  %n = fptosi double %x to i32\n"
	"  ret i32 %n\n"
	"far:\n"
	"  %low = and i64 %bits, 4503599627370495\n"
	"  %mantissa = or i64 %low, 4503599627370496\n"
	"  %biased = lshr i64 %size, 52\n"
	"  %up = sub i64 %biased, 1075\n"
	"  %down = sub i64 1075, %biased\n"
	"  %left = and i64 %up, 63\n"
	"  %right = and i64 %down, 63\n"
	"  %raised = shl i64 %mantissa, %left\n"
	"  %lowered = lshr i64 %mantissa, %right\n"
	"  %broken = icmp slt i64 %up, 0\n"
	"  %either = select i1 %broken, i64 %lowered, i64 %raised\n"
	"  %fits = icmp slt i64 %up, 64\n"
	"  %value = select i1 %fits, i64 %either, i64 0\n"
	"  %part = trunc i64 %value to i32\n"
	"  %sign = lshr i64 %bits, 63\n"
	"  %one = trunc i64 %sign to i32\n"
	"  %minus = sub i32 0, %one\n"
	"  %turned = xor i32 %part, %minus\n"
	"  %r = sub i32 %turned, %minus\n"
	"  ret i32 %r\n}\n";

/* 0x43E... is 2^63. */
static const char double_to_64[] =
	"\ndefine internal i64 @fclc.double64(double %x) alwaysinline nounwind {\n"
	"  %bits = bitcast double %x to i64\n"
	"  %size = and i64 %bits, 9223372036854775807\n"
	"  %positive = bitcast i64 %size to double\n"
	"  %in = fcmp olt double %positive, 0x43E0000000000000\n"
	"  br i1 %in, label %near, label %far" UNLIKELY "near:\n"
	"  %n = fptosi double %x to i64\n"
	"  ret i64 %n\n"
	"far:\n"
	"  %low = and i64 %bits, 4503599627370495\n"
	"  %mantissa = or i64 %low, 4503599627370496\n"
	"  %biased = lshr i64 %size, 52\n"
	"  %up = sub i64 %biased, 1075\n"
	"  %fits = icmp ult i64 %up, 64\n"
	"  %by = and i64 %up, 63\n"
	"  %shifted = shl i64 %mantissa, %by\n"
	"  %value = select i1 %fits, i64 %shifted, i64 0\n"
	"  %negative = icmp slt i64 %bits, 0\n"
	"  %turned = sub i64 0, %value\n"
	"  %r = select i1 %negative, i64 %turned, i64 %value\n"
	"  ret i64 %r\n}\n";

static void write_functions(struct rules *rules)
{
	for (uint32_t i = 0; i < rules->nused; i++)
		if (strchr("su", *rules->used[i]))
			write_divider(&rules->out, rules->used[i]);
		else
			write_converter(&rules->out, rules->used[i]);
	if (rules->divides)
		fclc_text_add(&rules->out,
			      "\ndeclare hidden void @fclc_rt_division_by_zero() noreturn cold\n");
	if (rules->converts)
		fclc_text_add(&rules->out, "%s%s%s", float_to_32, double_to_32, double_to_64);
}

char *fclc_hardware_rules(struct fclc_arena *arena, char *ir)
{
	struct rules rules = {.out = {.arena = arena}};
	char *text;

	while ((text = strsep(&ir, "\n"))) {
		struct line line;

		if (text[0] == ' ' && strstr(text, " poison"))
			replace_poison(text);
		if (text[0] == ' ' && strstr(text, "load i8")) {
			drop(text, ", !range !");
			drop(text, ", !noundef !");
		}
		if (may_match(text) && read_line(arena, text, &line) && write_line(&rules, &line))
			continue;
		fclc_text_bytes(&rules.out, text, strlen(text));
		fclc_text_bytes(&rules.out, "\n", 1);
	}
	write_functions(&rules);
	return rules.out.text;
}
