/* ilp.c - the integer program of Gillick and Favre 2009: the list that covers the most weight of concepts,
 * each counted once. Concepts are bigrams where the instance marks any, weighted by the documents that hold
 * them. ilp_solve.c hands it to GLPK. */
#include "systems/ilp.h"
#include "base/sort.h"

#include <string.h>

typedef struct params {
    size_t min_count, nodes;
    double seconds;
} params;

static const knap_param table[] = {
    {"min-count", KNAP_PARAM_COUNT, offsetof(params, min_count), 3, 1, 1e9, NULL,
     "Use concepts of at least N documents; fewer if too little would be picked"},
    {"nodes", KNAP_PARAM_COUNT, offsetof(params, nodes), 2000, 1, 1e9, NULL,
     "Stop the search after N nodes, the same on every machine"},
    {"seconds", KNAP_PARAM_REAL, offsetof(params, seconds), 10, 0.001, 1e6, NULL, "Stop the search after N seconds"},
    KN_PARAM_END};

/* ---- Making the program ---- */

typedef struct holders {
    unsigned char *keep; /* [concepts] */
    size_t *start;       /* [concepts + 2] */
    uint32_t *item;      /* [entries] */
    uint32_t *order;     /* [concepts] by their items */
    bool several;        /* the items are of more than one document */
} holders;

/* The items of each concept, by counting. */
static void invert(const knap_instance *instance, holders *self)
{
    const kn_rows *rows = &instance->concept;
    for (size_t i = 0; i < rows->start[instance->count]; i++)
        if (self->keep[rows->id[i]] && rows->value[i] > 0)
            self->start[rows->id[i] + 2]++;
    for (size_t c = 2; c <= rows->width; c++)
        self->start[c] += self->start[c - 1];
    for (size_t s = 0; s < instance->count; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            if (self->keep[rows->id[i]] && rows->value[i] > 0)
                self->item[self->start[rows->id[i] + 1]++] = (uint32_t)s;
}

/* Documents that hold a concept; items, where there is but one document or none is named. Items of a document stand
 * together. */
static size_t documents(const knap_instance *instance, const holders *self, size_t concept_id)
{
    size_t count = 0, last = 0;
    for (size_t i = self->start[concept_id]; i < self->start[concept_id + 1]; i++) {
        size_t group = self->several ? instance->group[self->item[i]] : 0;
        count += group == 0 || group != last;
        last = group;
    }
    return count;
}

static int compare_items(const holders *self, uint32_t a, uint32_t b)
{
    size_t length_a = self->start[a + 1] - self->start[a], length_b = self->start[b + 1] - self->start[b];
    if (length_a != length_b)
        return length_a < length_b ? -1 : 1;
    return memcmp(self->item + self->start[a], self->item + self->start[b], length_a * sizeof *self->item);
}

/* By items, then by number. */
static bool after(const void *context, uint32_t a, uint32_t b)
{
    int order = compare_items(context, a, b);
    return order > 0 || (order == 0 && a > b);
}

/* Concepts that pass, those of the same items merged, into the program. */
static void gather(kn_cover_program *program, holders *self, size_t minimum)
{
    const knap_instance *instance = program->instance;
    size_t count = 0, used = 0;
    for (size_t c = 0; c < instance->concept.width; c++)
        if (self->start[c + 1] > self->start[c] && documents(instance, self, c) >= minimum)
            self->order[count++] = (uint32_t)c;
    kn_sort_by(self->order, count, after, self);
    for (size_t k = 0; k < count; k++) {
        uint32_t c = self->order[k];
        size_t length = self->start[c + 1] - self->start[c];
        if (k == 0 || compare_items(self, self->order[k - 1], c) != 0) {
            memcpy(program->item + used, self->item + self->start[c], length * sizeof *program->item);
            used += length;
            program->start[++program->concepts] = used;
        }
        program->weight[program->concepts - 1] += (double)documents(instance, self, c);
    }
}

static knap_status make(kn_cover_program *program, size_t minimum, knap_error *error)
{
    const knap_instance *instance = program->instance;
    const knap_allocator *allocator = instance->data->allocator;
    size_t width = instance->concept.width, entries = instance->concept.start[instance->count];
    holders self = {.keep = kn_new(allocator, width, 1)};
    knap_status status = KNAP_OK;
    self.start = kn_new(allocator, width + 2, sizeof *self.start);
    self.item = kn_new(allocator, entries, sizeof *self.item);
    self.order = kn_new(allocator, width, sizeof *self.order);
    if (self.keep && self.start && self.item && self.order) {
        kn_concepts_of(instance, KN_BIGRAMS, self.keep);
        for (size_t s = 1; instance->group && s < instance->count; s++)
            self.several |= instance->group[s] != instance->group[0];
        invert(instance, &self);
        gather(program, &self, minimum);
        if (program->concepts == 0)
            gather(program, &self, 1);
    } else {
        status = kn_no_memory(error);
    }
    kn_free(allocator, self.keep, width, 1);
    kn_free(allocator, self.start, width + 2, sizeof *self.start);
    kn_free(allocator, self.item, entries, sizeof *self.item);
    kn_free(allocator, self.order, width, sizeof *self.order);
    return status;
}

knap_status kn_program_begin(kn_cover_program *program, const kn_open *open, size_t minimum, knap_error *error)
{
    const knap_instance *instance = open->instance;
    const knap_allocator *allocator = instance->data->allocator;
    knap_status status;
    *program = (kn_cover_program){.instance = instance, .open = open};
    program->capacity = instance->concept.width;
    program->items_capacity = instance->concept.start[instance->count];
    program->weight = kn_new(allocator, program->capacity, sizeof *program->weight);
    program->start = kn_new(allocator, program->capacity + 1, sizeof *program->start);
    program->item = kn_new(allocator, program->items_capacity, sizeof *program->item);
    status = program->weight && program->start && program->item ? make(program, minimum, error) : kn_no_memory(error);
    if (status)
        kn_program_end(program);
    return status;
}

void kn_program_end(kn_cover_program *program)
{
    const knap_allocator *allocator = program->instance->data->allocator;
    kn_free(allocator, program->weight, program->capacity, sizeof *program->weight);
    kn_free(allocator, program->start, program->capacity + 1, sizeof *program->start);
    kn_free(allocator, program->item, program->items_capacity, sizeof *program->item);
    program->weight = NULL;
    program->start = NULL;
    program->item = NULL;
}

/* ---- The system ---- */

static knap_status solve(const kn_cover_program *program, const params *settings, knap_list *list, knap_error *error)
{
    const knap_instance *instance = program->instance;
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count;
    unsigned char *chosen = kn_new(allocator, n, 1);
    knap_status status = chosen ? kn_program_greedy(program, chosen, error) : kn_no_memory(error);
    if (!status)
        status = kn_program_solve(program, settings->nodes, settings->seconds, chosen, error);
    for (size_t s = 0; !status && s < n; s++)
        if (chosen[s] && !kn_is_pinned(instance, s) && list->cost + instance->cost[s] <= instance->budget)
            status = knap_list_push(list, instance, s, error);
    kn_free(allocator, chosen, n, 1);
    return status;
}

/* The paper's threshold was made for ten documents. Where so few concepts pass it that the list leaves more than a quarter
 * of the budget unused, it is lowered. */
static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    kn_open open = {.allocator = task->run->allocator};
    knap_status status = kn_need_concepts(task->instance, "ilp", error);
    (void)score;
    for (size_t minimum = settings->min_count; !status && minimum > 0; minimum--) {
        kn_cover_program program;
        knap_list_clear(list);
        if ((status = kn_begin_list(&open, task->instance, task->run->allocator, list, error)) ||
            (status = kn_program_begin(&program, &open, minimum, error)))
            break;
        status = solve(&program, settings, list, error);
        kn_program_end(&program);
        if (list->cost >= 0.75 * task->instance->budget)
            break;
    }
    kn_open_free(&open);
    return status;
}

const knap_system kn_system_ilp = {.name = "ilp",
                                   .help = "Gillick and Favre 2009: the largest weight of bigrams, exactly",
                                   .params = table,
                                   .params_size = sizeof(params),
                                   .grid = "min-count=1,2,3,4,5",
                                   .words = true,
                                   .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                   .whole = true,
                                   .run = run};
