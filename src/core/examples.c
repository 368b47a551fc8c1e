/* examples.c - the examples of the oracle's lists, for learners outside: knap_examples. */
#include "core/evaluate.h"
#include "core/example.h"
#include "core/flaws.h"
#include "core/prepare.h"
#include "core/select.h"
#include "core/settings.h"
#include "base/error.h"

typedef struct giving {
    const knap_data *data;
    const knap_settings *settings;
    const kn_prepared *prepared;
    knap_example_fn callback;
    void *context;
    kn_walk walk;
    kn_penalty penalty;
    kn_benefit benefit;
    double *weight, *value, *gain; /* grown: positions; candidates; candidates */
    double *scale;                 /* [width] */
    kn_symbols column;             /* [width] names */
} giving;

static void end(giving *self, const knap_allocator *allocator)
{
    kn_symbols_free(&self->column);
    kn_free(allocator, self->scale, self->prepared->width, sizeof *self->scale);
    KN_RELEASE(allocator, self->weight);
    KN_RELEASE(allocator, self->value);
    KN_RELEASE(allocator, self->gain);
    kn_walk_free(&self->walk);
    kn_penalty_free(&self->penalty);
}

/* Names and scales of the columns. */
static bool describe_columns(giving *self, const knap_allocator *allocator)
{
    size_t width = self->prepared->width;
    kn_text label = {.allocator = allocator};
    bool done;
    kn_symbols_begin(&self->column, allocator);
    self->scale = kn_new(allocator, width, sizeof *self->scale);
    done = self->scale != NULL;
    for (size_t i = 0; done && i < width; i++) {
        double deviation = self->prepared->deviation[i];
        self->scale[i] = deviation > 0 ? (self->settings->standardize ? 1 / deviation : 1) : 0;
        label.length = 0;
        kn_view_label(self->settings->views, i, &self->data->features, &self->data->flaws, &label);
        done = kn_symbols_add_unique(&self->column, &label, label.length, "#", i) != KN_NO_SYMBOL;
    }
    kn_text_free(&label);
    return done;
}

static knap_status give_position(giving *self, const knap_instance *instance, void *state, size_t position,
                                 knap_error *error)
{
    kn_walk *walk = &self->walk;
    knap_example example = {.instance = instance,
                            .position = position,
                            .count = walk->candidates,
                            .width = walk->view.width,
                            .view = walk->view.row,
                            .candidate = walk->candidate,
                            .benefit = self->value,
                            .weight = self->weight[position],
                            .column = (const char *const *)self->column.name,
                            .scale = self->scale};
    kn_example_benefits(&self->benefit, instance, state, &self->penalty, walk->candidate, walk->candidates, self->value,
                        self->gain);
    if (self->callback(self->context, &example))
        return kn_fail(error, KNAP_CANCELLED, "cancelled");
    return KNAP_OK;
}

static knap_status give_list(giving *self, size_t number, const knap_allocator *allocator, knap_error *error)
{
    const knap_instance *instance = self->data->instance[number];
    const knap_list *list = &self->prepared->oracle[number];
    void *state;
    knap_status status;
    if (!KN_ROOM(allocator, self->weight, list->count) || !KN_ROOM(allocator, self->value, instance->count) ||
        !KN_ROOM(allocator, self->gain, instance->count) ||
        !kn_penalty_begin(&self->penalty, instance, &self->settings->penalties, KN_IN_SHARES))
        return kn_no_memory(error);
    kn_example_weights(instance, list, self->weight);
    if ((status = kn_walk_begin(&self->walk, instance, kn_views_of(self->settings), error)) ||
        (status = instance->reward->begin(instance, instance->reward_context, &state, error)))
        return status;
    for (size_t i = 0; !status && i < list->count; i++) {
        if (i >= self->walk.pinned)
            status = give_position(self, instance, state, i, error);
        instance->reward->push(state, list->item[i]);
        kn_penalty_push(&self->penalty, list->item[i]);
        if (!status && i >= self->walk.pinned)
            status = kn_walk_push(&self->walk, list->item[i], error);
    }
    instance->reward->end(state);
    return status;
}

static knap_status give_all(giving *self, const knap_run *run, knap_error *error)
{
    const knap_allocator *allocator = run->allocator;
    knap_status status = KNAP_OK;
    self->walk = (kn_walk){.allocator = allocator, .jobs = run->jobs};
    self->penalty.allocator = allocator;
    self->benefit.lambda = self->settings->lambda < 0 ? self->prepared->lambda : self->settings->lambda;
    self->benefit.r = self->settings->r < 0 ? self->prepared->r : self->settings->r;
    if (!describe_columns(self, allocator))
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < self->data->count; i++)
        status = give_list(self, i, allocator, error);
    end(self, allocator);
    return status;
}

knap_status knap_examples(knap_data *data, const knap_settings *settings, const knap_run *run, knap_example_fn callback,
                          void *context, knap_error *error)
{
    static const knap_run plain = {.jobs = 1};
    kn_prepared prepared;
    knap_settings possible;
    giving self = {
        .data = data, .settings = &possible, .prepared = &prepared, .callback = callback, .context = context};
    knap_status status;
    KN_REQUIRE(data);
    KN_REQUIRE(settings);
    if (!callback)
        return kn_fail(error, KNAP_USAGE, "knap_examples: callback must not be NULL");
    run = run ? run : &plain;
    if (data->count == 0)
        return kn_fail(error, KNAP_BAD_INPUT, "there are no instances to make examples of");
    if ((status = kn_data_widen(data, error)) || (status = kn_check_rewards(data, error)) ||
        (status = kn_possible_settings(data, settings, &possible, error)))
        return status;
    status = kn_prepare(&prepared, data, &possible, run, error);
    if (!status)
        status = give_all(&self, run, error);
    kn_prepared_free(&prepared);
    return status;
}
