/* knap/base.h - what every other header stands on: status and error values, the allocator hook, random state.
 *
 * The library never prints, never exits and keeps no global state. Every call that can fail returns a
 * knap_status and, where it takes a knap_error, fills it with a message and, for input, the file and the
 * line.
 */
#ifndef KNAP_BASE_H
#define KNAP_BASE_H

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

/* The version of the library, as in the file VERSION. The string is static. */
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

/* An error as a value. Owned by the caller, plain memory, nothing to free. Calls that succeed leave it alone.
 */
typedef struct knap_error {
    knap_status status;
    size_t line;       /* 1-based line in `file`, 0 where there is none */
    char file[256];    /* empty where the error is not about a file */
    char message[512]; /* what is wrong and what to do, without the file and the line */
} knap_error;

/* Writes "FILE:LINE: MESSAGE" (or the parts there are) into `text` and returns it. */
KNAP_API const char *knap_error_text(const knap_error *error, char *text, size_t size);

/* One function does the work of malloc, realloc and free: `new_size` 0 frees and returns NULL; a NULL `old`
 * allocates. It is called from several threads at once when jobs > 1. NULL for a knap_allocator * means the C
 * library's. The allocator must outlive every object made with it. */
typedef struct knap_allocator {
    void *(*resize)(void *context, void *old, size_t old_size, size_t new_size);
    void *context;
} knap_allocator;

/* Writes a file whole or not at all: to a temporary one beside it that is then renamed. */
KNAP_API knap_status knap_write_file(const char *path, const char *bytes, size_t length,
                                     const knap_allocator *allocator, knap_error *error);

/* Random state, owned by the caller: xoshiro256**, seeded by splitmix64. */
typedef struct knap_rng {
    uint64_t state[4];
} knap_rng;

KNAP_API void knap_rng_seed(knap_rng *rng, uint64_t seed);
KNAP_API uint64_t knap_rng_next(knap_rng *rng);
/* Uniform in [0,1). */
KNAP_API double knap_rng_uniform(knap_rng *rng);
/* Uniform in 0..bound-1, without bias; bound > 0. */
KNAP_API uint64_t knap_rng_below(knap_rng *rng, uint64_t bound);
/* Standard normal. */
KNAP_API double knap_rng_normal(knap_rng *rng);

/* What long work tells its caller. `fraction` is in [0,1]; `reward` and `regret` are running means. */
typedef struct knap_progress {
    double fraction;
    double reward;
    double regret;
    const char *stage; /* static or valid during the call only */
} knap_progress;

/* Called between steps of long work, from the calling thread; a return other than 0 cancels it. */
typedef int (*knap_progress_fn)(void *context, const knap_progress *progress);

/* One row of a table of settings: the one place of a setting's name, type, default, range and help. The table
 * feeds the command line, --help and the model file alike. */
typedef enum knap_param_type {
    KNAP_PARAM_COUNT,  /* size_t */
    KNAP_PARAM_REAL,   /* double */
    KNAP_PARAM_FLAG,   /* int, 0 or 1 */
    KNAP_PARAM_CHOICE, /* int, an index into `choices` */
    KNAP_PARAM_SET     /* unsigned, bit i for `choices[i]`; written as a comma-separated list, "all" or "none" */
} knap_param_type;

typedef struct knap_param {
    const char *name;
    knap_param_type type;
    size_t offset;             /* of the field in the settings struct */
    double initial, low, high; /* of a SET `low` is how many it must have: 0 or 1 */
    /* NULL-terminated, for CHOICE and SET; for SET then names for several, "NAME=CHOICE,CHOICE", and a NULL again */
    const char *const *choices;
    const char *help;
} knap_param;

/* Reads `text` into the field of `settings` that `param` describes; names the setting and what it takes when
 * the text does not fit. */
KNAP_API knap_status knap_param_parse(const knap_param *param, void *settings, const char *text, knap_error *error);
/* Writes the field's value as knap_param_parse reads it; reals with `exact` as hex floats. Returns `text`. */
KNAP_API const char *knap_param_format(const knap_param *param, const void *settings, int exact, char *text,
                                       size_t size);
/* Sets every field of a table that ends in a row with a NULL name to its default. */
KNAP_API void knap_params_init(const knap_param *table, void *settings);
/* The row of that name, or NULL. */
KNAP_API const knap_param *knap_param_find(const knap_param *table, const char *name);

#ifdef __cplusplus
}
#endif

#endif
