/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/answer.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/json.h"

struct answer {
	char type[64], health[512];
};

static bool answer_take(struct fcl_json *json, char *ret_text, size_t size)
{
	struct fcl_json_string string;
	char text[8192];

	if (!fcl_json_string(json, &string))
		return false;
	if (string.length >= sizeof(text) || !fcl_json_decode(&string, text))
		return fcl_json_fail(json, "a shorter text");
	snprintf(ret_text, size, "%.*s", (int)size - 1, text);
	return true;
}

static bool member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct answer *answer = data;

	if (fcl_json_equal(key, "board"))
		return answer_take(json, answer->type, sizeof(answer->type));
	if (fcl_json_equal(key, "health"))
		return answer_take(json, answer->health, sizeof(answer->health));
	return fcl_json_skip(json);
}

/*
 * A type becomes part of a resource's name, in which Kubernetes allows letters, digits, '-', '_'
 * and '.'.
 */
static void make_name(char *type)
{
	size_t length = strlen(type);

	for (char *at = type; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr("-_.", *at))
			*at = '-';
	while (length && !isalnum((unsigned char)type[length - 1]))
		type[--length] = '\0';
	length = strcspn(type, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
	memmove(type, type + length, strlen(type + length) + 1);
}

void fcl_kube_answer_problem(struct fcl_kube_board *board, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(board->problem, sizeof(board->problem), format, args);
	va_end(args);
	board->asked = true;
	board->answered = false;
	board->asked_at = fcl_now_ns();
}

/* Records the first line of a program's error output. */
static void answer_complain(struct fcl_kube_board *board, int status, const char *errors)
{
	int length = (int)strcspn(errors, "\n");

	if (length)
		fcl_kube_answer_problem(board, "%.*s", length, errors);
	else if (WIFSIGNALED(status))
		fcl_kube_answer_problem(board, "fpgacl was ended by signal %d", WTERMSIG(status));
	else
		fcl_kube_answer_problem(board, "fpgacl ended with status %d", WEXITSTATUS(status));
}

void fcl_kube_answer(struct fcl_kube_board *board, int status, const char *output,
		     const char *errors)
{
	struct fcl_json json = {.start = output, .at = output, .end = output + strlen(output)};
	struct answer answer = {"", ""};

	if (!WIFEXITED(status) || WEXITSTATUS(status)) {
		answer_complain(board, status, errors);
		return;
	}
	if (!fcl_json_object(&json, member, &answer) || !*answer.type || !*answer.health) {
		fcl_kube_answer_problem(
			board, "expected type and health from fpgacl, found: %.200s", output);
		return;
	}
	make_name(answer.type);
	snprintf(board->type, sizeof(board->type), "%s", answer.type);
	if (strcmp(answer.health, "good") != 0) {
		fcl_kube_answer_problem(board, "%s", answer.health);
		return;
	}
	board->asked = board->answered = true;
	board->asked_at = fcl_now_ns();
	*board->problem = '\0';
}
