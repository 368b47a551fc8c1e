/* in_order.c - pieces of work that threads do in any order, and whose results are used in order. */
#include "cli.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct row {
    size_t count, next, turn; /* the piece that is taken next; the one whose result is used next */
    bool busy, stopped;       /* a thread uses results; no more work */
    bool *made;               /* [count] */
    void (*make)(void *context, size_t index, size_t worker);
    bool (*use)(void *context, size_t index);
    void *context;
    pthread_mutex_t lock;
} row;

typedef struct worker {
    row *row;
    size_t number;
    pthread_t thread;
} worker;

/* Uses the results whose turn it is, unless another thread does. The lock is released while a result is used. */
static void use_some(row *self)
{
    while (!self->busy && !self->stopped && self->turn < self->count && self->made[self->turn]) {
        bool more;
        self->busy = true;
        pthread_mutex_unlock(&self->lock);
        more = self->use(self->context, self->turn);
        pthread_mutex_lock(&self->lock);
        self->busy = false;
        self->stopped = !more;
        self->turn++;
    }
}

static void *work(void *context)
{
    const worker *mine = context;
    row *self = mine->row;
    pthread_mutex_lock(&self->lock);
    while (!self->stopped && self->next < self->count) {
        size_t index = self->next++;
        pthread_mutex_unlock(&self->lock);
        self->make(self->context, index, mine->number);
        pthread_mutex_lock(&self->lock);
        self->made[index] = true;
        use_some(self);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

void cli_in_order(size_t threads, size_t count, void (*make)(void *context, size_t index, size_t worker),
                  bool (*use)(void *context, size_t index), void *context)
{
    row self = {
        .count = count, .make = make, .use = use, .context = context, .made = cli_new(count, sizeof *self.made)};
    worker *workers = cli_new(threads, sizeof *workers);
    size_t running = 0;
    pthread_mutex_init(&self.lock, NULL);
    for (size_t i = 0; i < threads; i++)
        workers[i] = (worker){.row = &self, .number = i};
    while (running + 1 < threads &&
           pthread_create(&workers[running + 1].thread, NULL, work, &workers[running + 1]) == 0)
        running++;
    work(&workers[0]);
    for (size_t i = 1; i <= running; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_mutex_destroy(&self.lock);
    free(workers);
    free(self.made);
}
