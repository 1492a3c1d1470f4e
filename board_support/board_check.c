/* SPDX-License-Identifier: Apache-2.0 */
#include "board_support/board_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml.h"

/* --- values ----------------------------------------------------------------------------------- */

static size_t check_span(const char *text, const char *first, const char *rest)
{
	return *text && strchr(first, *text) ? 1 + strspn(text + 1, rest) : 0;
}

#define DIGITS "0123456789"
#define HEX DIGITS "abcdef"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

static bool is_short_name(const char *text)
{
	size_t length = check_span(text, LETTERS DIGITS, LETTERS DIGITS "._-");

	return length && length <= 63 && !text[length];
}

/* Counts characters, which may be several bytes in UTF-8. */
static size_t count_characters(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += (*text & 0xc0) != 0x80;
	return count;
}

static bool board_support_check_is_text(const char *text)
{
	return *text && count_characters(text) <= 200;
}

static bool is_sensor_name(const char *text)
{
	return count_characters(text) <= 31;
}

static bool check_is_unit(const char *text)
{
	return count_characters(text) <= 7;
}

static bool check_is_number(const char *text)
{
	bool hex = text[0] == '0' && text[1] == 'x';
	const char *digits = hex ? HEX "ABCDEF" : DIGITS;
	size_t length;

	text += hex ? 2 : 0;
	length = strspn(text, digits);
	return length && length <= (hex ? 16 : 20) && !text[length];
}

static bool check_is_count(const char *text)
{
	size_t length = strspn(text, DIGITS);
	unsigned long value = length && length < 10 && !text[length] ? strtoul(text, NULL, 10) : 0;

	return value >= 1 && value <= 65536;
}

/* "0000:20:00.1" */
static bool check_is_address(const char *text)
{
	static const char form[] = "hhhh:hh:hh.7";

	for (const char *f = form; *f; f++, text++)
		if (!*text || (*f == 'h'   ? !strchr(HEX, *text)
			       : *f == '7' ? *text < '0' || *text > '7'
					   : *text != *f))
			return false;
	return !*text;
}

static bool is_tag(const char *text)
{
	size_t count = count_characters(text);

	return count && count <= 15 && !text[strcspn(text, " \t\n\r")];
}

static bool check_is_real(const char *text)
{
	size_t whole, part = 0;

	if (!strcmp(text, "INF") || !strcmp(text, "-INF") || !strcmp(text, "NaN"))
		return true;
	text += *text == '-' || *text == '+';
	whole = strspn(text, DIGITS);
	text += whole;
	if (*text == '.') {
		part = strspn(text + 1, DIGITS);
		text += 1 + part;
	}
	if (!whole && !part)
		return false;
	if (*text == 'e' || *text == 'E') {
		text++;
		text += *text == '-' || *text == '+';
		if (!*text)
			return false;
		text += strspn(text, DIGITS);
	}
	return !*text;
}

/* Whether `text` is one of the words, which are separated by '|'. */
static bool check_is_word(const char *text, const char *words)
{
	size_t length = strlen(text);

	for (;;) {
		size_t word = strcspn(words, "|");

		if (word == length && !memcmp(words, text, length))
			return true;
		if (!words[word])
			return false;
		words += word + 1;
	}
}

/* --- the grammar ------------------------------------------------------------------------------ */

struct attribute {
	const char *name;
	bool (*is_valid)(const char *text); /* NULL: must be one of the words in `expected` */
	const char *expected;
	bool optional;
};

struct element {
	const char *name;
	const struct attribute *attributes; /* terminated by one without a name */
	const struct element *children;     /* in this order, terminated by one without a name */
	bool optional, several;
};

#define TEXT board_support_check_is_text, "1 to 200 characters"
#define NUMBER check_is_number, "a decimal number or 0x and hexadecimal digits"
#define COUNT check_is_count, "a number from 1 to 65536"
#define TRUTH NULL, "true|false"

static const struct attribute in_board[] = {
	{"name", is_short_name, "1 to 63 letters, digits and ._-, the first a letter or digit",
	 false},
	{"vendor", TEXT, false},
	{0}};
static const struct attribute in_platform[] = {
	{"device", TEXT, false}, {"vbnv", TEXT, false}, {"part", TEXT, true}, {0}};
static const struct attribute in_alias[] = {{"name", TEXT, false}, {0}};
static const struct attribute in_pci[] = {
	{"vendor", NUMBER, false},
	{"device", NUMBER, false},
	{"bdf", check_is_address, "an address such as 0000:20:00.1", false},
	{"peer", TRUTH, true},
	{0}};
static const struct attribute in_shell[] = {
	{"version", TEXT, false},       {"slots", COUNT, false}, {"max-cus", NUMBER, false},
	{"keeps-memory", TRUTH, false}, {"slrs", COUNT, true},   {0}};
static const struct attribute in_dma[] = {
	{"h2d", COUNT, false}, {"d2h", COUNT, false}, {"host-alignment", NUMBER, false}, {0}};
static const struct attribute in_memory[] = {
	{"default", TEXT, false}, {"buffer-alignment", NUMBER, false}, {0}};
static const struct attribute in_bank[] = {
	{"tag", is_tag, "1 to 15 characters without spaces", false},
	{"type", NULL, "ddr3|ddr4|dram|hbm|bram|uram|host", false},
	{"base", NUMBER, false},
	{"size", NUMBER, false},
	{"most", NUMBER, true},
	{"latency-ns", NUMBER, true},
	{"peak-mb", NUMBER, true},
	{"kept", TRUTH, true},
	{0}};
static const struct attribute in_clock[] = {{"name", TEXT, false},
					    {"type", NULL, "data|kernel|system", false},
					    {"mhz", COUNT, false},
					    {0}};
static const struct attribute in_sensor[] = {
	{"name", is_sensor_name, "at most 31 characters", false},
	{"unit", check_is_unit, "at most 7 characters", false},
	{"value", check_is_real, "a number", false},
	{0}};
static const struct attribute in_card[] = {{"vendor", NUMBER, true},
					   {"device", NUMBER, true},
					   {"dma-bar", NULL, "0|1|2|3|4|5", false},
					   {"user-bar", NULL, "0|1|2|3|4|5", false},
					   {"user-base", NUMBER, false},
					   {"user-size", NUMBER, false},
					   {"uuid", NUMBER, true},
					   {"irqs", NUMBER, true},
					   {"id-at", NUMBER, true},
					   {"id", NUMBER, true},
					   {0}};
static const struct attribute nothing[] = {{0}};

static const struct element none[] = {{0}};
static const struct element of_platform[] = {{"alias", in_alias, none, true, true}, {0}};
static const struct element of_memory[] = {{"bank", in_bank, none, false, true}, {0}};
static const struct element of_clocks[] = {{"clock", in_clock, none, false, true}, {0}};
static const struct element of_sensors[] = {{"sensor", in_sensor, none, true, true}, {0}};
static const struct element of_board[] = {{"platform", in_platform, of_platform, false, false},
					  {"pci", in_pci, none, false, false},
					  {"shell", in_shell, none, false, false},
					  {"dma", in_dma, none, false, false},
					  {"memory", in_memory, of_memory, false, false},
					  {"clocks", nothing, of_clocks, false, false},
					  {"sensors", nothing, of_sensors, true, false},
					  {"card", in_card, none, true, false},
					  {0}};
static const struct element the_board = {"board", in_board, of_board, false, false};

/* --- checking --------------------------------------------------------------------------------- */

struct check {
	const char *file;
	struct fcl_err *err;
};

static int check_refuse(const struct check *check, const xmlNode *node, const char *attribute,
			const char *expected, const char *found)
{
	return fcl_err_set(
		check->err, -EINVAL, "%s:%ld: element <%.64s>%s%.64s: expected %s, found %.200s",
		check->file, xmlGetLineNo((xmlNode *)node), (const char *)node->name,
		attribute ? ", attribute " : "", attribute ? attribute : "", expected, found);
}

static int check_attribute(const struct check *check, const xmlNode *node,
			   const struct attribute *rule)
{
	const char *text = fcl_xml_attr(node, rule->name);
	char found[256];

	if (!text)
		return rule->optional ? 0
				      : check_refuse(check, node, rule->name, rule->expected,
						     "no such attribute");
	if (rule->is_valid ? rule->is_valid(text) : check_is_word(text, rule->expected))
		return 0;
	snprintf(found, sizeof(found), "\"%s\"", text);
	return check_refuse(check, node, rule->name, rule->expected, found);
}

static int board_support_check_attributes(const struct check *check, const xmlNode *node,
					  const struct attribute *rules)
{
	char known[200] = "";

	for (const struct attribute *rule = rules; rule->name; rule++) {
		size_t used = strlen(known);
		int error = check_attribute(check, node, rule);

		if (error)
			return error;
		snprintf(known + used, sizeof(known) - used, "%s%s", used ? ", " : "", rule->name);
	}
	for (const xmlAttr *attr = node->properties; attr; attr = attr->next) {
		const struct attribute *rule = rules;

		while (rule->name && strcmp(rule->name, (const char *)attr->name) != 0)
			rule++;
		if (!rule->name || attr->ns)
			return check_refuse(check, node, (const char *)attr->name,
					    *known ? known : "no attribute", "this one");
	}
	return 0;
}

static bool is_blank(const xmlNode *node)
{
	const char *text = node->content ? (const char *)node->content : "";

	return !text[strspn(text, " \t\n\r")];
}

/*
 * Skips comments, processing instructions and blank text. Other nodes that are not elements are
 * refused later.
 */
static const xmlNode *skip_blank(const xmlNode *node)
{
	while (node && (node->type == XML_COMMENT_NODE || node->type == XML_PI_NODE ||
			(node->type == XML_TEXT_NODE && is_blank(node))))
		node = node->next;
	return node;
}

static bool is_named(const xmlNode *node, const struct element *rule)
{
	return node && node->type == XML_ELEMENT_NODE && !node->ns &&
	       !strcmp((const char *)node->name, rule->name);
}

static int check_element(const struct check *check, const xmlNode *node,
			 const struct element *rule);

static int refuse_child(const struct check *check, const xmlNode *parent, const xmlNode *child,
			const char *expected)
{
	char found[128];

	if (!child)
		return check_refuse(check, parent, NULL, expected, "its end");
	if (child->type != XML_ELEMENT_NODE)
		return check_refuse(check, parent, NULL, expected, "text");
	snprintf(found, sizeof(found), "<%s>", (const char *)child->name);
	return fcl_err_set(check->err, -EINVAL, "%s:%ld: element <%.64s>: expected %s, found %s",
			   check->file, xmlGetLineNo((xmlNode *)child), (const char *)parent->name,
			   expected, found);
}

/* Recurses as deep as the grammar: three elements. */
static int check_children(const struct check *check, const xmlNode *node,
			  const struct element *rules)
{
	const xmlNode *child = skip_blank(node->children);
	char expected[64] = "no more elements";

	for (const struct element *rule = rules; rule->name; rule++) {
		unsigned count = 0;

		for (; is_named(child, rule) && (rule->several || !count); count++) {
			int error = check_element(check, child, rule);

			if (error)
				return error;
			child = skip_blank(child->next);
		}
		snprintf(expected, sizeof(expected), "<%s>", rule->name);
		if (!count && !rule->optional)
			return refuse_child(check, node, child, expected);
		if (count && !rule->several)
			snprintf(expected, sizeof(expected), "no more elements");
	}
	return child ? refuse_child(check, node, child, expected) : 0;
}

static int check_element(const struct check *check, const xmlNode *node, const struct element *rule)
{
	int error = board_support_check_attributes(check, node, rule->attributes);

	return error ? error : check_children(check, node, rule->children);
}

int fcl_board_check(xmlDoc *doc, const char *file, struct fcl_err *err)
{
	const struct check check = {file, err};
	const xmlNode *root = xmlDocGetRootElement(doc);

	if (!is_named(root, &the_board))
		return fcl_err_set(err, -EINVAL, "%s:%ld: expected <board>, found <%.64s>", file,
				   root ? xmlGetLineNo((xmlNode *)root) : 0L,
				   root ? (const char *)root->name : "");
	return check_element(&check, root, &the_board);
}
