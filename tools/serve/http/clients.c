/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/clients.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"

struct fcl_serve_client {
	struct fcl_serve_client *next, **link;
	int fd;
	uint64_t since; /* 0: its request is being processed */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all clients; innermost lock */
static struct fcl_serve_client *clients;

struct fcl_serve_client *fcl_serve_client_add(int fd)
{
	struct fcl_serve_client *client = calloc(1, sizeof(*client));

	if (!client)
		return NULL;
	client->fd = fd;
	client->since = fcl_now_ns();
	pthread_mutex_lock(&lock);
	client->next = clients;
	client->link = &clients;
	if (clients)
		clients->link = &client->next;
	clients = client;
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
	pthread_mutex_unlock(&lock);
	free(client);
}

static void set_since(struct fcl_serve_client *client, uint64_t since)
{
	if (!client)
		return;
	pthread_mutex_lock(&lock);
	client->since = since;
	pthread_mutex_unlock(&lock);
}

void fcl_serve_client_begins(struct fcl_serve_client *client)
{
	set_since(client, fcl_now_ns());
}

void fcl_serve_client_waits(struct fcl_serve_client *client)
{
	set_since(client, 0);
}

void fcl_serve_clients_sweep(uint64_t limit_ns)
{
	uint64_t now = fcl_now_ns();

	pthread_mutex_lock(&lock);
	for (struct fcl_serve_client *client = clients; client; client = client->next)
		if (client->since && now > client->since + limit_ns)
			shutdown(client->fd, SHUT_RDWR);
	pthread_mutex_unlock(&lock);
}
