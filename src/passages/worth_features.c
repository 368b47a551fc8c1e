/* worth_features.c - the features of the words of an instance, and their labels in training. */
#include "passages/worths.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/sort.h"
#include "core/item.h"

#include <math.h>
#include <string.h>

/* Feature names are for readers of the code; a row of a table has the value of each, then the mean and the least value of each of
 * the items' own features. */
enum {
    ONE,
    LOG_COUNT,
    ONCE,
    LOG_RELEVANT,
    LOG_RELEVANT_2,
    MOST_RELEVANT,
    MEAN_RELEVANT,
    LOG_NEAR,
    MOST_NEAR,
    MEAN_NEAR,
    LOG_NEAR_2,
    IDF,
    GROUPS,
    GROUP_SHARE,
    SHARE_RELEVANT,
    SHARE_NEAR,
    RATIO_RELEVANT,
    RATIO_NEAR,
    IN_QUERY,
    NUMBER,
    LENGTH,
    COHESION, /* of a pair */
    FEATURES
};

/* An item is near the query where its nearness is at least this share of the largest one. */
static const double NEAR = 0.3;

typedef struct sums {
    double count, relevant, most_relevant, near, most_near, near_2, length;
    double groups; /* distinct, of the near items */
    size_t last_group;
} sums;

typedef struct reading {
    const kn_texts *texts;
    const knap_instance *instance;
    size_t user;
    double *relevance;   /* [items] the root of the relevance */
    double *near;        /* [items] cosine to the words of the relevant items, over the largest one */
    sums *sum;           /* [words + pairs] */
    float *least, *mean; /* [words + pairs][user] */
    double all_relevant, all_near, all_groups;
    uint32_t *by_group; /* [items] the items by group */
} reading;

size_t kn_worth_width(size_t user)
{
    return FEATURES + 2 * user;
}

/* Pseudo-relevance feedback: the words of the relevant items, weighted as in the relevance model of Lavrenko and Croft (2001), are
 * the query of a second retrieval. */
static bool find_near(reading *self, kn_arena *arena)
{
    const kn_texts *texts = self->texts;
    size_t n = texts->items;
    double *model = kn_arena_new(arena, texts->words + 1, sizeof *model), largest = 0;
    if (!model)
        return false;
    for (size_t s = 0; s < n; s++)
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++)
            model[texts->word.id[i]] += self->relevance[s];
    for (size_t w = 0; w < texts->words; w++)
        model[w] *= kn_texts_idf(texts, w);
    for (size_t s = 0; s < n; s++) {
        double dot = 0, squares = 0;
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++) {
            double value = (double)texts->times[i] * kn_texts_idf(texts, texts->word.id[i]);
            dot += value * model[texts->word.id[i]];
            squares += value * value;
        }
        self->near[s] = squares > 0 ? dot / sqrt(squares) : 0;
        largest = fmax(largest, self->near[s]);
    }
    for (size_t s = 0; largest > 0 && s < n; s++)
        self->near[s] /= largest;
    return true;
}

static void add_item(reading *self, size_t concept_id, size_t item)
{
    const knap_instance *instance = self->instance;
    sums *sum = &self->sum[concept_id];
    size_t group = instance->group ? instance->group[item] : 0;
    const float *feature = instance->feature + item * instance->width;
    sum->count++;
    sum->relevant += self->relevance[item];
    sum->most_relevant = fmax(sum->most_relevant, self->relevance[item]);
    sum->near += self->near[item];
    sum->near_2 += self->near[item] * self->near[item];
    sum->most_near = fmax(sum->most_near, self->near[item]);
    sum->length += (double)(self->texts->word.start[item + 1] - self->texts->word.start[item]);
    if (self->near[item] >= NEAR && group && group != sum->last_group) {
        sum->groups++;
        sum->last_group = group;
    }
    for (size_t f = 0; f < self->user; f++) {
        float *least = &self->least[concept_id * self->user + f];
        *least = sum->count == 1 || feature[f] < *least ? feature[f] : *least;
        self->mean[concept_id * self->user + f] += feature[f];
    }
}

static bool is_after(const void *context, uint32_t a, uint32_t b)
{
    const size_t *group = context;
    return group && group[a] != group[b] ? group[a] > group[b] : a > b;
}

static void sum_up(reading *self)
{
    const kn_texts *texts = self->texts;
    size_t last = 0;
    for (size_t k = 0; k < texts->items; k++) {
        size_t s = self->by_group[k], group = self->instance->group ? self->instance->group[s] : 0;
        self->all_relevant += self->relevance[s];
        self->all_near += self->near[s];
        if (self->near[s] >= NEAR && group && group != last) {
            self->all_groups++;
            last = group;
        }
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++)
            add_item(self, texts->word.id[i], s);
        for (size_t i = texts->pair.start[s]; i < texts->pair.start[s + 1]; i++)
            add_item(self, texts->words + texts->pair.id[i], s);
    }
}

static bool reading_begin(reading *self, kn_arena *arena)
{
    const knap_instance *instance = self->instance;
    size_t n = instance->count, all = self->texts->words + self->texts->pairs.count;
    double largest = 0;
    self->relevance = kn_arena_new(arena, n, sizeof *self->relevance);
    self->near = kn_arena_new(arena, n, sizeof *self->near);
    self->sum = kn_arena_new(arena, all + 1, sizeof *self->sum);
    self->least = kn_arena_new(arena, all * self->user + 1, sizeof *self->least);
    self->mean = kn_arena_new(arena, all * self->user + 1, sizeof *self->mean);
    self->by_group = kn_arena_new(arena, n, sizeof *self->by_group);
    if (!self->relevance || !self->near || !self->sum || !self->least || !self->mean || !self->by_group)
        return false;
    if (kn_relevance(instance, self->relevance))
        for (size_t s = 0; s < n; s++)
            largest = fmax(largest, self->relevance[s] = sqrt(self->relevance[s]));
    for (size_t s = 0; largest == 0 && s < n; s++)
        self->relevance[s] = 1; /* nothing is known: all items are as relevant */
    for (size_t s = 0; s < n; s++)
        self->by_group[s] = (uint32_t)s;
    kn_sort_by(self->by_group, n, is_after, instance->group);
    return find_near(self, arena);
}

static bool is_number(const char *stem, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (stem[i] >= '0' && stem[i] <= '9')
            return true;
    return false;
}

static bool in_query(const kn_texts *texts, uint32_t word)
{
    for (size_t i = 0; i < texts->query_words; i++)
        if (texts->query[i] == word)
            return true;
    return false;
}

static void fill_row(const reading *self, size_t concept_id, uint32_t one, uint32_t two, float *row)
{
    const sums *sum = &self->sum[concept_id];
    const kn_texts *texts = self->texts;
    double n = (double)texts->items, share_near = self->all_near > 0 ? sum->near / self->all_near : 0;
    double share = self->all_relevant > 0 ? sum->relevant / self->all_relevant : 0;
    double value[FEATURES] = {[ONE] = 1};
    value[LOG_COUNT] = kn_log(1 + sum->count) / 3;
    value[ONCE] = sum->count <= 1;
    value[LOG_RELEVANT] = kn_log(1 + sum->relevant) / 2;
    value[LOG_RELEVANT_2] = value[LOG_RELEVANT] * value[LOG_RELEVANT];
    value[MOST_RELEVANT] = sum->most_relevant;
    value[MEAN_RELEVANT] = sum->relevant / sum->count;
    value[LOG_NEAR] = kn_log(1 + sum->near) / 2;
    value[MOST_NEAR] = sum->most_near;
    value[MEAN_NEAR] = sum->near / sum->count;
    value[LOG_NEAR_2] = kn_log(1 + sum->near_2) / 2;
    value[IDF] = kn_log((n + 1) / (sum->count + .5)) / 5;
    value[GROUPS] = kn_log(1 + sum->groups);
    value[GROUP_SHARE] = self->all_groups > 0 ? sum->groups / self->all_groups : 0;
    value[SHARE_RELEVANT] = 5 * share;
    value[SHARE_NEAR] = 5 * share_near;
    value[RATIO_RELEVANT] = kn_log((share + .001) / (sum->count / n + .001)) / 3;
    value[RATIO_NEAR] = kn_log((share_near + .001) / (sum->count / n + .001)) / 3;
    value[IN_QUERY] = (in_query(texts, one) + in_query(texts, two)) / 2.0;
    value[NUMBER] = is_number(texts->stream.stem.name[one], texts->stream.stem.length[one]) ||
                    is_number(texts->stream.stem.name[two], texts->stream.stem.length[two]);
    value[LENGTH] = fmin(12, (double)texts->stream.stem.length[one]) / 12;
    if (one != two)
        value[COHESION] = sum->count / fmin(self->sum[one].count, self->sum[two].count);
    for (size_t f = 0; f < FEATURES; f++)
        row[f] = (float)value[f];
    for (size_t f = 0; f < self->user; f++) {
        row[FEATURES + 2 * f] = self->mean[concept_id * self->user + f] / (float)sum->count;
        row[FEATURES + 2 * f + 1] = self->least[concept_id * self->user + f];
    }
}

static bool table_room(kn_worth_table *table, size_t rows)
{
    kn_arena *arena = &table->arena;
    table->concept_id = kn_arena_room(arena, rows, sizeof *table->concept_id);
    table->feature = kn_arena_room(arena, rows * table->features, sizeof *table->feature);
    table->own[0] = kn_arena_room(arena, rows, sizeof *table->own[0]);
    table->own[1] = kn_arena_room(arena, rows, sizeof *table->own[1]);
    table->label = kn_arena_new(arena, rows, sizeof *table->label);
    table->worth = kn_arena_new(arena, rows, sizeof *table->worth);
    return table->concept_id && table->feature && table->own[0] && table->own[1] && table->label && table->worth;
}

/* A word that no relevant item and no item near the query has is left out: its worth is 0. */
static bool is_of_interest(const sums *sum)
{
    return sum->count > 0 && (sum->relevant > 0 || sum->most_near >= NEAR / 3);
}

static bool add_row(kn_worth_table *table, const reading *self, size_t concept_id)
{
    const kn_texts *texts = self->texts;
    uint32_t word[2] = {(uint32_t)concept_id, (uint32_t)concept_id};
    size_t row = table->rows++;
    if (concept_id >= texts->words)
        memcpy(word, texts->pairs.name[concept_id - texts->words], sizeof word);
    table->concept_id[row] = (uint32_t)concept_id;
    fill_row(self, concept_id, word[0], word[1], table->feature + row * table->features);
    for (int i = 0; i < 2; i++) {
        table->own[i][row] =
            kn_symbols_add(&table->stem, texts->stream.stem.name[word[i]], texts->stream.stem.length[word[i]]);
        if (table->own[i][row] == KN_NO_SYMBOL)
            return false;
    }
    return true;
}

knap_status kn_worth_features(kn_worth_table *table, const kn_texts *texts, const knap_instance *instance, size_t user,
                              knap_error *error)
{
    reading self = {.texts = texts, .instance = instance, .user = user < instance->width ? user : instance->width};
    kn_arena arena = {.allocator = table->allocator};
    size_t all = texts->words + texts->pairs.count, rows = 0;
    bool done = reading_begin(&self, &arena);
    kn_worth_table_free(table);
    table->arena.allocator = table->allocator;
    kn_symbols_begin(&table->stem, table->allocator);
    table->features = kn_worth_width(self.user);
    table->words = texts->words;
    if (done) {
        sum_up(&self);
        for (size_t w = 0; w < all; w++)
            rows += is_of_interest(&self.sum[w]);
        done = table_room(table, rows);
        for (size_t w = 0; done && w < all; w++)
            if (is_of_interest(&self.sum[w]))
                done = add_row(table, &self, w);
    }
    kn_arena_free(&arena);
    return done ? KNAP_OK : kn_no_memory(error);
}

void kn_worth_table_free(kn_worth_table *table)
{
    const knap_allocator *allocator = table->allocator;
    kn_arena_free(&table->arena);
    kn_symbols_free(&table->stem);
    *table = (kn_worth_table){.allocator = allocator};
}
