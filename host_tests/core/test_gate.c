/* SPDX-License-Identifier: Apache-2.0 */
/* Gates of slots compared with counts, step by step; then launching threads and one that swaps. */
#include "host_tests/core/core_test.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>

#include "runtime/core/graph/command.h"
#include "runtime/core/graph/worker.h"
#include "runtime/core/images/gate.h"

enum { SEEDS = 100, STEPS = 1000, SLOTS = 3, IMAGES = 5, EVENTS = 40, NO_IMAGE = -1, QUEUES = 5 };
enum { INSTANCES = 2 * IMAGES }; /* each image with counted launches and with others */

static struct fcl_hal_info info = {.nslots = SLOTS};
static struct fcl_slot slots[SLOTS];
static struct fcl_device device = {.slots = slots, .info = &info};
static struct fcl_image images[IMAGES];
static struct fcl_held held[IMAGES];
static struct fcl_kernel_instance instances[INSTANCES];
static struct fcl_queue queues[QUEUES]; /* launches use these in turn */
static uint32_t wakes;                  /* number of calls of fcl_worker_swap() */
static sem_t swapper;                   /* the same, for the thread that swaps */

void __wrap_fcl_worker_swap(struct fcl_device *of);

void __wrap_fcl_worker_swap(struct fcl_device *of)
{
	assert_ptr_equal(of, &device);
	__atomic_fetch_add(&wakes, 1, __ATOMIC_RELAXED);
	sem_post(&swapper);
}

static int image_of(const struct fcl_event *event)
{
	return (int)((event->work.launch.instance - instances) % IMAGES);
}

static int set_up(void **state)
{
	(void)state;
	memset(slots, 0, sizeof(slots));
	memset(held, 0, sizeof(held));
	for (int i = 0; i < INSTANCES; i++)
		instances[i].held = i < IMAGES ? NULL : &held[i - IMAGES];
	for (uint32_t i = 0; i < QUEUES; i++)
		queues[i] = (struct fcl_queue){.device = &device, .number = i};
	pthread_mutex_init(&device.lock, NULL);
	device.parked = NULL;
	device.parked_last = &device.parked;
	atomic_store(&device.wanted, 0);
	atomic_store(&device.nheld, IMAGES);
	sem_init(&swapper, 0, 0);
	return 0;
}

static uint32_t inside(const struct fcl_slot *slot)
{
	uint32_t count = 0;

	for (int i = 0; i < FCL_SLOT_COUNTS; i++)
		count += atomic_load(&slot->counts[i].inflight);
	assert_int_equal(fcl_slot_is_empty(slot), !count);
	return count;
}

static void start(struct fcl_event *event, uint32_t instance)
{
	static _Atomic uint32_t next;

	memset(event, 0, sizeof(*event));
	event->queue = &queues[atomic_fetch_add(&next, 1) % QUEUES];
	event->work.launch.instance = &instances[instance];
	atomic_store(&event->status, CL_QUEUED);
	fcl_gate_count(event);
}

/* --- step by step ----------------------------------------------------------------------------- */

enum place { OUT, PARKED, INSIDE };

struct model {
	struct fcl_event events[EVENTS];
	enum place places[EVENTS];
	int parked[EVENTS], nparked; /* oldest first */
	int loaded[SLOTS];           /* the image; each image is in at most one slot */
	bool closed[SLOTS];
	uint32_t inside[SLOTS];
};

static uint32_t outstanding(const struct model *model, int image)
{
	uint32_t count = 0;

	for (int i = 0; i < EVENTS; i++)
		count += model->places[i] != OUT && image_of(&model->events[i]) == image &&
			 model->events[i].work.launch.instance->held;
	return count;
}

static void check(struct dice *dice, struct model *model)
{
	const struct fcl_event *event = device.parked;

	for (int i = 0; i < SLOTS; i++)
		CHECK(dice, inside(&slots[i]) == model->inside[i]);
	for (int i = 0; i < model->nparked; i++, event = event->next_parked)
		CHECK(dice, event == &model->events[model->parked[i]]);
	CHECK(dice, !event);
	for (int i = 0; i < IMAGES; i++)
		CHECK(dice, atomic_load(&held[i].outstanding) == outstanding(model, i));
}

static int open_slot_with(const struct model *model, int image)
{
	for (int i = 0; i < SLOTS; i++)
		if (model->loaded[i] == image && !model->closed[i])
			return i;
	return -1;
}

static void enter(struct dice *dice, struct model *model, int i)
{
	struct fcl_event *event = &model->events[i];
	uint32_t before = wakes;
	int slot;
	bool inside;

	start(event, roll(dice, INSTANCES));
	slot = open_slot_with(model, image_of(event));
	inside = fcl_gate_enter(&device, &images[image_of(event)], event);
	CHECK(dice, inside == (slot >= 0));
	model->places[i] = inside ? INSIDE : PARKED;
	if (inside) {
		CHECK(dice, event->slot == (uint32_t)slot && wakes == before);
		CHECK(dice, atomic_load(&event->status) == CL_QUEUED);
		model->inside[slot]++;
		return;
	}
	CHECK(dice, wakes > before && atomic_load(&device.wanted));
	CHECK(dice, atomic_load(&event->status) == CL_SUBMITTED && event->parked_ns);
	model->parked[model->nparked++] = i;
}

static void leave(struct dice *dice, struct model *model, int i)
{
	struct fcl_event *event = &model->events[i];
	uint32_t slot = event->slot, before = wakes;
	bool last, must, counted = event->work.launch.instance->held;

	fcl_gate_uncount(event);
	model->places[i] = OUT;
	last = --model->inside[slot] == 0 && atomic_load(&device.wanted);
	must = last && (model->closed[slot] || !counted || !outstanding(model, image_of(event)));
	atomic_store(&slots[slot].left_ns, 0);
	fcl_gate_leave(&device, event);
	CHECK(dice, wakes - before == must);
	CHECK(dice, last == (atomic_load(&slots[slot].left_ns) > 0));
}

/*
 * The oldest parked launch enters the slot that has its image, whether the slot is open or closed.
 */
static void let_in(struct dice *dice, struct model *model)
{
	struct fcl_event *event = device.parked;
	uint32_t slot = 0;

	while (event && slot < SLOTS && model->loaded[slot] != image_of(event))
		slot++;
	if (!event || slot == SLOTS)
		return;
	device.parked = event->next_parked;
	if (!device.parked)
		device.parked_last = &device.parked;
	fcl_gate_admit(&device, slot, event);
	CHECK(dice, event->slot == slot && event->inside);
	model->places[model->parked[0]] = INSIDE;
	memmove(model->parked, model->parked + 1, sizeof(int) * (size_t)--model->nparked);
	model->inside[slot]++;
	if (!device.parked)
		atomic_store(&device.wanted, 0);
}

static void swap(struct dice *dice, struct model *model)
{
	uint32_t slot = roll(dice, SLOTS);
	int image = (int)roll(dice, IMAGES + 1) - 1;

	model->closed[slot] = roll(dice, 2);
	atomic_store(&slots[slot].closing, model->closed[slot]);
	for (uint32_t i = 0; i < SLOTS; i++)
		if (image != NO_IMAGE && model->loaded[i] == image)
			return;
	if (model->inside[slot])
		return;
	model->loaded[slot] = image;
	atomic_store(&slots[slot].active, image == NO_IMAGE ? NULL : &images[image]);
}

static void run(struct dice *dice)
{
	static struct model model;

	set_up(NULL);
	memset(&model, 0, sizeof(model));
	for (int i = 0; i < SLOTS; i++)
		model.loaded[i] = NO_IMAGE;
	for (int i = 0; i < EVENTS; i++)
		start(&model.events[i], 0);
	for (dice->step = 1; dice->step <= STEPS; dice->step++) {
		int i = (int)roll(dice, EVENTS);

		if (!roll(dice, 8))
			swap(dice, &model);
		else if (!roll(dice, 3))
			let_in(dice, &model);
		else if (model.places[i] == OUT)
			enter(dice, &model, i);
		else if (model.places[i] == INSIDE)
			leave(dice, &model, i);
		check(dice, &model);
	}
}

static void as_counts(void **state)
{
	(void)state;
	for_seeds(SEEDS, run);
}

/* Launches that fcl_gate_count() does not count. */
static void not_counted(void **state)
{
	struct fcl_event event;

	(void)state;
	set_up(NULL);
	atomic_store(&device.nheld, 1);
	start(&event, IMAGES);
	assert_false(event.counted);
	fcl_gate_uncount(&event);
	atomic_store(&device.nheld, 2);
	for (int i = 0; i < QUEUES; i++)
		queues[i].recorder_of = (struct fcl_command_buffer *)&queues[i];
	start(&event, IMAGES);
	for (int i = 0; i < QUEUES; i++)
		queues[i].recorder_of = NULL;
	assert_false(event.counted);
	assert_int_equal(atomic_load(&held[0].outstanding), 0);
	start(&event, IMAGES);
	assert_int_equal(atomic_load(&held[0].outstanding), 1);
	fcl_gate_uncount(&event);
	fcl_gate_uncount(&event);
	assert_int_equal(atomic_load(&held[0].outstanding), 0);
}

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 3, LAUNCHES = 1500, PATIENCE_S = 30 };

struct launcher {
	struct fcl_event event;
	sem_t admitted;
	uint32_t seed;
	uint32_t wrong; /* launches whose image was not loaded */
};

static int holds[SLOTS]; /* images; written only while the slot is closed and empty */
static _Atomic uint32_t running;

/* A launch checks its slot twice: it must contain the launch's image throughout. */
static void launch(struct launcher *launcher, struct dice *dice)
{
	struct fcl_event *event = &launcher->event;

	start(event, roll(dice, INSTANCES));
	if (!fcl_gate_enter(&device, &images[image_of(event)], event))
		while (sem_wait(&launcher->admitted))
			;
	launcher->wrong += holds[event->slot] != image_of(event);
	if (roll(dice, 2))
		sched_yield();
	launcher->wrong += holds[event->slot] != image_of(event);
	fcl_gate_uncount(event);
	fcl_gate_leave(&device, event);
}

static void *launch_all(void *data)
{
	struct launcher *launcher = data;
	struct dice dice = dice_of(launcher->seed);

	for (int i = 0; i < LAUNCHES; i++)
		launch(launcher, &dice);
	atomic_fetch_sub(&running, 1);
	sem_post(&swapper);
	return NULL;
}

/* Must be called with the device's lock held. */
static void admit(uint32_t slot)
{
	struct fcl_event **link = &device.parked;

	while (*link) {
		struct fcl_event *event = *link;

		if (image_of(event) != holds[slot]) {
			link = &event->next_parked;
			continue;
		}
		*link = event->next_parked;
		if (!*link)
			device.parked_last = link;
		fcl_gate_admit(&device, slot, event);
		sem_post(&((struct launcher *)event)->admitted);
	}
}

/* Closes a slot for the oldest parked launch, and loads its image once no launch is inside. */
static bool serve(uint32_t slot)
{
	int image = image_of(device.parked);

	atomic_store(&slots[slot].closing, 1);
	if (!fcl_slot_is_empty(&slots[slot]))
		return false;
	atomic_store(&slots[slot].active, NULL);
	holds[slot] = image;
	atomic_store(&slots[slot].closing, 0);
	atomic_store(&slots[slot].active, &images[image]);
	admit(slot);
	return true;
}

/*
 * Works like swap.c, but without timers: it checks, and sleeps if there is nothing to do. So it
 * depends on being woken by a thread that parks and by the last launch that leaves a closed slot.
 */
static void swap_if_needed(struct dice *dice)
{
	static uint32_t slot;
	bool more = true;

	pthread_mutex_lock(&device.lock);
	for (uint32_t i = 0; i < SLOTS; i++)
		if (!atomic_load(&slots[i].closing))
			admit(i);
	while (more && device.parked) {
		if (!atomic_load(&slots[slot].closing))
			slot = roll(dice, SLOTS);
		for (uint32_t i = 0; i < SLOTS; i++)
			if (holds[i] == image_of(device.parked))
				slot = i; /* no image is in two slots */
		more = serve(slot);
	}
	if (!device.parked)
		atomic_store(&device.wanted, 0);
	pthread_mutex_unlock(&device.lock);
}

/* Sleeps. Returns false after such a long time that a wake-up must have been lost. */
static bool sleep_until_woken(void)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_S;
	return !sem_timedwait(&swapper, &until);
}

static void launches_beside_swaps(void **state)
{
	static struct launcher launchers[THREADS];
	struct dice dice = dice_of(3);
	pthread_t threads[THREADS];

	(void)state;
	set_up(NULL);
	for (int i = 0; i < SLOTS; i++)
		holds[i] = NO_IMAGE;
	atomic_store(&running, THREADS);
	for (uint32_t i = 0; i < THREADS; i++) {
		launchers[i].seed = i + 1;
		sem_init(&launchers[i].admitted, 0, 0);
		assert_int_equal(pthread_create(&threads[i], NULL, launch_all, &launchers[i]), 0);
	}
	while (atomic_load(&running)) {
		if (!sleep_until_woken())
			fail_msg("nobody woke the thread that swaps");
		swap_if_needed(&dice);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		assert_int_equal(launchers[i].wrong, 0);
	}
	for (int i = 0; i < SLOTS; i++)
		assert_int_equal(inside(&slots[i]), 0);
	assert_null(device.parked);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_counts),
		cmocka_unit_test(not_counted),
		cmocka_unit_test(launches_beside_swaps),
	};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
