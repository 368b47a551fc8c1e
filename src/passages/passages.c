/* passages.c - completes instances whose items have texts. */
#include "passages/passages.h"
#include "passages/duplicates.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "core/item.h"
#include "core/rows.h"

#include <math.h>
#include <string.h>

/* ---- Settings ---- */

static const knap_param table[] = {{"duplicates", KNAP_PARAM_REAL, offsetof(knap_passages_settings, duplicates), 0.5, 0,
                                    1, NULL, "Pack texts once that share N or more of their word pairs; 0 means never"},
                                   {"min-score", KNAP_PARAM_REAL, offsetof(knap_passages_settings, min_score), -1e30,
                                    -1e30, 1e30, NULL, "Leave out items of a score below N; -1e30 means none"},
                                   {"per-group", KNAP_PARAM_COUNT, offsetof(knap_passages_settings, per_group), 0, 0,
                                    4e9, NULL, "Pick at most N items of each group; 0 means any number"},
                                   {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};

const knap_param *knap_passages_table(void)
{
    return table;
}

void knap_passages_init(knap_passages_settings *settings)
{
    if (!settings)
        return;
    settings->ignores = 0;
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
    for (size_t i = 0; i < KN_MOST_LANGUAGES; i++)
        knap_language_close(passages->language[i]);
    kn_texts_free(&passages->texts);
    kn_worth_model_free(&passages->model);
    kn_free(passages->allocator, passages, 1, sizeof *passages);
}

/* ---- Reading ---- */

/* The language of most of the first texts. */
static const char *guess_language(const knap_instance *instance)
{
    char start[4096];
    size_t used = 0;
    for (size_t s = 0; s < instance->count && used + 1 < sizeof start; s++) {
        const char *text = knap_instance_item_text(instance, s);
        size_t length = text ? strlen(text) : 0, room = sizeof start - used - 1;
        length = length < room ? length : room;
        while (text && length < room && length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
        if (text && length == room)
            while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
                length--; /* not within a character */
        if (text)
            memcpy(start + used, text, length);
        used += length;
        start[used++] = '\n';
    }
    return knap_language_guess(start, used);
}

static knap_status open_language(knap_passages *passages, const char *code, knap_language **language, knap_error *error)
{
    const char *const *codes = knap_language_codes();
    size_t at = 0;
    knap_status status = KNAP_OK;
    while (codes[at] && strcmp(codes[at], code) != 0)
        at++;
    at = at < KN_MOST_LANGUAGES ? at : KN_MOST_LANGUAGES - 1;
    if (!passages->language[at])
        status = knap_language_open(code, passages->allocator, &passages->language[at], error);
    *language = passages->language[at];
    return status;
}

knap_status kn_passages_read(knap_passages *passages, const knap_instance *instance, bool pairs, bool *any,
                             knap_error *error)
{
    knap_language *language;
    knap_status status;
    *any = false;
    for (size_t s = 0; s < instance->count && !*any; s++)
        *any = knap_instance_item_text(instance, s) != NULL;
    if (!*any)
        return KNAP_OK;
    if ((status = open_language(passages, guess_language(instance), &language, error)))
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

/* BM25 of the query's words in each text, with the document frequencies of the instance. */
static knap_status make_matches(const kn_texts *texts, knap_instance *instance, knap_error *error)
{
    static const double K1 = 1.2, B = 0.75;
    double *query = kn_new(texts->allocator, texts->words + 1, sizeof *query), mean = 0;
    knap_status status = query ? KNAP_OK : kn_no_memory(error);
    for (size_t i = 0; !status && i < texts->query_words; i++)
        query[texts->query[i]] = kn_texts_idf(texts, texts->query[i]);
    for (size_t i = 0; !status && i < texts->word.start[texts->items]; i++)
        mean += (double)texts->times[i] / (double)texts->items;
    for (size_t s = 0; !status && s < instance->count; s++) {
        double length = 0, sum = 0;
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++)
            length += (double)texts->times[i];
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++) {
            double times = (double)texts->times[i];
            sum += query[texts->word.id[i]] * times * (K1 + 1) / (times + K1 * (1 - B + B * length / mean));
        }
        if (knap_instance_item_text(instance, s))
            status = kn_item_number(instance, &instance->match, s, sum, error);
    }
    kn_free(texts->allocator, query, texts->words + 1, sizeof *query);
    return status;
}

/* --min-score and --per-group. */
static knap_status limit(const knap_passages_settings *settings, knap_instance *instance, knap_error *error)
{
    knap_status status = knap_instance_limit_groups(instance, settings->per_group, error);
    for (size_t s = 0; !status && settings->min_score > -1e30 && s < instance->count; s++)
        if (knap_instance_score(instance, s) < settings->min_score &&
            knap_instance_choice(instance, s) == KNAP_CHOICE_FREE)
            status = knap_instance_set_choice(instance, s, KNAP_CHOICE_BAN, error);
    return status;
}

/* Whether anything is to be computed from the texts of the instance. */
static bool needs_texts(const knap_passages *passages, const knap_instance *instance)
{
    bool vectors = !(passages->settings.ignores & KNAP_PART_VECTORS) && !kn_instance_has_vectors(instance);
    return vectors || passages->settings.duplicates > 0 || passages->model.weight || knap_instance_query(instance);
}

knap_status kn_passages_fill(knap_passages *passages, knap_instance *instance, bool texts, knap_completion *done,
                             knap_error *error)
{
    const kn_texts *read = &passages->texts;
    knap_status status = KNAP_OK;
    if (texts && !(passages->settings.ignores & KNAP_PART_VECTORS) && !kn_instance_has_vectors(instance))
        status = make_vectors(read, instance, done, error);
    if (!status && texts && knap_instance_query(instance) && !has_scores(instance))
        status = make_scores(read, instance, done, error);
    if (!status && texts && knap_instance_query(instance))
        status = make_matches(read, instance, error);
    if (!status)
        status = limit(&passages->settings, instance, error);
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
        status = kn_instance_add_concepts(instance, first, texts->word.start, texts->word.id, error);
    if (!status && !again)
        status = kn_instance_add_concepts(instance, first + (uint32_t)texts->words, texts->pair.start, texts->pair.id,
                                          error);
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
    bool any = false, model;
    knap_status status = KNAP_OK;
    if (done)
        *done = own;
    KN_REQUIRE(passages);
    KN_REQUIRE(instance);
    model = passages->model.weight != NULL;
    if (needs_texts(passages, instance))
        status = kn_passages_read(passages, instance, model, &any, error);
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
    bool any = false;
    knap_status status = KNAP_OK;
    if (passages->model.weight)
        status = kn_passages_read(passages, instance, true, &any, error);
    return !status && any ? predict(passages, instance, error) : status;
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
    self->done[worker].vectors += done.vectors;
    self->done[worker].scores += done.scores;
    self->done[worker].duplicates += done.duplicates;
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
        if (done && !status) {
            done->vectors += self->done[i].vectors;
            done->scores += self->done[i].scores;
            done->duplicates += self->done[i].duplicates;
        }
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
