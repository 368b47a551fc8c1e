/* ilp_solve.c - the program of ilp.c greedily, and exactly by GLPK's branch and cut.
 *
 * c_i <= 1 and the rest of the program make every c whole once s is, so only s is binary; and s_j <= c_i
 * needs no row, because more of c is never worse. GLPK aborts the process when it fails, and keeps one
 * environment per thread: its errors are caught here, and an environment that was not there before is freed. */
#include "systems/ilp.h"
#include "base/library.h"

#include <glpk.h>
#include <setjmp.h>

/* ---- Greedy ---- */

double kn_program_value(const kn_cover_program *program, const unsigned char *chosen)
{
    double value = 0;
    for (size_t c = 0; c < program->concepts; c++)
        for (size_t i = program->start[c]; i < program->start[c + 1]; i++)
            if (chosen[program->item[i]]) {
                value += program->weight[c];
                break;
            }
    return value;
}

typedef struct greedy {
    const kn_cover_program *program;
    double *fresh;          /* [n] weight of an item's concepts that nothing chosen holds */
    unsigned char *covered; /* [concepts] */
    kn_open open;           /* of what is chosen */
} greedy;

static void cover(greedy *self, size_t item)
{
    const kn_cover_program *program = self->program;
    for (size_t c = 0; c < program->concepts; c++) {
        bool holds = false;
        for (size_t i = program->start[c]; !self->covered[c] && !holds && i < program->start[c + 1]; i++)
            holds = program->item[i] == item;
        if (!holds)
            continue;
        self->covered[c] = 1;
        for (size_t i = program->start[c]; i < program->start[c + 1]; i++)
            self->fresh[program->item[i]] -= program->weight[c];
    }
}

static void grow(greedy *self, unsigned char *chosen)
{
    const knap_instance *instance = self->program->instance;
    size_t n = instance->count;
    for (;;) {
        size_t best = n;
        double highest = 1e-9;
        for (size_t s = 0; s < n; s++)
            if (kn_is_open(&self->open, s) && self->fresh[s] / instance->cost[s] > highest) {
                highest = self->fresh[s] / instance->cost[s];
                best = s;
            }
        if (best == n)
            return;
        chosen[best] = 1;
        kn_open_push(&self->open, best);
        cover(self, best);
    }
}

/* The pinned items, which are chosen in any case. */
static void choose_pins(greedy *self, unsigned char *chosen)
{
    const knap_instance *instance = self->program->instance;
    for (size_t s = 0; s < instance->count; s++)
        if ((chosen[s] = kn_is_pinned(instance, s))) {
            kn_open_push(&self->open, s);
            cover(self, s);
        }
}

knap_status kn_program_greedy(const kn_cover_program *program, unsigned char *chosen, knap_error *error)
{
    const knap_allocator *allocator = program->instance->data->allocator;
    size_t n = program->instance->count;
    greedy self = {.program = program, .open = {.allocator = allocator}};
    knap_status status = kn_open_begin(&self.open, program->instance, error);
    if (status) {
        kn_open_free(&self.open);
        return status;
    }
    self.fresh = kn_new(allocator, n, sizeof *self.fresh);
    self.covered = kn_new(allocator, program->concepts, 1);
    if (self.fresh && self.covered) {
        for (size_t c = 0; c < program->concepts; c++)
            for (size_t i = program->start[c]; i < program->start[c + 1]; i++)
                self.fresh[program->item[i]] += program->weight[c];
        choose_pins(&self, chosen);
        grow(&self, chosen);
    } else {
        status = kn_no_memory(error);
    }
    kn_open_free(&self.open);
    kn_free(allocator, self.fresh, n, sizeof *self.fresh);
    kn_free(allocator, self.covered, program->concepts, 1);
    return status;
}

/* ---- GLPK ---- */

/* GLPK and its libraries take 0.4 ms to load, so they are loaded when a program is first solved. */
#define FUNCTIONS(X)                                                                                                   \
    X(glp_add_cols)                                                                                                    \
    X(glp_add_rows)                                                                                                    \
    X(glp_create_prob) X(glp_delete_prob) X(glp_error_hook) X(glp_free_env) X(glp_get_obj_coef) X(glp_init_iocp)       \
        X(glp_intopt) X(glp_ios_reason) X(glp_ios_terminate) X(glp_mem_usage) X(glp_mip_col_val) X(glp_mip_obj_val)    \
            X(glp_mip_status) X(glp_set_col_bnds) X(glp_set_col_kind) X(glp_set_mat_col) X(glp_set_mat_row)            \
                X(glp_set_obj_coef) X(glp_set_obj_dir) X(glp_set_row_bnds) X(glp_term_out)
typedef struct glpk {
    FUNCTIONS(KN_FUNCTION_FIELD)
} glpk;

typedef struct search {
    glpk glpk;
    const kn_cover_program *program;
    size_t nodes, most;
    int *column;    /* [n] of each item, 0 where it cannot be in a list or holds nothing */
    int *row;       /* [alternatives + 1] of each group of alternatives, 0 where it has none */
    int *slot_row;  /* [group_slots + 1] the same of each group that is limited */
    int *index;     /* scratch of a row, from 1 */
    double *factor; /* the same */
    bool cancelled; /* the work must end: kn_may_go_on */
} search;

/* Ends the search after a number of nodes, and where the request that it works for was cancelled. */
static void count_nodes(glp_tree *tree, void *context)
{
    search *self = context;
    self->cancelled = self->cancelled || !kn_may_go_on(self->program->instance->data->allocator);
    if (self->cancelled || (self->glpk.glp_ios_reason(tree) == GLP_ISELECT && ++self->nodes > self->most))
        self->glpk.glp_ios_terminate(tree);
}

static void add_items(search *self, glp_prob *problem)
{
    const knap_instance *instance = self->program->instance;
    int count = 0;
    for (size_t i = 0; i < self->program->start[self->program->concepts]; i++) {
        size_t s = self->program->item[i];
        if (self->column[s] || !kn_is_open(self->program->open, s))
            continue;
        self->column[s] = self->glpk.glp_add_cols(problem, 1);
        self->glpk.glp_set_col_kind(problem, self->column[s], GLP_BV);
        self->index[++count] = self->column[s];
        self->factor[count] = instance->cost[s];
    }
    self->glpk.glp_add_rows(problem, 1);
    self->glpk.glp_set_row_bnds(problem, 1, GLP_UP, 0, instance->budget - self->program->open->spent);
    self->glpk.glp_set_mat_row(problem, 1, count, self->index, self->factor);
}

/* The row that limits a group to `most` of its columns; made when it is first needed. */
static int limit_row(const search *self, glp_prob *problem, int *row, double most)
{
    if (!*row) {
        *row = self->glpk.glp_add_rows(problem, 1);
        self->glpk.glp_set_row_bnds(problem, *row, GLP_UP, 0, most);
    }
    return *row;
}

/* At most one of each group of alternatives, of each group no more than its limit, and no more items than a list may have. Columns have only their cost so far. */
static void add_limits(search *self, glp_prob *problem)
{
    const knap_instance *instance = self->program->instance;
    const kn_open *open = self->program->open;
    int items = 0;
    for (size_t s = 0; (instance->alternatives || open->taken) && s < instance->count; s++) {
        uint32_t group = kn_item_alternative(instance, s), slot = instance->group_limit ? kn_item_slot(instance, s) : 0;
        int row[5] = {0, 1}, count = 1;
        if (!self->column[s])
            continue;
        if (group)
            row[++count] = limit_row(self, problem, &self->row[group], 1);
        if (slot)
            row[++count] = limit_row(self, problem, &self->slot_row[slot],
                                     (double)instance->group_limit - (double)open->taken[slot]);
        if (instance->item_limit)
            row[++count] = limit_row(self, problem, &items, (double)instance->item_limit - (double)open->items);
        if (count > 1)
            self->glpk.glp_set_mat_col(problem, self->column[s], count, row,
                                       (const double[]){0, instance->cost[s], 1, 1, 1});
    }
}

/* Whether a pinned item holds the concept, which is then covered whatever is chosen. */
static bool is_held(const kn_cover_program *program, size_t concept_number)
{
    for (size_t i = program->start[concept_number]; i < program->start[concept_number + 1]; i++)
        if (kn_is_pinned(program->instance, program->item[i]))
            return true;
    return false;
}

static void add_concepts(search *self, glp_prob *problem)
{
    const kn_cover_program *program = self->program;
    for (size_t c = 0; c < program->concepts; c++) {
        int count = 1, row;
        for (size_t i = program->start[c]; i < program->start[c + 1]; i++)
            if (self->column[program->item[i]]) {
                self->index[++count] = self->column[program->item[i]];
                self->factor[count] = -1;
            }
        if (is_held(program, c)) {
            self->glpk.glp_set_obj_coef(problem, 0, self->glpk.glp_get_obj_coef(problem, 0) + program->weight[c]);
            continue;
        }
        if (count == 1)
            continue;
        self->index[1] = self->glpk.glp_add_cols(problem, 1);
        self->factor[1] = 1;
        self->glpk.glp_set_obj_coef(problem, self->index[1], program->weight[c]);
        self->glpk.glp_set_col_bnds(problem, self->index[1], GLP_DB, 0, 1);
        row = self->glpk.glp_add_rows(problem, 1);
        self->glpk.glp_set_row_bnds(problem, row, GLP_UP, 0, 0);
        self->glpk.glp_set_mat_row(problem, row, count, self->index, self->factor);
    }
}

/* The solution, where it is better than what `chosen` holds. */
static void take(const search *self, glp_prob *problem, unsigned char *chosen)
{
    const kn_cover_program *program = self->program;
    int status = self->glpk.glp_mip_status(problem);
    double before = kn_program_value(program, chosen);
    if ((status != GLP_OPT && status != GLP_FEAS) || !(self->glpk.glp_mip_obj_val(problem) > before + 1e-9))
        return;
    for (size_t s = 0; s < program->instance->count; s++)
        chosen[s] = kn_is_pinned(program->instance, s) ||
                    (self->column[s] && self->glpk.glp_mip_col_val(problem, self->column[s]) > 0.5);
}

static void branch_and_cut(search *self, double seconds, unsigned char *chosen)
{
    glp_prob *problem = self->glpk.glp_create_prob();
    glp_iocp options;
    self->glpk.glp_set_obj_dir(problem, GLP_MAX);
    add_items(self, problem);
    add_limits(self, problem);
    add_concepts(self, problem);
    self->glpk.glp_init_iocp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.presolve = GLP_ON;
    options.tm_lim = seconds > 2e6 ? 2000000000 : (int)(seconds * 1000);
    options.cb_func = count_nodes;
    options.cb_info = self;
    self->glpk.glp_intopt(problem, &options);
    take(self, problem, chosen);
    self->glpk.glp_delete_prob(problem);
}

static void failed(void *context)
{
    longjmp(*(jmp_buf *)context, 1);
}

static knap_status call_glpk(search *self, double seconds, unsigned char *chosen, knap_error *error)
{
    jmp_buf jump;
    int blocks, print;
    self->glpk.glp_mem_usage(&blocks, NULL, NULL, NULL);
    const bool ours = blocks == 0;
    if (setjmp(jump)) {
        self->glpk.glp_free_env(); /* GLPK's manual allows nothing else after an error */
        return kn_fail(error, KNAP_NO_MEMORY, "GLPK failed on the integer program: the instance is too large for it");
    }
    self->glpk.glp_error_hook(failed, &jump);
    print = self->glpk.glp_term_out(GLP_OFF);
    branch_and_cut(self, seconds, chosen);
    self->glpk.glp_term_out(print);
    self->glpk.glp_error_hook(NULL, NULL);
    if (ours)
        self->glpk.glp_free_env();
    return self->cancelled ? kn_no_memory(error) : KNAP_OK;
}

static knap_status load(glpk *made, knap_error *error)
{
    static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};
    const char *missing;
    if (kn_load_functions(KNAP_GLPK, names, sizeof names / sizeof *names, made, &missing))
        return KNAP_OK;
    return kn_fail(error, KNAP_IO, "the system ilp needs the library %s%s%s: install it", KNAP_GLPK,
                   missing ? " with the function " : "", missing ? missing : "");
}

knap_status kn_program_solve(const kn_cover_program *program, size_t nodes, double seconds, unsigned char *chosen,
                             knap_error *error)
{
    const knap_allocator *allocator = program->instance->data->allocator;
    size_t n = program->instance->count;
    search self = {.program = program, .most = nodes};
    knap_status status;
    if (program->concepts == 0)
        return KNAP_OK;
    if ((status = load(&self.glpk, error)))
        return status;
    self.column = kn_new(allocator, n, sizeof *self.column);
    self.row = kn_new(allocator, program->instance->alternatives + 1, sizeof *self.row);
    self.slot_row = kn_new(allocator, program->instance->group_slots + 1, sizeof *self.slot_row);
    self.index = kn_new(allocator, n + 2, sizeof *self.index);
    self.factor = kn_new(allocator, n + 2, sizeof *self.factor);
    status = self.column && self.row && self.slot_row && self.index && self.factor
                 ? call_glpk(&self, seconds, chosen, error)
                 : kn_no_memory(error);
    kn_free(allocator, self.column, n, sizeof *self.column);
    kn_free(allocator, self.row, program->instance->alternatives + 1, sizeof *self.row);
    kn_free(allocator, self.slot_row, program->instance->group_slots + 1, sizeof *self.slot_row);
    kn_free(allocator, self.index, n + 2, sizeof *self.index);
    kn_free(allocator, self.factor, n + 2, sizeof *self.factor);
    return status;
}
