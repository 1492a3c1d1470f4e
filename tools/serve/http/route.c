/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/route.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 8 };

static int route_hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes %XX. Characters that no name may contain, such as '/', are rejected later. */
static bool route_decode(const char *text, size_t length, char ret_text[FCL_SERVE_NAME])
{
	size_t at = 0;

	for (size_t i = 0; i < length; i++) {
		char c = text[i];

		if (c == '%') {
			if (i + 2 >= length || route_hex(text[i + 1]) < 0 ||
			    route_hex(text[i + 2]) < 0)
				return false;
			c = (char)(route_hex(text[i + 1]) * 16 + route_hex(text[i + 2]));
			i += 2;
		}
		if (!c || at + 1 >= FCL_SERVE_NAME)
			return false;
		ret_text[at++] = c;
	}
	ret_text[at] = '\0';
	return at > 0;
}

/* Returns 0 if there are too many parts, or if one cannot be decoded. */
static unsigned route_split(const char *path, char parts[MOST_PARTS][FCL_SERVE_NAME])
{
	unsigned count = 0;

	while (*path == '/') {
		size_t length = strcspn(++path, "/");

		if (!length && !path[length] && count)
			break; /* trailing slash */
		if (count == MOST_PARTS || !route_decode(path, length, parts[count++]))
			return 0;
		path += length;
	}
	return *path ? 0 : count;
}

static bool route_set(struct fcl_serve_route *route, enum fcl_serve_action action, bool posted)
{
	route->action = action;
	route->posted = posted;
	return true;
}

/* /v2/models/NAME[/versions/VERSION][/ready|/infer|/stats] */
static bool route_find_model(char parts[MOST_PARTS][FCL_SERVE_NAME], unsigned count,
			     struct fcl_serve_route *route)
{
	unsigned at = 3;

	strcpy(route->model, parts[2]);
	if (count > 3 && !strcmp(parts[3], "versions")) {
		if (count < 5)
			return false;
		route->version = fcl_serve_version(parts[4]);
		if (!route->version)
			return false;
		at = 5;
	}
	if (count == at)
		return route_set(route, FCL_SERVE_MODEL, false);
	if (count != at + 1)
		return false;
	if (!strcmp(parts[at], "stats"))
		return route_set(route, FCL_SERVE_STATISTICS, false);
	if (!strcmp(parts[at], "ready"))
		return route_set(route, FCL_SERVE_MODEL_READY, false);
	return !strcmp(parts[at], "infer") && route_set(route, FCL_SERVE_INFER, true);
}

static bool find_repository(char parts[MOST_PARTS][FCL_SERVE_NAME], unsigned count,
			    struct fcl_serve_route *route)
{
	if (count == 3 && !strcmp(parts[2], "index"))
		return route_set(route, FCL_SERVE_INDEX, true);
	if (count != 5 || strcmp(parts[2], "models") != 0)
		return false;
	strcpy(route->model, parts[3]);
	if (!strcmp(parts[4], "load"))
		return route_set(route, FCL_SERVE_LOAD, true);
	return !strcmp(parts[4], "unload") && route_set(route, FCL_SERVE_UNLOAD, true);
}

bool fcl_serve_route_find(const char *path, struct fcl_serve_route *ret_route)
{
	char parts[MOST_PARTS][FCL_SERVE_NAME];
	unsigned count = route_split(path, parts);

	*ret_route = (struct fcl_serve_route){0};
	if (count == 1 && !strcmp(parts[0], "metrics"))
		return route_set(ret_route, FCL_SERVE_METRICS, false);
	if (!count || strcmp(parts[0], "v2") != 0)
		return false;
	if (count == 1)
		return route_set(ret_route, FCL_SERVE_METADATA, false);
	if (count == 3 && !strcmp(parts[1], "health")) {
		if (!strcmp(parts[2], "live"))
			return route_set(ret_route, FCL_SERVE_LIVE, false);
		return !strcmp(parts[2], "ready") && route_set(ret_route, FCL_SERVE_READY, false);
	}
	if (count == 3 && !strcmp(parts[1], "models") && !strcmp(parts[2], "stats"))
		return route_set(ret_route, FCL_SERVE_STATISTICS, false);
	if (count >= 3 && !strcmp(parts[1], "models"))
		return route_find_model(parts, count, ret_route);
	return count >= 3 && !strcmp(parts[1], "repository") &&
	       find_repository(parts, count, ret_route);
}
