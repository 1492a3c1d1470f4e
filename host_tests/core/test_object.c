/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects and handles compared with a list of live ones; then with threads that create and release.
 */
#include "host_tests/core/core_test.h"

#include <pthread.h>

#include "runtime/core/objects/object.h"

enum { SEEDS = 8, STEPS = 2000, OBJECTS = 300, TYPES = 2 };

/* Own types, as core is not linked; one of them has a size that fits badly in a slab. */
static const enum fcl_type types[TYPES] = {FCL_TYPE_MEM, FCL_TYPE_EVENT};
static const size_t sizes[TYPES] = {200, 5000};

static _Atomic uint32_t destroyed;

static void destroy(struct fcl_object *object)
{
	atomic_fetch_add(&destroyed, 1);
	fcl_object_recycle(object);
}

enum state { NONE, UNPUBLISHED, LIVE, RELEASED }; /* RELEASED: only the runtime holds a reference */

struct entry {
	struct fcl_object *object;
	enum state state;
	int type;
	uint32_t api_refs;
	uint64_t life;
};

struct model {
	struct entry entries[OBJECTS];
	uint32_t destroyed;
};

static void check_handle(struct dice *dice, const void *handle, int type, bool expected)
{
	for (int i = 0; i < TYPES; i++)
		CHECK(dice, fcl_object_is(handle, types[i]) == (expected && i == type));
	CHECK(dice, !fcl_object_is(handle, FCL_TYPE_QUEUE));
	CHECK(dice, !fcl_object_is(handle, FCL_TYPE_COMMAND_BUFFER));
}

/* Pointers into the middle of an object are never handles, even if the object is live. */
static void check_inside(struct dice *dice, const struct entry *entry)
{
	const char *object = (const char *)entry->object;
	size_t at = 1 + roll(dice, (uint32_t)sizes[entry->type] - 1);

	check_handle(dice, object + at, -1, false);
	check_handle(dice, object + at / 64 * 64 + 64 * (at < 64), -1, false);
}

static void check_entry(struct dice *dice, const struct entry *entry)
{
	if (entry->state == NONE)
		return;
	check_handle(dice, entry->object, entry->type, entry->state == LIVE);
	check_inside(dice, entry);
	CHECK(dice, fcl_object_api_refs(entry->object) == entry->api_refs);
	if (entry->state != LIVE)
		return;
	CHECK(dice, fcl_object_lives(entry->object, types[entry->type], entry->life));
	CHECK(dice, !fcl_object_lives(entry->object, types[entry->type], entry->life + 1));
}

static void check_unused(struct dice *dice, const struct model *model, const struct entry *entry,
			 const struct fcl_object *object)
{
	for (int i = 0; i < OBJECTS; i++)
		CHECK(dice, &model->entries[i] == entry || model->entries[i].state == NONE ||
				    model->entries[i].object != object);
}

/* Takes the first object of a chain and returns the others. */
static struct fcl_object *from_chain(struct dice *dice, struct model *model, struct entry *entry)
{
	uint32_t asked = 1 + roll(dice, 5), count, linked = 0;
	struct fcl_object *first = fcl_object_take_chain(types[entry->type], asked, &count);

	CHECK(dice, count == asked);
	for (struct fcl_object *at = first; at && linked <= asked; at = at->next_free) {
		check_unused(dice, model, entry, at);
		check_handle(dice, at, entry->type, false);
		linked++;
	}
	CHECK(dice, linked == asked);
	fcl_object_recycle_chain(first->next_free);
	fcl_object_revive(first);
	memset(first + 1, 0, sizes[entry->type] - sizeof(*first));
	return first;
}

static void create(struct dice *dice, struct model *model, struct entry *entry)
{
	const char *behind;

	entry->type = (int)roll(dice, TYPES);
	entry->object = roll(dice, 4) ? fcl_object_create(types[entry->type])
				      : from_chain(dice, model, entry);
	CHECK(dice, entry->object && (uintptr_t)entry->object % FCL_OBJECT_ALIGN == 0);
	check_unused(dice, model, entry, entry->object);
	behind = (const char *)(entry->object + 1);
	for (size_t i = 0; i < sizes[entry->type] - sizeof(*entry->object); i++)
		CHECK(dice, !behind[i]);
	/*
	 * An object's contents, for example copies of its own header, must not pass for another
	 * object.
	 */
	memset((char *)entry->object + sizeof(*entry->object), 0xFC,
	       sizes[entry->type] - sizeof(*entry->object));
	entry->state = UNPUBLISHED;
	entry->api_refs = 0;
}

static void copy_head_inside(const struct entry *entry)
{
	for (size_t at = 64; at + 64 <= sizes[entry->type]; at += 64)
		memcpy((char *)entry->object + at, entry->object, sizeof(*entry->object));
}

static void publish(struct entry *entry)
{
	fcl_object_publish(entry->object);
	copy_head_inside(entry);
	entry->state = LIVE;
	entry->api_refs = 1;
	entry->life = fcl_object_life(entry->object);
}

static void change_live(struct dice *dice, struct model *model, struct entry *entry)
{
	bool hold = roll(dice, 2);

	if (roll(dice, 2)) {
		fcl_object_retain(entry->object);
		entry->api_refs++;
		return;
	}
	if (hold)
		fcl_object_ref(entry->object);
	fcl_object_release(entry->object);
	if (--entry->api_refs) {
		if (hold)
			fcl_object_unref(entry->object);
		return;
	}
	model->destroyed += !hold;
	entry->state = hold ? RELEASED : NONE;
	check_handle(dice, entry->object, entry->type, false);
}

static void step(struct dice *dice, struct model *model, struct entry *entry)
{
	switch (entry->state) {
	case NONE:
		create(dice, model, entry);
		break;
	case UNPUBLISHED:
		publish(entry);
		break;
	case LIVE:
		change_live(dice, model, entry);
		break;
	case RELEASED:
		CHECK(dice, fcl_object_try_ref(entry->object));
		fcl_object_unref(entry->object);
		fcl_object_unref(entry->object);
		CHECK(dice, !fcl_object_try_ref(entry->object));
		model->destroyed++;
		entry->state = NONE;
	}
	check_entry(dice, entry);
	CHECK(dice, atomic_load(&destroyed) == model->destroyed);
}

static void end_all(struct dice *dice, struct model *model)
{
	for (int i = 0; i < OBJECTS; i++)
		while (model->entries[i].state != NONE)
			step(dice, model, &model->entries[i]);
}

/* As in a forked child: only objects published after the fork are live. */
static void fork_all(struct dice *dice, struct model *model)
{
	fcl_object_forget_all();
	for (int i = 0; i < OBJECTS; i++) {
		struct entry *entry = &model->entries[i];

		if (entry->state == NONE)
			continue;
		check_handle(dice, entry->object, entry->type, false);
		if (entry->state == LIVE)
			publish(entry);
	}
}

static void run(struct dice *dice)
{
	static struct model model;

	memset(&model, 0, sizeof(model));
	atomic_store(&destroyed, 0);
	for (dice->step = 1; dice->step <= STEPS; dice->step++) {
		step(dice, &model, &model.entries[roll(dice, OBJECTS)]);
		check_entry(dice, &model.entries[roll(dice, OBJECTS)]);
	}
	if (roll(dice, 2))
		fork_all(dice, &model);
	end_all(dice, &model);
}

static void as_a_list(void **state)
{
	(void)state;
	for (int i = 0; i < TYPES; i++)
		fcl_object_register(types[i], sizes[i], destroy, NULL);
	for_seeds(SEEDS, run);
}

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 4, ROUNDS = 300, BATCH = 50 };

static _Atomic uint32_t wrong;
static void
	*_Atomic last; /* a handle that some thread has just released; it may have been reused */

static void *make_and_release(void *data)
{
	enum fcl_type type = types[(uintptr_t)data % TYPES];
	void *objects[BATCH];

	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < BATCH; i++) {
			objects[i] = fcl_object_create(type);
			fcl_object_publish(objects[i]);
		}
		for (int i = 0; i < BATCH; i++) {
			if (!fcl_object_is(objects[i], type) ||
			    fcl_object_is((char *)objects[i] + 64, type) ||
			    fcl_object_is(atomic_load(&last), FCL_TYPE_QUEUE))
				atomic_fetch_add(&wrong, 1);
			fcl_object_release(objects[i]);
			atomic_store(&last, objects[i]);
		}
	}
	return NULL;
}

static void many_threads(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	atomic_store(&destroyed, 0);
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, make_and_release, (void *)i), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(atomic_load(&wrong), 0);
	assert_int_equal(atomic_load(&destroyed), THREADS * ROUNDS * BATCH);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_a_list),
		cmocka_unit_test(many_threads),
	};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
