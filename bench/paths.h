/* paths.h - the hot paths that `make bench` measures: what each one does, on inputs of any size.
 *
 * paths.c runs them: once under callgrind (bench/counts.sh), or several times by the clock, over growing inputs. */
#pragma once

#include "bench.h"

/* What a path is compared with: how long the machine needs for the least that the path must do. */
typedef enum limit_kind {
    LIMIT_COPY,   /* copying the bytes that it must read (memcpy, larger than the caches) */
    LIMIT_SEARCH, /* looking at each byte once (memchr) */
    LIMIT_ICU,    /* finding the words of the text with ICU, and nothing else */
    LIMIT_BLAS    /* its multiplications at the rate of BLAS's dgemm */
} limit_kind;

enum { LIMITS = LIMIT_BLAS + 1 };

/* Units per second of each limit, on one thread, measured now. 0 where the library is absent. */
void measure_limits(double rate[LIMITS]);
extern const char *const limit_names[LIMITS];

enum { SIZES = 3 };

typedef struct path {
    const char *name, *layer, *what;
    const char *unit;   /* what a size counts */
    size_t counted;     /* the size for callgrind: about 20 to 200 million instructions */
    size_t size[SIZES]; /* growing */
    limit_kind limit;
    void *(*make)(size_t size);
    void (*run)(void *input);
    double (*amount)(const void *input); /* units of the limit in one run */
    void (*drop)(void *input);
} path;

/* End with a path without a name. */
extern const path engine_paths[], text_paths[];

typedef struct growth {
    const path *path;
    double seconds[SIZES]; /* of one run; the best of several */
    double limit[SIZES];   /* seconds of the limit; NAN where it is not known */
} growth;

/* Time per unit against size, relative to the smallest size, one line per path. */
bool draw_growth(const char *file, const growth *of, size_t count);
