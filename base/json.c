/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"

#include <stdint.h>
#include <string.h>

#define MAX_DEPTH 32u

bool fcl_json_fail(struct fcl_json *json, const char *error)
{
	if (!json->error)
		json->error = error;
	return false;
}

char fcl_json_peek(struct fcl_json *json)
{
	while (json->at < json->end && *json->at && strchr(" \t\r\n", *json->at))
		json->at++;
	return json->at < json->end ? *json->at : '\0';
}

static bool json_take(struct fcl_json *json, char c, const char *error)
{
	if (fcl_json_peek(json) != c || json->at == json->end)
		return fcl_json_fail(json, error);
	json->at++;
	return true;
}

static bool is_hex(const char *digits)
{
	for (int i = 0; i < 4; i++) {
		if (!digits[i] || !strchr("0123456789abcdefABCDEF", digits[i]))
			return false;
	}
	return true;
}

static bool skip_escape(struct fcl_json *json)
{
	if (json->end - json->at < 2)
		return fcl_json_fail(json, "an escape");
	if (json->at[1] == 'u') {
		if (json->end - json->at < 6 || !is_hex(json->at + 2))
			return fcl_json_fail(json, "four hexadecimal digits");
		json->at += 6;
		return true;
	}
	if (!json->at[1] || !strchr("\"\\/bfnrt", json->at[1]))
		return fcl_json_fail(json, "an escape");
	json->at += 2;
	return true;
}

bool fcl_json_string(struct fcl_json *json, struct fcl_json_string *string)
{
	if (!json_take(json, '"', "a string"))
		return false;
	string->raw = json->at;
	while (json->at < json->end && *json->at != '"') {
		if ((unsigned char)*json->at < 0x20)
			return fcl_json_fail(json, "no control character in a string");
		if (*json->at != '\\')
			json->at++;
		else if (!skip_escape(json))
			return false;
	}
	if (json->at == json->end)
		return fcl_json_fail(json, "the string's closing quote");
	string->length = (size_t)(json->at - string->raw);
	json->at++;
	return true;
}

/* Reads the commas and the closing bracket; `item` reads the items between them. */
static bool json_read_items(struct fcl_json *json, char close,
			    bool (*item)(struct fcl_json *json, void *data), void *data)
{
	if (++json->depth > MAX_DEPTH)
		return fcl_json_fail(json, "at most 32 levels");
	json->at++;
	if (fcl_json_peek(json) != close) {
		while (true) {
			if (!item(json, data))
				return fcl_json_fail(json, "a value");
			if (fcl_json_peek(json) != ',')
				break;
			json->at++;
		}
	}
	json->depth--;
	return json_take(json, close, close == '}' ? "',' or '}'" : "',' or ']'");
}

struct member_call {
	bool (*member)(struct fcl_json *json, const struct fcl_json_string *key, void *data);
	void *data;
};

static bool json_read_member(struct fcl_json *json, void *data)
{
	struct member_call *call = data;
	struct fcl_json_string key;

	return fcl_json_string(json, &key) && json_take(json, ':', "':'") &&
	       call->member(json, &key, call->data);
}

bool fcl_json_object(struct fcl_json *json,
		     bool (*member)(struct fcl_json *json, const struct fcl_json_string *key,
				    void *data),
		     void *data)
{
	struct member_call call = {member, data};

	if (fcl_json_peek(json) != '{')
		return fcl_json_fail(json, "an object");
	return json_read_items(json, '}', json_read_member, &call);
}

bool fcl_json_array(struct fcl_json *json, bool (*element)(struct fcl_json *json, void *data),
		    void *data)
{
	if (fcl_json_peek(json) != '[')
		return fcl_json_fail(json, "an array");
	return json_read_items(json, ']', element, data);
}

static bool skip_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	(void)key;
	(void)data;
	return fcl_json_skip(json);
}

static bool skip_element(struct fcl_json *json, void *data)
{
	(void)data;
	return fcl_json_skip(json);
}

static bool skip_any_of(struct fcl_json *json, const char *characters)
{
	const char *start = json->at;

	while (json->at < json->end && *json->at && strchr(characters, *json->at))
		json->at++;
	return json->at > start;
}

static bool skip_one_of(struct fcl_json *json, const char *characters)
{
	if (json->at == json->end || !*json->at || !strchr(characters, *json->at))
		return false;
	json->at++;
	return true;
}

static bool json_skip_number(struct fcl_json *json)
{
	static const char digits[] = "0123456789";

	skip_one_of(json, "-");
	if (!skip_any_of(json, digits) || (skip_one_of(json, ".") && !skip_any_of(json, digits)))
		return false;
	if (!skip_one_of(json, "eE"))
		return true;
	skip_one_of(json, "+-");
	return skip_any_of(json, digits);
}

static bool skip_word(struct fcl_json *json)
{
	static const char *const words[] = {"true", "false", "null"};
	const char *start = json->at;

	if (skip_any_of(json, "abcdefghijklmnopqrstuvwxyz")) {
		size_t length = (size_t)(json->at - start);

		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (strlen(words[i]) == length && !memcmp(start, words[i], length))
				return true;
		json->at = start;
	} else if (json_skip_number(json)) {
		return true;
	}
	return fcl_json_fail(json, "a value");
}

/* The recursion is bounded by json_read_items(). */
bool fcl_json_skip(struct fcl_json *json) /* NOLINT(misc-no-recursion) */
{
	struct fcl_json_string string;

	switch (fcl_json_peek(json)) {
	case '{':
		return fcl_json_object(json, skip_member, NULL);
	case '[':
		return fcl_json_array(json, skip_element, NULL);
	case '"':
		return fcl_json_string(json, &string);
	}
	return skip_word(json);
}

bool fcl_json_equal(const struct fcl_json_string *string, const char *text)
{
	return strlen(text) == string->length && !memcmp(string->raw, text, string->length);
}

static uint32_t hex4(const char *digits)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++) {
		char c = digits[i];

		value = value << 4 | (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return value;
}

static char *put_utf8(char *text, uint32_t code)
{
	if (code < 0x80) {
		*text++ = (char)code;
		return text;
	}
	if (code < 0x800) {
		*text++ = (char)(0xc0 | code >> 6);
	} else {
		if (code < 0x10000) {
			*text++ = (char)(0xe0 | code >> 12);
		} else {
			*text++ = (char)(0xf0 | code >> 18);
			*text++ = (char)(0x80 | (code >> 12 & 0x3f));
		}
		*text++ = (char)(0x80 | (code >> 6 & 0x3f));
	}
	*text++ = (char)(0x80 | (code & 0x3f));
	return text;
}

/*
 * Decodes one \uXXXX, or a surrogate pair of two; *at is after the backslash. 0: not a valid
 * character.
 */
static uint32_t decode_unicode(const char **at, const char *end)
{
	uint32_t code = hex4(*at + 1);

	*at += 5;
	if (code < 0xd800 || code > 0xdfff)
		return code;
	if (code > 0xdbff || end - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u')
		return 0;
	code = (code - 0xd800) << 10;
	if (hex4(*at + 2) < 0xdc00 || hex4(*at + 2) > 0xdfff)
		return 0;
	code += hex4(*at + 2) - 0xdc00 + 0x10000;
	*at += 6;
	return code;
}

bool fcl_json_decode(const struct fcl_json_string *string, char *text)
{
	static const char escapes[] = "b\bf\fn\nr\rt\t";
	const char *at = string->raw, *end = at + string->length;

	while (at < end) {
		const char *escape;
		uint32_t code;

		if (*at != '\\') {
			*text++ = *at++;
			continue;
		}
		at++;
		if (*at == 'u') {
			code = decode_unicode(&at, end);
			if (!code)
				return false;
			text = put_utf8(text, code);
			continue;
		}
		escape = strchr(escapes, *at);
		*text++ = escape ? escape[1] : *at;
		at++;
	}
	*text = '\0';
	return true;
}

void fcl_json_append(struct fcl_text *buffer, const char *text)
{
	fcl_text_append(buffer, "\"", 1);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fcl_text_format(buffer, "\\%c", *text);
		else if ((unsigned char)*text < 0x20)
			fcl_text_format(buffer, "\\u%04x", (unsigned char)*text);
		else
			fcl_text_append(buffer, text, 1);
	}
	fcl_text_append(buffer, "\"", 1);
}
