/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/ops/peers.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "tools/serve/ops/note.h"

enum { BUCKETS = 1024, IPV6_PREFIX = 8 };

struct key {
	int family;
	unsigned char bytes[16]; /* the rest is zero */
};

struct fcl_serve_peer {
	struct fcl_serve_peer *next;
	struct key key;
	_Atomic uint64_t bytes;
	/* Guarded by the lock: */
	unsigned refs, connections;
	bool noted; /* that it has exceeded its share */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* innermost lock */
static struct fcl_serve_peer *buckets[BUCKETS];
static unsigned most_connections = ~0u;
static uint64_t most_bytes = UINT64_MAX;

void fcl_serve_peers_limit(unsigned connections, uint64_t bytes)
{
	most_connections = connections;
	most_bytes = bytes;
}

static struct key key_of_address(const struct sockaddr_storage *address)
{
	const struct sockaddr_in *four = (const struct sockaddr_in *)address;
	const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
	struct key key = {.family = address->ss_family};

	if (address->ss_family == AF_INET) {
		memcpy(key.bytes, &four->sin_addr, 4);
	} else if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
		key.family = AF_INET;
		memcpy(key.bytes, six->sin6_addr.s6_addr + 12, 4);
	} else {
		memcpy(key.bytes, &six->sin6_addr, IPV6_PREFIX);
	}
	return key;
}

static struct key peers_key_of(int fd)
{
	struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
	socklen_t size = sizeof(address);
	struct key key = {.family = AF_UNIX};
	struct ucred user = {.uid = 0};

	if (!getpeername(fd, (struct sockaddr *)&address, &size) &&
	    (address.ss_family == AF_INET || address.ss_family == AF_INET6))
		return key_of_address(&address);
	size = sizeof(user);
	getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &user, &size);
	memcpy(key.bytes, &user.uid, sizeof(user.uid));
	return key;
}

static void peers_name_of(const struct key *key, char ret_name[64])
{
	char text[INET6_ADDRSTRLEN] = "";
	unsigned user;

	memcpy(&user, key->bytes, sizeof(user));
	if (key->family == AF_UNIX)
		snprintf(ret_name, 64, "user %u", user);
	else if (inet_ntop(key->family, key->bytes, text, sizeof(text)))
		snprintf(ret_name, 64, "%s%s", text, key->family == AF_INET6 ? "/64" : "");
}

static struct fcl_serve_peer **peers_bucket_of(const struct key *key)
{
	uint64_t words[2];

	memcpy(words, key->bytes, sizeof(words));
	words[0] = (words[0] ^ words[1] ^ (uint64_t)key->family) * UINT64_C(0x9e3779b97f4a7c15);
	return &buckets[words[0] >> 54];
}

/* Returns NULL if out of memory. */
static struct fcl_serve_peer *peers_find_or_add(const struct key *key)
{
	struct fcl_serve_peer **bucket = peers_bucket_of(key), *peer = *bucket;

	while (peer && (peer->key.family != key->family ||
			memcmp(peer->key.bytes, key->bytes, sizeof(key->bytes)) != 0))
		peer = peer->next;
	if (peer)
		return peer;
	peer = calloc(1, sizeof(*peer));
	if (!peer)
		return NULL;
	peer->key = *key;
	peer->next = *bucket;
	*bucket = peer;
	return peer;
}

/* Whether a peer exceeds its share for the first time since it had no connection. */
static bool is_news(struct fcl_serve_peer *peer, bool fits)
{
	bool news = !fits && !peer->noted;

	peer->noted |= !fits;
	return news;
}

struct fcl_serve_peer *fcl_serve_peer_connect(int fd, bool *ret_fits)
{
	struct key key = peers_key_of(fd);
	struct fcl_serve_peer *peer;
	bool news = false;
	char name[64] = "";

	pthread_mutex_lock(&lock);
	peer = peers_find_or_add(&key);
	if (peer) {
		peer->refs++;
		peer->connections++;
		*ret_fits = peer->connections <= most_connections;
		news = is_news(peer, *ret_fits);
	}
	pthread_mutex_unlock(&lock);
	if (news) {
		peers_name_of(&key, name);
		fcl_serve_note("%s has %u connections, its share (--share): more are refused", name,
			       most_connections);
	}
	return peer;
}

void fcl_serve_peer_disconnect(struct fcl_serve_peer *peer)
{
	if (!peer)
		return;
	pthread_mutex_lock(&lock);
	peer->connections--;
	pthread_mutex_unlock(&lock);
	fcl_serve_peer_unref(peer);
}

struct fcl_serve_peer *fcl_serve_peer_ref(struct fcl_serve_peer *peer)
{
	if (!peer)
		return NULL;
	pthread_mutex_lock(&lock);
	peer->refs++;
	pthread_mutex_unlock(&lock);
	return peer;
}

void fcl_serve_peer_unref(struct fcl_serve_peer *peer)
{
	struct fcl_serve_peer **at;
	bool last;

	if (!peer)
		return;
	pthread_mutex_lock(&lock);
	last = !--peer->refs;
	if (last) {
		for (at = peers_bucket_of(&peer->key); *at != peer;)
			at = &(*at)->next;
		*at = peer->next;
	}
	pthread_mutex_unlock(&lock);
	if (last)
		free(peer);
}

bool fcl_serve_peer_charge(struct fcl_serve_peer *peer, uint64_t bytes)
{
	if (!peer || atomic_fetch_add(&peer->bytes, bytes) + bytes <= most_bytes)
		return true;
	atomic_fetch_sub(&peer->bytes, bytes);
	return false;
}

void fcl_serve_peer_uncharge(struct fcl_serve_peer *peer, uint64_t bytes)
{
	if (peer)
		atomic_fetch_sub(&peer->bytes, bytes);
}
