/* work.c - the queues of requests and the workers. A queue has a bounded length: a request that finds it full is refused at once, so
 * that the time which a request waits is bounded too. A watch cancels requests whose time is over, and answers those that wait.
 *
 * Long requests do not hold up short ones. A request begins at level 0, with one of `jobs` workers. When it has used the slice of its
 * level, its worker goes on with a low priority of the kernel, and a new worker takes its place. At most as many work so as there are
 * jobs. Where they do already, the request is stopped and waits in the queue of long requests, one level higher, to begin again
 * later; a long request that has used the slice of its level makes room for one that waits at the same level or below. So what a
 * request delays others by is a slice, however long it takes, and what is done twice is at most a seventh or so of its work. A
 * connection whose last requests were long begins with its next one as a long one. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* syscall */
#endif
#include "server.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

enum { MOST_READS = 1000, LARGE_BODY = 1 << 20, LOW_PRIORITY = 15, LEVELS = 5 };

/* Seconds of CPU time that a request may use at each level before others go first; the last has no end. */
#ifdef __SANITIZE_ADDRESS__ /* which makes short requests long */
static const double SLICE[LEVELS] = {0.2, 1.6, 12.8, 102.4, INFINITY};
#else
static const double SLICE[LEVELS] = {0.01, 0.08, 0.64, 5.12, INFINITY};
#endif
static const double NOTICE = 0.1; /* seconds in which a worker should see that it was cancelled */

typedef struct queue {
    request *first; /* by level, then by arrival */
    size_t count;
} queue;

typedef struct worker {
    struct crew *crew;
    pthread_t thread;
    bool started, ended; /* the thread was; it can be joined without waiting */
    bool slow;           /* it works on long requests, and ends when none is left */
    long number;         /* of the thread, for its priority; 0: unknown */
    request *current;    /* what it works on */
    double used;         /* CPU time of the thread before it */
    knap_languages *languages;
    size_t reads; /* requests since the languages were opened */
} worker;

typedef struct crew {
    pthread_mutex_t lock;
    pthread_cond_t more, stop;
    queue waiting, deferred; /* at level 0, and the long ones */
    size_t busy, slow, most_slow, workers;
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
static void work_on(request *self, bool was_begun)
{
    request_progress(self, "reading", 0);
    if (cli_seconds() <= self->deadline) {
        run_route(self);
    } else if (was_begun) {
        atomic_store(&self->account.cancelled, true);
        request_exceeded(self);
    } else {
        fault_set(&self->wrong, 503, NULL, "the request waited too long in the queue: try again later");
    }
}

/* What it held is no longer needed. The connection goes on. */
static void end_work(request *self)
{
    free(self->body);
    atomic_fetch_sub(&self->server->buffered, self->capacity);
    self->body = NULL;
    self->capacity = 0;
    if (!atomic_load(&self->abandoned)) {
        if (self->events)
            end_stream(self);
        http_resume(self, true);
    }
    http_release(self);
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

/* ---- Queues; the crew is locked ---- */

static void put(queue *self, request *asked)
{
    request **at = &self->first;
    while (*at && (*at)->level <= asked->level)
        at = &(*at)->next;
    asked->next = *at;
    *at = asked;
    self->count++;
}

/* Takes out the request at a link of the queue. */
static request *take(queue *self, request **at)
{
    request *asked = *at;
    *at = asked->next;
    self->count--;
    return asked;
}

/* ---- Workers ---- */

static double clock_time(clockid_t clock)
{
    struct timespec now;
    return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

/* CPU time of the process that reads a file of the request. */
static double reading_time(const request *asked)
{
    clockid_t clock;
    return asked->reader > 0 && clock_getcpuclockid((pid_t)asked->reader, &clock) == 0 ? clock_time(clock) : 0;
}

/* CPU time that a worker and its readers used for what it works on. */
static double time_used(const worker *mine)
{
    clockid_t clock;
    double used = mine->current->read + reading_time(mine->current);
    return pthread_getcpuclockid(mine->thread, &clock) == 0 ? used + clock_time(clock) - mine->used : used;
}

/* Puts back a request that was stopped for others: as it was when it came, one level higher. False, with a fault, where too many wait. */
static bool put_back(crew *to, request *self)
{
    size_t most = self->server->settings->queue + (self->level > 0); /* a long one changes places with another */
    self->wrong = (fault){.status = 0};
    self->status = 0;
    self->out_type = NULL;
    self->fixed = NULL;
    self->out.length = 0;
    cli_account_begin(&self->account, self->server->settings->max_memory);
    if (to->deferred.count >= most) {
        atomic_fetch_add(&self->server->refused, 1);
        return fault_set(&self->wrong, 429, NULL, "%zu requests that take long wait already: try again later",
                         to->deferred.count);
    }
    self->level += self->level + 1 < LEVELS;
    self->again = false;
    self->read = 0;
    put(&to->deferred, self);
    return true;
}

/* Works on the first request of a queue. The crew is locked before and after, not meanwhile. */
static void work_on_first(worker *mine, queue *from)
{
    crew *self = mine->crew;
    request *asked = mine->current = take(from, &from->first);
    self->busy++;
    mine->used = INFINITY;
    pthread_mutex_unlock(&self->lock);
    lend_languages(mine, asked);
    pthread_mutex_lock(&self->lock);
    mine->used = clock_time(CLOCK_THREAD_CPUTIME_ID);
    pthread_mutex_unlock(&self->lock);
    work_on(asked, from == &self->deferred);
    pthread_mutex_lock(&self->lock);
    asked->spent += time_used(mine);
    mine->current = NULL;
    self->busy--;
    if (!atomic_load(&asked->abandoned) && asked->again && asked->wrong.status && cli_seconds() <= asked->deadline &&
        put_back(self, asked))
        return;
    pthread_mutex_unlock(&self->lock);
    end_work(asked);
    pthread_mutex_lock(&self->lock);
}

static void lower_priority(long number)
{
#ifdef __linux__ /* where a thread has a priority of its own */
    if (number > 0)
        setpriority(PRIO_PROCESS, (id_t)number, LOW_PRIORITY);
#else
    (void)number;
#endif
}

static void *work(void *context)
{
    worker *mine = context;
    crew *self = mine->crew;
    pthread_mutex_lock(&self->lock);
#ifdef __linux__
    mine->number = syscall(SYS_gettid);
#endif
    if (mine->slow)
        lower_priority(mine->number);
    while (!mine->slow && (self->waiting.first || !self->ending))
        if (self->waiting.first)
            work_on_first(mine, &self->waiting);
        else
            pthread_cond_wait(&self->more, &self->lock);
    while (self->deferred.first) /* also at the end, where requests may be deferred that no slow worker is left for */
        work_on_first(mine, &self->deferred);
    self->slow -= mine->slow;
    mine->ended = true;
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* Starts a thread at a place that has none. The crew is locked. */
static bool start_worker(crew *self, bool slow)
{
    worker *mine = self->worker;
    while (mine->started && !mine->ended)
        mine++;
    if (mine->started)
        pthread_join(mine->thread, NULL);
    mine->crew = self;
    mine->ended = false;
    mine->slow = slow;
    mine->started = pthread_create(&mine->thread, NULL, work, mine) == 0;
    self->slow += slow && mine->started;
    return mine->started;
}

/* ---- The watch; the crew is locked ---- */

/* Lets others go first where a request is long: see above. */
static void make_way(crew *self, worker *mine)
{
    request *asked = mine->current;
    if (asked->again || time_used(mine) <= SLICE[asked->level])
        return;
    if (!mine->slow && self->slow < self->most_slow && start_worker(self, false)) {
        mine->slow = true;
        self->slow++;
        asked->level = 1;
        lower_priority(mine->number);
        lower_priority(asked->reader);
    } else if (!mine->slow || (self->deferred.first && self->deferred.first->level <= asked->level)) {
        asked->again = true;
        atomic_store(&asked->account.cancelled, true);
    }
}

void work_reads(request *asked, long process)
{
    crew *self = asked->server->crew;
    pthread_mutex_lock(&self->lock);
    asked->read += reading_time(asked);
    asked->reader = process;
    if (asked->level)
        lower_priority(process);
    pthread_mutex_unlock(&self->lock);
}

/* Cancels a request whose time is over. Where its worker does not end soon, because it gets no CPU or a library cannot be stopped,
 * the client need not wait for that. */
static void stop_late(request *asked, double now)
{
    atomic_store(&asked->account.cancelled, true);
    if (now > asked->deadline + NOTICE && !atomic_load(&asked->abandoned))
        http_abandon(asked);
}

/* Answers requests whose time is over while they wait. The crew is locked before and after. */
static void answer_late(crew *self, queue *from)
{
    for (request **at = &from->first; *at;) {
        request *late;
        if (cli_seconds() <= (*at)->deadline) {
            at = &(*at)->next;
            continue;
        }
        late = take(from, at);
        pthread_mutex_unlock(&self->lock);
        work_on(late, from == &self->deferred);
        end_work(late);
        pthread_mutex_lock(&self->lock);
        at = &from->first; /* it may have changed meanwhile */
    }
}

/* Waits for a time, or until the server ends. */
static void wait_for(crew *self, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(1e9 * seconds);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&self->stop, &self->lock, &until);
}

static void *watch(void *context)
{
    server *of = context;
    crew *self = of->crew;
    double swept = 0;
    pthread_mutex_lock(&self->lock);
    while (!self->ending) {
        double now = cli_seconds();
        for (size_t i = 0; now - swept > 0.4 && i < sizeof of->http / sizeof *of->http; i++)
            if (of->http[i])
                http_sweep(of->http[i]);
        swept = now - swept > 0.4 ? now : swept;
        for (size_t i = 0; i < self->workers; i++) {
            worker *each = &self->worker[i];
            if (each->current && now > each->current->deadline)
                stop_late(each->current, now);
            else if (each->current)
                make_way(self, each);
        }
        answer_late(self, &self->waiting);
        answer_late(self, &self->deferred);
        wait_for(self, self->busy ? SLICE[0] / 2 : 0.05);
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
    self->most_slow = jobs;
    self->workers = jobs + self->most_slow;
    self->worker = cli_new(self->workers, sizeof *self->worker);
    pthread_mutex_lock(&self->lock); /* all wait until they are there */
    for (size_t i = 0; started && i < jobs; i++)
        started = start_worker(self, false);
    if (started)
        started = self->watching = pthread_create(&self->watch, NULL, watch, of) == 0;
    pthread_mutex_unlock(&self->lock);
    return started;
}

bool work_submit(server *of, request *asked)
{
    crew *self = of->crew;
    queue *to;
    bool taken;
    asked->deadline = cli_seconds() + of->settings->max_time;
    pthread_mutex_lock(&self->lock);
    asked->level = asked->debt > SLICE[0] && (self->slow == self->most_slow || start_worker(self, true));
    to = asked->level ? &self->deferred : &self->waiting;
    taken = !self->ending && to->count < of->settings->queue;
    if (taken) {
        atomic_store(&asked->holders, 2);
        put(to, asked);
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
    *queued = self->waiting.count + self->deferred.count;
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
    stuck = self->waiting.count >= of->settings->queue ||
            (self->waiting.first && cli_seconds() - (self->waiting.first->deadline - most) > longest);
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
        if (self->worker[i].started)
            pthread_join(self->worker[i].thread, NULL);
        knap_languages_free(self->worker[i].languages);
    }
    if (self->watching)
        pthread_join(self->watch, NULL);
    free(self->worker);
    free(self);
    of->crew = NULL;
}
