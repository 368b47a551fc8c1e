/* knap/base.h - what all other headers build on: status and error values, the allocator, random numbers, settings tables.
 *
 * Rules of all calls:
 * - The library never prints, never exits and keeps no global state.
 * - A call that can fail returns a knap_status. Its last parameter, a knap_error *, may be NULL; otherwise it gets a message
 *   and, for input, the file and the line. A successful call does not change it.
 * - Wrong arguments are reported as KNAP_USAGE: NULL where it is not allowed, a number out of range, calls in the wrong order.
 *   Pointers may be NULL only where the call says so.
 * - After a failure every out-parameter is NULL, 0 or NaN, and a list that the call fills is empty. The contents of arrays that
 *   the caller provides are undefined.
 * - Calls that return a value and no status return NULL, 0 or NaN for a NULL object or an index out of range.
 * - Objects that read files, or use another library for each language, are made by *_open and ended by *_close: knap_reader,
 *   knap_corpus, knap_language, knap_tokenizer. All others are made by *_new, or by a call that names what they are made from (*_load,
 *   *_parse, *_fit, *_train), and ended by *_free.
 * - *_free and *_close accept NULL and do nothing.
 * - Structs that the caller fills may get more fields at their end in later versions: start from their initialiser
 *   (KNAP_RUN_INIT, knap_settings_init), never from uninitialised memory.
 *
 * Threads: different objects may be used by different threads at the same time. One object may be read by several threads or
 * changed by one. A call keeps no pointer that it was given except where it says so.
 *
 * Processes: a program may fork between calls, and make any call in the child. The threads of earlier calls end before the fork.
 *
 * Locale: numbers in files, settings and messages have a '.' in every locale.
 *
 * Memory: all memory of the library's own comes from the caller's allocator. ICU, libstemmer, jansson, libxml2, LAPACK,
 * GLPK, SentencePiece, threads and the C library's streams allocate by themselves. */
#ifndef KNAP_BASE_H
#define KNAP_BASE_H

#include "knap/version.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define KNAP_API __attribute__((visibility("default")))
#define KNAP_PRINTF(string, first) __attribute__((format(printf, string, first)))
#else
#define KNAP_API
#define KNAP_PRINTF(string, first)
#endif

/* The version of the library at run time, a static string; KNAP_VERSION_STRING is that of the headers. */
KNAP_API const char *knap_version(void);

typedef enum knap_status {
    KNAP_OK = 0,
    KNAP_NO_MEMORY, /* the allocator returned NULL */
    KNAP_BAD_INPUT, /* a file or a value that was read is wrong */
    KNAP_BAD_MODEL, /* a model file is damaged, or does not belong to the data */
    KNAP_IO,        /* a file could not be opened, read or written */
    KNAP_USAGE,     /* an argument of the call is wrong */
    KNAP_CANCELLED  /* the caller's progress callback asked to stop */
} knap_status;

/* An error as a value. The caller owns it; there is nothing to free. */
typedef struct knap_error {
    knap_status status;
    size_t line;       /* line in `file`, from 1; 0 where there is none */
    char file[256];    /* empty where the error is not about a file; a long path keeps its end */
    char message[512]; /* what is wrong and what to do, without the file and the line */
} knap_error;

/* Writes "FILE:LINE: MESSAGE", or the parts that there are, into text[size] and returns it. */
KNAP_API const char *knap_error_text(const knap_error *error, char *text, size_t size);

/* An allocator: one function does the work of malloc, realloc and free. `new_size` 0 frees `old` and returns NULL; a NULL `old`
 * allocates. It must be thread-safe where jobs is not 1. NULL for a knap_allocator * means the C library's malloc. The
 * allocator must outlive every object made with it. */
typedef struct knap_allocator {
    void *(*resize)(void *context, void *old, size_t old_size, size_t new_size);
    void *context;
} knap_allocator;

/* Frees a text that the library made, with the allocator of the call that made it; NULL is allowed. */
KNAP_API void knap_text_free(const knap_allocator *allocator, char *text);

/* Random numbers: xoshiro256**, seeded by splitmix64. The caller owns the state; one thread at a time may use it. Without a
 * state (NULL) the calls return 0. */
typedef struct knap_rng {
    uint64_t state[4];
} knap_rng;

KNAP_API void knap_rng_seed(knap_rng *rng, uint64_t seed);
/* Uniform in [0,1). */
KNAP_API double knap_rng_uniform(knap_rng *rng);
/* Uniform in 0..bound-1, without bias; 0 for bound 0. */
KNAP_API uint64_t knap_rng_below(knap_rng *rng, uint64_t bound);
/* Standard normal. */
KNAP_API double knap_rng_normal(knap_rng *rng);

/* What long work reports to its caller. `fraction` is in [0,1]; `reward`, `regret` and `bound` are running
 * means, see knap_report. */
typedef struct knap_progress {
    double fraction;
    double reward;
    double regret;
    double bound;
    const char *stage; /* valid during the call only */
} knap_progress;

/* Called between steps of long work, in the thread that made the call. A return other than 0 cancels the work. */
typedef int (*knap_progress_fn)(void *context, const knap_progress *progress);

/* Processes that make the same call with the same arguments at the same time, as the ranks of MPI do. Calls that can divide their
 * work among them say so; all processes get the whole result. The calls of a run must be made in the same order by all. */
typedef struct knap_team {
    size_t rank, size; /* this process is number `rank` of `size` */
    /* Sends mine[length] to every process. *all [size] and *lengths [size] are what each process sent, until the next call. */
    knap_status (*share)(void *context, const char *mine, size_t length, const char *const **all,
                         const size_t **lengths, knap_error *error);
    void *context;
} knap_team;

/* How a call is run; it changes no result. Where a call takes a knap_run *, NULL means KNAP_RUN_INIT. */
typedef struct knap_run {
    const knap_allocator *allocator; /* may be NULL */
    size_t jobs;                     /* number of threads; 0 means one per CPU that the process may use */
    knap_progress_fn progress;       /* may be NULL */
    void *context;                   /* of `progress` */
    /* Asked between the steps of a search that improves a list: true ends the search with the list so far. May be NULL; called
     * by all threads. It is the one part of a run that can change a result. */
    bool (*hurry)(void *context);
    void *hurry_context;
    const knap_team *team;                    /* NULL: this process is alone */
    const struct knap_checkpoint *checkpoint; /* of knap_train, see knap/core.h; NULL: none */
} knap_run;

/* One thread, the C library's malloc, no reports. */
#define KNAP_RUN_INIT                                                                                                  \
    {                                                                                                                  \
        NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL                                                                    \
    }

/* One row of a settings table: the name, type, default, range and help of one field of a struct. A table ends with a row whose
 * name is NULL. Tables are constant and may be read by any number of threads. */
typedef enum knap_param_type {
    KNAP_PARAM_COUNT,  /* size_t */
    KNAP_PARAM_REAL,   /* double */
    KNAP_PARAM_FLAG,   /* bool */
    KNAP_PARAM_CHOICE, /* an enum or int, an index into `choices` */
    KNAP_PARAM_SET     /* unsigned, bit i for `choices[i]`; written as a comma-separated list, "all" or "none" */
} knap_param_type;

typedef struct knap_param {
    const char *name;
    knap_param_type type;
    size_t offset;             /* of the field in the settings struct */
    double initial, low, high; /* default and range; `low` of a SET is the smallest number of members, 0 or 1 */
    /* NULL-terminated, for CHOICE and SET; for REAL the units that may follow the number, "d=1", or NULL. A SET goes on with names for several members, "NAME=CHOICE,CHOICE", and another
     * NULL. */
    const char *const *choices;
    const char *help;
} knap_param;

/* Reads `text` into the field of `settings` that `param` describes. KNAP_USAGE names the setting and what it accepts. */
KNAP_API knap_status knap_param_parse(const knap_param *param, void *settings, const char *text, knap_error *error);
/* Copies the field from other settings of the same kind. */
KNAP_API void knap_param_copy(const knap_param *param, void *settings, const void *from);
/* Writes the field's value into text[size] as knap_param_parse reads it, and returns it. `exact` writes reals as hex floats. A
 * value out of range is written as "?". */
KNAP_API const char *knap_param_format(const knap_param *param, const void *settings, bool exact, char *text,
                                       size_t size);
/* The row of that name, or NULL. */
KNAP_API const knap_param *knap_param_find(const knap_param *table, const char *name);

#ifdef __cplusplus
}
#endif

#endif
