/* state.h - a public call that fails leaves its object as it was. A table lists the calls that change an object. Each is made with
 * right arguments while each of its allocations fails in turn, and with each kind of wrong arguments. The whole state is printed
 * before and after; then the call is repeated, must give what it gives at the first attempt, and the object is used. */
#pragma once

#include "failing.h"

typedef struct state_object {
    const char *name;
    size_t kinds; /* objects of different content to begin with */
    void *(*make)(const knap_allocator *allocator, size_t kind);
    void (*print)(const void *object, FILE *out); /* everything that a later call can tell */
    void (*use)(void *object);
    void (*end)(void *object);
} state_object;

typedef struct state_call {
    const char *name;
    size_t wrong; /* kinds of wrong arguments: variants 1 .. wrong; variant 0 is right for most objects */
    knap_status (*call)(void *object, size_t variant, knap_error *error);
} state_call;

typedef struct state_counts {
    size_t calls, refused, failed; /* public calls; cases of wrong arguments; of failed allocations */
} state_counts;

/* One object with its allocator. */
typedef struct state_case {
    failing counter;
    knap_allocator allocator;
    void *object;
    char *before;
} state_case;

static inline char *state_print(const state_object *kind, const void *object)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    kind->print(object, out);
    fclose(out);
    return text;
}

static inline void state_begin(state_case *self, const state_object *kind, size_t which)
{
    self->counter = (failing){0};
    self->allocator = (knap_allocator){failing_resize, &self->counter};
    self->object = kind->make(&self->allocator, which);
    self->before = state_print(kind, self->object);
}

static inline void state_end(state_case *self, const state_object *kind, const char *name)
{
    kind->use(self->object);
    kind->end(self->object);
    free(self->before);
    if (self->counter.bytes)
        fail_msg("%s: %zu bytes left", name, self->counter.bytes);
}

static inline void state_same(const state_object *kind, const void *object, const char *expected, const char *name,
                              size_t which, size_t variant, size_t failure)
{
    char *now = state_print(kind, object);
    if (strcmp(now, expected) != 0) {
        size_t at = 0;
        while (now[at] == expected[at])
            at++;
        at = at > 60 ? at - 60 : 0;
        fail_msg("%s on %s %zu, arguments %zu, failed allocation %zu: the state is\n...%.200s\nnot\n...%.200s", name,
                 kind->name, which, variant, failure, now + at, expected + at);
    }
    free(now);
}

/* Right arguments: what the call gives, or NULL where this object refuses them. */
static inline char *state_expected(const state_object *kind, size_t which, const state_call *call)
{
    state_case plain;
    char *expected = NULL;
    knap_error error;
    state_begin(&plain, kind, which);
    if (call->call(plain.object, 0, &error))
        state_same(kind, plain.object, plain.before, call->name, which, 0, 0);
    else
        expected = state_print(kind, plain.object);
    state_end(&plain, kind, call->name);
    return expected;
}

static inline void state_check_call(const state_object *kind, size_t which, const state_call *call,
                                    state_counts *counts)
{
    char *expected = state_expected(kind, which, call);
    state_case one;
    knap_error error;
    bool failed = expected != NULL;
    for (size_t n = 1; failed; n++) {
        state_begin(&one, kind, which);
        one.counter.fail_at = one.counter.calls + n;
        knap_status status = call->call(one.object, 0, &error);
        failed = one.counter.calls >= one.counter.fail_at;
        one.counter.fail_at = 0;
        counts->failed += failed;
        if (status && status != KNAP_NO_MEMORY)
            fail_msg("%s: status %d when allocation %zu failed", call->name, (int)status, n);
        if (status) {
            state_same(kind, one.object, one.before, call->name, which, 0, n);
            assert_int_equal(call->call(one.object, 0, &error), KNAP_OK);
        }
        state_same(kind, one.object, expected, call->name, which, 0, n);
        state_end(&one, kind, call->name);
    }
    for (size_t variant = 1; variant <= call->wrong; variant++) {
        state_begin(&one, kind, which);
        if (!call->call(one.object, variant, &error))
            fail_msg("%s on %s %zu takes the wrong arguments %zu", call->name, kind->name, which, variant);
        state_same(kind, one.object, one.before, call->name, which, variant, 0);
        if (expected) {
            assert_int_equal(call->call(one.object, 0, &error), KNAP_OK);
            state_same(kind, one.object, expected, call->name, which, variant, 0);
        }
        state_end(&one, kind, call->name);
        counts->refused++;
    }
    free(expected);
}

static inline void state_check(const state_object *kind, const state_call *call, size_t calls, state_counts *counts)
{
    counts->calls += calls;
    for (size_t which = 0; which < kind->kinds; which++)
        for (size_t i = 0; i < calls; i++)
            state_check_call(kind, which, &call[i], counts);
}
