/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/check.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tools/serve/boards/boards.h"
#include "tools/serve/boards/engine_open.h"
#include "tools/serve/repository/description_read.h"
#include "tools/serve/repository/policy.h"
#include "tools/serve/repository/repository.h"

struct check {
	const char *repository;
	struct fcl_serve_boards *boards;
	json_t *models, *problems, *notes; /* NULL: print lines of text immediately */
};

static void check_print_line(const struct check *check, const char *what, const char *line,
			     size_t length)
{
	if (!check->problems)
		printf("%s: %.*s\n", what, (int)length, line);
	else if (json_array_append_new(check->problems, json_pack("{s:s, s:s%}", "what", what,
								  "problem", line, length)))
		/* File names need not be UTF-8. */
		fprintf(stderr, "%s: %.*s\n", what, (int)length, line);
}

static bool check_print(const struct check *check, const char *what,
			struct fcl_serve_problems *problems)
{
	static const char starved[] = "out of memory";
	bool fits = problems->count == 0;

	for (char *line = problems->text.bytes; line && *line;) {
		size_t length = strcspn(line, "\n");

		check_print_line(check, what, line, length);
		line += length + 1;
	}
	if (problems->text.failed)
		check_print_line(check, what, starved, sizeof(starved) - 1);
	fcl_serve_problems_free(problems);
	return fits && !problems->text.failed;
}

/* Notes a board that refuses an image which another board accepts. */
static void print_note(const struct check *check, const char *what, const char *note)
{
	if (!check->notes)
		printf("%s: note: %s\n", what, note);
	else if (json_array_append_new(check->notes,
				       json_pack("{s:s, s:s}", "what", what, "note", note)))
		fprintf(stderr, "%s: note: %s\n", what, note);
}

static void check_print_notes(const struct check *check, const char *what,
			      struct fcl_serve_problems *refusals)
{
	for (char *line = refusals->text.bytes, *next; line && *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		print_note(check, what, line);
	}
	fcl_serve_problems_free(refusals);
}

/* It is enough if one board accepts the model; refusals by others are then only notes. */
static bool check_boards(const struct check *check, const char *what,
			 const struct fcl_serve_description *description)
{
	struct fcl_serve_boards *boards = check->boards;
	struct fcl_serve_problems refusals = {0};
	bool fits = true, accepted = false;

	for (unsigned i = 0; i < boards->count; i++) {
		struct fcl_serve_problems problems = {0};
		struct fcl_serve_engine *engine;
		bool refused;

		engine = fcl_serve_engine_open(&boards->boards[i], description, &refused,
					       &problems);
		fcl_serve_engine_close(engine);
		accepted |= !refused;
		if (refused)
			fcl_serve_complain(&refusals, "%s", fcl_serve_problems_line(&problems));
		else
			fits &= check_print(check, what, &problems);
		fcl_serve_problems_free(&problems);
	}
	if (accepted)
		check_print_notes(check, what, &refusals);
	else
		fits = check_print(check, what, &refusals);
	return fits;
}

static void print_fits(const struct check *check, const char *what,
		       const struct fcl_serve_description *description)
{
	json_int_t items = (json_int_t)description->max_batch;

	if (check->models)
		json_array_append_new(check->models,
				      json_pack("{s:s, s:i, s:i, s:I}", "model", what, "inputs",
						(int)description->ninputs, "outputs",
						(int)description->noutputs, "items_a_launch",
						items));
	else
		printf("%s: fits (inputs: %u, outputs: %u, items per launch: %lld)\n", what,
		       description->ninputs, description->noutputs, (long long)items);
}

static bool check_version(const struct check *check, const char *model, unsigned version)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_description *description;
	char path[PATH_MAX], what[FCL_SERVE_NAME + 16];
	bool fits;

	snprintf(path, sizeof(path), "%s/%s/%u", check->repository, model, version);
	snprintf(what, sizeof(what), "%s/%u", model, version);
	description = fcl_serve_description_read(path, &problems);
	fits = check_print(check, what, &problems);
	if (description)
		fits = check_boards(check, what, description);
	if (fits)
		print_fits(check, what, description);
	fcl_serve_description_free(description);
	return fits;
}

static bool serve_check_model(const struct check *check, const char *model)
{
	struct fcl_serve_problems problems = {0};
	unsigned versions[FCL_SERVE_VERSIONS];
	unsigned count = fcl_serve_repository_versions(check->repository, model, versions,
						       FCL_SERVE_VERSIONS, &problems);
	unsigned served[FCL_SERVE_VERSIONS];
	bool fits;

	if (count)
		fcl_serve_policy_versions(check->repository, model, served, &problems);
	fits = check_print(check, model, &problems);

	for (unsigned i = 0; i < count; i++)
		fits &= check_version(check, model, versions[i]);
	return fits;
}

static bool check_repository(const struct check *check)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_names names;
	struct fcl_err err = {0};
	bool fits;

	if (fcl_serve_boards_find(check->boards, &err))
		fcl_serve_complain(&problems, "%s", err.text);
	fcl_serve_repository_models(check->repository, &names, &problems);
	if (!names.count && !problems.count)
		fcl_serve_complain(&problems, "there is no model: expected folders NAME/VERSION");
	fits = check_print(check, check->repository, &problems);
	for (unsigned i = 0; check->boards->count && i < names.count; i++)
		fits &= serve_check_model(check, names.names[i]);
	fcl_serve_names_free(&names);
	return fits;
}

bool fcl_serve_check(const char *repository, bool json)
{
	static struct fcl_serve_boards boards;
	struct check check = {.repository = repository, .boards = &boards};
	json_t *all;
	bool fits;

	if (!json)
		return check_repository(&check);
	check.models = json_array();
	check.problems = json_array();
	check.notes = json_array();
	fits = check_repository(&check);
	all = json_pack("{s:b, s:o, s:o, s:o}", "fits", fits, "models", check.models, "problems",
			check.problems, "notes", check.notes);
	if (!all || json_dumpf(all, stdout, JSON_INDENT(2))) {
		fputs("fpgacl serve: the result could not be written as JSON\n", stderr);
		fits = false;
	}
	putchar('\n');
	json_decref(all);
	return fits;
}
