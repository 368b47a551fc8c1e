/* passages.c - completes instances whose items have texts. */
#include "passages/passages.h"
#include "passages/duplicates.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "core/item.h"
#include "core/open.h"
#include "core/rows.h"

#include <math.h>
#include <string.h>

/* ---- Settings ---- */

static const char *const DAYS[] = {"d=1", "h=0.041666666666666664", "w=7", "y=365.25", NULL};

#define ROW(type, field, name, ...)                                                                                    \
    {                                                                                                                  \
        name, type, offsetof(knap_passages_settings, field), __VA_ARGS__                                               \
    }

static const knap_param table[] = {
    ROW(KNAP_PARAM_REAL, duplicates, "duplicates", 0.5, 0, 1, NULL,
        "Pack texts once that share N or more of their word pairs; 0 means never"),
    ROW(KNAP_PARAM_REAL, min_score, "min-score", -1e30, -1e30, 1e30, NULL,
        "Leave out items of a score below N; -1e30 means none"),
    ROW(KNAP_PARAM_REAL, min_ratio, "min-ratio", 0, 0, 1, NULL,
        "Leave out items below this share of the way from the lowest to the best score; 0 means none"),
    ROW(KNAP_PARAM_REAL, half_life, "half-life", 0, 0, 1e9, DAYS,
        "Halve the relevance of an item for each N days of age, such as 30d, 12h, 2w, 1y; 0 means never"),
    ROW(KNAP_PARAM_COUNT, per_group, "per-group", 0, 0, 4e9, NULL,
        "Pick at most N items of each group; 0 means any number"),
    ROW(KNAP_PARAM_COUNT, max_items, "max-items", 0, 0, 4e9, NULL, "Pick at most N items; 0 means any number"),
    {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};

const char *knap_missing_text(knap_missing missing)
{
    static const char *const text[KNAP_MISSINGS] = {
        [KNAP_MISSING_GROUP] =
            "per-group has no effect: no item has a group; map the member that names the source of an "
            "item, such as group=source",
        [KNAP_MISSING_DATE] =
            "half-life has no effect: no item has a date; map the member that has it, such as date=published",
        [KNAP_MISSING_SCORE] =
            "min-score, min-ratio and half-life have no effect: no item has a score, and there is no "
            "query to compute one from",
        [KNAP_MISSING_PLACE] =
            "merge has no effect: no item has a group and a position; map the members that have them, "
            "such as group=source,position=chunk",
        [KNAP_MISSING_ABOVE] = "min-score leaves out all items: no score is as high",
    };
    return (int)missing >= 0 && missing < KNAP_MISSINGS ? text[missing] : NULL;
}

const knap_param *knap_passages_table(void)
{
    return table;
}

void knap_passages_init(knap_passages_settings *settings)
{
    if (!settings)
        return;
    settings->ignores = 0;
    settings->words = false;
    knap_params_init(table, settings);
}

knap_status knap_passages_new(const knap_passages_settings *settings, const knap_model *model,
                              const knap_allocator *allocator, knap_passages **passages, knap_error *error)
{
    knap_passages *made;
    const char *section;
    knap_status status = KNAP_OK;
    KN_REQUIRE(passages);
    *passages = NULL;
    if (settings && (status = knap_params_check(table, settings, error)))
        return status;
    made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = made->texts.allocator = made->model.allocator = allocator;
    knap_passages_init(&made->settings);
    if (settings)
        made->settings = *settings;
    if (model) {
        made->settings.ignores |= knap_model_system(model)->ignores;
        made->settings.words |= knap_model_system(model)->words;
    }
    section = model ? knap_model_section(model, "passages", NULL) : NULL;
    if (section)
        status = kn_worth_model_read(&made->model, section, allocator, error);
    if (status)
        knap_passages_free(made);
    else
        *passages = made;
    return status;
}

void knap_passages_free(knap_passages *passages)
{
    if (!passages)
        return;
    kn_open_languages_close(&passages->languages);
    kn_texts_free(&passages->texts);
    kn_worth_model_free(&passages->model);
    kn_free(passages->allocator, passages, 1, sizeof *passages);
}

/* ---- Reading ---- */

knap_status kn_passages_read(knap_passages *passages, const knap_instance *instance, bool pairs, bool *any,
                             knap_error *error)
{
    kn_sample sample;
    knap_language *language;
    knap_status status;
    *any = false;
    for (size_t s = 0; s < instance->count && !*any; s++)
        *any = knap_instance_item_text(instance, s) != NULL;
    if (!*any)
        return KNAP_OK;
    sample.used = 0;
    for (size_t s = 0; s < instance->count && !kn_sample_full(&sample); s++)
        kn_sample_add(&sample, knap_instance_item_text(instance, s));
    if ((status = kn_open_language(&passages->languages, &sample, passages->allocator, &language, error)))
        return status;
    return kn_texts_read(&passages->texts, instance, language, pairs, error);
}

/* ---- Vectors and scores ---- */

static knap_status make_vectors(const kn_texts *texts, knap_instance *instance, knap_completion *done,
                                knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, entries = texts->word.start[n];
    kn_rows rows = {.width = texts->words};
    if (!kn_rows_room(allocator, &rows, n, entries)) {
        kn_rows_free(allocator, &rows);
        return kn_no_memory(error);
    }
    memcpy(rows.start, texts->word.start, (n + 1) * sizeof *rows.start);
    if (entries)
        memcpy(rows.id, texts->word.id, entries * sizeof *rows.id);
    for (size_t i = 0; i < entries; i++)
        rows.value[i] = (double)texts->times[i];
    for (size_t s = 0; s < n; s++) {
        kn_sort_row(rows.id + rows.start[s], rows.value + rows.start[s], rows.start[s + 1] - rows.start[s]);
        done->vectors += rows.start[s + 1] > rows.start[s];
    }
    for (size_t i = 0; i < entries; i++)
        rows.value[i] *= kn_texts_idf(texts, rows.id[i]);
    kn_instance_take_vectors(instance, &rows);
    return KNAP_OK;
}

static bool has_scores(const knap_instance *instance)
{
    for (size_t s = 0; s < instance->count; s++)
        if (!isnan(knap_instance_score(instance, s)))
            return true;
    return false;
}

/* The cosine of each text and the query, as tf-idf vectors; the query has each of its words once. */
static knap_status make_scores(const kn_texts *texts, knap_instance *instance, knap_completion *done, knap_error *error)
{
    double *query = kn_new(texts->allocator, texts->words + 1, sizeof *query), norm = 0;
    knap_status status = query ? KNAP_OK : kn_no_memory(error);
    for (size_t i = 0; !status && i < texts->query_words; i++) {
        double idf = kn_texts_idf(texts, texts->query[i]);
        query[texts->query[i]] = idf;
        norm += idf * idf;
    }
    for (size_t s = 0; !status && s < instance->count; s++) {
        double dot = 0, squares = 0;
        if (!knap_instance_item_text(instance, s))
            continue;
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++) {
            double value = (double)texts->times[i] * kn_texts_idf(texts, texts->word.id[i]);
            dot += value * query[texts->word.id[i]];
            squares += value * value;
        }
        status = knap_instance_set_score(instance, s, squares > 0 && norm > 0 ? dot / sqrt(squares * norm) : 0, error);
        done->scores++;
    }
    kn_free(texts->allocator, query, texts->words + 1, sizeof *query);
    return status;
}

/* The cosine of the query's vector, whose length is 1, and each item's. */
static knap_status score_by_vector(knap_instance *instance, knap_completion *done, knap_error *error)
{
    const kn_rows *rows = &instance->vector;
    knap_status status = KNAP_OK;
    if (rows->id || rows->width != instance->query_width)
        return kn_fail(error, KNAP_BAD_INPUT, "the query's vector has %zu numbers, and those of the items %s%zu",
                       instance->query_width, rows->id ? "names, up to " : "", rows->width);
    for (size_t s = 0; !status && s < instance->count; s++) {
        double dot = 0;
        if (instance->inverse_norm[s] == 0)
            continue;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            dot += rows->value[i] * instance->query_vector[i - rows->start[s]];
        status = knap_instance_set_score(instance, s, dot * instance->inverse_norm[s], error);
        done->scores++;
    }
    return status;
}

/* BM25 of the query's words in each text, with the document frequencies of the instance; which share of them it has, and how rare these are. */
static knap_status make_matches(const kn_texts *texts, knap_instance *instance, knap_error *error)
{
    static const double K1 = 1.2, B = 0.75;
    double *query = kn_new(texts->allocator, texts->words + 1, sizeof *query), mean = 0, all = 0, most = 0;
    knap_status status = query ? KNAP_OK : kn_no_memory(error);
    for (size_t i = 0; !status && i < texts->query_words; i++) {
        double idf = kn_texts_idf(texts, texts->query[i]);
        query[texts->query[i]] = idf;
        all += idf;
        most = fmax(most, idf);
    }
    for (size_t i = 0; !status && i < texts->word.start[texts->items]; i++)
        mean += (double)texts->times[i] / (double)texts->items;
    for (size_t s = 0; !status && s < instance->count; s++) {
        double length = 0, sum = 0, shared = 0, rarest = 0;
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++)
            length += (double)texts->times[i];
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++) {
            double times = (double)texts->times[i];
            shared += query[texts->word.id[i]];
            rarest = fmax(rarest, query[texts->word.id[i]]);
            sum += query[texts->word.id[i]] * times * (K1 + 1) / (times + K1 * (1 - B + B * length / mean));
        }
        if (knap_instance_item_text(instance, s) &&
            !(status = kn_item_number(instance, &instance->match, s, sum, error)) &&
            !(status = kn_item_number(instance, &instance->shared, s, all > 0 ? shared / all : 0, error)))
            status = kn_item_number(instance, &instance->rarest, s, most > 0 ? rarest / most : 0, error);
    }
    kn_free(texts->allocator, query, texts->words + 1, sizeof *query);
    return status;
}

/* ---- Limits ---- */

knap_status kn_exclude(knap_instance *instance, size_t item, kn_cause cause, knap_error *error)
{
    knap_status status;
    if (knap_instance_choice(instance, item) != KNAP_CHOICE_FREE)
        return KNAP_OK;
    status = knap_instance_set_choice(instance, item, KNAP_CHOICE_BAN, error);
    if (!status)
        instance->choice[item] |= (unsigned char)(cause << KN_CAUSE_SHIFT);
    return status;
}

/* --half-life: relevance[count] times 2^(-age / half-life). No clock is read: a later day would multiply all of them alike, and
 * only their ratios matter. */
static void age(const knap_instance *instance, double half_life, double *relevance)
{
    static const double LN_2 = 0.69314718055994530942;
    double newest = -INFINITY;
    for (size_t s = 0; s < instance->count; s++)
        newest = fmax(newest, knap_instance_date(instance, s)); /* fmax ignores NaN */
    for (size_t s = 0; s < instance->count; s++) {
        double date = knap_instance_date(instance, s);
        relevance[s] *= isnan(date) ? 1 : kn_exp(LN_2 * (date - newest) / half_life);
    }
}

/* --min-score, --half-life and --min-ratio, in this order. */
static knap_status limit_scores(const knap_passages_settings *settings, knap_instance *instance, knap_completion *done,
                                knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count;
    bool above = false;
    double *relevance = kn_new(allocator, n, sizeof *relevance);
    knap_status status = relevance ? KNAP_OK : kn_no_memory(error);
    for (size_t s = 0; !status && s < n; s++)
        if (knap_instance_score(instance, s) < settings->min_score)
            status = kn_exclude(instance, s, KN_CAUSE_SCORE, error);
    for (size_t s = 0; !status && s < n && !above; s++)
        above = !(knap_instance_score(instance, s) < settings->min_score);
    done->missing[KNAP_MISSING_ABOVE] += !above;
    if (!status && settings->half_life > 0 && instance->date) {
        kn_score_relevance(instance, relevance);
        age(instance, settings->half_life, relevance);
        for (size_t s = 0; !status && s < n; s++)
            status = knap_instance_set_score(instance, s, relevance[s], error);
    }
    if (!status && settings->min_ratio > 0) {
        kn_score_relevance(instance, relevance);
        for (size_t s = 0; !status && s < n; s++)
            if (relevance[s] < settings->min_ratio)
                status = kn_exclude(instance, s, KN_CAUSE_RATIO, error);
    }
    kn_free(allocator, relevance, n, sizeof *relevance);
    return status;
}

static knap_status limit(const knap_passages_settings *settings, knap_instance *instance, knap_completion *done,
                         knap_error *error)
{
    bool scores = settings->min_score > -1e30 || settings->half_life > 0 || settings->min_ratio > 0;
    knap_status status = knap_instance_limit_groups(instance, settings->per_group, error);
    if (!status)
        status = knap_instance_limit_items(instance, settings->max_items, error);
    done->missing[KNAP_MISSING_GROUP] += settings->per_group && !instance->group;
    done->missing[KNAP_MISSING_DATE] += settings->half_life > 0 && !instance->date;
    done->missing[KNAP_MISSING_SCORE] += scores && !has_scores(instance);
    return !status && scores && has_scores(instance) ? limit_scores(settings, instance, done, error) : status;
}

/* Whether the words of the texts are to become concepts. */
static bool needs_words(const knap_passages *passages, const knap_instance *instance)
{
    bool any = instance->predicted > 0;
    for (uint32_t c = 0; passages->settings.words && !any && c < instance->concept.width; c++)
        any = kn_concept_kind(instance, c) != KNAP_CONCEPT_ANSWER;
    return passages->settings.words && !any;
}

/* Whether anything is to be computed from the texts of the instance. */
static bool needs_texts(const knap_passages *passages, const knap_instance *instance)
{
    bool vectors = !(passages->settings.ignores & KNAP_PART_VECTORS) && !kn_instance_has_vectors(instance);
    return vectors || passages->settings.duplicates > 0 || passages->model.weight || knap_instance_query(instance) ||
           needs_words(passages, instance);
}

/* The words and the pairs of the texts become concepts from `first` on. */
static knap_status add_words(const kn_texts *texts, knap_instance *instance, uint32_t first, knap_error *error)
{
    uint32_t pairs = first + (uint32_t)texts->words;
    knap_status status =
        kn_instance_add_concepts(instance, first, texts->word.start, texts->word.id, texts->times, error);
    if (!status)
        status = kn_instance_add_concepts(instance, pairs, texts->pair.start, texts->pair.id, NULL, error);
    for (uint32_t c = pairs; !status && c < instance->concept.width; c++)
        status = knap_instance_mark(instance, c, KNAP_CONCEPT_BIGRAM, error);
    return status;
}

knap_status kn_passages_fill(knap_passages *passages, knap_instance *instance, bool texts, knap_completion *done,
                             knap_error *error)
{
    const kn_texts *read = &passages->texts;
    knap_status status = KNAP_OK;
    if (instance->query_vector && !has_scores(instance)) {
        if (!kn_instance_has_vectors(instance))
            return kn_fail(error, KNAP_BAD_INPUT,
                           "the query has a vector, and the items have neither scores nor vectors");
        status = score_by_vector(instance, done, error);
    }
    if (!status && texts && !(passages->settings.ignores & KNAP_PART_VECTORS) && !kn_instance_has_vectors(instance))
        status = make_vectors(read, instance, done, error);
    if (!status && texts && knap_instance_query(instance) && !has_scores(instance))
        status = make_scores(read, instance, done, error);
    if (!status && texts && knap_instance_query(instance))
        status = make_matches(read, instance, error);
    if (!status)
        status = limit(&passages->settings, instance, done, error);
    if (!status && texts && needs_words(passages, instance))
        status = add_words(read, instance, (uint32_t)instance->concept.width, error);
    if (!status && texts && passages->settings.duplicates > 0)
        status = kn_find_duplicates(read, instance, passages->settings.duplicates, &done->duplicates, error);
    return status;
}

/* ---- Worths ---- */

knap_status kn_passages_expect(const kn_texts *texts, const kn_worth_table *worths, knap_instance *instance,
                               knap_error *error)
{
    bool again = instance->predicted > 0; /* the concepts are there, and get other worths */
    uint32_t first = (uint32_t)(again ? instance->predicted - 1 : instance->concept.width);
    knap_status status = KNAP_OK;
    for (uint32_t c = 0; !status && !again && c < first; c++)
        status = knap_instance_mark(instance, c, KNAP_CONCEPT_ANSWER, error);
    if (!status && !again)
        status = kn_instance_add_concepts(instance, first, texts->word.start, texts->word.id, NULL, error);
    if (!status && !again)
        status = kn_instance_add_concepts(instance, first + (uint32_t)texts->words, texts->pair.start, texts->pair.id,
                                          NULL, error);
    if (!status)
        instance->predicted = (size_t)first + 1;
    for (size_t row = 0; !status && row < worths->rows; row++)
        status = knap_instance_expect(instance, first + worths->concept_id[row], &worths->worth[row], 1, error);
    return status;
}

static knap_status predict(knap_passages *passages, knap_instance *instance, knap_error *error)
{
    kn_worth_table worths = {.allocator = passages->allocator};
    knap_status status = kn_worth_features(&worths, &passages->texts, instance, passages->model.user, error);
    if (!status)
        status = kn_worth_predict(&passages->model, &worths, error);
    if (!status)
        status = kn_passages_expect(&passages->texts, &worths, instance, error);
    kn_worth_table_free(&worths);
    return status;
}

knap_status knap_passages_complete(knap_passages *passages, knap_instance *instance, knap_completion *done,
                                   knap_error *error)
{
    knap_completion own = {0};
    bool any = false, model, pairs;
    knap_status status = KNAP_OK;
    if (done)
        *done = own;
    KN_REQUIRE(passages);
    KN_REQUIRE(instance);
    model = passages->model.weight != NULL;
    pairs = model || needs_words(passages, instance);
    if (needs_texts(passages, instance))
        status = kn_passages_read(passages, instance, pairs, &any, error);
    if (status)
        return status;
    status = kn_passages_fill(passages, instance, any, &own, error);
    if (!status && any && model)
        status = predict(passages, instance, error);
    if (!status && done)
        *done = own;
    return status;
}

/* Predicts for an instance that is complete. */
static knap_status predict_again(knap_passages *passages, knap_instance *instance, knap_error *error)
{
    bool any = false, model = passages->model.weight != NULL;
    knap_status status = KNAP_OK;
    if (model || needs_words(passages, instance))
        status = kn_passages_read(passages, instance, true, &any, error);
    if (status || !any)
        return status;
    return model ? predict(passages, instance, error)
                 : add_words(&passages->texts, instance, (uint32_t)instance->concept.width, error);
}

/* ---- All instances of some data ---- */

typedef struct crew {
    const knap_passages_settings *settings;
    const knap_model *model;
    const knap_allocator *allocator;
    knap_data *data;
    bool again;             /* the instances are complete: only predictions are made */
    knap_passages **worker; /* [workers] each is made when it has something to do */
    knap_completion *done;  /* [workers] */
} crew;

static void add_done(knap_completion *sum, const knap_completion *done)
{
    sum->vectors += done->vectors;
    sum->scores += done->scores;
    sum->duplicates += done->duplicates;
    for (int i = 0; i < KNAP_MISSINGS; i++)
        sum->missing[i] += done->missing[i];
}

static knap_status complete_one(void *context, size_t index, size_t worker, knap_error *error)
{
    crew *self = context;
    knap_completion done;
    knap_status status = KNAP_OK;
    if (!self->worker[worker])
        status = knap_passages_new(self->settings, self->model, self->allocator, &self->worker[worker], error);
    if (!status && self->again)
        return predict_again(self->worker[worker], self->data->instance[index], error);
    if (!status)
        status = knap_passages_complete(self->worker[worker], self->data->instance[index], &done, error);
    if (status)
        return status;
    add_done(&self->done[worker], &done);
    return KNAP_OK;
}

static knap_status work_all(crew *self, const knap_run *run, knap_completion *done, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    size_t workers;
    knap_status status;
    if (done)
        *done = (knap_completion){0};
    KN_REQUIRE(self->data);
    if (!run)
        run = &plain;
    workers = kn_workers(run->jobs);
    self->allocator = run->allocator;
    self->worker = kn_new(self->allocator, workers, sizeof *self->worker);
    self->done = kn_new(self->allocator, workers, sizeof *self->done);
    status = self->worker && self->done ? kn_parallel_run(run, "complete", self->data->count, complete_one, self, error)
                                        : kn_no_memory(error);
    for (size_t i = 0; i < workers; i++) {
        if (done && !status)
            add_done(done, &self->done[i]);
        if (self->worker)
            knap_passages_free(self->worker[i]);
    }
    kn_free(self->allocator, self->worker, workers, sizeof *self->worker);
    kn_free(self->allocator, self->done, workers, sizeof *self->done);
    return status;
}

knap_status knap_passages_complete_all(const knap_passages_settings *settings, const knap_model *model, knap_data *data,
                                       const knap_run *run, knap_completion *done, knap_error *error)
{
    crew self = {.settings = settings, .model = model, .data = data};
    return work_all(&self, run, done, error);
}

knap_status knap_passages_predict_all(const knap_model *model, knap_data *data, const knap_run *run, knap_error *error)
{
    crew self = {.model = model, .data = data, .again = true};
    return work_all(&self, run, NULL, error);
}
