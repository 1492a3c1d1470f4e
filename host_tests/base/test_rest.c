/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/base/unit_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "base/rest.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool done;

static void *wait_for_lock(void *data)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return data;
}

static void *work(void *data)
{
	while (!atomic_load(&done))
		;
	return data;
}

/* Wakes and sleeps again all the time, so that it mostly sleeps when one looks. */
static void *doze(void *data)
{
	while (!atomic_load(&done))
		nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL);
	return data;
}

static void *wait_for_byte(void *data)
{
	char byte;

	return read(*(int *)data, &byte, 1) == 1 ? data : NULL;
}

static bool comes_to_rest(void)
{
	for (int i = 0; i < 2000; i++) {
		if (fcl_threads_rest() == 1)
			return true;
		usleep(1000);
	}
	return false;
}

static void test_alone(void **state)
{
	(void)state;
	assert_true(comes_to_rest());
}

static void test_sleeping(void **state)
{
	pthread_t threads[2];
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	pthread_mutex_lock(&lock);
	pthread_create(&threads[0], NULL, wait_for_lock, NULL);
	pthread_create(&threads[1], NULL, wait_for_byte, ends);
	assert_true(comes_to_rest());
	pthread_mutex_unlock(&lock);
	assert_int_equal(write(ends[1], "", 1), 1);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	close(ends[0]);
	close(ends[1]);
}

/* A thread that works is seen each time, however often it is asked. */
static void test_working(void **state)
{
	pthread_t thread;

	(void)state;
	atomic_store(&done, false);
	pthread_create(&thread, NULL, work, NULL);
	for (int i = 0; i < 200; i++)
		assert_int_equal(fcl_threads_rest(), 0);
	atomic_store(&done, true);
	pthread_join(thread, NULL);
}

/* One that was awake between two looks has not slept all the time. */
static void test_dozing(void **state)
{
	pthread_t threads[8];
	int rests = 0;

	(void)state;
	atomic_store(&done, false);
	for (int i = 0; i < 8; i++)
		pthread_create(&threads[i], NULL, doze, NULL);
	for (int i = 0; i < 200; i++)
		rests += fcl_threads_rest() == 1;
	atomic_store(&done, true);
	for (int i = 0; i < 8; i++)
		pthread_join(threads[i], NULL);
	assert_in_range(rests, 0, 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alone),
		cmocka_unit_test(test_sleeping),
		cmocka_unit_test(test_working),
		cmocka_unit_test(test_dozing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
