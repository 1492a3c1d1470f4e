/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_MODEL_H
#define FCL_SERVE_MODEL_H

#include "tools/serve/boards/engine.h"
#include "tools/serve/boards/slot.h"
#include "tools/serve/repository/names.h"
#include "tools/serve/scheduling/request.h"

/* A request in a launch. The launch may be given up meanwhile, and the request run elsewhere. */
struct fcl_serve_entry {
	struct fcl_serve_request *request; /* to be touched only while `attempt` is its attempt */
	unsigned attempt;
	struct fcl_serve_hold *hold;
	const void **inputs; /* copies of the request's pointers */
	int64_t items;
	char *outputs;   /* page-aligned, for all outputs */
	void **pointers; /* to each output */
};

/* What a lane runs as one launch. */
struct fcl_serve_batch {
	struct fcl_serve_entry *entries;
	unsigned count, room;
	int64_t items;
};

/* A thread with a slot of a board: it takes requests and runs them. */
struct fcl_serve_lane {
	struct fcl_serve_model *model;
	struct fcl_serve_engine *engine;
	struct fcl_serve_slot *slot;
	struct fcl_serve_batch batch; /* the lane's; entries also the model's lock while busy */
	/* Under the model's lock. */
	bool running;   /* its thread has not ended */
	bool busy;      /* a launch is under way, */
	uint64_t since; /* since then */
	bool given_up;  /* whose requests now run elsewhere */
	bool withdrawn; /* no further launches here */
};

struct fcl_serve_stats {
	_Atomic uint64_t succeeded, failed, expired, refused; /* requests */
	_Atomic uint64_t items, launches, retries;
	_Atomic uint64_t queue_ns, run_ns; /* of requests that succeeded */
};

/* Tries to put a model on a board that is back. */
struct fcl_serve_join {
	uint64_t returns;  /* which return of the board they are for */
	unsigned failures; /* since then; */
	uint64_t next_ns;  /* the next try is not before this time */
};

/* A version of a model on all boards that take it. */
struct fcl_serve_model {
	_Atomic unsigned refs;
	struct fcl_serve_model *next_alive; /* in the list of model.c, under its lock */
	char name[FCL_SERVE_NAME];
	unsigned version;
	struct fcl_serve_description *description;
	size_t output_size; /* bytes for all outputs of one item, without alignment */
	struct fcl_serve_stats stats;

	pthread_mutex_t lock; /* guards what follows, and the marked fields of lanes and requests */
	pthread_cond_t work;  /* of lanes; CLOCK_MONOTONIC */
	pthread_cond_t ended; /* a lane has ended, or was given up */
	struct fcl_serve_request *first;   /* by rank */
	int64_t queued;                    /* items */
	unsigned deadlines;                /* requests in the queue that have one */
	bool started;                      /* boards may join and leave */
	bool closed;                       /* no more requests are accepted */
	uint64_t serving;                  /* boards with a lane that takes requests */
	uint64_t refused;                  /* boards that do not take the image */
	struct fcl_serve_engine **engines; /* at most one a board */
	unsigned nengines;
	struct fcl_serve_lane **lanes;
	unsigned nlanes;

	struct fcl_serve_join joins[FCL_SERVE_BOARDS]; /* of the keeper's thread */
};

/*
 * Opens the model on each of the boards that takes it and starts its lanes; takes over the description.
 * NULL: no board does, and `problems` says why.
 */
struct fcl_serve_model *fcl_serve_model_start(const char *name, unsigned version,
					      struct fcl_serve_description *description,
					      struct fcl_serve_boards *boards,
					      struct fcl_serve_problems *problems);

struct fcl_serve_model *fcl_serve_model_ref(struct fcl_serve_model *model);
/* The last reference frees the model, whose lanes have ended; each lane has one. */
void fcl_serve_model_unref(struct fcl_serve_model *model);

/* How many boards the model is on. */
unsigned fcl_serve_model_boards(struct fcl_serve_model *model);

/* Gives up what the model has on boards where no lane of it is left: see keeper.c. */
void fcl_serve_model_prune(struct fcl_serve_model *model);

/* Whether something of the model is on the board. */
bool fcl_serve_model_is_on(struct fcl_serve_model *model, const struct fcl_serve_board *board);

/* Opens the model on a board that it is not on, unless it does not take it; backs off while that fails. */
void fcl_serve_model_join(struct fcl_serve_model *model, struct fcl_serve_board *board);

/*
 * Has the lanes finish what is queued, and waits for them, but not for those that were given up. No
 * request is accepted any more.
 */
void fcl_serve_model_stop(struct fcl_serve_model *model);

/* Whether some board takes requests. */
bool fcl_serve_model_is_ready(struct fcl_serve_model *model);

/* How many boards take requests. */
unsigned fcl_serve_model_serving(struct fcl_serve_model *model);

/* References to up to `most` of the models that have not been freed, also of those being stopped. */
unsigned fcl_serve_models_get(struct fcl_serve_model **ret_models, unsigned most);

/* Models that have not been freed. */
unsigned fcl_serve_models_alive(void);

/* Where output `index` of a request lies in its outputs, and the size of all. */
size_t fcl_serve_output_offset(const struct fcl_serve_model *model, unsigned index, int64_t items);

#endif
