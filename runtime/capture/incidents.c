/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/incidents.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/capture/recorder.h"
#include "base/clock.h"
#include "base/note.h"
#include "base/trust.h"

#define PAUSE_NS 60000000000u
#define AFTERMATH_NS 100000000 /* how long a ring goes on: what the program is told is in it, too */

enum { MOST = 8 };

static pthread_mutex_t incident_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool watching;

/* Guarded by incident_lock. */
static char waiting[512]; /* why the ring is to be written; "": no reason */
static bool counted;      /* each file has its own name */
static unsigned count;    /* of the files that failures have made */
static uint64_t written_ns;

static int wake = -1, listener = -1;

static void incident_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void incident_message(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_note("fpgacl", format, args);
	va_end(args);
}

/* --- failures --------------------------------------------------------------------------------- */

/* One that is like the last one must not fill the disk, nor replace the file of the first. */
static bool incident_may_write(void)
{
	return !count || (counted && count < MOST && fcl_now_ns() - written_ns > PAUSE_NS);
}

void fcl_incident(const char *format, ...)
{
	va_list args;
	bool first;

	if (!atomic_load_explicit(&watching, memory_order_acquire))
		return;
	pthread_mutex_lock(&incident_lock);
	first = !*waiting && incident_may_write();
	if (first) {
		va_start(args, format);
		vsnprintf(waiting, sizeof(waiting), format, args);
		va_end(args);
	}
	pthread_mutex_unlock(&incident_lock);
	if (first)
		eventfd_write(wake, 1);
}

/* Errors from -30 on say that a call was wrong, and -1 to -3 that something is not there. */
void fcl_incident_status(const char *what, cl_int status)
{
	if (status < CL_COMPILER_NOT_AVAILABLE && status > CL_INVALID_VALUE)
		fcl_incident("%s: error %d", what, status);
}

void fcl_incident_asked(cl_uint what, const void *value, size_t size)
{
	cl_int status;

	if (what != CL_EVENT_COMMAND_EXECUTION_STATUS || !value || size < sizeof(status))
		return;
	memcpy(&status, value, sizeof(status));
	if (status < 0)
		fcl_incident("the program has seen an event with the error %d", status);
}

struct watched {
	fcl_context_notify notify;
	void *user_data;
};

/* fpgacl's driver gives a failed command's status as private information. */
static void CL_CALLBACK incident_notify(const char *text, const void *private_info, size_t size,
					void *data)
{
	const struct watched *host = data;

	if (private_info && size == sizeof(cl_int))
		fcl_incident("%s", text);
	if (host)
		host->notify(text, private_info, size, host->user_data);
}

void fcl_incident_watch(fcl_context_notify *notify, void **user_data)
{
	struct watched *host = NULL;

	if (!atomic_load(&watching))
		return;
	if (*notify) {
		host = malloc(sizeof(*host));
		if (!host)
			return;
		*host = (struct watched){*notify, *user_data};
	}
	*notify = incident_notify;
	*user_data = host;
}

static void incident_write(void)
{
	char why[sizeof(waiting)], path[PATH_MAX];
	struct fcl_err err;

	pthread_mutex_lock(&incident_lock);
	memcpy(why, waiting, sizeof(why));
	pthread_mutex_unlock(&incident_lock);
	if (!*why)
		return;
	if (fcl_recorder_write_ring(path, &err))
		incident_message("the last calls are not captured: %s", err.text);
	else
		incident_message("the last calls are captured in %s: %s", path, why);
	pthread_mutex_lock(&incident_lock);
	waiting[0] = '\0';
	count++;
	written_ns = fcl_now_ns();
	pthread_mutex_unlock(&incident_lock);
}

/* --- fpgacl capture --now --------------------------------------------------------------------- */

static void incident_answer(int client)
{
	char path[PATH_MAX], answer[PATH_MAX + 8];
	struct fcl_err err;
	int size;

	if (fcl_trust_peer(client, geteuid(), &err) || fcl_recorder_write_ring(path, &err))
		size = snprintf(answer, sizeof(answer), "- %s", err.text);
	else
		size = snprintf(answer, sizeof(answer), "+ %s", path);
	if (send(client, answer, (size_t)size, MSG_NOSIGNAL) < 0)
		incident_message("`fpgacl capture` does not wait for its answer");
	close(client);
}

static void *incidents_wait(void *data)
{
	const struct timespec aftermath = {.tv_nsec = AFTERMATH_NS};
	struct pollfd files[] = {{.fd = wake, .events = POLLIN},
				 {.fd = listener, .events = POLLIN}};
	eventfd_t number;
	int client;

	(void)data;
	while (poll(files, 2, -1) >= 0 || errno == EINTR) {
		if (files[0].revents && !eventfd_read(wake, &number)) {
			nanosleep(&aftermath, NULL);
			incident_write();
		}
		if (!files[1].revents)
			continue;
		client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
		if (client >= 0)
			incident_answer(client);
	}
	return NULL;
}

static int incidents_listen(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int length = snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1,
			      FCL_RECORDER_SOCKET, (long)getpid());
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0 &&
	    (bind(fd, (struct sockaddr *)&address,
		  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) ||
	     listen(fd, 4))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int incidents_start_thread(void)
{
	sigset_t all, before;
	pthread_t thread;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread, NULL, incidents_wait, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!error)
		pthread_detach(thread);
	return error;
}

/* --- signals ---------------------------------------------------------------------------------- */

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { FATAL = sizeof(fatal) / sizeof(*fatal) };

/* The signal comes again, and ends the process. */
static void on_fatal(int number, siginfo_t *info, void *context)
{
	static atomic_flag once = ATOMIC_FLAG_INIT;
	struct sigaction action = {.sa_handler = SIG_DFL};
	static char path[PATH_MAX];
	struct fcl_err err;

	(void)context;
	if (fcl_recorder_is_ring() && !atomic_flag_test_and_set(&once)) {
		if (fcl_recorder_write_ring_now(path, &err))
			incident_message("the last calls are not captured: %s", err.text);
		else
			incident_message("the last calls are captured in %s: signal %d", path,
					 number);
	}
	sigaction(number, &action, NULL);
	if (info->si_code <= 0)
		syscall(SYS_tgkill, getpid(), gettid(), number);
}

/* Those that the program does not handle itself. */
static void incidents_take_signals(void)
{
	struct sigaction action = {.sa_sigaction = on_fatal, .sa_flags = SA_SIGINFO | SA_ONSTACK},
			 now;

	sigemptyset(&action.sa_mask);
	for (int i = 0; i < FATAL; i++)
		if (!sigaction(fatal[i], NULL, &now) && !(now.sa_flags & SA_SIGINFO) &&
		    now.sa_handler == SIG_DFL)
			sigaction(fatal[i], &action, NULL);
}

/* --- beginning and end ------------------------------------------------------------------------ */

void fcl_incidents_begin(bool names_differ)
{
	counted = names_differ;
	wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	listener = incidents_listen();
	if (wake < 0 || incidents_start_thread()) {
		incident_message(
			"FPGACL_CAPTURE: no thread can be started: only fatal signals are captured");
	} else {
		atomic_store(&watching, true);
	}
	incidents_take_signals();
}

void fcl_incidents_end(void)
{
	if (atomic_load(&watching))
		incident_write();
}

void fcl_incidents_after_fork(void)
{
	pthread_mutex_init(&incident_lock, NULL);
	atomic_store(&watching, false);
	waiting[0] = '\0';
	if (wake >= 0)
		close(wake);
	if (listener >= 0)
		close(listener);
	wake = listener = -1;
	count = 0;
}
