/* parallel.c - OpenMP behind a function. */
#include "base/parallel.h"
#include "base/cpus.h"
#include "base/error.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Takes the next indices, from *first on; returns their number, 0 at the end. Many at a time, because taking one costs as much as a
 * small body does, and because threads that write neighbours of an array slow each other down; the last ones one by one, so that
 * the threads end together. */
static size_t take_some(atomic_size_t *next, size_t count, size_t workers, size_t *first)
{
    enum { PARTS = 8, MOST = 64 };
    size_t some;
    *first = atomic_load_explicit(next, memory_order_relaxed);
    do {
        some = (count - *first) / workers / PARTS;
        some = some > MOST ? MOST : some ? some : *first < count;
    } while (some && !atomic_compare_exchange_weak_explicit(next, first, *first + some, memory_order_relaxed,
                                                            memory_order_relaxed));
    return some;
}

/* A forked child has none of the threads that OpenMP keeps for its next loop, but waits for them in that loop. So the thread that forks
 * ends its own before it does: it makes new ones in the next loop. Threads of other callers do not concern a child, whose one thread is
 * the one that forked. */
static void end_threads(void)
{
    omp_pause_resource_all(omp_pause_soft);
}

/* The workers for 0 jobs. They are counted once, because callers allocate by the number and a limit may change between two calls. A child
 * may have other limits and counts again. */
static atomic_size_t counted;
static bool forks_are_safe;

static void count_again(void)
{
    atomic_store(&counted, 0);
}

static void watch_forks(void)
{
    forks_are_safe = pthread_atfork(end_threads, NULL, count_again) == 0;
}

static bool are_forks_safe(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    return forks_are_safe;
}

static size_t count_cpus(void)
{
    size_t known = atomic_load(&counted), cpus;
    if (known)
        return known;
    are_forks_safe();
    cpus = kn_cpus();
    return atomic_compare_exchange_strong(&counted, &known, cpus) ? cpus : known;
}

size_t kn_workers(size_t jobs)
{
    size_t workers = jobs ? jobs : count_cpus();
    return workers < KN_MOST_WORKERS ? workers : KN_MOST_WORKERS;
}

size_t knap_threads(size_t jobs)
{
    return kn_workers(jobs);
}

void kn_parallel_for(size_t jobs, size_t count, void (*body)(void *context, size_t index, size_t worker), void *context)
{
    size_t workers = kn_workers(jobs);
    atomic_size_t next;
    if (workers > count)
        workers = count;
    if (workers <= 1 || !are_forks_safe()) {
        for (size_t i = 0; i < count; i++)
            body(context, i, 0);
        return;
    }
    atomic_init(&next, 0);
#pragma omp parallel num_threads((int)workers)
    for (size_t first, some; (some = take_some(&next, count, workers, &first)) > 0;)
        for (size_t i = first; i < first + some; i++)
            body(context, i, (size_t)omp_get_thread_num());
}

typedef struct trying {
    knap_status (*body)(void *context, size_t index, size_t worker, knap_error *error);
    void *context;
    size_t failed; /* the lowest index that has failed; SIZE_MAX: none */
    knap_status status;
    knap_error error;
    omp_lock_t lock; /* held while the three fields above change; a named critical section would export a symbol */
} trying;

/* Whether a lower index has failed: then this one need not run. */
static bool is_too_late(trying *self, size_t index)
{
    size_t failed;
#pragma omp atomic read
    failed = self->failed;
    return index > failed;
}

static void record(trying *self, size_t index, knap_status status, const knap_error *error)
{
    omp_set_lock(&self->lock);
    if (index < self->failed) {
        self->status = status;
        self->error = *error;
#pragma omp atomic write
        self->failed = index;
    }
    omp_unset_lock(&self->lock);
}

static void try_one(void *context, size_t index, size_t worker)
{
    trying *self = context;
    knap_error error = {.status = KNAP_OK};
    knap_status status = is_too_late(self, index) ? KNAP_OK : self->body(self->context, index, worker, &error);
    if (status)
        record(self, index, status, &error);
}

knap_status kn_parallel_try(size_t jobs, size_t count,
                            knap_status (*body)(void *context, size_t index, size_t worker, knap_error *error),
                            void *context, knap_error *error)
{
    trying self = {.body = body, .context = context, .failed = SIZE_MAX, .status = KNAP_OK};
    omp_init_lock(&self.lock);
    kn_parallel_for(jobs, count, try_one, &self);
    omp_destroy_lock(&self.lock);
    if (self.status && error)
        *error = self.error;
    return self.status;
}

knap_status kn_report(const knap_run *run, const char *stage, double fraction, knap_error *error)
{
    knap_progress news = {.fraction = fraction, .reward = NAN, .regret = NAN, .bound = NAN, .stage = stage};
    return run->progress && run->progress(run->context, &news) ? kn_fail(error, KNAP_CANCELLED, "cancelled") : KNAP_OK;
}

typedef struct reporting {
    knap_status (*body)(void *context, size_t index, size_t worker, knap_error *error);
    void *context;
    const knap_run *run;
    const char *stage;
    size_t count, done;
    bool cancelled;
} reporting;

static knap_status report_one(void *context, size_t index, size_t worker, knap_error *error)
{
    reporting *self = context;
    size_t done;
    bool cancelled;
    knap_status status;
#pragma omp atomic read
    cancelled = self->cancelled;
    if (cancelled)
        return kn_fail(error, KNAP_CANCELLED, "cancelled");
    status = self->body(self->context, index, worker, error);
#pragma omp atomic capture
    done = ++self->done;
    if (status || worker != 0)
        return status;
    status = kn_report(self->run, self->stage, (double)done / (double)self->count, error);
    if (status) {
#pragma omp atomic write
        self->cancelled = true;
    }
    return status;
}

knap_status kn_parallel_run(const knap_run *run, const char *stage, size_t count,
                            knap_status (*body)(void *context, size_t index, size_t worker, knap_error *error),
                            void *context, knap_error *error)
{
    reporting self = {.body = body, .context = context, .run = run, .stage = stage, .count = count};
    if (!run->progress)
        return kn_parallel_try(run->jobs, count, body, context, error);
    return kn_parallel_try(run->jobs, count, report_one, &self, error);
}
