/* base_test.c - the ground: memory, symbols, random numbers, sorting, settings tables. */
#include "check.h"

#include "base/kernels.h"
#include "base/memory.h"
#include "base/minimise.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "base/symbols.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static void symbols_number_names_in_order(void **state)
{
    kn_symbols symbols;
    char name[32];
    (void)state;
    kn_symbols_begin(&symbols, NULL);
    assert_int_equal(kn_symbols_find(&symbols, "x", 1), KN_NO_SYMBOL);
    for (uint32_t i = 0; i < 5000; i++) {
        int length = snprintf(name, sizeof name, "name-%u", i * 7919u % 5003u);
        assert_int_equal(kn_symbols_add(&symbols, name, (size_t)length), i);
    }
    for (uint32_t i = 0; i < 5000; i++) {
        int length = snprintf(name, sizeof name, "name-%u", i * 7919u % 5003u);
        assert_int_equal(kn_symbols_find(&symbols, name, (size_t)length), i);
        assert_string_equal(symbols.name[i], name);
    }
    /* Names are bytes with a length: an embedded 0 and a prefix are names of their own. */
    assert_int_equal(kn_symbols_add(&symbols, "a\0b", 3), 5000);
    assert_int_equal(kn_symbols_add(&symbols, "a", 1), 5001);
    assert_int_equal(kn_symbols_find(&symbols, "a\0b", 3), 5000);
    kn_symbols_free(&symbols);
}

static int by_key_then_index(const void *a, const void *b)
{
    const double *x = a, *y = b;
    if (x[0] != y[0])
        return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

static void order_equals_qsort(void **state)
{
    static const size_t sizes[] = {0, 1, 2, 3, 63, 64, 65, 100, 1000, 20000};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (size_t round = 0; round < 10 * sizeof sizes / sizeof *sizes; round++) {
        size_t n = sizes[round / 10];
        double *key = malloc((n + 1) * sizeof *key), *pair = malloc((2 * n + 1) * sizeof *pair);
        uint32_t *order = malloc((n + 1) * sizeof *order);
        uint64_t *scratch = malloc(kn_order_scratch(n) * sizeof *scratch);
        for (size_t i = 0; i < n; i++) {
            switch (round % 4) {
            case 0:
                key[i] = knap_rng_normal(&rng);
                break;
            case 1:
                key[i] = (double)knap_rng_below(&rng, 5) - 2; /* ties */
                break;
            case 2:
                key[i] = knap_rng_below(&rng, 2) ? 0.0 : -0.0;
                break;
            default:
                key[i] = ldexp(knap_rng_normal(&rng), (int)knap_rng_below(&rng, 2000) - 1000);
            }
            pair[2 * i] = key[i];
            pair[2 * i + 1] = (double)i;
        }
        qsort(pair, n, 2 * sizeof *pair, by_key_then_index);
        kn_order(key, n, order, scratch);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(order[i], (uint32_t)pair[2 * i + 1]);
        free(key);
        free(pair);
        free(order);
        free(scratch);
    }
}

static void *count_allocations(void *context, void *old, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    ++*(size_t *)context;
    return realloc(old, new_size);
}

/* A cleared arena gives zeroed memory again, and after a few rounds allocates no more. */
static void arena_is_used_again(void **state)
{
    (void)state;
    size_t allocations = 0;
    knap_allocator counting = {count_allocations, &allocations};
    kn_arena arena = {.allocator = &counting};
    for (size_t round = 0; round < 20; round++) {
        size_t before = allocations;
        for (size_t i = 1; i <= 40; i++) {
            unsigned char *array = kn_arena_new(&arena, 100 * i, i), *room = kn_arena_room(&arena, i, 1);
            assert_non_null(array);
            assert_non_null(room);
            for (size_t j = 0; j < 100 * i * i; j++)
                assert_int_equal(array[j], 0);
            memset(array, 0xff, 100 * i * i);
            memset(room, 0xff, i);
        }
        if (round >= 2)
            assert_int_equal(allocations, before);
        kn_arena_clear(&arena);
    }
    kn_arena_free(&arena);
}

static void arena_keeps_what_it_gave(void **state)
{
    kn_arena arena = {.allocator = NULL};
    char *text[500];
    (void)state;
    for (size_t i = 0; i < 500; i++) {
        char bytes[64];
        int length = snprintf(bytes, sizeof bytes, "%zu", i * i * i);
        text[i] = kn_arena_text(&arena, bytes, (size_t)length);
        uint64_t *zeroed = kn_arena_new(&arena, i, sizeof *zeroed);
        for (size_t j = 0; j < i; j++) {
            assert_int_equal(zeroed[j], 0);
            zeroed[j] = UINT64_MAX;
        }
    }
    for (size_t i = 0; i < 500; i++)
        assert_int_equal(strtoull(text[i], NULL, 10), i * i * i);
    assert_null(kn_arena_new(&arena, SIZE_MAX / 4, 8)); /* overflow is refused, not wrapped */
    kn_arena_free(&arena);
}

static void random_numbers_are_uniform(void **state)
{
    knap_rng rng;
    double count[7] = {0}, chi = 0, sum = 0, squares = 0;
    (void)state;
    knap_rng_seed(&rng, 42);
    for (int i = 0; i < 70000; i++)
        count[knap_rng_below(&rng, 7)]++;
    for (int i = 0; i < 7; i++)
        chi += (count[i] - 10000) * (count[i] - 10000) / 10000;
    assert_true(chi < 22.5); /* 6 degrees of freedom, p = 0.001 */
    for (int i = 0; i < 100000; i++) {
        double x = knap_rng_normal(&rng);
        sum += x;
        squares += x * x;
    }
    assert_true(fabs(sum / 100000) < 0.0125);
    assert_true(fabs(squares / 100000 - 1) < 0.02);
}

struct sample {
    size_t count;
    double real;
    bool flag;
    int choice;
    unsigned set;
};

static void settings_go_through_their_table(void **state)
{
    static const char *const colours[] = {"red", "green", "blue", NULL, "warm=red", "cold=green,blue", NULL};
    static const knap_param table[] = {
        {"count", KNAP_PARAM_COUNT, offsetof(struct sample, count), 3, 1, 10, NULL, ""},
        {"real", KNAP_PARAM_REAL, offsetof(struct sample, real), 0.1, 0, 1, NULL, ""},
        {"flag", KNAP_PARAM_FLAG, offsetof(struct sample, flag), 1, 0, 1, NULL, ""},
        {"choice", KNAP_PARAM_CHOICE, offsetof(struct sample, choice), 2, 0, 2, colours, ""},
        {"set", KNAP_PARAM_SET, offsetof(struct sample, set), 5, 0, 7, colours, ""},
        {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};
    static const char *const wrong[] = {"count",  "0",    "count", "2.5",  "count", "11",  "count", "x",
                                        "real",   "nan",  "real",  "1e99", "real",  "",    "flag",  "maybe",
                                        "choice", "pink", "set",   "red,", "set",   "pink"};
    struct sample sample, copy;
    char text[64];
    knap_error problem;
    (void)state;
    knap_params_init(table, &sample);
    assert_int_equal(sample.count, 3);
    assert_int_equal(sample.choice, 2);
    knap_params_init(table, &copy);
    assert_ok(knap_param_parse(knap_param_find(table, "set"), &sample, "blue,green", error));
    assert_int_equal(sample.set, 6);
    assert_ok(knap_param_parse(knap_param_find(table, "real"), &sample, "0.3", error));
    for (const knap_param *param = table; param->name; param++)
        assert_ok(knap_param_parse(param, &copy, knap_param_format(param, &sample, 1, text, sizeof text), error));
    assert_memory_equal(&copy.real, &sample.real, sizeof copy.real);
    assert_int_equal(copy.set, sample.set);
    for (sample.set = 0; sample.set < 8; sample.set++) {
        const knap_param *set = knap_param_find(table, "set");
        assert_ok(knap_param_parse(set, &copy, knap_param_format(set, &sample, 0, text, sizeof text), error));
        assert_int_equal(copy.set, sample.set);
        assert_true(strlen(text) <= strlen("warm,green"));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i += 2) {
        assert_int_equal(knap_param_parse(knap_param_find(table, wrong[i]), &sample, wrong[i + 1], &problem),
                         KNAP_USAGE);
        assert_non_null(strstr(problem.message, wrong[i]));
    }
    assert_null(knap_param_find(table, "other"));
}

static void square(void *context, size_t index, size_t worker)
{
    (void)worker;
    ((size_t *)context)[index] += index * index;
}

static void parallel_loop_visits_each_index_once(void **state)
{
    size_t done[1000];
    (void)state;
    for (size_t jobs = 0; jobs < 5; jobs++) {
        memset(done, 0, sizeof done);
        kn_parallel_for(jobs, 1000, square, done);
        for (size_t i = 0; i < 1000; i++)
            assert_int_equal(done[i], i * i);
    }
}

static bool loop_is_right(void)
{
    size_t done[1000] = {0};
    kn_parallel_for(4, 1000, square, done);
    for (size_t i = 0; i < 1000; i++)
        if (done[i] != i * i)
            return false;
    return true;
}

/* Whether a child, and a child of it, that are forked from here can run a loop. */
static void *fork_and_loop(void *generations)
{
    int status = -1, left = *(int *)generations - 1;
    pid_t child = fork();
    if (child == 0) {
        alarm(60); /* ends a child that waits for threads it does not have */
        _exit(loop_is_right() && (left == 0 || fork_and_loop(&left)) ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 ? generations : NULL;
}

/* The parent has threads that a child does not have; the thread that forks may be one that has run loops, or another one. */
static void a_forked_child_can_run_loops(void **state)
{
    int generations = 2;
    pthread_t other;
    void *good;
    (void)state;
    for (int round = 0; round < 3; round++) {
        assert_true(loop_is_right());
        assert_non_null(fork_and_loop(&generations));
    }
    assert_true(loop_is_right());
    assert_int_equal(pthread_create(&other, NULL, fork_and_loop, &generations), 0);
    assert_int_equal(pthread_join(other, &good), 0);
    assert_non_null(good);
    assert_true(loop_is_right());
}

/* A loop whose bodies run loops. Each worker has memory of its own, which no other body may use meanwhile. */
typedef struct nest {
    atomic_int used[4];
    atomic_size_t bodies, shared;
} nest;

static void visit_inner(void *context, size_t index, size_t worker)
{
    (void)index;
    assert_int_equal(worker, 0);
    atomic_fetch_add(&((nest *)context)->bodies, 1);
}

static void visit_outer(void *context, size_t index, size_t worker)
{
    nest *self = context;
    (void)index;
    if (atomic_fetch_add(&self->used[worker], 1) != 0)
        atomic_fetch_add(&self->shared, 1);
    kn_parallel_for(4, 10, visit_inner, self);
    atomic_fetch_sub(&self->used[worker], 1);
}

static void *run_nests(void *unused)
{
    static nest none;
    for (int round = 0; round < 200; round++) {
        nest self = none;
        kn_parallel_for(4, 30, visit_outer, &self);
        if (atomic_load(&self.bodies) != 300 || atomic_load(&self.shared) != 0)
            return NULL;
    }
    return unused;
}

static void loops_of_many_callers_do_not_mix(void **state)
{
    pthread_t caller[6];
    void *good;
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(pthread_create(&caller[i], NULL, run_nests, &state), 0);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(pthread_join(caller[i], &good), 0);
        assert_non_null(good);
    }
}

static bool later_key(const void *context, uint32_t a, uint32_t b)
{
    const uint32_t *key = context;
    return key[a] > key[b] || (key[a] == key[b] && a > b);
}

/* Rows keep their pairs together; numbers are ordered by the rule; both against counting. */
static void rows_and_numbers_are_sorted(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 11);
    for (int round = 0; round < 300; round++) {
        enum { MOST = 70 };
        uint32_t id[MOST], key[MOST], order[MOST];
        double value[MOST];
        size_t count = knap_rng_below(&rng, MOST);
        for (size_t i = 0; i < count; i++) {
            key[i] = id[i] = (uint32_t)knap_rng_below(&rng, round % 3 ? 1000000 : 20);
            value[i] = (double)id[i] * 0.5;
            order[i] = (uint32_t)i;
        }
        kn_sort_row(id, value, count);
        kn_sort_by(order, count, later_key, key);
        for (size_t i = 0; i < count; i++) {
            assert_true(value[i] == (double)id[i] * 0.5);
            assert_true(i == 0 || id[i - 1] <= id[i]);
            assert_true(i == 0 || later_key(key, order[i], order[i - 1]));
            assert_int_equal(id[i], key[order[i]]); /* the same keys, none lost */
        }
    }
}

static knap_status fail_at_some(void *context, size_t index, size_t worker, knap_error *error)
{
    unsigned char *called = context;
    (void)worker;
    called[index] = 1;
    if (index % 7 != 5)
        return KNAP_OK;
    snprintf(error->message, sizeof error->message, "index %zu", index);
    return KNAP_BAD_INPUT;
}

/* The error of the lowest index, with any number of threads; everything below it was called. */
static void the_first_error_is_returned(void **state)
{
    (void)state;
    for (size_t jobs = 1; jobs < 5; jobs++)
        for (int round = 0; round < 50; round++) {
            unsigned char called[100] = {0};
            knap_error problem = {.status = KNAP_OK};
            assert_int_equal(kn_parallel_try(jobs, 100, fail_at_some, called, &problem), KNAP_BAD_INPUT);
            assert_string_equal(problem.message, "index 5");
            assert_int_equal(kn_parallel_try(jobs, 100, fail_at_some, called, NULL), KNAP_BAD_INPUT);
            for (int i = 0; i <= 5; i++)
                assert_true(called[i]);
            assert_int_equal(kn_parallel_try(jobs, 5, fail_at_some, called, &problem), KNAP_OK);
            assert_int_equal(kn_parallel_try(jobs, 0, fail_at_some, called, &problem), KNAP_OK);
        }
}

/* Two calls that run at the same time and both fail: `late` does so after the other, if the machine has it so. */
typedef struct meeting {
    atomic_int begun;
    size_t late;
} meeting;

static knap_status fail_together(void *context, size_t index, size_t worker, knap_error *error)
{
    meeting *self = context;
    (void)worker;
    atomic_fetch_add(&self->begun, 1);
    for (int i = 0; i < 10000 && atomic_load(&self->begun) < 2; i++) /* a machine may give one thread only */
        sched_yield();
    for (int i = 0; i < 20 && index == self->late; i++)
        sched_yield();
    snprintf(error->message, sizeof error->message, "index %zu", index);
    return index ? KNAP_BAD_INPUT : KNAP_USAGE;
}

/* Of two errors at the same time the one of the lower index is returned, whichever comes first. */
static void the_first_error_does_not_depend_on_time(void **state)
{
    (void)state;
    for (size_t round = 0; round < 200; round++) {
        meeting self = {.late = round % 2};
        knap_error problem = {.status = KNAP_OK};
        assert_int_equal(kn_parallel_try(2, 2, fail_together, &self, &problem), KNAP_USAGE);
        assert_string_equal(problem.message, "index 0");
    }
}

/* Four at a time: the sums and slopes of single losses, for any number of them and for scores that overflow exp. */
static void losses_of_many_equal_those_of_one(void **state)
{
    enum { MOST = 700 };
    double score[MOST], y[MOST], slope[MOST], single;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (size_t i = 0; i < MOST; i++) {
        score[i] = i % 7 == 0 ? 800 * knap_rng_normal(&rng) : i % 7 == 1 ? 0 : 6 * knap_rng_normal(&rng);
        y[i] = knap_rng_uniform(&rng);
    }
    for (size_t count = 0; count < MOST; count += count < 20 ? 1 : 113) {
        double sum = 0;
        double all = kn_logistic_all(score, y, count, slope);
        for (size_t i = 0; i < count; i++) {
            sum += kn_logistic(score[i], y[i], &single);
            assert_close(slope[i], single, 1e-15);
        }
        assert_close(all, sum, 1e-14 * (1 + sum));
    }
}

static void sums_of_vectors_equal_those_of_numbers(void **state)
{
    enum { MOST = 23 };
    double weight[MOST], row[4][MOST], dot[4];
    float above[MOST];
    const double *const rows[] = {row[0], row[1], row[2], row[3]};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (size_t count = 0; count <= MOST; count++) {
        double excess = 0;
        for (size_t i = 0; i < count; i++) {
            weight[i] = knap_rng_normal(&rng);
            for (size_t r = 0; r < 4; r++)
                row[r][i] = knap_rng_normal(&rng);
        }
        for (size_t i = 0; i < count; i++) {
            above[i] = (float)row[0][i];
            excess += fmax(0, (double)above[i] - weight[i]);
        }
        assert_close(kn_excess(above, weight, count), excess, 1e-13);
        kn_dot_rows(weight, rows, count, dot);
        for (size_t r = 0; r < 4; r++)
            assert_true(dot[r] == kn_dot_double(weight, row[r], count));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols_number_names_in_order),
        cmocka_unit_test(order_equals_qsort),
        cmocka_unit_test(arena_keeps_what_it_gave),
        cmocka_unit_test(arena_is_used_again),
        cmocka_unit_test(random_numbers_are_uniform),
        cmocka_unit_test(settings_go_through_their_table),
        cmocka_unit_test(parallel_loop_visits_each_index_once),
        cmocka_unit_test(a_forked_child_can_run_loops),
        cmocka_unit_test(loops_of_many_callers_do_not_mix),
        cmocka_unit_test(rows_and_numbers_are_sorted),
        cmocka_unit_test(the_first_error_is_returned),
        cmocka_unit_test(the_first_error_does_not_depend_on_time),
        cmocka_unit_test(losses_of_many_equal_those_of_one),
        cmocka_unit_test(sums_of_vectors_equal_those_of_numbers),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
