/* calls.c - a sequence of calls on data, instances and lists, against a simple model of each object: arrays of what was set.
 *
 *     bytes -> calls with good and bad arguments -> after each call, the object has what the model has
 *
 * A call that fails must leave its object as it was, so the model changes only with a call that succeeds. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 24, MOST_INSTANCES = 4, MOST_CALLS = 200, GROUPS = 4 };

typedef struct model_item {
    double cost, worth, score, useful, position, date;
    size_t group, alternative, duplicate;
    knap_choice choice;
    char text[4]; /* "": none */
} model_item;

typedef struct model {
    knap_instance *instance;
    double budget;
    size_t count, group_limit;
    model_item item[MOST_ITEMS];
} model;

typedef struct world {
    fuzz_bytes bytes;
    knap_data *data;
    model of[MOST_INSTANCES];
    size_t instances, features;
    knap_list list; /* of instance 0 */
    size_t listed[MOST_ITEMS], lists;
} world;

/* Mostly a good number, sometimes one that no call may take. */
static double number(fuzz_bytes *bytes)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, -1, 0, 1e300, 1e-300, -0.0, 0.5, 1e16};
    uint8_t byte = fuzz_byte(bytes);
    return byte < 32 ? odd[byte % 10] : 1 + byte % 9;
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void check_item(const model *self, size_t s)
{
    const knap_instance *instance = self->instance;
    const model_item *item = &self->item[s];
    const char *text = knap_instance_item_text(instance, s);
    CHECK(same(knap_instance_cost(instance, s), item->cost));
    CHECK(same(knap_instance_worth(instance, s), item->worth));
    CHECK(same(knap_instance_score(instance, s), item->score));
    CHECK(same(knap_instance_useful(instance, s), item->useful));
    CHECK(same(knap_instance_position(instance, s), item->position));
    CHECK(same(knap_instance_date(instance, s), item->date));
    CHECK(knap_instance_group(instance, s) == item->group);
    CHECK(knap_instance_alternative(instance, s) == item->alternative);
    CHECK(knap_instance_choice(instance, s) == item->choice);
    CHECK(item->text[0] ? text && strcmp(text, item->text) == 0 : !text || !text[0]);
    CHECK(knap_instance_similarity(instance, s, s) == 1);
}

static void check_all(const world *self)
{
    CHECK(knap_data_count(self->data) == self->instances);
    CHECK(knap_data_feature_count(self->data) == self->features);
    for (size_t i = 0; i < self->instances; i++) {
        const model *of = &self->of[i];
        CHECK(knap_data_at(self->data, i) == of->instance);
        CHECK(same(knap_instance_budget(of->instance), of->budget));
        CHECK(knap_instance_count(of->instance) == of->count);
        CHECK(knap_instance_group_limit(of->instance) == of->group_limit);
        for (size_t s = 0; s < of->count; s++)
            check_item(of, s);
    }
    CHECK(self->list.count == self->lists);
    for (size_t i = 0; i < self->lists; i++)
        CHECK(self->list.item[i] == self->listed[i]);
}

static void add_instance(world *self)
{
    knap_error error = {0};
    double budget = number(&self->bytes);
    model *of = &self->of[self->instances];
    knap_status status;
    if (self->instances == MOST_INSTANCES)
        return;
    *of = (model){.budget = budget};
    status = knap_data_add(self->data, fuzz_byte(&self->bytes) % 2 ? "a" : NULL, budget, 0, &of->instance, &error);
    CHECK_ERROR(status, &error);
    self->instances += !status;
}

static void add_item(world *self, model *of)
{
    fuzz_bytes *bytes = &self->bytes;
    double feature[GROUPS], vector[3], amount[3];
    uint32_t dimension[3], concept_id[3];
    knap_error error = {0};
    knap_item item = {.cost = number(bytes), .worth = number(bytes)};
    uint8_t kind = fuzz_byte(bytes);
    if (of->count == MOST_ITEMS)
        return;
    for (size_t i = 0; i < GROUPS; i++)
        feature[i] = number(bytes);
    for (size_t i = 0; i < 3; i++) {
        vector[i] = number(bytes);
        amount[i] = number(bytes);
        dimension[i] = (uint32_t)fuzz_below(bytes, 6);
        concept_id[i] = kind & 64 ? UINT32_MAX - (uint32_t)i : (uint32_t)fuzz_below(bytes, 6);
    }
    item.feature = kind & 1 ? feature : NULL;
    if (kind & 2)
        item.vector = vector, item.vector_count = 3, item.vector_id = kind & 4 ? dimension : NULL;
    if (kind & 8)
        item.concept_id = concept_id, item.amount = amount, item.concept_count = fuzz_below(bytes, 4);
    item.group = kind & 16 ? fuzz_below(bytes, GROUPS) : 0;
    item.alternative = kind & 32 ? fuzz_below(bytes, GROUPS) : 0;
    knap_status status = knap_instance_add(of->instance, &item, &error);
    CHECK_ERROR(status, &error);
    if (!status)
        of->item[of->count++] = (model_item){.cost = item.cost,
                                             .worth = item.worth,
                                             .score = NAN,
                                             .useful = NAN,
                                             .position = NAN,
                                             .date = NAN,
                                             .group = item.group,
                                             .alternative = item.alternative};
}

/* Calls that set one number of an item. */
static void set_number(world *self, model *of)
{
    static knap_status (*const call[])(knap_instance *, size_t, double, knap_error *) = {
        knap_instance_set_cost,     knap_instance_set_score, knap_instance_set_useful,
        knap_instance_set_position, knap_instance_set_date,  knap_instance_charge};
    fuzz_bytes *bytes = &self->bytes;
    size_t which = fuzz_below(bytes, 6), s = fuzz_below(bytes, of->count + 2);
    double value = number(bytes), *field = NULL;
    knap_error error = {0};
    knap_status status = call[which](of->instance, s, value, &error);
    model_item *item = &of->item[s < of->count ? s : 0];
    CHECK_ERROR(status, &error);
    CHECK(status || s < of->count);
    if (status)
        return;
    if (which < 5)
        field = (double *[]){&item->cost, &item->score, &item->useful, &item->position, &item->date}[which];
    if (field)
        *field = value;
}

static void set_other(world *self, model *of)
{
    fuzz_bytes *bytes = &self->bytes;
    size_t s = fuzz_below(bytes, of->count + 2), value = fuzz_below(bytes, GROUPS);
    model_item *item = &of->item[s < of->count ? s : 0];
    char text[2] = {(char)('a' + value), 0};
    knap_error error = {0};
    knap_status status;
    switch (fuzz_below(bytes, 6)) {
    case 0:
        status = knap_instance_set_choice(of->instance, s, (knap_choice)value, &error);
        if (!status)
            item->choice = (knap_choice)value;
        break;
    case 1:
        status = knap_instance_set_group(of->instance, s, value, &error);
        if (!status)
            item->group = value;
        break;
    case 2:
        status = knap_instance_set_text(of->instance, s, text, &error);
        if (!status)
            memcpy(item->text, text, sizeof text);
        break;
    case 3:
        status = knap_instance_set_support(of->instance, s, fuzz_below(bytes, of->count + 2), &error);
        break;
    case 4:
        status = knap_instance_set_flaws(of->instance, s, fuzz_byte(bytes), &error);
        break;
    default:
        status = knap_instance_need(of->instance, s, (uint32_t)value, number(bytes), &error);
        break;
    }
    CHECK_ERROR(status, &error);
    CHECK(status || s < of->count);
}

static void set_instance(world *self, model *of)
{
    fuzz_bytes *bytes = &self->bytes;
    size_t value = fuzz_below(bytes, GROUPS);
    double amount = number(bytes), worth[2] = {number(bytes), number(bytes)};
    knap_error error = {0};
    knap_status status;
    switch (fuzz_below(bytes, 6)) {
    case 0:
        status = knap_instance_set_budget(of->instance, amount, &error);
        if (!status)
            of->budget = amount;
        break;
    case 1:
        status = knap_instance_limit_groups(of->instance, value, &error);
        if (!status) { /* 0 if no item has a group */
            of->group_limit = knap_instance_group_limit(of->instance);
            CHECK(of->group_limit == value || of->group_limit == 0);
        }
        break;
    case 2:
        status = knap_instance_expect(of->instance, (uint32_t)value, worth, 2, &error);
        break;
    case 3:
        status = knap_instance_target(of->instance, (uint32_t)value, amount, &error);
        break;
    case 4:
        status = knap_instance_set_mass(of->instance, amount, &error);
        break;
    default:
        status = knap_instance_mark(of->instance, (uint32_t)value, (knap_concept)fuzz_byte(bytes), &error);
        break;
    }
    CHECK_ERROR(status, &error);
}

static void change_list(world *self)
{
    knap_error error = {0};
    size_t s = fuzz_below(&self->bytes, MOST_ITEMS + 2);
    knap_status status;
    if (fuzz_byte(&self->bytes) % 8 == 0) {
        knap_list_clear(&self->list);
        self->lists = 0;
        return;
    }
    if (self->lists == MOST_ITEMS || !self->instances)
        return;
    status = knap_list_push(&self->list, self->of[0].instance, s, &error);
    CHECK_ERROR(status, &error);
    CHECK((status == KNAP_OK) == (s < self->of[0].count));
    if (!status)
        self->listed[self->lists++] = s;
}

static void change_data(world *self)
{
    static const char *const names[] = {"a", "b", "c", "a"};
    knap_error error = {0};
    size_t feature, before = knap_data_feature_count(self->data);
    switch (fuzz_below(&self->bytes, 8)) {
    case 0:
        knap_data_clear(self->data);
        self->instances = 0;
        break;
    case 1:
        knap_data_drop_last(self->data);
        self->instances -= self->instances > 0;
        break;
    default:
        CHECK(!knap_data_feature(self->data, names[fuzz_below(&self->bytes, 4)], &feature, &error));
        CHECK(feature <= before && knap_data_feature_count(self->data) <= before + 1);
        break;
    }
    self->features = knap_data_feature_count(self->data);
}

/* The limit of groups holds for the items that were there at its call. */
static void pack(world *self)
{
    knap_error error = {0};
    for (size_t i = 0; i < self->instances; i++) {
        model *of = &self->of[i];
        CHECK(!knap_instance_limit_groups(of->instance, of->group_limit, &error));
        of->group_limit = knap_instance_group_limit(of->instance);
    }
    fuzz_pack(self->data, fuzz_byte(&self->bytes), MOST_ITEMS);
}

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    return 0;
}

static unsigned long long calls;

static void tell(void)
{
    fprintf(stderr, "%llu calls\n", calls);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static bool counting;
    world self = {.bytes = {bytes, bytes + length}};
    knap_error error = {0};
    if (!counting)
        atexit(tell); /* how long a run was */
    counting = true;
    CHECK(!knap_data_new(NULL, &self.data, &error));
    for (int call = 0; call < MOST_CALLS && self.bytes.at < self.bytes.end; call++) {
        size_t what = fuzz_below(&self.bytes, 16);
        model *of = self.instances ? &self.of[fuzz_below(&self.bytes, self.instances)] : NULL;
        if (!of || what == 0)
            add_instance(&self);
        else if (what == 1)
            change_data(&self);
        else if (what == 2)
            pack(&self);
        else if (what < 5)
            change_list(&self);
        else if (what < 7)
            set_instance(&self, of);
        else if (what < 9)
            set_number(&self, of);
        else if (what < 11)
            set_other(&self, of);
        else
            add_item(&self, of);
        check_all(&self);
        calls++;
    }
    knap_list_free(&self.list);
    knap_data_free(self.data);
    return 0;
}
