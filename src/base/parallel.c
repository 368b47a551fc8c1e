/* parallel.c - loops on threads of its own. */
#include "base/parallel.h"
#include "base/cpus.h"
#include "base/error.h"
#include "base/inner.h"

#include <math.h>
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

/* ---- The threads ----
 *
 * They are kept for the next loop and serve the loops of all callers. A thread without work sleeps; none waits actively, so that
 * processes that share CPUs do not take time from each other. The caller takes indices too, and does not wait for threads that have
 * not begun when no index is left: then they are not needed. */

typedef struct loop {
    void (*body)(void *context, size_t index, size_t worker);
    void *context;
    size_t count, workers;
    size_t most;          /* workers that may begin: fewer when no index is left */
    atomic_size_t next;   /* the index that is taken next */
    size_t begun;         /* workers that have begun; the caller is the first */
    size_t running;       /* threads that have begun and not ended */
    pthread_cond_t ended; /* `running` is 0 */
    struct loop *other;   /* the next open loop */
} loop;

static struct pool {
    pthread_mutex_t lock; /* of all fields, and of `most`, `begun` and `running` of the loops */
    pthread_cond_t work;  /* there is an open loop */
    loop *open;           /* loops that threads may join */
    size_t threads, idle;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER};

static _Thread_local bool inside; /* in a body: loops in it are not divided further */

static void run_indices(loop *self, size_t worker)
{
    for (size_t first, some; (some = take_some(&self->next, self->count, self->workers, &first)) > 0;)
        for (size_t i = first; i < first + some; i++)
            self->body(self->context, i, worker);
}

static loop *find_loop(void)
{
    loop *found = pool.open;
    while (found && found->begun == found->most)
        found = found->other;
    return found;
}

static void *serve(void *unused)
{
    inside = true;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        loop *mine = find_loop();
        size_t worker;
        if (!mine) {
            pool.idle++;
            pthread_cond_wait(&pool.work, &pool.lock);
            pool.idle--;
            continue;
        }
        worker = mine->begun++;
        mine->running++;
        pthread_mutex_unlock(&pool.lock);
        run_indices(mine, worker);
        pthread_mutex_lock(&pool.lock);
        mine->most = mine->begun; /* no index is left */
        if (--mine->running == 0)
            pthread_cond_signal(&mine->ended);
    }
    return unused;
}

/* Makes threads, if too few are idle; fewer do, if none can be made. The pool is locked. */
static void make_threads(size_t wanted)
{
    pthread_attr_t detached;
    pthread_t made;
    if (pool.idle >= wanted || pthread_attr_init(&detached) != 0)
        return;
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    for (size_t more = wanted - pool.idle; more > 0 && pool.threads < KN_MOST_WORKERS; more--) {
        if (pthread_create(&made, &detached, serve, NULL) != 0)
            break;
        pool.threads++;
    }
    pthread_attr_destroy(&detached);
}

static void run_loop(loop *self)
{
    loop **at = &pool.open;
    pthread_cond_init(&self->ended, NULL);
    pthread_mutex_lock(&pool.lock);
    self->other = pool.open;
    pool.open = self;
    make_threads(self->workers - 1);
    for (size_t i = 1; i < self->workers; i++)
        pthread_cond_signal(&pool.work);
    pthread_mutex_unlock(&pool.lock);
    inside = true;
    run_indices(self, 0);
    inside = false;
    pthread_mutex_lock(&pool.lock);
    while (*at != self)
        at = &(*at)->other;
    *at = self->other;
    while (self->running)
        pthread_cond_wait(&self->ended, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
    pthread_cond_destroy(&self->ended);
}

/* ---- Forks ---- */

/* A forked child has none of the threads: it begins with an empty pool, which nobody changes while the process is copied. */
static void before_fork(void)
{
    pthread_mutex_lock(&pool.lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&pool.lock);
}

/* The workers for 0 jobs. They are counted once, because callers allocate by the number and a limit may change between two calls. A child
 * may have other limits and counts again. */
static atomic_size_t counted;
static bool forks_are_safe;

static void begin_again(void)
{
    pool = (struct pool){.lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER};
    atomic_store(&counted, 0);
}

static void watch_forks(void)
{
    forks_are_safe = pthread_atfork(before_fork, after_fork, begin_again) == 0;
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
    loop self = {.body = body, .context = context, .count = count, .begun = 1};
    if (workers > count)
        workers = count;
    if (workers <= 1 || inside || !are_forks_safe()) {
        for (size_t i = 0; i < count; i++)
            body(context, i, 0);
        return;
    }
    self.workers = self.most = workers;
    atomic_init(&self.next, 0);
    run_loop(&self);
}

typedef struct trying {
    knap_status (*body)(void *context, size_t index, size_t worker, knap_error *error);
    void *context;
    atomic_size_t failed; /* the lowest index that has failed; SIZE_MAX: none */
    knap_status status;
    knap_error error;
    pthread_mutex_t lock; /* held while the three fields above change */
} trying;

static void record(trying *self, size_t index, knap_status status, const knap_error *error)
{
    pthread_mutex_lock(&self->lock);
    if (index < atomic_load(&self->failed)) {
        self->status = status;
        self->error = *error;
        atomic_store(&self->failed, index);
    }
    pthread_mutex_unlock(&self->lock);
}

static void try_one(void *context, size_t index, size_t worker)
{
    trying *self = context;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    if (index > atomic_load(&self->failed)) /* this one need not run */
        return;
    status = self->body(self->context, index, worker, &error);
    if (status)
        record(self, index, status, &error);
}

knap_status kn_parallel_try(size_t jobs, size_t count,
                            knap_status (*body)(void *context, size_t index, size_t worker, knap_error *error),
                            void *context, knap_error *error)
{
    trying self = {.body = body, .context = context, .status = KNAP_OK};
    atomic_init(&self.failed, SIZE_MAX);
    pthread_mutex_init(&self.lock, NULL);
    kn_parallel_for(jobs, count, try_one, &self);
    pthread_mutex_destroy(&self.lock);
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
    size_t count;
    atomic_size_t done;
    atomic_bool cancelled;
} reporting;

static knap_status report_one(void *context, size_t index, size_t worker, knap_error *error)
{
    reporting *self = context;
    size_t done;
    knap_status status;
    if (atomic_load(&self->cancelled))
        return kn_fail(error, KNAP_CANCELLED, "cancelled");
    status = self->body(self->context, index, worker, error);
    done = atomic_fetch_add(&self->done, 1) + 1;
    if (status || worker != 0)
        return status;
    status = kn_report(self->run, self->stage, (double)done / (double)self->count, error);
    if (status)
        atomic_store(&self->cancelled, true);
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
