/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/clients.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "tools/serve/ops/peers.h"

enum phase { IDLE, RECEIVING, WAITING, SENDING, ENDED };

/* The rate is measured over this time; after a longer pause of the worker itself, again. */
static const uint64_t WINDOW_NS = UINT64_C(5000000000);
static const uint64_t PAUSE_NS = UINT64_C(2000000000);

struct fcl_serve_client {
	struct fcl_serve_client *next, **link;
	struct fcl_serve_peer *peer; /* NULL: out of memory */
	int fd;
	/* Guarded by the lock: */
	enum phase phase;
	uint64_t since;     /* the phase's start */
	uint64_t bytes;     /* of the request's body */
	uint64_t window_ns; /* start of the window, */
	uint64_t before;    /* and the bytes then */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all clients; innermost lock */
static struct fcl_serve_client *clients;
static struct fcl_serve_clients_counts counts;

/*
 * Ends a connection; if a request is not complete, with an answer that libmicrohttpd does not know
 * of (`status` is then not NULL). The lock must be held.
 */
static void clients_end(struct fcl_serve_client *client, const char *status, const char *why)
{
	char text[512];

	if (status) {
		snprintf(text, sizeof(text),
			 "HTTP/1.1 %s\r\nContent-Type: application/json\r\nRetry-After: 1\r\n"
			 "Connection: close\r\nContent-Length: %zu\r\n\r\n{\"error\":\"%s\"}",
			 status, strlen(why) + strlen("{\"error\":\"\"}"), why);
		send(client->fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
	}
	shutdown(client->fd, SHUT_RDWR);
	client->phase = ENDED;
}

struct fcl_serve_client *fcl_serve_client_add(int fd)
{
	struct fcl_serve_client *client = calloc(1, sizeof(*client));
	bool fits = true;

	if (!client)
		return NULL;
	client->fd = fd;
	client->since = fcl_now_ns();
	client->peer = fcl_serve_peer_connect(fd, &fits);
	pthread_mutex_lock(&lock);
	client->next = clients;
	client->link = &clients;
	if (clients)
		clients->link = &client->next;
	clients = client;
	counts.open++;
	counts.refused += !fits;
	if (!fits)
		clients_end(client, "503 Service Unavailable",
			    "you have too many connections open: see --share of fpgacl serve");
	pthread_mutex_unlock(&lock);
	return client;
}

void fcl_serve_client_remove(struct fcl_serve_client *client)
{
	if (!client)
		return;
	pthread_mutex_lock(&lock);
	*client->link = client->next;
	if (client->next)
		client->next->link = client->link;
	counts.open--;
	pthread_mutex_unlock(&lock);
	fcl_serve_peer_disconnect(client->peer);
	free(client);
}

struct fcl_serve_peer *fcl_serve_client_peer(const struct fcl_serve_client *client)
{
	return client ? client->peer : NULL;
}

bool fcl_serve_client_has_ended(struct fcl_serve_client *client)
{
	bool ended;

	if (!client)
		return false;
	pthread_mutex_lock(&lock);
	ended = client->phase == ENDED;
	pthread_mutex_unlock(&lock);
	return ended;
}

static void clients_begin(struct fcl_serve_client *client, enum phase phase)
{
	if (!client)
		return;
	pthread_mutex_lock(&lock);
	if (client->phase != ENDED)
		client->phase = phase;
	client->since = client->window_ns = fcl_now_ns();
	client->bytes = client->before = 0;
	pthread_mutex_unlock(&lock);
}

void fcl_serve_client_idles(struct fcl_serve_client *client)
{
	clients_begin(client, IDLE);
}

void fcl_serve_client_receives(struct fcl_serve_client *client)
{
	clients_begin(client, RECEIVING);
}

void fcl_serve_client_got(struct fcl_serve_client *client, size_t bytes)
{
	if (!client)
		return;
	pthread_mutex_lock(&lock);
	client->bytes += bytes;
	pthread_mutex_unlock(&lock);
}

void fcl_serve_client_waits(struct fcl_serve_client *client)
{
	clients_begin(client, WAITING);
}

void fcl_serve_client_sends(struct fcl_serve_client *client)
{
	clients_begin(client, SENDING);
}

/* Whether the request has arrived too slowly during the last window. */
static bool is_slow(struct fcl_serve_client *client, uint64_t now, uint64_t rate)
{
	uint64_t got = client->bytes - client->before;

	if (client->phase != RECEIVING || !rate || now < client->window_ns + WINDOW_NS)
		return false;
	client->before = client->bytes;
	client->window_ns = now;
	return got < rate * (WINDOW_NS / 1000000000);
}

static bool is_late(const struct fcl_serve_client *client, uint64_t now,
		    const struct fcl_serve_clients_limits *limits)
{
	if (client->phase == WAITING || client->phase == ENDED)
		return false;
	return now > client->since + (client->phase == IDLE ? limits->idle_ns : limits->receive_ns);
}

/* The worker was stopped for a while, so its clients could do nothing. The lock must be held. */
static void forgive(uint64_t pause_ns)
{
	for (struct fcl_serve_client *client = clients; client; client = client->next) {
		client->since += pause_ns;
		client->window_ns += pause_ns;
	}
}

void fcl_serve_clients_sweep(const struct fcl_serve_clients_limits *limits)
{
	static uint64_t last;
	uint64_t now = fcl_now_ns();

	pthread_mutex_lock(&lock);
	if (last && now > last + PAUSE_NS)
		forgive(now - last);
	last = now;
	for (struct fcl_serve_client *client = clients; client; client = client->next) {
		if (!is_slow(client, now, limits->rate) && !is_late(client, now, limits))
			continue;
		counts.slow += client->phase != IDLE;
		clients_end(client, client->phase == RECEIVING ? "408 Request Timeout" : NULL,
			    "the request arrives too slowly");
	}
	pthread_mutex_unlock(&lock);
}

struct fcl_serve_clients_counts fcl_serve_clients_count(void)
{
	struct fcl_serve_clients_counts copy;

	pthread_mutex_lock(&lock);
	copy = counts;
	pthread_mutex_unlock(&lock);
	return copy;
}
