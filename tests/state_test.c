/* state_test.c - calls of core.h that change data, an instance, a list or a model, and fail: the object is as it was. */
#include "state.h"
#include "core/instance.h"
#include "core/model.h"
#include "core/inner.h"
#include "systems/inner.h"

/* ---- Printing ---- */

static void print_bytes(FILE *out, const char *name, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    fprintf(out, "%s", name);
    for (size_t i = 0; i < size; i++)
        fprintf(out, " %02x", byte[i]);
    fprintf(out, "\n");
}

#define PRINT_ARRAY(member, count) print_bytes(out, #member, self->member, (count) * sizeof *self->member)
/* An array of which it means something whether it is there. */
#define PRINT_OPTIONAL(member)                                                                                         \
    fprintf(out, "%s ", self->member ? "with" : "without"), PRINT_ARRAY(member, self->member ? self->count : 0)
#define PRINT_NUMBER(member) fprintf(out, #member " %.17g\n", (double)self->member)
#define PRINT_TEXT(member) fprintf(out, #member " %s\n", self->member ? self->member : "none")

static void print_texts(FILE *out, const char *name, char *const *text, size_t count)
{
    fprintf(out, "%s%s", name, text ? "" : " none");
    for (size_t i = 0; text && i < count; i++)
        fprintf(out, " [%s]", text[i] ? text[i] : "none");
    fprintf(out, "\n");
}

static void print_rows(FILE *out, const kn_rows *self, size_t count)
{
    size_t entries = count ? self->start[count] : 0;
    PRINT_NUMBER(width);
    PRINT_ARRAY(start, count ? count + 1 : 0);
    if (count)
        fprintf(out, "%s\n", self->id ? "sparse" : "dense");
    PRINT_ARRAY(id, self->id ? entries : 0);
    PRINT_ARRAY(value, entries);
}

static void print_choices(FILE *out, const knap_instance *self)
{
    PRINT_ARRAY(duplicate_of, self->duplicate_rows);
    PRINT_NUMBER(group_limit);
    PRINT_ARRAY(group_slot, self->group_limit ? self->group_rows : 0);
    PRINT_ARRAY(choice, self->choice_rows);
    PRINT_NUMBER(pins);
    PRINT_ARRAY(kind, self->kinds);
    PRINT_ARRAY(expect, self->expects);
    PRINT_ARRAY(worth_sum, self->worths);
    PRINT_ARRAY(flaws, self->flaw_rows);
    PRINT_ARRAY(support, self->support_rows);
    PRINT_NUMBER(mass);
    for (size_t i = 0; i < self->targets; i++)
        fprintf(out, "target %u %g\n", self->target[i].concept_id, self->target[i].cap);
    for (size_t i = 0; i < self->term_uses; i++)
        fprintf(out, "term %u %u %d %g\n", self->term_use[i].item, self->term_use[i].term, self->term_use[i].introduces,
                self->term_use[i].weight);
    fprintf(out, "reward %s\n", self->reward ? self->reward->name : "none");
    if (self->log) {
        fprintf(out, "log %g %g", self->log->reward, self->log->propensity);
        print_bytes(out, "", self->log->item, self->log->count * sizeof *self->log->item);
    }
}

static void print_instance(FILE *out, const knap_instance *self)
{
    size_t n = self->count;
    PRINT_TEXT(id);
    PRINT_TEXT(source);
    PRINT_TEXT(query);
    PRINT_TEXT(answer);
    PRINT_NUMBER(line);
    PRINT_NUMBER(budget);
    PRINT_NUMBER(count);
    PRINT_NUMBER(width);
    PRINT_NUMBER(uncosted);
    PRINT_NUMBER(terms);
    PRINT_NUMBER(alternatives);
    if (n) { /* arrays that every instance with items has */
        PRINT_ARRAY(cost, n);
        PRINT_ARRAY(worth, n);
        PRINT_ARRAY(feature, n * self->width);
        PRINT_ARRAY(inverse_norm, n);
    }
    PRINT_ARRAY(charge, self->charge_rows);
    PRINT_OPTIONAL(score);
    PRINT_OPTIONAL(useful);
    PRINT_OPTIONAL(group);
    PRINT_OPTIONAL(alternative);
    print_texts(out, "item_id", self->item_id, n);
    print_texts(out, "item_text", self->item_text, n);
    print_texts(out, "item_source", self->item_source, n);
    print_rows(out, &self->vector, n);
    print_rows(out, &self->concept, n);
    print_choices(out, self);
}

static void print_names(FILE *out, const char *what, const kn_symbols *names)
{
    fprintf(out, "%s", what);
    for (size_t i = 0; i < names->count; i++)
        fprintf(out, " %s", names->name[i]);
    fprintf(out, "\n");
}

/* ---- Data with instances, a list, a model ---- */

typedef struct world {
    knap_data *data;
    knap_instance *instance; /* the last of the data */
    knap_list list;
    knap_model *model; /* of the system lead, which has no policy */
} world;

enum { EMPTY, PLAIN, DENSE, SPARSE, BORROWED, FULL, KINDS };
static const double dense[] = {1, 2, 3};
static const uint32_t ids[] = {4, 0, 2};
static const double costs[] = {1, 2, 3}, vectors[] = {1, 0, 0, 1, 1, 1};
static const float features[] = {1, 2, 3, 4, 5, 6};

static knap_item some_item(size_t kind)
{
    knap_item item = {.cost = 2, .worth = 0.5};
    if (kind == DENSE || kind == SPARSE || kind == FULL) {
        item.vector = dense;
        item.vector_id = kind == DENSE ? NULL : ids;
        item.vector_count = 3;
    }
    if (kind == BORROWED) {
        item.vector = dense;
        item.vector_count = 2;
    }
    if (kind == FULL) {
        item.id = "i";
        item.text = "a text";
        item.group = 2;
        item.alternative = 3;
        item.concept_id = ids;
        item.amount = dense;
        item.concept_count = 3;
    }
    return item;
}

static void fill_instance(world *self, size_t kind)
{
    knap_instance *instance = self->instance;
    knap_item item = some_item(kind);
    for (size_t i = 0; i < 3; i++)
        assert_ok(knap_instance_add(instance, &item, error));
    if (kind != FULL)
        return;
    assert_ok(knap_instance_set_score(instance, 1, 0.5, error));
    assert_ok(knap_instance_set_useful(instance, 1, 1, error));
    assert_ok(knap_instance_set_text(instance, 0, "another text", error));
    assert_ok(knap_instance_set_item_source(instance, 0, "{}", 2, error));
    assert_ok(knap_instance_limit_groups(instance, 2, error));
    assert_ok(knap_instance_set_duplicate(instance, 2, 0, error));
    assert_ok(knap_instance_introduce(instance, 0, 3, error));
    assert_ok(knap_instance_charge(instance, 1, 1, error));
    assert_ok(knap_instance_expect(instance, 2, (const double[]){0.5, 0.25}, 2, error));
    assert_ok(knap_instance_set_flaws(instance, 1, 1, error));
    assert_ok(knap_instance_set_support(instance, 1, 0, error));
}

static void *make_world(const knap_allocator *allocator, size_t kind)
{
    static const char *const names[] = {"f", "g"};
    world *self = calloc(1, sizeof *self);
    knap_arrays arrays = {.count = 3, .cost = costs, .vector = vectors, .vector_width = 2, .feature = features};
    size_t number;
    assert_non_null(self);
    assert_ok(knap_data_new(allocator, &self->data, error));
    for (size_t i = 0; i < 2; i++)
        assert_ok(knap_data_feature(self->data, names[i], &number, error));
    assert_ok(knap_data_flaw(self->data, "long", &number, error));
    assert_ok(knap_data_add(self->data, "first", 3, 1, &self->instance, error));
    fill_instance(self, FULL);
    if (kind == BORROWED)
        assert_ok(knap_data_add_arrays(self->data, "b", 3, &arrays, &self->instance, error));
    else
        assert_ok(knap_data_add(self->data, "last", 3, 7, &self->instance, error));
    if (kind != BORROWED && kind != EMPTY)
        fill_instance(self, kind);
    assert_ok(knap_data_feature(self->data, "late", &number, error)); /* the rows are not yet so wide */
    self->list.allocator = allocator;
    assert_ok(knap_list_push(&self->list, knap_data_at(self->data, 0), 1, error));
    assert_ok(kn_model_new(knap_system_find("lead"), NULL, NULL, allocator, &self->model, error));
    return self;
}

static void print_world(const void *object, FILE *out)
{
    const world *self = object;
    print_names(out, "features", &self->data->features);
    print_names(out, "flaws", &self->data->flaws);
    fprintf(out, "flaw columns %zu, instances %zu\n", self->data->flaw_columns, self->data->count);
    for (size_t i = 0; i < self->data->count; i++)
        print_instance(out, self->data->instance[i]);
    fprintf(out, "list %g", self->list.cost);
    print_bytes(out, "", self->list.item, self->list.count * sizeof *self->list.item);
    for (size_t i = 0; i < self->model->sections; i++)
        fprintf(out, "section %s %s\n", self->model->section[i].name, self->model->section[i].text);
}

/* Packs the instance in every way that reads its parts, and adds items of both kinds of vectors. */
static void use_world(void *object)
{
    static const char *const rewards[] = {"facility", "coverage", "modular"};
    static const char *const systems[] = {"cover", "mmr", "submod", "centroid", "lead"};
    world *self = object;
    knap_list list = {.allocator = self->list.allocator};
    double vector[64] = {1, 2};
    knap_item item = {.cost = 1, .vector = vector, .vector_count = 64};
    knap_error refusal;
    knap_instance_add(self->instance, &item, &refusal);
    item = some_item(SPARSE);
    knap_instance_add(self->instance, &item, &refusal);
    knap_instance_set_budget(self->instance, 3, &refusal);
    for (size_t i = 0; i < 3; i++) {
        if (knap_instance_set_reward(self->instance, knap_reward_find(rewards[i]), NULL, &refusal))
            continue;
        assert_ok(knap_greedy(self->instance, KNAP_GREEDY_BENEFIT, &list, error));
    }
    for (size_t i = 0; i < 5; i++) {
        knap_model *model;
        assert_ok(knap_system_fit(knap_system_find(systems[i]), NULL, NULL, NULL, &model, error));
        knap_model_pack(model, self->instance, 0, NULL, &list, NULL, &refusal);
        knap_model_free(model);
    }
    knap_list_free(&list);
}

static void end_world(void *object)
{
    world *self = object;
    knap_data_free(self->data);
    knap_list_free(&self->list);
    knap_model_free(self->model);
    free(self);
}

/* ---- The calls: variant 0 is right, the others are wrong ---- */

#define CALL(name) static knap_status name(void *object, size_t variant, knap_error *error)
#define SELF ((world *)object)
#define INSTANCE (((world *)object)->instance)
#define PICK(...) ((__VA_ARGS__)[variant])

CALL(add)
{
    static const double bad_value[] = {1, NAN, 3}, bad_amount[] = {1, -1, 1}, large[] = {1, 1e31, 1};
    static const uint32_t twice[] = {1, 2, 1}, large_id[] = {1, UINT32_MAX, 2};
    knap_item item = some_item(FULL);
    switch (variant) {
    case 1:
        return knap_instance_add(NULL, &item, error);
    case 2:
        return knap_instance_add(INSTANCE, NULL, error);
    case 3:
        item.cost = 0;
        break;
    case 4:
        item.worth = NAN;
        break;
    case 5:
        item.feature = bad_value;
        break;
    case 6:
        item.vector = bad_value;
        break;
    case 7:
        item.vector_id = twice;
        break;
    case 8:
        item.vector_id = large_id;
        break;
    case 9:
        item.amount = bad_amount;
        break; /* what refused items leave behind shows from here on */
    case 10:
        item.amount = large;
        break;
    case 11:
        item.concept_id = twice;
        break;
    case 12:
        item.concept_id = large_id;
        break;
    case 13:
        item.alternative = SIZE_MAX;
        break;
    case 14:
        item.amount = NULL;
        break;
    case 15:
        item.vector = NULL;
        break;
    case 16:
        item.vector_id = NULL, item.amount = bad_amount;
        break; /* a dense vector and a bad amount */
    case 17:
        item.vector_id = NULL, item.concept_id = twice;
        break;
    default:
        break;
    }
    return knap_instance_add(INSTANCE, &item, error);
}

/* The item that the object takes at once, with vectors as its other items have. */
CALL(add_dense)
{
    size_t width = INSTANCE->count ? INSTANCE->vector.width : 3;
    knap_item item = {.cost = 1, .vector = dense, .vector_count = width < 3 ? width : 3, .id = "dense"};
    (void)variant;
    return knap_instance_add(INSTANCE, &item, error);
}

CALL(add_instance)
{
    knap_instance *made;
    return knap_data_add(variant == 1 ? NULL : SELF->data, "new", variant == 2 ? -1 : 3, 9, &made, error);
}

CALL(add_arrays)
{
    static const double bad[] = {1, -1, 1}, score[] = {1, 2, 3}, large[] = {1, 1e31, 1};
    static const float wide[9] = {1}, no_numbers[9] = {NAN};
    static const size_t group[] = {1, 2, 2};
    knap_arrays arrays = {.count = 3,
                          .cost = variant == 1 ? bad : costs,
                          .vector = vectors,
                          .vector_width = variant == 2 ? 0 : 2,
                          .feature = variant == 3 ? no_numbers : wide,
                          .worth = variant == 4 ? large : costs,
                          .score = variant == 5 ? large : score,
                          .group = group};
    knap_instance *made;
    return knap_data_add_arrays(SELF->data, "arrays", variant == 6 ? -1 : 3, &arrays, &made, error);
}

CALL(feature)
{
    size_t number;
    return knap_data_feature(variant == 1 ? NULL : SELF->data, variant == 2 ? NULL : "new", &number, error);
}

CALL(flaw)
{
    size_t number;
    return knap_data_flaw(variant == 1 ? NULL : SELF->data, variant == 2 ? NULL : "new", &number, error);
}

CALL(set_id)
{
    return knap_instance_set_id(variant == 1 ? NULL : INSTANCE, variant == 2 ? NULL : "another", error);
}

CALL(set_budget)
{
    return knap_instance_set_budget(INSTANCE, PICK((const double[]){5, -1, 1e16}), error);
}

CALL(target)
{
    return knap_instance_target(INSTANCE, variant == 1 ? UINT32_MAX : 9, PICK((const double[]){5, 5, 0, NAN, 1e31}),
                                error);
}

CALL(mark)
{
    return knap_instance_mark(INSTANCE, variant == 1 ? UINT32_MAX : 9,
                              variant == 2 ? (knap_concept)77 : KNAP_CONCEPT_STOP, error);
}

CALL(expect)
{
    const double worth[][2] = {{0.5, 0.25}, {0.5, 0.25}, {0.25, 0.5}, {-1, -2}, {NAN, 0}};
    return knap_instance_expect(INSTANCE, variant == 1 ? UINT32_MAX : 9, variant == 5 ? NULL : worth[variant], 2,
                                error);
}

CALL(set_mass)
{
    return knap_instance_set_mass(INSTANCE, PICK((const double[]){5, -1, NAN}), error);
}

/* Calls of one item: variant 1 names an item that there is not. */
#define ITEM (variant == 1 ? 99 : 1)

CALL(set_cost)
{
    return knap_instance_set_cost(INSTANCE, ITEM, PICK((const double[]){4, 4, 0, NAN, 1e16}), error);
}

CALL(set_score)
{
    return knap_instance_set_score(INSTANCE, ITEM, PICK((const double[]){4, 4, 1e31}), error);
}

CALL(set_useful)
{
    return knap_instance_set_useful(INSTANCE, ITEM, PICK((const double[]){4, 4, -1}), error);
}

CALL(set_text)
{
    return knap_instance_set_text(INSTANCE, variant == 1 ? 99 : 0,
                                  "a longer text than the one before it, which is kept", error);
}

CALL(set_group)
{
    return knap_instance_set_group(INSTANCE, ITEM, 4, error);
}

CALL(set_item_source)
{
    return knap_instance_set_item_source(INSTANCE, ITEM, "{\"a\":1}", 7, error);
}

CALL(set_source)
{
    return knap_instance_set_source(INSTANCE, variant == 1 ? NULL : "{\"a\":1}", 7, error);
}

CALL(set_flaws)
{
    return knap_instance_set_flaws(INSTANCE, variant == 1 ? 99 : 2, variant == 2 ? 8 : 1, error);
}

CALL(set_support)
{
    return knap_instance_set_support(INSTANCE, variant == 1 ? 99 : 2, PICK((const size_t[]){1, 1, 99, 2}), error);
}

CALL(set_choice)
{
    return knap_instance_set_choice(INSTANCE, ITEM, variant == 2 ? (knap_choice)77 : KNAP_CHOICE_PIN, error);
}

CALL(set_query)
{
    return knap_instance_set_query(variant == 1 ? NULL : INSTANCE, "a query", error);
}

CALL(set_query_vector)
{
    return knap_instance_set_query_vector(
        variant == 1 ? NULL : INSTANCE,
        PICK((const double *[]){(const double[]){1, 2}, (const double[]){1, 2}, (const double[]){0, 0}, NULL}), 2,
        error);
}

CALL(set_duplicate)
{
    return knap_instance_set_duplicate(INSTANCE, ITEM, PICK((const size_t[]){0, 0, 1, 99}), error);
}

CALL(limit_groups)
{
    return knap_instance_limit_groups(variant == 1 ? NULL : INSTANCE, 1, error);
}

CALL(limit_items)
{
    return knap_instance_limit_items(variant == 1 ? NULL : INSTANCE, 1, error);
}

CALL(introduce)
{
    return knap_instance_introduce(INSTANCE, ITEM, variant == 2 ? UINT32_MAX : 5, error);
}

CALL(need)
{
    return knap_instance_need(INSTANCE, ITEM, variant == 2 ? UINT32_MAX : 5, PICK((const double[]){1, 1, 1, -1, NAN}),
                              error);
}

CALL(charge)
{
    return knap_instance_charge(INSTANCE, variant == 1 ? 99 : 2, PICK((const double[]){1, 1, NAN, 1e300}), error);
}

CALL(set_answer)
{
    return knap_instance_set_answer(variant == 1 ? NULL : INSTANCE, "an answer", error);
}

CALL(set_log)
{
    static const size_t right[] = {0, 2}, twice[] = {1, 1}, absent[] = {0, 99};
    knap_log log = {.item = variant == 1   ? twice
                            : variant == 2 ? absent
                                           : right,
                    .count = 2,
                    .reward = variant == 3 ? NAN : 1,
                    .propensity = PICK((const double[]){0.5, 0.5, 0.5, 0.5, 0, 2})};
    return knap_instance_set_log(INSTANCE, &log, error);
}

CALL(set_reward)
{
    knap_reward broken = *knap_reward_find("modular");
    broken.gain = NULL;
    return knap_instance_set_reward(INSTANCE, PICK((const knap_reward *[]){knap_reward_find("modular"), NULL, &broken}),
                                    NULL, error);
}

CALL(push)
{
    return knap_list_push(&SELF->list, variant == 1 ? NULL : knap_data_at(SELF->data, 0), variant == 2 ? 99 : 0, error);
}

CALL(set_section)
{
    static const char *const name[] = {"words", NULL, "", "two words", "words"};
    return knap_model_set_section(SELF->model, name[variant], variant == 4 ? "no end" : "a text\n",
                                  variant == 4 ? 6 : 7, error);
}

CALL(set_decode) /* the model has no policy: every call is refused */
{
    (void)variant;
    return knap_model_set_decode(SELF->model, "mbr", error);
}

CALL(set_penalties)
{
    knap_penalties penalties = {0};
    (void)variant;
    return knap_model_set_penalties(SELF->model, &penalties, error);
}

/* A model of data with these features, in this order, and another kind of flaw. */
static knap_model *trained(const char *const *name, size_t count)
{
    knap_data *data;
    knap_instance *instance;
    knap_model *model;
    knap_settings settings;
    size_t number;
    double value[4] = {1, 0.5, 0.25, 2};
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < count; i++)
        assert_ok(knap_data_feature(data, name[i], &number, error));
    assert_ok(knap_data_flaw(data, "short", &number, error));
    assert_ok(knap_data_add(data, NULL, 3, 0, &instance, error));
    for (size_t i = 0; i < 4; i++) {
        knap_item item = {.cost = 1 + (double)i, .worth = (double)i, .feature = value};
        value[0] = (double)i;
        assert_ok(knap_instance_add(instance, &item, error));
        assert_ok(knap_instance_set_flaws(instance, i, i & 1, error));
    }
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    knap_settings_init(&settings);
    settings.epochs = 1;
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
    knap_data_free(data);
    return model;
}

static knap_model *models[3]; /* features in another order and one more; others; none in common */

CALL(match)
{
    return knap_model_match(models[variant == 1 ? 1 : variant == 2 ? 2 : 0], SELF->data, variant != 1, error);
}

static const state_call core_calls[] = {
    {"knap_instance_add", 17, add},
    {"knap_instance_add", 0, add_dense},
    {"knap_data_add", 2, add_instance},
    {"knap_data_add_arrays", 6, add_arrays},
    {"knap_data_feature", 2, feature},
    {"knap_data_flaw", 2, flaw},
    {"knap_instance_set_id", 2, set_id},
    {"knap_instance_set_budget", 2, set_budget},
    {"knap_instance_target", 4, target},
    {"knap_instance_mark", 2, mark},
    {"knap_instance_expect", 5, expect},
    {"knap_instance_set_mass", 2, set_mass},
    {"knap_instance_set_cost", 4, set_cost},
    {"knap_instance_set_score", 2, set_score},
    {"knap_instance_set_useful", 2, set_useful},
    {"knap_instance_set_text", 1, set_text},
    {"knap_instance_set_group", 1, set_group},
    {"knap_instance_set_item_source", 1, set_item_source},
    {"knap_instance_set_source", 1, set_source},
    {"knap_instance_set_flaws", 2, set_flaws},
    {"knap_instance_set_support", 3, set_support},
    {"knap_instance_set_choice", 2, set_choice},
    {"knap_instance_set_query", 1, set_query},
    {"knap_instance_set_query_vector", 3, set_query_vector},
    {"knap_instance_set_duplicate", 3, set_duplicate},
    {"knap_instance_limit_groups", 1, limit_groups},
    {"knap_instance_limit_items", 1, limit_items},
    {"knap_instance_introduce", 2, introduce},
    {"knap_instance_need", 4, need},
    {"knap_instance_charge", 3, charge},
    {"knap_instance_set_answer", 1, set_answer},
    {"knap_instance_set_log", 5, set_log},
    {"knap_instance_set_reward", 2, set_reward},
    {"knap_list_push", 2, push},
    {"knap_model_set_section", 4, set_section},
    {"knap_model_set_decode", 0, set_decode},
    {"knap_model_set_penalties", 0, set_penalties},
    {"knap_model_match", 2, match},
};

static void failed_calls_change_nothing(void **state)
{
    static const state_object object = {"world", KINDS, make_world, print_world, use_world, end_world};
    static const char *const permuted[] = {"late", "g", "f", "new"}, *const others[] = {"f", "x"},
                             *const strange[] = {"x"};
    state_counts counts = {0};
    (void)state;
    models[0] = trained(permuted, 4);
    models[1] = trained(others, 2);
    models[2] = trained(strange, 1);
    state_check(&object, core_calls, sizeof core_calls / sizeof *core_calls, &counts);
    for (size_t i = 0; i < 3; i++)
        knap_model_free(models[i]);
    print_message("%zu calls, %zu cases of wrong arguments, %zu of failed allocations\n", counts.calls, counts.refused,
                  counts.failed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failed_calls_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
