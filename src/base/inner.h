/* base/inner.h - what knap's own programs and other layers use of this layer beyond knap/base.h: files, names of files,
 * digests, threads. */
#pragma once

#include "knap/base.h"

/* Writes a file that is complete or absent: to a temporary file beside it, which is then renamed. `allocator` may be NULL. */
knap_status knap_write_file(const char *path, const char *bytes, size_t length,
                            const knap_allocator *allocator, knap_error *error);

/* Names of files that are made from ids. knap_names_add makes a name from `id` that is safe in a path (see below) and differs
 * from all names made before: where it would not, "-N" is added before `ending`, and *numbered (may be NULL) is true. A slash
 * of the id becomes `slash`; with '/', the name is a path of folders. Control characters, backslashes and a '.' at the start
 * become '_'; parts of more than 200 bytes are cut; an empty id gives a number. *name lives as long as `names`. */
typedef struct knap_names knap_names;
knap_status knap_names_new(const knap_allocator *allocator, knap_names **names, knap_error *error);
knap_status knap_names_add(knap_names *names, const char *id, char slash, const char *ending,
                           const char **name, bool *numbered, knap_error *error);
void knap_names_free(knap_names *names);

/* A digest of bytes: FNV-1a, 64 bits. `hash` is 0, or the digest of what came before. */
uint64_t knap_hash(uint64_t hash, const void *bytes, size_t length);

uint64_t knap_rng_next(knap_rng *rng);

/* The number of threads that `jobs` means: itself, or for 0 the CPUs that the process may use. Affinity, OMP_NUM_THREADS and CPU quotas of
 * cgroups limit them. They are counted at the first call of the process; a forked child counts again. There are at most 256. */
size_t knap_threads(size_t jobs);

/* Work on pieces of an input: the thread that makes the call takes them and uses what was made of them, both in order; other threads
 * do the work in between. A piece has a number, 0, 1, 2, ... At most `ahead` pieces are taken and not used, so that piece `index` can
 * have its memory at index % ahead, and what is kept does not grow with the input. */
typedef struct knap_pipeline {
    size_t threads, ahead; /* with 1 thread, or 1 piece, the calling thread works too, on one piece after the other */
    void *context;
    bool (*take)(void *context, size_t index);                /* false: there are no more pieces */
    void (*work)(void *context, size_t index, size_t worker); /* worker < threads: one thread at a time */
    bool (*use)(void *context, size_t index); /* false: no further piece is taken or used; work that has begun is finished */
} knap_pipeline;
/* With fewer threads where the system gives no more. An error is KNAP_NO_MEMORY, before anything is taken. */
knap_status knap_pipeline_run(const knap_pipeline *pipeline, const knap_allocator *allocator,
                                       knap_error *error);

/* Sets every field of a table to its default. */
void knap_params_init(const knap_param *table, void *settings);
/* KNAP_USAGE for the first field that is out of the range of its row. */
knap_status knap_params_check(const knap_param *table, const void *settings, knap_error *error);
