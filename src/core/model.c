/* model.c - models in memory: creation, queries, packing. */
#include "core/model.h"
#include "core/penalty.h"
#include "core/item.h"
#include "core/match.h"
#include "core/settings.h"
#include "base/error.h"

#include <string.h>

static void free_section(const knap_allocator *allocator, kn_section *section)
{
    if (section->lent)
        return;
    kn_free(allocator, section->name, section->name_length + 1, 1);
    kn_free(allocator, section->text, section->length + 1, 1);
}

void knap_model_free(knap_model *model)
{
    const knap_allocator *allocator;
    if (!model)
        return;
    allocator = model->allocator;
    if (model->state)
        model->system->end(model->state);
    kn_free(allocator, model->params, 1, model->system->params_size);
    kn_symbols_free(&model->features);
    for (size_t i = 0; i < model->sections; i++)
        free_section(allocator, &model->section[i]);
    KN_RELEASE(allocator, model->section);
    kn_free(allocator, model, 1, sizeof *model);
}

knap_status kn_model_new(const knap_system *system, const void *params, const kn_symbols *features,
                         const knap_allocator *allocator, knap_model **model, knap_error *error)
{
    knap_model *made = kn_new(allocator, 1, sizeof *made);
    *model = NULL;
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    made->system = system;
    kn_symbols_begin(&made->features, allocator);
    if ((system->params && !(made->params = kn_new(allocator, 1, system->params_size))) ||
        (features && !kn_symbols_copy(&made->features, features))) {
        knap_model_free(made);
        return kn_no_memory(error);
    }
    if (system->params)
        memcpy(made->params, params, system->params_size);
    *model = made;
    return KNAP_OK;
}

knap_status kn_model_of_policy(const knap_system *system, kn_policy *policy, const kn_symbols *features,
                               knap_model **model, knap_error *error)
{
    knap_status status = kn_model_new(system, &policy->settings, features, policy->allocator, model, error);
    if (status)
        kn_policy_free(policy);
    else
        (*model)->state = policy;
    return status;
}

/* The policy, for calls that apply only to models of knap_train. */
static knap_status need_policy(const knap_model *model, const char *what, kn_policy **policy, knap_error *error)
{
    *policy = kn_model_policy(model);
    return *policy ? KNAP_OK
                   : kn_fail(error, KNAP_USAGE, "a model of system %s has no %s: it does not learn a policy",
                             model->system->name, what);
}

knap_status knap_model_set_decode(knap_model *model, const char *name, knap_error *error)
{
    KN_REQUIRE(model);
    KN_REQUIRE(name);
    kn_policy *policy;
    knap_settings settings;
    knap_status status = need_policy(model, "decode", &policy, error);
    if (status)
        return status;
    settings = policy->settings;
    status = knap_param_parse(knap_param_find(knap_settings_table(), "decode"), &settings, name, error);
    if (!status && settings.decode == KNAP_DECODE_MBR && policy->iterates == 1)
        return kn_fail(error, KNAP_USAGE,
                       "decode mbr needs several policies, and the model has one: train with the "
                       "setting decode=mbr or result=mixture");
    if (!status)
        policy->settings = settings;
    return status;
}

knap_status knap_model_set_penalties(knap_model *model, const knap_penalties *penalties, knap_error *error)
{
    KN_REQUIRE(model);
    KN_REQUIRE(penalties);
    kn_policy *policy;
    knap_status status = need_policy(model, "penalties", &policy, error);
    if (!status)
        status = kn_penalties_check(penalties, error);
    if (status)
        return status;
    if (kn_policy_sees_similarity(policy) && penalties->pair_threshold != policy->settings.penalties.pair_threshold)
        return kn_fail(error, KNAP_USAGE, "pair-threshold: the model was trained with %g, and its views depend on it",
                       policy->settings.penalties.pair_threshold);
    policy->settings.penalties = *penalties;
    return KNAP_OK;
}

const knap_system *knap_model_system(const knap_model *model)
{
    if (!model)
        return NULL;
    return model->system;
}

const knap_settings *knap_model_settings(const knap_model *model)
{
    const kn_policy *policy = kn_model_policy(model);
    return policy ? &policy->settings : NULL;
}

size_t knap_model_columns(const knap_model *model)
{
    const kn_policy *policy = kn_model_policy(model);
    return policy ? policy->width : 0;
}

const char *knap_model_column(const knap_model *model, size_t column)
{
    const kn_policy *policy = kn_model_policy(model);
    return policy && column < policy->width ? policy->column.name[column] : NULL;
}

size_t knap_model_positions(const knap_model *model)
{
    const kn_policy *policy = kn_model_policy(model);
    return policy ? policy->positions : 0;
}

size_t knap_model_iterates(const knap_model *model)
{
    const kn_policy *policy = kn_model_policy(model);
    return policy ? policy->iterates : 0;
}

double knap_model_weight(const knap_model *model, size_t iterate, size_t position, size_t column)
{
    const kn_policy *policy = kn_model_policy(model);
    if (!policy || iterate >= policy->iterates || position >= policy->positions || column >= policy->width)
        return 0;
    return kn_policy_weights(policy, iterate)[position * policy->width + column];
}

double knap_model_deviation(const knap_model *model, size_t column)
{
    const kn_policy *policy = kn_model_policy(model);
    return policy && column < policy->width ? policy->deviation[column] : 0;
}

/* ---- Sections ---- */

static kn_section *find_section(const knap_model *model, const char *name)
{
    for (size_t i = 0; i < model->sections; i++)
        if (strcmp(model->section[i].name, name) == 0)
            return &model->section[i];
    return NULL;
}

knap_status kn_model_take_section(knap_model *model, kn_section section, knap_error *error)
{
    kn_section *place = section.name && section.text ? find_section(model, section.name) : NULL;
    if (place) {
        free_section(model->allocator, place);
    } else if (section.name && section.text && KN_ROOM(model->allocator, model->section, model->sections + 1)) {
        place = &model->section[model->sections++];
    } else {
        free_section(model->allocator, &section);
        return kn_no_memory(error);
    }
    *place = section;
    return KNAP_OK;
}

knap_status knap_model_set_section(knap_model *model, const char *name, const char *text, size_t length,
                                   knap_error *error)
{
    KN_REQUIRE(model);
    KN_REQUIRE(name);
    KN_REQUIRE(text || !length);
    kn_section made = {.name_length = strlen(name), .length = length};
    if (!*name || strpbrk(name, " \t\n") || (length && text[length - 1] != '\n'))
        return kn_fail(error, KNAP_USAGE, "a section has a name without white space, and its text ends in a line end");
    made.name = kn_new(model->allocator, made.name_length + 1, 1);
    made.text = kn_new(model->allocator, length + 1, 1);
    if (made.name && made.text) {
        memcpy(made.name, name, made.name_length);
        memcpy(made.text, text, length);
    }
    return kn_model_take_section(model, made, error);
}

const char *knap_model_section(const knap_model *model, const char *name, size_t *length)
{
    if (length)
        *length = 0;
    if (!model || !name)
        return NULL;
    const kn_section *section = find_section(model, name);
    if (section && length)
        *length = section->length;
    return section ? section->text : NULL;
}

/* ---- Packing ---- */

knap_status knap_model_match(const knap_model *model, knap_data *data, bool absent_is_zero, knap_error *error)
{
    KN_REQUIRE(model);
    KN_REQUIRE(data);
    const kn_policy *policy = kn_model_policy(model);
    bool flaws = policy && kn_policy_sees_flaws(policy);
    if (!model->state)
        return KNAP_OK;
    return kn_data_match(data, &model->features, absent_is_zero, flaws ? &policy->flaws : NULL, error);
}

static bool is_matched(const knap_model *model, const knap_data *data)
{
    const kn_policy *policy = kn_model_policy(model);
    return !model->state || (kn_same_features(data, &model->features) &&
                             (!policy || !kn_policy_sees_flaws(policy) || kn_same_flaws(data, &policy->flaws)));
}

static knap_status not_matched(knap_error *error)
{
    return kn_fail(error, KNAP_USAGE, "the data were not matched with the model: call knap_model_match first");
}

knap_status knap_model_pack(const knap_model *model, const knap_instance *instance, uint64_t draw, const knap_run *run,
                            knap_list *list, double *score, knap_error *error)
{
    KN_REQUIRE(model);
    KN_REQUIRE(instance);
    KN_REQUIRE(list);
    static const knap_run plain = {.jobs = 1};
    knap_task task = {
        .params = model->params, .state = model->state, .instance = instance, .draw = draw, .run = run ? run : &plain};
    knap_status status;
    knap_list_clear(list);
    if ((status = kn_instance_ready(instance, error)))
        return status;
    if (!is_matched(model, instance->data))
        return not_matched(error);
    if (instance->count == 0)
        return KNAP_OK;
    status = model->system->run(&task, list, score, error);
    if (status)
        knap_list_clear(list);
    if (status == KNAP_USAGE && error) {
        char message[sizeof error->message], label[160];
        memcpy(message, error->message, sizeof message);
        return kn_fail(error, KNAP_BAD_INPUT, "%s: %.300s", kn_instance_label(instance, label, sizeof label), message);
    }
    return status;
}

knap_status knap_model_rate(const knap_model *model, const knap_instance *instance, uint64_t draw, double *score,
                            const size_t *item, size_t items, double *row, knap_error *error)
{
    kn_policy *policy;
    knap_status status;
    KN_REQUIRE(model);
    KN_REQUIRE(instance);
    KN_REQUIRE((item && row) || !items);
    for (size_t i = 0; i < items; i++)
        KN_REQUIRE(item[i] < instance->count);
    status = need_policy(model, "weights to rate items by", &policy, error);
    if (!status)
        status = kn_instance_ready(instance, error);
    if (!status && !is_matched(model, instance->data))
        status = not_matched(error);
    return status ? status : kn_policy_rate(policy, instance, draw, score, item, items, row, error);
}

knap_status knap_model_explain(const knap_model *model, const knap_instance *instance, uint64_t draw,
                               const knap_list *list, double *row, knap_error *error)
{
    kn_policy *policy;
    knap_status status;
    KN_REQUIRE(model);
    KN_REQUIRE(row);
    status = need_policy(model, "weights to explain a list by", &policy, error);
    if (!status)
        status = kn_check_distinct(instance, list, error);
    if (!status && !is_matched(model, instance->data))
        status = not_matched(error);
    return status ? status : kn_policy_explain(policy, instance, draw, list, row, error);
}
