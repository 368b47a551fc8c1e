/* model.c - models in memory: making them, asking them, packing with them. */
#include "core/model.h"
#include "core/flaws.h"
#include "core/settings.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

static void free_section(const knap_allocator *allocator, kn_section *section)
{
    kn_free(allocator, section->name, section->name_length + 1, 1);
    kn_free(allocator, section->text, section->length + 1, 1);
}

void knap_model_free(knap_model *model)
{
    const knap_allocator *allocator;
    size_t weights;
    if (!model)
        return;
    allocator = model->allocator;
    weights = model->iterates * model->positions * model->width;
    kn_free(allocator, model->weight, weights, sizeof *model->weight);
    kn_free(allocator, model->deviation, model->width, sizeof *model->deviation);
    kn_symbols_free(&model->features);
    kn_symbols_free(&model->flaws);
    kn_symbols_free(&model->column);
    for (size_t i = 0; i < model->sections; i++)
        free_section(allocator, &model->section[i]);
    kn_free(allocator, model->section, model->section_capacity, sizeof *model->section);
    kn_free(allocator, model, 1, sizeof *model);
}

static int copy_names(knap_model *model, const kn_symbols *features, const kn_symbols *flaws)
{
    char label[512];
    if (!kn_symbols_copy(&model->features, features) ||
        (kn_model_sees_flaws(model) && !kn_symbols_copy(&model->flaws, flaws)))
        return 0;
    for (size_t i = 0; i < model->width; i++) {
        kn_view_label(model->settings.views, i, features, flaws, label, sizeof label);
        /* A feature may be named like a column of another part; then it is told apart by its number. */
        if (kn_symbols_find(&model->column, label, strlen(label)) != KN_NO_SYMBOL)
            snprintf(label + strlen(label), sizeof label - strlen(label), "#%zu", i);
        if (kn_symbols_add(&model->column, label, strlen(label)) == KN_NO_SYMBOL)
            return 0;
    }
    return 1;
}

knap_status kn_model_new(const knap_settings *settings, const kn_symbols *features, const kn_symbols *flaws,
                         size_t positions, size_t iterates, const knap_allocator *allocator, knap_model **model,
                         knap_error *error)
{
    knap_model *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    made->settings = *settings;
    kn_symbols_begin(&made->features, allocator);
    kn_symbols_begin(&made->flaws, allocator);
    kn_symbols_begin(&made->column, allocator);
    made->width = kn_view_width(settings->views, features->count, flaws->count);
    made->positions = positions;
    made->iterates = iterates;
    made->weight = kn_new(allocator, iterates * positions * made->width, sizeof *made->weight);
    made->deviation = kn_new(allocator, made->width, sizeof *made->deviation);
    if (!made->weight || !made->deviation || !copy_names(made, features, flaws)) {
        knap_model_free(made);
        return kn_no_memory(error);
    }
    *model = made;
    return KNAP_OK;
}

knap_status knap_model_set_decode(knap_model *model, const char *name, knap_error *error)
{
    knap_settings settings = model->settings;
    knap_status status = knap_param_parse(knap_param_find(knap_settings_table(), "decode"), &settings, name, error);
    if (!status && settings.decode == KN_DECODE_MBR && model->iterates == 1)
        return kn_fail(error, KNAP_USAGE,
                       "decode mbr needs several policies, and the model has one: train with --decode mbr or "
                       "--result mixture");
    if (!status)
        model->settings = settings;
    return status;
}

knap_status knap_model_set_readability_penalty(knap_model *model, double readability_penalty, knap_error *error)
{
    if (!(readability_penalty >= 0 &&
          readability_penalty <= knap_param_find(knap_settings_table(), "readability-penalty")->high))
        return kn_fail(error, KNAP_USAGE, "readability-penalty: %g is out of range: expected a number of at least 0",
                       readability_penalty);
    model->settings.readability_penalty = readability_penalty;
    return KNAP_OK;
}

const knap_settings *knap_model_settings(const knap_model *model)
{
    return &model->settings;
}

size_t knap_model_columns(const knap_model *model)
{
    return model->width;
}

const char *knap_model_column(const knap_model *model, size_t column)
{
    return model->column.name[column];
}

size_t knap_model_positions(const knap_model *model)
{
    return model->positions;
}

size_t knap_model_iterates(const knap_model *model)
{
    return model->iterates;
}

double knap_model_weight(const knap_model *model, size_t iterate, size_t position, size_t column)
{
    return kn_model_policy(model, iterate)[position * model->width + column];
}

double knap_model_deviation(const knap_model *model, size_t column)
{
    return model->deviation[column];
}

static kn_section *find_section(const knap_model *model, const char *name)
{
    for (size_t i = 0; i < model->sections; i++)
        if (strcmp(model->section[i].name, name) == 0)
            return &model->section[i];
    return NULL;
}

knap_status knap_model_set_section(knap_model *model, const char *name, const char *text, size_t length,
                                   knap_error *error)
{
    kn_section made = {.name_length = strlen(name), .length = length}, *place = find_section(model, name);
    if (!*name || strpbrk(name, " \t\n") || (length && text[length - 1] != '\n'))
        return kn_fail(error, KNAP_USAGE, "a section has a name without white space, and its text ends in a line end");
    made.name = kn_new(model->allocator, made.name_length + 1, 1);
    made.text = kn_new(model->allocator, length + 1, 1);
    if (!place && made.name && made.text) {
        kn_section *grown =
            kn_grow(model->allocator, model->section, &model->section_capacity, model->sections + 1, sizeof *grown);
        if (grown) {
            model->section = grown;
            place = &grown[model->sections];
            *place = (kn_section){.name = NULL};
        }
    }
    if (!place || !made.name || !made.text) {
        free_section(model->allocator, &made);
        return kn_no_memory(error);
    }
    memcpy(made.name, name, made.name_length);
    memcpy(made.text, text, length);
    if (place == &model->section[model->sections])
        model->sections++;
    else
        free_section(model->allocator, place);
    *place = made;
    return KNAP_OK;
}

const char *knap_model_section(const knap_model *model, const char *name, size_t *length)
{
    const kn_section *section = find_section(model, name);
    if (section && length)
        *length = section->length;
    return section ? section->text : NULL;
}

/* ---- Data and model ---- */

int kn_same_features(const knap_data *data, const kn_symbols *features)
{
    if (data->features.count != features->count)
        return 0;
    for (size_t i = 0; i < features->count; i++)
        if (strcmp(data->features.name[i], features->name[i]) != 0)
            return 0;
    return 1;
}

/* from[i]: the data's number of the model's feature i, or KN_NO_SYMBOL. */
static knap_status map_features(const knap_data *data, const kn_symbols *features, int absent_is_zero, uint32_t *from,
                                knap_error *error)
{
    size_t found = 0;
    for (size_t i = 0; i < features->count; i++) {
        from[i] = kn_symbols_find(&data->features, features->name[i], features->length[i]);
        found += from[i] != KN_NO_SYMBOL;
        if (from[i] == KN_NO_SYMBOL && !absent_is_zero)
            return kn_fail(error, KNAP_BAD_MODEL,
                           "the model was trained with the feature '%.80s', which the data do not have",
                           features->name[i]);
    }
    for (size_t i = 0; i < data->features.count && !absent_is_zero; i++)
        if (kn_symbols_find(features, data->features.name[i], data->features.length[i]) == KN_NO_SYMBOL)
            return kn_fail(error, KNAP_BAD_MODEL,
                           "the data have the feature '%.80s', which the model was not trained with",
                           data->features.name[i]);
    if (features->count && !found)
        return kn_fail(error, KNAP_BAD_MODEL, "the data have none of the model's features");
    return KNAP_OK;
}

/* Rearranges an instance's rows to the model's features; `row` is scratch of the model's width. */
static knap_status rearrange(knap_instance *instance, size_t width, const uint32_t *from, float *row, knap_error *error)
{
    size_t old = instance->width;
    int grows = width > old;
    if (grows) {
        float *grown = kn_grow(instance->data->allocator, instance->feature, &instance->feature_capacity,
                               instance->count * width, sizeof *grown);
        if (!grown)
            return kn_no_memory(error);
        instance->feature = grown;
    }
    for (size_t k = 0; k < instance->count; k++) {
        size_t i = grows ? instance->count - 1 - k : k; /* so that no row is overwritten before it is read */
        for (size_t j = 0; j < width; j++)
            row[j] = from[j] < old ? instance->feature[i * old + from[j]] : 0;
        memcpy(instance->feature + i * width, row, width * sizeof *row);
    }
    instance->width = width;
    return KNAP_OK;
}

knap_status kn_data_match(knap_data *data, const kn_symbols *features, int absent_is_zero, knap_error *error)
{
    size_t width = features->count;
    uint32_t *from;
    float *row;
    kn_symbols names;
    knap_status status;
    if (kn_same_features(data, features))
        return kn_data_widen(data, error);
    from = kn_new(data->allocator, width, sizeof *from);
    row = kn_new(data->allocator, width, sizeof *row);
    kn_symbols_begin(&names, data->allocator);
    status = from && row ? map_features(data, features, absent_is_zero, from, error) : kn_no_memory(error);
    if (!status && !kn_symbols_copy(&names, features))
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < data->count; i++)
        status = rearrange(data->instance[i], width, from, row, error);
    if (!status) {
        kn_symbols old = data->features;
        data->features = names;
        names = old;
    }
    kn_symbols_free(&names);
    kn_free(data->allocator, from, width, sizeof *from);
    kn_free(data->allocator, row, width, sizeof *row);
    return status;
}

knap_status knap_data_match(knap_data *data, const knap_model *model, int absent_is_zero, knap_error *error)
{
    knap_status status = kn_data_match(data, &model->features, absent_is_zero, error);
    return status || !kn_model_sees_flaws(model) ? status : kn_data_match_flaws(data, &model->flaws, error);
}

const kn_symbols *kn_model_features(const knap_model *model)
{
    return &model->features;
}

const kn_symbols *kn_model_flaws(const knap_model *model)
{
    return &model->flaws;
}

kn_mixture kn_model_mixture(const knap_model *model)
{
    return (kn_mixture){.parts = model->settings.views,
                        .weight = model->weight,
                        .iterates = model->iterates,
                        .positions = model->positions,
                        .width = model->width,
                        .seed = model->settings.seed,
                        .consensus = model->settings.decode == KN_DECODE_MBR};
}

knap_status knap_pack(const knap_model *model, const knap_instance *instance, uint64_t draw, const knap_run *run,
                      knap_list *list, double *score, knap_error *error)
{
    kn_walk walk = {.allocator = run ? run->allocator : NULL, .jobs = run ? run->jobs : 1};
    kn_mixture mixture = kn_model_mixture(model);
    knap_status status;
    size_t iterate;
    char label[160];
    if (!kn_same_features(instance->data, &model->features) ||
        (kn_model_sees_flaws(model) && !kn_same_flaws(instance->data, &model->flaws)))
        return kn_fail(error, KNAP_USAGE, "the data were not matched with the model: call knap_data_match first");
    if (!(instance->budget >= 0))
        return kn_fail(error, KNAP_BAD_INPUT, "%s has no budget: give one in the data or with --budget",
                       kn_instance_label(instance, label, sizeof label));
    status = kn_mixture_list(&mixture, &walk, instance, draw, list, score, &iterate, error);
    if (!status && model->settings.decode == KN_DECODE_SWAP) {
        status = knap_swap(instance, model->settings.readability_penalty, list, error);
        if (!status && score)
            status = kn_walk_scores(&walk, instance, mixture.parts, kn_mixture_policy(&mixture, iterate),
                                    mixture.positions, list, score, error);
    }
    kn_walk_free(&walk);
    return status;
}

/* The policy that made the model's list: only where the policies agreed on it does it take the lists to know. */
static knap_status find_policy(const kn_mixture *mixture, kn_walk *walk, const knap_instance *instance, uint64_t draw,
                               const double **weight, knap_error *error)
{
    knap_list list = {.allocator = walk->allocator};
    size_t iterate = 0;
    knap_status status = KNAP_OK;
    if (mixture->consensus)
        status = kn_mixture_list(mixture, walk, instance, draw, &list, NULL, &iterate, error);
    else
        iterate = kn_mixture_draw(mixture, draw);
    *weight = kn_mixture_policy(mixture, iterate);
    knap_list_free(&list);
    return status;
}

knap_status knap_explain(const knap_model *model, const knap_instance *instance, uint64_t draw, const knap_list *list,
                         double *row, knap_error *error)
{
    kn_walk walk = {.allocator = instance->data->allocator, .jobs = 1};
    kn_mixture mixture = kn_model_mixture(model);
    const double *weight;
    size_t width = model->width;
    knap_status status = find_policy(&mixture, &walk, instance, draw, &weight, error);
    if (!status)
        status = kn_walk_begin(&walk, instance, mixture.parts, error);
    for (size_t i = 0; !status && i < list->count; i++, row += width) {
        const double *h = kn_policy_at(weight, mixture.positions, i, width);
        const float *mine = kn_view_row(&walk.view, list->item[i]);
        for (size_t j = 0; j < width; j++)
            row[j] = (double)mine[j];
        for (size_t c = 0; c < walk.candidates; c++) {
            const float *other = kn_view_row(&walk.view, walk.candidate[c]);
            for (size_t j = 0; j < width; j++)
                row[j] -= (double)other[j] / (double)walk.candidates;
        }
        for (size_t j = 0; j < width; j++)
            row[j] *= h[j];
        status = kn_walk_push(&walk, list->item[i], error);
    }
    kn_walk_free(&walk);
    return status;
}
