/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/json.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"

enum { LARGE_DIGITS = 19, KEY = 64 };

static const char large_key[] = "integer";

/* Where a member is: the "data" of an element of "inputs" is an array of numbers. */
struct finding {
	struct fcl_serve_cuts *cuts;
	bool starved;
};

static bool is_key(const struct fcl_json_string *key, const char *name)
{
	char text[KEY];

	return key->length < sizeof(text) && fcl_json_decode(key, text) && !strcmp(text, name);
}

/* Finds the end of an array whose elements are parsed later. */
static bool skip_data(struct fcl_json *json)
{
	unsigned depth = 0;

	while (json->at < json->end) {
		if (*json->at == '"' || *json->at == '{') {
			if (!fcl_json_skip(json))
				return false;
			continue;
		}
		depth += *json->at == '[';
		depth -= *json->at == ']';
		json->at++;
		if (!depth)
			return true;
	}
	return fcl_json_fail(json, "the array's closing bracket");
}

static bool json_cut(struct fcl_json *json, struct finding *finding)
{
	struct fcl_serve_cuts *cuts = finding->cuts;
	const char *start = json->at;
	void *larger;

	if (!skip_data(json))
		return false;
	larger = realloc(cuts->cuts, (cuts->count + 1) * sizeof(*cuts->cuts));
	if (!larger) {
		finding->starved = true;
		return false;
	}
	cuts->cuts = larger;
	cuts->cuts[cuts->count++] = (struct fcl_serve_cut){start, json->at};
	return true;
}

static bool input_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	if (fcl_json_peek(json) == '[' && is_key(key, "data"))
		return json_cut(json, data);
	return fcl_json_skip(json);
}

static bool input(struct fcl_json *json, void *data)
{
	return fcl_json_peek(json) == '{' ? fcl_json_object(json, input_member, data)
					  : fcl_json_skip(json);
}

static bool json_root_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	if (fcl_json_peek(json) == '[' && is_key(key, "inputs"))
		return fcl_json_array(json, input, data);
	return fcl_json_skip(json);
}

static int malformed(const char *bytes, const char *at, const char *expected, struct fcl_err *err)
{
	unsigned line = 1, column = 1;

	for (; bytes < at; bytes++) {
		column = *bytes == '\n' ? 1 : column + 1;
		line += *bytes == '\n';
	}
	return fcl_err_set(err, -EINVAL, "malformed JSON: line %u, column %u: expected %s", line,
			   column, expected);
}

static int find_cuts(const char *bytes, size_t size, struct fcl_serve_cuts *cuts,
		     struct fcl_err *err)
{
	struct fcl_json json = {.start = bytes, .at = bytes, .end = bytes + size};
	struct finding finding = {cuts, false};

	if (fcl_json_peek(&json) == '{') {
		if (fcl_json_object(&json, json_root_member, &finding))
			return 0;
	} else if (fcl_json_skip(&json)) {
		return fcl_err_set(err, -EINVAL, "expected a JSON object");
	}
	if (finding.starved)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	return malformed(bytes, json.at, json.error ? json.error : "a value", err);
}

static bool is_in_number(char c)
{
	return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/* Whether the number is an integer that does not fit in 64 bits with a sign. */
static bool is_large(const char *text, size_t length)
{
	size_t sign = *text == '-';

	for (size_t i = sign; i < length; i++)
		if (text[i] < '0' || text[i] > '9')
			return false;
	if (length - sign < LARGE_DIGITS || text[sign] == '0')
		return false;
	errno = 0;
	strtoll(text, NULL, 10);
	return errno == ERANGE;
}

/* Copies a string or a number. Returns its length. */
static size_t json_copy_token(struct fcl_text *text, const char *at, const char *end)
{
	const char *start = at;

	if (*at == '"') {
		for (at++; at < end && *at != '"'; at++)
			at += *at == '\\' && at + 1 < end;
		at += at < end;
	} else {
		while (at < end && is_in_number(*at))
			at++;
	}
	if (*start != '"' && at < end && is_large(start, (size_t)(at - start)))
		fcl_text_format(text, "{\"%s\":\"%.*s\"}", large_key, (int)(at - start), start);
	else
		fcl_text_append(text, start, (size_t)(at - start));
	return (size_t)(at - start);
}

/* Copies what jansson parses. Returns false if it has too many values. */
static bool json_copy_string(struct fcl_text *text, const char *at, const char *end, uint64_t *left)
{
	const char *plain = at;

	while (at < end && *left) {
		if (*at != '"' && !is_in_number(*at)) {
			*left -= *at == ',' || *at == '[' || *at == '{';
			at++;
			continue;
		}
		fcl_text_append(text, plain, (size_t)(at - plain));
		at += json_copy_token(text, at, end);
		plain = at;
	}
	fcl_text_append(text, plain, (size_t)(at - plain));
	return *left > 0;
}

static bool copy_rest(struct fcl_text *text, const char *bytes, size_t size,
		      const struct fcl_serve_cuts *cuts)
{
	uint64_t left = cuts ? cuts->most : UINT64_MAX;
	const char *at = bytes;

	for (unsigned i = 0; cuts && i < cuts->count; i++) {
		if (!json_copy_string(text, at, cuts->cuts[i].start, &left))
			return false;
		fcl_text_format(text, "[%u]", i);
		at = cuts->cuts[i].end;
	}
	return json_copy_string(text, at, bytes + size, &left);
}

/* With cuts, jansson's positions are not those of the text that was sent. */
static json_t *json_parse(const struct fcl_text *text, bool has_cuts, struct fcl_err *err)
{
	json_error_t problem;
	json_t *root = json_loadb(text->size ? text->bytes : "", text->size, JSON_REJECT_DUPLICATES,
				  &problem);

	if (!root && has_cuts)
		fcl_err_set(err, -EINVAL, "malformed JSON: %s", problem.text);
	else if (!root)
		fcl_err_set(err, -EINVAL, "malformed JSON: line %d, column %d: %s", problem.line,
			    problem.column, problem.text);
	return root;
}

json_t *fcl_serve_json_load(const char *bytes, size_t size, struct fcl_serve_cuts *cuts,
			    struct fcl_err *err)
{
	struct fcl_text text = {0};
	json_t *root = NULL;

	if (cuts && find_cuts(bytes, size, cuts, err))
		return NULL;
	if (!copy_rest(&text, bytes, size, cuts))
		fcl_err_set(err, -EINVAL, "the JSON has more values than the model's inputs");
	else if (text.failed)
		fcl_err_set(err, -ENOMEM, "out of memory");
	else
		root = json_parse(&text, cuts && cuts->count, err);
	fcl_text_free(&text);
	return root;
}

const char *fcl_serve_json_large(const json_t *value)
{
	return json_is_object(value) ? json_string_value(json_object_get(value, large_key)) : NULL;
}
