/* paths.c - knap-bench-paths: runs the hot paths.
 *
 *     knap-bench-paths list             the names and the sizes for callgrind
 *     knap-bench-paths run NAME SIZE    one run, in the function `hot_path`, which bench/counts.sh counts
 *     knap-bench-paths growth FOLDER    times over growing inputs: a table, FOLDER/growth.json and FOLDER/growth.svg
 */
#include "paths.h"

#include <math.h>
#include <string.h>

enum { MOST = 32, ROUNDS = 3 };

/* What callgrind counts. It has this name in the program, and nothing else has. */
__attribute__((noinline)) void hot_path(const path *of, void *input);
void hot_path(const path *of, void *input)
{
    of->run(input);
}

static size_t list_paths(const path **list)
{
    const path *const tables[] = {engine_paths, text_paths};
    size_t count = 0;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const path *p = tables[t]; p->name; p++)
            list[count++] = p;
    return count;
}

/* ---- Growth ---- */

/* Seconds of one run, the best of several; short runs are repeated. */
static double measure(const path *of, void *input)
{
    double best = INFINITY, start = now(), time;
    hot_path(of, input);
    time = now() - start;
    size_t again = time < 0.02 ? (size_t)(0.02 / fmax(time, 1e-6)) + 1 : 1;
    for (int round = 0; round < ROUNDS; round++) {
        start = now();
        for (size_t i = 0; i < again; i++)
            hot_path(of, input);
        best = fmin(best, (now() - start) / (double)again);
    }
    return best;
}

static growth measure_growth(const path *of, const double *rate)
{
    growth made = {.path = of};
    for (size_t i = 0; i < SIZES; i++) {
        void *input = of->make(of->size[i]);
        made.seconds[i] = measure(of, input);
        made.limit[i] = rate[of->limit] > 0 ? of->amount(input) / rate[of->limit] : NAN;
        of->drop(input);
    }
    return made;
}

/* Time per unit at the largest size, in that at the smallest. */
static double growth_per_unit(const growth *of)
{
    const size_t *size = of->path->size;
    return of->seconds[SIZES - 1] / (double)size[SIZES - 1] / (of->seconds[0] / (double)size[0]);
}

static void print_row(const growth *of)
{
    const path *p = of->path;
    printf("  %-10s %-10s", p->name, p->layer);
    for (size_t i = 0; i < SIZES; i++)
        printf(" %9.3f", of->seconds[i] * 1e6 / (double)p->size[i]);
    printf("  us per %-7s %5.2f x  ", p->unit, growth_per_unit(of));
    if (isnan(of->limit[SIZES - 1]))
        printf("limit not known: %s\n", limit_names[p->limit]);
    else
        printf("%7.1f times %s\n", of->seconds[SIZES - 1] / of->limit[SIZES - 1], limit_names[p->limit]);
}

static bool write_json(const char *file, const growth *of, size_t count, const double *rate)
{
    FILE *out = fopen(file, "w");
    if (!out)
        return false;
    fprintf(out, "{\"limits\": {");
    for (size_t i = 0; i < LIMITS; i++)
        fprintf(out, "%s\"%s\": %.6g", i ? ", " : "", limit_names[i], rate[i]);
    fprintf(out, "},\n \"paths\": [");
    for (size_t i = 0; i < count; i++) {
        const path *p = of[i].path;
        fprintf(out,
                "%s\n  {\"name\": \"%s\", \"layer\": \"%s\", \"what\": \"%s\", \"unit\": \"%s\", \"limit\": \"%s\"",
                i ? "," : "", p->name, p->layer, p->what, p->unit, limit_names[p->limit]);
        fprintf(out, ", \"growth\": %.4f, \"sizes\": [", growth_per_unit(&of[i]));
        for (size_t k = 0; k < SIZES; k++) {
            fprintf(out, "%s{\"size\": %zu, \"seconds\": %.6g, \"limit\": ", k ? ", " : "", p->size[k],
                    of[i].seconds[k]);
            fprintf(out, isnan(of[i].limit[k]) ? "null}" : "%.6g}", of[i].limit[k]);
        }
        fprintf(out, "]}");
    }
    fprintf(out, "\n ]}\n");
    return fclose(out) == 0;
}

/* Time per unit may grow so much from the smallest size to the largest: sorting is n log n, and large inputs leave the caches. */
static const double MOST_GROWTH = 4;

static int measure_all(const char *folder)
{
    const path *list[MOST];
    growth grown[MOST];
    double rate[LIMITS];
    size_t count = list_paths(list);
    int broken = 0;
    char file[1024];
    measure_limits(rate);
    printf("Limits, one thread: copy %.1f GB/s, memchr %.1f GB/s, ICU's words %.0f MB/s, BLAS %.1f GFLOP/s\n",
           rate[LIMIT_COPY] / 1e9, rate[LIMIT_SEARCH] / 1e9, rate[LIMIT_ICU] / 1e6, 2 * rate[LIMIT_BLAS] / 1e9);
    printf("Hot paths, one thread: time per unit at three sizes, its growth, and the distance to the limit\n");
    for (size_t i = 0; i < count; i++) {
        grown[i] = measure_growth(list[i], rate);
        print_row(&grown[i]);
    }
    for (size_t i = 0; i < count; i++) {
        snprintf(file, sizeof file, "%s: growth of the time per unit", list[i]->name);
        broken += promise(file, growth_per_unit(&grown[i]), "times", false, MOST_GROWTH);
    }
    snprintf(file, sizeof file, "%s/growth.json", folder);
    bool written = write_json(file, grown, count, rate);
    if (written) {
        snprintf(file, sizeof file, "%s/growth.svg", folder);
        written = draw_growth(file, grown, count);
    }
    if (!written) {
        fprintf(stderr, "%s: cannot write\n", file);
        return 1;
    }
    printf("Written: %s/growth.json, %s/growth.svg\n", folder, folder);
    return report(broken);
}

/* ---- One run ---- */

static int run_one(const char *name, size_t size)
{
    const path *list[MOST];
    size_t count = list_paths(list);
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i]->name, name) == 0) {
            void *input = list[i]->make(size);
            hot_path(list[i], input);
            list[i]->drop(input);
            return 0;
        }
    fprintf(stderr, "knap-bench-paths: no path is called '%s'\n", name);
    return 2;
}

int main(int argc, char **argv)
{
    const path *list[MOST];
    size_t count = list_paths(list);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    if (argc == 4 && strcmp(argv[1], "run") == 0)
        return run_one(argv[2], (size_t)strtoull(argv[3], NULL, 10));
    if (argc == 3 && strcmp(argv[1], "growth") == 0)
        return measure_all(argv[2]);
    if (argc != 2 || strcmp(argv[1], "list") != 0) {
        fprintf(stderr, "usage: knap-bench-paths list | run NAME SIZE | growth FOLDER\n");
        return 2;
    }
    for (size_t i = 0; i < count; i++)
        printf("%s\t%zu\t%s\t%s, %zu %ss\n", list[i]->name, list[i]->counted, list[i]->layer, list[i]->what,
               list[i]->counted, list[i]->unit);
    return 0;
}
