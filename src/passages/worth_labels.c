/* worth_labels.c - which words the answers of the training data stand for.
 *
 * Reward coverage: for each fact, the words whose items agree most with the items that cover the fact, by Jaccard's similarity,
 * share the fact between them. The label of a word is the sum of its shares, 1 at most. Other rewards: the mean, over the items with
 * the word, of what the item alone is worth, over the largest one. */
#include "passages/worths.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static const double EQUAL = 1e-9;

typedef struct labelling {
    const kn_texts *texts;
    const knap_instance *instance;
    kn_worth_table *table;
    uint32_t *row_of;   /* [words + pairs] 1 + the row of a concept, 0: none */
    uint32_t *together; /* [rows] items that have the word and cover the fact */
    uint32_t *touched;  /* [rows] rows with such items */
    size_t touches;
    size_t *fact_start; /* [concepts + 2] items by fact */
    uint32_t *fact_item;
} labelling;

static uint32_t count_of(const labelling *self, size_t row)
{
    size_t concept_id = self->table->concept_id[row], words = self->table->words;
    return concept_id < words ? self->texts->document_count[concept_id] : self->texts->pair_count[concept_id - words];
}

static void touch(labelling *self, const kn_sets *sets, size_t offset, size_t item)
{
    for (size_t i = sets->start[item]; i < sets->start[item + 1]; i++) {
        uint32_t row = self->row_of[offset + sets->id[i]];
        if (row && self->together[row - 1]++ == 0)
            self->touched[self->touches++] = row - 1;
    }
}

static double agreement(const labelling *self, size_t row, size_t items)
{
    double both = self->together[row];
    return both / ((double)count_of(self, row) + (double)items - both);
}

static void label_fact(labelling *self, uint32_t fact)
{
    size_t first = self->fact_start[fact], items = self->fact_start[fact + 1] - first, equal = 0;
    double most = 0;
    self->touches = 0;
    for (size_t i = 0; i < items; i++) {
        touch(self, &self->texts->word, 0, self->fact_item[first + i]);
        touch(self, &self->texts->pair, self->texts->words, self->fact_item[first + i]);
    }
    for (size_t i = 0; i < self->touches; i++)
        most = fmax(most, agreement(self, self->touched[i], items));
    for (size_t i = 0; i < self->touches; i++)
        equal += agreement(self, self->touched[i], items) >= most - EQUAL;
    for (size_t i = 0; i < self->touches; i++) {
        uint32_t row = self->touched[i];
        if (agreement(self, row, items) >= most - EQUAL)
            self->table->label[row] = fminf(1, self->table->label[row] + (float)(most / (double)equal));
    }
    for (size_t i = 0; i < self->touches; i++)
        self->together[self->touched[i]] = 0;
}

/* A counting sort of the items by what they cover. */
static bool index_facts(labelling *self, kn_arena *arena)
{
    const kn_rows *rows = &self->instance->concept;
    size_t n = self->instance->count;
    size_t *start = self->fact_start = kn_arena_new(arena, rows->width + 3, sizeof *start);
    self->fact_item = kn_arena_room(arena, rows->start[n] + 1, sizeof *self->fact_item);
    if (!start || !self->fact_item)
        return false;
    for (size_t i = 0; i < rows->start[n]; i++)
        start[rows->id[i] + 2] += rows->value[i] > 0;
    for (size_t w = 1; w < rows->width + 1; w++)
        start[w + 1] += start[w];
    for (size_t s = 0; s < n; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            if (rows->value[i] > 0)
                self->fact_item[start[rows->id[i] + 1]++] = (uint32_t)s;
    return true;
}

static bool labels_of_facts(labelling *self, kn_arena *arena)
{
    const kn_texts *texts = self->texts;
    self->row_of = kn_arena_new(arena, texts->words + texts->pairs.count + 1, sizeof *self->row_of);
    self->together = kn_arena_new(arena, self->table->rows + 1, sizeof *self->together);
    self->touched = kn_arena_new(arena, self->table->rows + 1, sizeof *self->touched);
    if (!self->row_of || !self->together || !self->touched || !index_facts(self, arena))
        return false;
    for (size_t row = 0; row < self->table->rows; row++)
        self->row_of[self->table->concept_id[row]] = (uint32_t)row + 1;
    for (size_t t = 0; t < self->instance->targets; t++)
        label_fact(self, self->instance->target[t].concept_id);
    return true;
}

/* value[items]: what each item alone is worth, over the largest one. */
static knap_status values_of_items(const knap_instance *instance, double *value, knap_error *error)
{
    const knap_reward *reward = instance->reward;
    double largest = 0;
    void *state;
    knap_status status = reward->begin(instance, instance->reward_context, &state, error);
    if (status)
        return status;
    for (size_t s = 0; s < instance->count; s++) {
        value[s] = reward->gain(state, s);
        largest = fmax(largest, value[s]);
    }
    reward->end(state);
    for (size_t s = 0; s < instance->count; s++)
        value[s] = largest > 0 ? fmax(0, value[s]) / largest : 0;
    return KNAP_OK;
}

static knap_status labels_of_values(labelling *self, kn_arena *arena, knap_error *error)
{
    const kn_texts *texts = self->texts;
    size_t all = texts->words + texts->pairs.count;
    double *value = kn_arena_new(arena, texts->items, sizeof *value), *sum = kn_arena_new(arena, all + 1, sizeof *sum);
    knap_status status;
    if (!value || !sum)
        return kn_no_memory(error);
    if ((status = values_of_items(self->instance, value, error)))
        return status;
    for (size_t s = 0; s < texts->items; s++) {
        for (size_t i = texts->word.start[s]; i < texts->word.start[s + 1]; i++)
            sum[texts->word.id[i]] += value[s];
        for (size_t i = texts->pair.start[s]; i < texts->pair.start[s + 1]; i++)
            sum[texts->words + texts->pair.id[i]] += value[s];
    }
    for (size_t row = 0; row < self->table->rows; row++)
        self->table->label[row] = (float)(sum[self->table->concept_id[row]] / (double)count_of(self, row));
    return KNAP_OK;
}

knap_status kn_worth_labels(kn_worth_table *table, const kn_texts *texts, const knap_instance *instance,
                            knap_error *error)
{
    labelling self = {.texts = texts, .instance = instance, .table = table};
    kn_arena arena = {.allocator = table->allocator};
    knap_status status = KNAP_OK;
    memset(table->label, 0, table->rows * sizeof *table->label);
    if (instance->reward && instance->reward == knap_reward_find("coverage"))
        status = labels_of_facts(&self, &arena) ? KNAP_OK : kn_no_memory(error);
    else if (instance->reward)
        status = labels_of_values(&self, &arena, error);
    kn_arena_free(&arena);
    return status;
}
