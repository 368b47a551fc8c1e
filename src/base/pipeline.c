/* pipeline.c - pieces that are taken in order, worked on by threads in any order, and used in order. */
#include "base/error.h"
#include "base/memory.h"

#include <pthread.h>

typedef struct shared {
    const knap_pipeline *of;
    size_t taken, next;   /* pieces that were taken; the one that a thread begins next */
    bool *done, closed;   /* [ahead] by the number of the piece; no further piece comes */
    pthread_mutex_t lock; /* of all this */
    pthread_cond_t given, finished;
} shared;

typedef struct worker {
    shared *shared;
    size_t number;
    pthread_t thread;
} worker;

static void *work(void *context)
{
    const worker *mine = context;
    shared *self = mine->shared;
    const knap_pipeline *of = self->of;
    pthread_mutex_lock(&self->lock);
    for (;;) {
        size_t index;
        while (self->next == self->taken && !self->closed)
            pthread_cond_wait(&self->given, &self->lock);
        if (self->next == self->taken)
            break;
        index = self->next++;
        pthread_mutex_unlock(&self->lock);
        of->work(of->context, index, mine->number);
        pthread_mutex_lock(&self->lock);
        self->done[index % of->ahead] = true;
        pthread_cond_signal(&self->finished);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* Lets the threads have one more piece. */
static void give(shared *self)
{
    pthread_mutex_lock(&self->lock);
    self->done[self->taken++ % self->of->ahead] = false;
    pthread_cond_signal(&self->given);
    pthread_mutex_unlock(&self->lock);
}

static void wait_for(shared *self, size_t index)
{
    pthread_mutex_lock(&self->lock);
    while (!self->done[index % self->of->ahead])
        pthread_cond_wait(&self->finished, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

/* Pieces that no thread has begun are not worked on. */
static void drop_rest(shared *self)
{
    pthread_mutex_lock(&self->lock);
    for (; self->next < self->taken; self->next++)
        self->done[self->next % self->of->ahead] = true;
    pthread_mutex_unlock(&self->lock);
}

static void take_and_use(shared *self)
{
    const knap_pipeline *of = self->of;
    size_t taken = 0, used = 0;
    bool more = true, good = true;
    for (;;) {
        while (more && good && taken - used < of->ahead && (more = of->take(of->context, taken))) {
            give(self);
            taken++;
        }
        if (used == taken)
            break;
        wait_for(self, used);
        if (good && !(good = of->use(of->context, used)))
            drop_rest(self);
        used++;
    }
}

static void run_alone(const knap_pipeline *of)
{
    bool good = true;
    for (size_t i = 0; good && of->take(of->context, i); i++) {
        of->work(of->context, i, 0);
        good = of->use(of->context, i);
    }
}

knap_status knap_pipeline_run(const knap_pipeline *pipeline, const knap_allocator *allocator, knap_error *error)
{
    shared self = {.of = pipeline};
    size_t running = 0, threads = pipeline ? pipeline->threads : 0;
    worker *workers;
    KN_REQUIRE(pipeline);
    if (threads <= 1 || pipeline->ahead <= 1) {
        run_alone(pipeline);
        return KNAP_OK;
    }
    workers = kn_new(allocator, threads, sizeof *workers);
    self.done = kn_new(allocator, pipeline->ahead, sizeof *self.done);
    pthread_mutex_init(&self.lock, NULL);
    pthread_cond_init(&self.given, NULL);
    pthread_cond_init(&self.finished, NULL);
    for (; workers && self.done && running < threads; running++) {
        workers[running] = (worker){.shared = &self, .number = running};
        if (pthread_create(&workers[running].thread, NULL, work, &workers[running]))
            break;
    }
    if (running)
        take_and_use(&self);
    else if (workers && self.done)
        run_alone(pipeline);
    pthread_mutex_lock(&self.lock);
    self.closed = true;
    pthread_cond_broadcast(&self.given);
    pthread_mutex_unlock(&self.lock);
    for (size_t i = 0; i < running; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_cond_destroy(&self.finished);
    pthread_cond_destroy(&self.given);
    pthread_mutex_destroy(&self.lock);
    bool short_of_memory = !workers || !self.done;
    kn_free(allocator, workers, threads, sizeof *workers);
    kn_free(allocator, self.done, pipeline->ahead, sizeof *self.done);
    return short_of_memory ? kn_no_memory(error) : KNAP_OK;
}
