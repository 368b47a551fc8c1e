/* guard.c - limits that every command accepts, for services: --max-memory and --max-time. A command that reaches a limit
 * ends with status CLI_LIMIT and a message. Files are never left half-written, because they are renamed when complete.
 *
 * Memory is counted where the library and jansson allocate; ICU and LAPACK allocate little, and by themselves. Libraries that parse
 * files run in a process of their own, which the kernel limits. Time is watched by a thread of its own, so that no loop can forget to check it. */
#include "cli.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static cli_account whole; /* of the program */
static double most_time;
static knap_apart *apart;               /* reads files in foreign formats within the limits; NULL: there are none */
enum { LEAST_APART = 8 << 20 };         /* bytes that it has at least */
static _Thread_local cli_account *mine; /* of the request that this thread works on; NULL: the program's */

const cli_option cli_guards[CLI_GUARDS + 1] = {
    {"max-memory", 0, CLI_SIZE, &whole.most, "SIZE", "Exit with 3 rather than use more: 500M, 2G; 0 means no limit"},
    {"max-time", 0, CLI_REAL, &most_time, "SECONDS", "Exit with 3 after this time; 0 means no limit"},
    [CLI_GUARDS] = {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};

/* ---- Memory ---- */

static bool take(cli_account *account, size_t size)
{
    size_t before = atomic_fetch_add(&account->used, size), most = account->most ? account->most : SIZE_MAX;
    bool late = atomic_load_explicit(&account->cancelled, memory_order_relaxed);
    if (account->lifted || (!late && before <= most && size <= most - before))
        return true;
    atomic_fetch_sub(&account->used, size);
    if (!late)
        atomic_store(&account->refused, true);
    return false;
}

static void *resize(void *context, void *old, size_t old_size, size_t new_size)
{
    cli_account *account = context;
    void *moved;
    if (new_size > old_size && !take(account, new_size - old_size))
        return NULL;
    if (new_size == 0) {
        free(old);
        atomic_fetch_sub(&account->used, old_size);
        return NULL;
    }
    moved = realloc(old, new_size);
    if (!moved && new_size > old_size)
        atomic_fetch_sub(&account->used, new_size - old_size);
    else if (moved && new_size < old_size)
        atomic_fetch_sub(&account->used, old_size - new_size);
    return moved;
}

void cli_account_begin(cli_account *account, size_t most)
{
    *account = (cli_account){.most = most, .allocator = {.resize = resize, .context = account}};
}

void cli_use_account(cli_account *account)
{
    mine = account;
}

cli_account *cli_account_in_use(void)
{
    return mine;
}

bool cli_cancelled(void)
{
    return mine && atomic_load_explicit(&mine->cancelled, memory_order_relaxed);
}

const knap_allocator *cli_allocator(void)
{
    static const knap_allocator counting = {.resize = resize, .context = &whole};
    return mine ? &mine->allocator : whole.most ? &counting : NULL;
}

/* A block of jansson's, which does not say how large the blocks are that it frees. */
enum { HEADER = alignof(max_align_t) > sizeof(size_t) ? alignof(max_align_t) : sizeof(size_t) };

void *cli_take(size_t size)
{
    const knap_allocator *allocator = cli_allocator();
    char *block;
    if (size > SIZE_MAX - HEADER)
        return NULL;
    block = allocator ? resize(allocator->context, NULL, 0, size + HEADER) : malloc(size + HEADER);
    if (!block)
        return NULL;
    size += HEADER;
    memcpy(block, &size, sizeof size);
    return block + HEADER;
}

void cli_give_back(void *taken)
{
    const knap_allocator *allocator = cli_allocator();
    char *block = taken ? (char *)taken - HEADER : NULL;
    size_t size = 0;
    if (!block)
        return;
    memcpy(&size, block, sizeof size);
    if (allocator)
        resize(allocator->context, block, size, 0);
    else
        free(block);
}

void cli_limit_apart(knap_corpus_options *options)
{
    size_t used = atomic_load(&whole.used);
    options->apart = apart;
    options->apart_memory = whole.most ? (whole.most > used + LEAST_APART ? whole.most - used : LEAST_APART) : 0;
}

void cli_memory_refused(void)
{
    if (whole.most)
        atomic_store(&whole.refused, true);
}

int cli_no_memory(void)
{
    if (atomic_load(&whole.refused))
        return cli_say(CLI_LIMIT,
                       "the memory that --max-memory allows (%.0f MiB) is used up: give a higher limit or less input",
                       (double)whole.most / (1024 * 1024));
    return cli_say(CLI_FAILED, "out of memory: give less input at a time, or use fewer threads (--jobs 1)");
}

/* ---- Time ---- */

/* Ends the program at the deadline. What has been printed goes out, unless another thread is stuck in printing. */
static void *watch(void *context)
{
    const double *deadline = context;
    double left;
    while ((left = *deadline - cli_seconds()) > 0) {
        double pause = fmin(left, 3600);
        struct timespec time = {.tv_sec = (time_t)pause, .tv_nsec = (long)((pause - floor(pause)) * 1e9)};
        nanosleep(&time, NULL);
    }
    cli_say(CLI_LIMIT, "stopped after the %g s that --max-time allows: give more time or less input", most_time);
    if (ftrylockfile(stdout) == 0)
        fflush(stdout);
    _exit(CLI_LIMIT);
}

int cli_guard(void)
{
    static double deadline;
    pthread_t thread;
    sigset_t all, before;
    bool failed;
    knap_error error;
    if ((whole.most || most_time > 0) && knap_apart_start(NULL, &apart, &error)) /* before there are threads */
        return cli_fail(&error);
    if (!(most_time > 0))
        return CLI_DONE;
    deadline = cli_seconds() + most_time;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals go to the threads that work */
    failed = pthread_create(&thread, NULL, watch, &deadline) != 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed)
        return cli_say(CLI_FAILED, "--max-time: cannot start the thread that watches the time");
    pthread_detach(thread);
    return CLI_DONE;
}

/* ---- Threads ---- */

size_t cli_threads(size_t jobs, size_t work)
{
    size_t threads = knap_threads(jobs);
    threads = threads < work ? threads : work;
    return threads < 1 ? 1 : threads;
}

knap_run cli_run(size_t jobs)
{
    return (knap_run){.allocator = cli_allocator(), .jobs = jobs};
}
