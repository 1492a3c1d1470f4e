/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_MODEL_H
#define FCL_SERVE_MODEL_H

#include "tools/serve/boards/engine.h"
#include "tools/serve/boards/runner.h"
#include "tools/serve/repository/names.h"
#include "tools/serve/scheduling/request.h"
#include "tools/serve/scheduling/statistics.h"

/*
 * A request in a launch. The launch may be abandoned while it runs, and the request run elsewhere.
 */
struct fcl_serve_entry {
	struct fcl_serve_request *request; /* may only be accessed while `attempt` is its current
					    * attempt */
	unsigned attempt;
	struct fcl_serve_memory *memory;
	const void **inputs; /* copies of the request's pointers */
	int64_t items;
	char *outputs;   /* page-aligned, for all outputs */
	void **pointers; /* to each output */
};

/* The requests that a feeder runs as one launch. */
struct fcl_serve_batch {
	struct fcl_serve_entry *entries;
	unsigned count, room;
	int64_t items;
	struct fcl_serve_times times; /* once it has succeeded */
};

/* A thread with a runner, which takes requests and runs them. */
struct fcl_serve_feeder {
	struct fcl_serve_model *model;
	struct fcl_serve_engine *engine;
	struct fcl_serve_runner *runner;
	struct fcl_serve_batch
		batch; /* owned by the feeder; while busy, `entries` is also guarded by
				       * the model's lock */
	/* Guarded by the model's lock: */
	bool running;   /* its thread has not ended */
	bool busy;      /* a launch is in progress, */
	uint64_t since; /* since this time */
	bool given_up;  /* abandoned: its requests now run elsewhere */
	bool withdrawn; /* takes no further launches */
};

/* Attempts to reopen a model on a board that is back. */
struct fcl_serve_join {
	uint64_t returns;  /* the value of the board's `returns` that they belong to */
	unsigned failures; /* number of failures since then */
	uint64_t next_ns;  /* no attempt before this time */
};

/* A version of a model, on all boards that accept it. */
struct fcl_serve_model {
	_Atomic unsigned refs;
	struct fcl_serve_model *next_alive; /* in the list of model.c, guarded by its lock */
	char name[FCL_SERVE_NAME];
	unsigned version;
	struct fcl_serve_description *description;
	size_t output_size; /* bytes of all outputs for one item, without alignment */
	struct fcl_serve_stats stats;

	pthread_mutex_t lock; /* guards the members below, and the marked members of feeders and
			       * requests */
	pthread_cond_t work;  /* for feeders; uses CLOCK_MONOTONIC */
	pthread_cond_t ended; /* a feeder has ended or been abandoned */
	struct fcl_serve_request *first;   /* sorted by rank */
	int64_t queued;                    /* number of items */
	unsigned deadlines;                /* number of queued requests with a deadline */
	bool started;                      /* boards may join and leave */
	bool closed;                       /* no more requests are accepted */
	uint64_t serving;                  /* boards with a feeder that takes requests */
	uint64_t refused;                  /* boards that refuse the image */
	struct fcl_serve_engine **engines; /* at most one for each board */
	unsigned nengines;
	struct fcl_serve_feeder **feeders;
	unsigned nfeeders;

	struct fcl_serve_join joins[FCL_SERVE_BOARDS]; /* owned by the thread of rejoin.c */
};

/* A model on no board. Takes over the description. NULL: out of memory. */
struct fcl_serve_model *fcl_serve_model_create(const char *name, unsigned version,
					       struct fcl_serve_description *description);

struct fcl_serve_model *fcl_serve_model_ref(struct fcl_serve_model *model);
/*
 * The last reference frees the model, whose feeders have then ended, because each one holds a
 * reference.
 */
void fcl_serve_model_unref(struct fcl_serve_model *model);

/* The number of boards that the model is on. */
unsigned fcl_serve_model_boards(struct fcl_serve_model *model);

/* Whether it has an engine there. model->lock must be held. */
bool fcl_serve_model_has_engine(const struct fcl_serve_model *model,
				const struct fcl_serve_board *board);

/* Whether the model has anything on the board. */
bool fcl_serve_model_is_on(struct fcl_serve_model *model, const struct fcl_serve_board *board);

/*
 * Lets the feeders finish the queue and waits for them, except for abandoned ones. No more requests
 * are accepted.
 */
void fcl_serve_model_stop(struct fcl_serve_model *model);

/* Whether any board takes requests. */
bool fcl_serve_model_is_ready(struct fcl_serve_model *model);

/* The number of boards that take requests. */
unsigned fcl_serve_model_serving(struct fcl_serve_model *model);

/*
 * Returns references to at most `most` models that have not been freed, including those being
 * stopped.
 */
unsigned fcl_serve_models_get(struct fcl_serve_model **ret_models, unsigned most);

/* The number of models that have not been freed. */
unsigned fcl_serve_models_alive(void);

/* The offset of output `index` in a request's outputs, and their total size. */
size_t fcl_serve_output_offset(const struct fcl_serve_model *model, unsigned index, int64_t items);

#endif
