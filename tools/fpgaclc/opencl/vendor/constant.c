/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/constant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Values stay small enough that no product overflows. */
#define FCLC_MOST INT_MAX
#define FCLC_DEEPEST 100

struct reader {
	const char *at;
	unsigned depth;
	bool good;
};

/* Binary operators with their precedence. A longer operator comes before its own prefix. */
static const struct binary {
	const char mark[3];
	int rank;
} operators[] = {{"<<", 8}, {">>", 8}, {"<=", 7}, {">=", 7}, {"==", 6}, {"!=", 6},
		 {"&&", 2}, {"||", 1}, {"<", 7},  {">", 7},  {"*", 10}, {"/", 10},
		 {"%", 10}, {"+", 9},  {"-", 9},  {"&", 5},  {"^", 4},  {"|", 3}};

static long read_choice(struct reader *r);

static char next_mark(struct reader *r)
{
	r->at += strspn(r->at, " \t\n");
	return *r->at;
}

static long read_number(struct reader *r)
{
	char *end;
	long value;

	r->good &= *r->at >= '0' && *r->at <= '9';
	value = strtol(r->at, &end, 0);
	end += strspn(end, "uUlL");
	r->at = end;
	r->good &= value <= FCLC_MOST;
	return r->good ? value : 0;
}

/* Each nesting level of the text uses a level of the stack, so the depth is limited. */
static bool enter(struct reader *r)
{
	r->good &= ++r->depth < FCLC_DEEPEST;
	return r->good;
}

static long read_value(struct reader *r)
{
	char mark = next_mark(r);
	long value;

	if (!mark || !strchr("(-+~!", mark))
		return read_number(r);
	if (!enter(r))
		return 0;
	r->at++;
	value = mark == '(' ? read_choice(r) : read_value(r);
	r->depth--;
	if (mark == '(') {
		r->good &= next_mark(r) == ')';
		r->at += *r->at != 0;
	}
	return mark == '-' ? -value : mark == '~' ? ~value : mark == '!' ? !value : value;
}

static const struct binary *next_operator(struct reader *r)
{
	next_mark(r);
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (!strncmp(r->at, operators[i].mark, strlen(operators[i].mark)))
			return &operators[i];
	return NULL;
}

static long shift(struct reader *r, char mark, long a, long b)
{
	r->good &= a >= 0 && b >= 0 && b < 31;
	if (!r->good)
		return 0;
	return mark == '<' ? a << b : a >> b;
}

static long divide(struct reader *r, char mark, long a, long b)
{
	r->good &= b != 0;
	if (!r->good)
		return 0;
	return mark == '/' ? a / b : a % b;
}

static long apply(struct reader *r, const char *mark, long a, long b)
{
	bool two = mark[1] != 0;

	switch (*mark) {
	case '<':
		return !two ? a < b : mark[1] == '=' ? a <= b : shift(r, '<', a, b);
	case '>':
		return !two ? a > b : mark[1] == '=' ? a >= b : shift(r, '>', a, b);
	case '=':
		return a == b;
	case '!':
		return a != b;
	case '&':
		return two ? a && b : a & b;
	case '|':
		return two ? a || b : a | b;
	case '^':
		return a ^ b;
	case '*':
		return a * b;
	case '+':
		return a + b;
	case '-':
		return a - b;
	default:
		return divide(r, *mark, a, b);
	}
}

/* Evaluates operators of at least this precedence. */
static long read_ranks(struct reader *r, int rank)
{
	long value = read_value(r);
	const struct binary *next;

	while (r->good && (next = next_operator(r)) && next->rank >= rank) {
		r->at += strlen(next->mark);
		value = apply(r, next->mark, value, read_ranks(r, next->rank + 1));
		r->good &= value <= FCLC_MOST && value >= -FCLC_MOST;
	}
	return r->good ? value : 0;
}

static long read_choice(struct reader *r)
{
	long value = read_ranks(r, 0), yes, no;

	if (!r->good || next_mark(r) != '?' || !enter(r))
		return r->good ? value : 0;
	r->at++;
	yes = read_choice(r);
	r->good &= next_mark(r) == ':';
	if (!r->good)
		return 0;
	r->at++;
	no = read_choice(r);
	r->depth--;
	return value ? yes : no;
}

bool fclc_constant_prefix(const char *text, long *ret_value)
{
	struct reader r = {text, 0, true};

	*ret_value = read_choice(&r);
	return r.good && (!next_mark(&r) || *r.at == ')');
}

bool fclc_constant(const char *text, long *ret_value)
{
	struct reader r = {text, 0, true};

	*ret_value = read_choice(&r);
	return r.good && !next_mark(&r);
}

/* The number of characters before the comma or bracket that ends a list's element. */
static size_t element_length(const char *text)
{
	size_t length = 0;
	unsigned depth = 0;

	for (; text[length]; length++) {
		if (!depth && (text[length] == ',' || text[length] == ')'))
			break;
		depth += text[length] == '(';
		depth -= text[length] == ')';
	}
	return length;
}

long fclc_constant_shape(const char *text, long least, long most, long ret_shape[3])
{
	long product = 1;

	for (int i = 0; i < 3; i++)
		ret_shape[i] = 1;
	text += strspn(text, " \t\n");
	if (*text != '(')
		return -1;
	for (int i = 0; i < 3 && *text != ')'; i++) {
		size_t length = element_length(++text);
		char number[128];

		if (length >= sizeof(number))
			return -1;
		memcpy(number, text, length);
		number[length] = 0;
		if (!fclc_constant(number, &ret_shape[i]) || ret_shape[i] < least ||
		    ret_shape[i] > most)
			return -1;
		product *= ret_shape[i];
		text += length;
	}
	return *text == ')' && product <= most ? product : -1;
}

const char *fclc_constant_text(struct fclc_arena *arena, const char *text)
{
	size_t length;
	unsigned depth = 0;

	text += strspn(text, " \t\n_");
	for (length = 0; text[length] && text[length] != '\n'; length++) {
		depth += text[length] == '(';
		depth -= text[length] == ')' && depth;
		if (!depth)
			break;
	}
	return length ? fclc_copy(arena, text, length + (text[length] == ')')) : "nothing";
}
