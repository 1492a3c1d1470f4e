/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/check.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tools/serve/boards/boards.h"
#include "tools/serve/boards/engine.h"
#include "tools/serve/repository/repository.h"

enum { MOST_VERSIONS = 64 };

static bool print(const char *what, struct fcl_serve_problems *problems)
{
	bool fits = problems->count == 0;

	for (char *line = problems->text.bytes; line && *line;) {
		size_t length = strcspn(line, "\n");

		printf("%s: %.*s\n", what, (int)length, line);
		line += length + 1;
	}
	if (problems->text.failed)
		printf("%s: out of memory\n", what);
	fcl_serve_problems_free(problems);
	return fits && !problems->text.failed;
}

/*
 * One board that takes the model is enough; what boards say that refuse the image matters only if there is
 * none.
 */
static bool check_boards(const char *what, const struct fcl_serve_description *description,
			 struct fcl_serve_boards *boards)
{
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
			fits &= print(what, &problems);
		fcl_serve_problems_free(&problems);
	}
	if (accepted)
		fcl_serve_problems_free(&refusals);
	else
		fits = print(what, &refusals);
	return fits;
}

static bool check_version(const char *repository, const char *model, unsigned version,
			  struct fcl_serve_boards *boards)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_description *description;
	char path[PATH_MAX], what[FCL_SERVE_NAME + 16];
	bool fits;

	snprintf(path, sizeof(path), "%s/%s/%u", repository, model, version);
	snprintf(what, sizeof(what), "%s/%u", model, version);
	description = fcl_serve_description_read(path, &problems);
	fits = print(what, &problems);
	if (description)
		fits = check_boards(what, description, boards);
	if (fits)
		printf("%s: fits; %u inputs, %u outputs, %lld items a launch\n", what,
		       description->ninputs, description->noutputs,
		       (long long)description->max_batch);
	fcl_serve_description_free(description);
	return fits;
}

static bool check_model(const char *repository, const char *model, struct fcl_serve_boards *boards)
{
	struct fcl_serve_problems problems = {0};
	unsigned versions[MOST_VERSIONS];
	unsigned count = fcl_serve_repository_versions(repository, model, versions, MOST_VERSIONS,
						       &problems);
	bool fits = print(model, &problems);

	for (unsigned i = 0; i < count; i++)
		fits &= check_version(repository, model, versions[i], boards);
	return fits;
}

bool fcl_serve_check(const char *repository)
{
	static struct fcl_serve_boards boards;
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_names names;
	struct fcl_err err = {0};
	bool fits;

	if (fcl_serve_boards_find(&boards, &err))
		fcl_serve_complain(&problems, "%s", err.text);
	fcl_serve_repository_models(repository, &names, &problems);
	if (!names.count && !problems.count)
		fcl_serve_complain(&problems, "there is no model: expected folders NAME/VERSION");
	fits = print(repository, &problems);
	for (unsigned i = 0; boards.count && i < names.count; i++)
		fits &= check_model(repository, names.names[i], &boards);
	fcl_serve_names_free(&names);
	return fits;
}
