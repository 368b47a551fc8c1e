/* work.c - the queue of requests and the workers. The queue has a bounded length: a request that finds it full is refused at once, so
 * that the time which a request waits is bounded too. A watch cancels requests whose time is over, and answers those that wait. */
#include "server.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_READS = 1000, LARGE_BODY = 1 << 20 };

typedef struct worker {
    struct crew *crew;
    pthread_t thread;
    request *current; /* what it works on */
    knap_languages *languages;
    size_t reads; /* requests since the languages were opened */
} worker;

typedef struct crew {
    pthread_mutex_t lock;
    pthread_cond_t more, stop;
    request *first, *last;
    size_t queued, busy, workers;
    worker *worker; /* [workers] */
    pthread_t watch;
    bool watching, ending;
} crew;

/* ---- Work ---- */

/* Runs the endpoint. Its limits are no reason to jump: the library and jansson report them. Only where the machine itself has no
 * memory for the program's own helpers, the request is given up as it is. What it held is lost, so the server ends what runs
 * and stops, with status 1, for its supervisor to start it again. */
static void run_route(request *self)
{
    jmp_buf recover;
    if (setjmp(recover) == 0) {
        self->account.recover = &recover;
        cli_use_account(&self->account);
        self->route->run(self);
        if (cli_cancelled())
            request_exceeded(self); /* what it made may not be complete */
    } else {
        fault_set(&self->wrong, 503, NULL, "the server has no memory left: try again later");
        atomic_store(&self->server->exhausted, true);
        kill(getpid(), SIGTERM);
    }
    cli_use_account(NULL);
    self->account.recover = NULL;
}

/* The last event of a stream: the answer in one line, or the error. http_resume ends the stream. */
static void end_stream(request *self)
{
    cli_buffer *answer = &self->out;
    pthread_mutex_lock(&self->lock);
    cli_add_text(&self->stream, self->wrong.status ? "event: error\ndata: " : "event: result\n");
    if (self->wrong.status)
        answer->length = 0, fault_write(&self->wrong, answer);
    else
        cli_add_text(&self->stream, "data: ");
    for (size_t i = 0; i + 1 < answer->length; i++) /* the last byte is a line end; others are in ndjson */
        if (answer->bytes[i] == '\n')
            cli_add_text(&self->stream, "\ndata: ");
        else
            cli_add(&self->stream, answer->bytes + i, 1);
    cli_add_text(&self->stream, "\n\n");
    pthread_mutex_unlock(&self->lock);
}

/* Works on a request, or only says that it waited for too long. */
static void work_on(request *self)
{
    request_progress(self, "reading", 0);
    if (cli_seconds() > self->deadline)
        fault_set(&self->wrong, 503, NULL, "the request waited too long in the queue: try again later");
    else
        run_route(self);
    free(self->body);
    atomic_fetch_sub(&self->server->buffered, self->capacity);
    self->body = NULL;
    self->capacity = 0;
    if (self->events)
        end_stream(self);
}

/* Lends the worker's languages to a request. They are opened again now and then, and after a large request, so that they do not hold
 * its memory for ever. */
static void lend_languages(worker *mine, request *asked)
{
    if (++mine->reads > MOST_READS) {
        knap_languages_free(mine->languages);
        mine->languages = NULL;
        mine->reads = 0;
    }
    if (!mine->languages)
        knap_languages_new(NULL, &mine->languages, NULL);
    asked->languages = mine->languages;
    if (asked->length > LARGE_BODY)
        mine->reads = MOST_READS;
}

/* Takes the first request out of the queue. The crew is locked. */
static request *take_first(crew *self)
{
    request *asked = self->first;
    self->first = asked->next;
    self->last = self->first ? self->last : NULL;
    self->queued--;
    return asked;
}

/* Works on the first request of the queue. The crew is locked before and after, not meanwhile. */
static void work_on_first(worker *mine)
{
    crew *self = mine->crew;
    request *asked = mine->current = take_first(self);
    self->busy++;
    pthread_mutex_unlock(&self->lock);
    lend_languages(mine, asked);
    work_on(asked);
    pthread_mutex_lock(&self->lock);
    mine->current = NULL; /* once resumed, the request may be freed */
    self->busy--;
    pthread_mutex_unlock(&self->lock);
    http_resume(asked, true);
    pthread_mutex_lock(&self->lock);
}

static void *work(void *context)
{
    worker *mine = context;
    crew *self = mine->crew;
    pthread_mutex_lock(&self->lock);
    while (self->first || !self->ending)
        if (self->first)
            work_on_first(mine);
        else
            pthread_cond_wait(&self->more, &self->lock);
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* ---- The watch ---- */

/* Answers requests whose time is over while all workers are busy. All have the same time, so the first in the queue is the first that
 * is late. The crew is locked before and after. */
static void answer_late(crew *self)
{
    while (self->first && cli_seconds() > self->first->deadline) {
        request *late = take_first(self);
        pthread_mutex_unlock(&self->lock);
        work_on(late);
        http_resume(late, true);
        pthread_mutex_lock(&self->lock);
    }
}

static void *watch(void *context)
{
    server *of = context;
    crew *self = of->crew;
    pthread_mutex_lock(&self->lock);
    for (size_t round = 0; !self->ending; round++) {
        struct timespec until;
        double now = cli_seconds();
        for (size_t i = 0; round % 8 == 0 && i < sizeof of->http / sizeof *of->http; i++)
            if (of->http[i])
                http_sweep(of->http[i]);
        for (size_t i = 0; i < self->workers; i++)
            if (self->worker[i].current && now > self->worker[i].current->deadline)
                atomic_store(&self->worker[i].current->account.cancelled, true);
        answer_late(self);
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 50000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&self->stop, &self->lock, &until);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* ---- The crew ---- */

bool work_begin(server *of)
{
    crew *self = of->crew = cli_new(1, sizeof *self);
    size_t jobs = of->settings->jobs;
    bool started = true;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->more, NULL);
    pthread_cond_init(&self->stop, NULL);
    self->worker = cli_new(jobs, sizeof *self->worker);
    pthread_mutex_lock(&self->lock); /* all wait until they are counted */
    while (started && self->workers < jobs) {
        worker *mine = &self->worker[self->workers];
        mine->crew = self;
        started = pthread_create(&mine->thread, NULL, work, mine) == 0;
        self->workers += started;
    }
    if (started)
        started = self->watching = pthread_create(&self->watch, NULL, watch, of) == 0;
    pthread_mutex_unlock(&self->lock);
    return started;
}

bool work_submit(server *of, request *asked)
{
    crew *self = of->crew;
    bool taken = false;
    asked->deadline = cli_seconds() + of->settings->max_time;
    pthread_mutex_lock(&self->lock);
    if (!self->ending && self->queued < of->settings->queue) {
        asked->next = NULL;
        if (self->last)
            self->last->next = asked;
        else
            self->first = asked;
        self->last = asked;
        self->queued++;
        taken = true;
        pthread_cond_signal(&self->more);
    }
    pthread_mutex_unlock(&self->lock);
    if (taken)
        return true;
    atomic_fetch_add(&of->refused, 1);
    return fault_set(&asked->wrong, 429, NULL, "the queue of %zu requests is full: try again in a second",
                     of->settings->queue);
}

void work_state(const server *of, size_t *queued, size_t *busy)
{
    crew *self = of->crew;
    pthread_mutex_lock(&self->lock);
    *queued = self->queued;
    *busy = self->busy;
    pthread_mutex_unlock(&self->lock);
}

bool work_is_stuck(const server *of)
{
    enum { LONG_WAIT = 1 }; /* seconds */
    crew *self = of->crew;
    double most = of->settings->max_time, longest = most / 2 < LONG_WAIT ? most / 2 : LONG_WAIT;
    bool stuck;
    pthread_mutex_lock(&self->lock);
    stuck = self->queued >= of->settings->queue ||
            (self->first && cli_seconds() - (self->first->deadline - most) > longest);
    pthread_mutex_unlock(&self->lock);
    return stuck;
}

void work_end(server *of)
{
    crew *self = of->crew;
    if (!self)
        return;
    pthread_mutex_lock(&self->lock);
    self->ending = true;
    pthread_cond_broadcast(&self->more);
    pthread_cond_broadcast(&self->stop);
    pthread_mutex_unlock(&self->lock);
    for (size_t i = 0; i < self->workers; i++) {
        pthread_join(self->worker[i].thread, NULL);
        knap_languages_free(self->worker[i].languages);
    }
    if (self->watching)
        pthread_join(self->watch, NULL);
    free(self->worker);
    free(self);
    of->crew = NULL;
}
