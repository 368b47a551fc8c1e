/* context_test.c - contexts and reasons: the count of a context is that of its text and within the budget; what two neighbours share is
 * there once; orders by their definitions; cuts are the bytes that their spans name; every item that is out has a true reason; neither a
 * summand nor a factor of all scores changes anything, and ages do not depend on the day. */
#include "failing.h"
#include "tokens_data.h"
#include "core/instance.h"
#include "inner.h"

enum { ITEMS = 24, SOURCES = 4, PAGE = 12 };

static const char *const NOUN[] = {"bridge", "ferry", "harbour", "mill", "engineer", "girder", "market", "road"};
static const char *const VERB[] = {"closed", "reached", "carried", "repaired", "left", "joined"};

/* Sentence `number` of a source: the same words each time. */
static void add_sentence(char *text, size_t size, size_t source, size_t number)
{
    size_t used = strlen(text), k = 7 * source + 3 * number;
    snprintf(text + used, size - used, "%sThe %s %s the %s on day %zu of plan %zu.", used ? " " : "", NOUN[k % 8],
             VERB[(k + number) % 6], NOUN[(k / 3 + 2) % 8], number, source);
}

/* Passages of two to four sentences. With `windows`, the last sentence of one is the first of the next of its source. */
static knap_instance *add_passages(knap_data *data, knap_rng *rng, double budget, bool windows, double scale,
                                   double shift)
{
    knap_instance *instance;
    size_t at[SOURCES] = {0}, position[SOURCES] = {0};
    assert_ok(knap_data_add(data, "q", budget, 0, &instance, error));
    assert_ok(knap_instance_set_query(instance, "When was the bridge repaired?", error));
    for (size_t s = 0; s < ITEMS; s++) {
        size_t source = knap_rng_below(rng, SOURCES), count = 2 + knap_rng_below(rng, 3);
        char text[1024] = "", id[16];
        for (size_t i = 0; i < count; i++)
            add_sentence(text, sizeof text, source, at[source] + i);
        at[source] += count - (windows ? 1 : 0);
        snprintf(id, sizeof id, s % 3 ? "p%zu" : "p&<%zu>", s);
        knap_item item = {.cost = NAN, .text = text, .group = source + 1, .id = id};
        assert_ok(knap_instance_add(instance, &item, error));
        assert_ok(knap_instance_set_position(instance, s, (double)position[source]++, error));
        assert_ok(knap_instance_set_score(instance, s, shift + scale * knap_rng_normal(rng), error));
        assert_ok(knap_instance_set_date(instance, s, 19000 + (double)knap_rng_below(rng, 400), error));
    }
    return instance;
}

static knap_model *make_model(const char *name)
{
    knap_model *model;
    assert_ok(knap_system_fit(knap_system_find(name), NULL, NULL, NULL, &model, error));
    return model;
}

/* Completes and packs; frees what it made but the context. */
static knap_context *pack(knap_instance *instance, const knap_context_settings *settings,
                          const knap_passages_settings *passages, const knap_meter *meter, knap_list *list)
{
    knap_context *context;
    knap_passages *completes;
    knap_model *model = make_model("relevance");
    if (meter)
        assert_ok(knap_meter_apply(meter, instance, error));
    assert_ok(knap_context_new(settings, meter, NULL, &context, error));
    assert_ok(knap_context_prepare(context, instance, NULL, error));
    assert_ok(knap_passages_new(passages, model, NULL, &completes, error));
    assert_ok(knap_passages_complete(completes, instance, NULL, error));
    assert_ok(knap_context_pack(context, model, instance, 1, NULL, list, NULL, error));
    knap_passages_free(completes);
    knap_model_free(model);
    return context;
}

static size_t count_of(const knap_meter *meter, const char *text)
{
    size_t count;
    assert_ok(knap_meter_count(meter, text, strlen(text), &count, error));
    return count;
}

/* The items of the passages are those of the list, in its order. */
static size_t check_passages(const knap_context *context, const knap_instance *instance, const knap_list *list)
{
    const knap_cited *cited;
    size_t at = 0, passages = 0;
    for (; (cited = knap_context_at(context, passages)); passages++) {
        assert_int_equal(cited->number, passages + 1);
        assert_int_equal(cited->length, strlen(cited->text));
        for (size_t i = 0; i < cited->items; i++, at++) {
            assert_true(at < list->count);
            assert_int_equal(cited->item[i], list->item[at]);
            if (i > 0) {
                assert_int_equal(instance->group[cited->item[i]], instance->group[cited->item[i - 1]]);
                assert_close(instance->position[cited->item[i]], instance->position[cited->item[i - 1]] + 1, 0);
            }
        }
    }
    assert_int_equal(at, list->count);
    return passages;
}

static void the_count_is_that_of_the_text(void **state)
{
    knap_tokenizer *tokenizer = open_vocabulary("small.cl100k_base.tiktoken");
    knap_rng rng;
    size_t cuts = 0, merged = 0;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (int trial = 0; trial < 120; trial++) {
        knap_meter_unit unit = (knap_meter_unit)(KNAP_METER_BYTES + trial % 4);
        double per_word = unit == KNAP_METER_WORDS ? 1 : unit == KNAP_METER_TOKENS ? 3 : 6;
        knap_context_settings settings = {.format = KNAP_FORMAT_TEXT + trial % 4,
                                          .merge = trial / 4 % 2,
                                          .compress = trial % 3 == 0,
                                          .order = trial / 3 % 4};
        knap_list list = {.allocator = NULL};
        knap_meter *meter;
        knap_data *data;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_meter_new(unit, tokenizer, 0, NULL, &meter, error));
        knap_instance *instance =
            add_passages(data, &rng, per_word * (double)(20 + knap_rng_below(&rng, 200)), trial % 2, 1, 0);
        knap_context *context = pack(instance, &settings, NULL, meter, &list);
        size_t count = count_of(meter, knap_context_text(context, NULL));
        assert_close(list.cost, (double)count, 0);
        assert_true(list.count == 0 || (double)count <= knap_instance_budget(instance));
        merged += list.count - check_passages(context, instance, &list);
        cuts += knap_context_cuts(context);
        knap_context_free(context);
        knap_list_free(&list);
        knap_meter_free(meter);
        knap_data_free(data);
    }
    assert_true(merged > 20); /* the test sees what it tests */
    assert_true(cuts > 3);
    knap_tokenizer_close(tokenizer);
}

/* All passages of a source fit: merged, each sentence is there once. */
static void merged_text_is_paid_once(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 2);
    for (int trial = 0; trial < 20; trial++) {
        knap_passages_settings passages;
        knap_context_settings settings = {.format = KNAP_FORMAT_TEXT, .merge = true, .order = KNAP_CONTEXT_SOURCE};
        knap_list list = {.allocator = NULL};
        knap_meter *meter;
        knap_data *data;
        char expected[16384] = "";
        size_t last[SOURCES] = {0};
        knap_passages_init(&passages);
        passages.duplicates = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_meter_new(KNAP_METER_BYTES, NULL, 0, NULL, &meter, error));
        knap_instance *instance = add_passages(data, &rng, 1e6, true, 1, 0);
        for (size_t s = 0; s < ITEMS; s++) { /* the number of the last sentence of each source */
            const char *day = strrchr(knap_instance_item_text(instance, s), 'y');
            last[instance->group[s] - 1] = (size_t)atoi(day + 1) + 1;
        }
        knap_context *context = pack(instance, &settings, &passages, meter, &list);
        assert_int_equal(list.count, ITEMS);
        for (size_t source = 0; source < SOURCES; source++) {
            char text[8192] = "";
            for (size_t i = 0; i < last[source]; i++)
                add_sentence(text, sizeof text, source, i);
            if (text[0])
                snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%s",
                         expected[0] ? "\n\n" : "", text);
        }
        assert_string_equal(knap_context_text(context, NULL), expected);
        assert_close(list.cost, (double)strlen(expected), 0);
        knap_context_free(context);
        knap_list_free(&list);
        knap_meter_free(meter);
        knap_data_free(data);
    }
}

static void orders_are_as_defined(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (int trial = 0; trial < 40; trial++) {
        knap_context_settings settings = {.order = trial % 4};
        knap_list list = {.allocator = NULL}, plain = {.allocator = NULL};
        knap_meter *meter;
        knap_data *data;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_meter_new(KNAP_METER_WORDS, NULL, 0, NULL, &meter, error));
        knap_instance *instance = add_passages(data, &rng, 150, false, 1, 0);
        knap_context_free(pack(instance, &settings, NULL, meter, &list));
        knap_model *model = make_model("relevance");
        assert_ok(knap_model_pack(model, instance, 1, NULL, &plain, NULL, error));
        assert_int_equal(list.count, plain.count);
        assert_close(list.cost, plain.cost, 0);
        for (size_t i = 0; i < list.count; i++) {
            size_t item = list.item[i], next = i + 1 < list.count ? list.item[i + 1] : item, better = 0;
            if (settings.order == KNAP_CONTEXT_PICKED)
                assert_int_equal(item, plain.item[i]);
            if (settings.order == KNAP_CONTEXT_RELEVANCE)
                assert_true(instance->score[item] >= instance->score[next]);
            if (settings.order == KNAP_CONTEXT_SOURCE)
                assert_true(instance->group[item] < instance->group[next] ||
                            (instance->group[item] == instance->group[next] &&
                             instance->position[item] <= instance->position[next]));
            for (size_t k = 0; k < list.count; k++)
                better += instance->score[list.item[k]] > instance->score[item];
            if (settings.order == KNAP_CONTEXT_EDGES) /* the n-th best is at place n/2 from the start or the end */
                assert_int_equal(i, better % 2 ? list.count - 1 - better / 2 : better / 2);
        }
        knap_model_free(model);
        knap_list_free(&list);
        knap_list_free(&plain);
        knap_meter_free(meter);
        knap_data_free(data);
    }
}

/* A passage that is longer than the budget is cut; its text is what the spans name. */
static void cuts_are_what_their_spans_name(void **state)
{
    knap_rng rng;
    size_t cut = 0;
    (void)state;
    knap_rng_seed(&rng, 4);
    for (int trial = 0; trial < 12; trial++) {
        knap_context_settings settings = {.format = trial % 2 ? KNAP_FORMAT_MARKDOWN : KNAP_FORMAT_TEXT,
                                          .compress = true};
        knap_list list = {.allocator = NULL};
        char first[8192] = "", joined[8192];
        knap_meter *meter;
        knap_data *data;
        knap_instance *instance;
        const knap_cited *cited;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_meter_new(KNAP_METER_WORDS, NULL, 0, NULL, &meter, error));
        assert_ok(knap_data_add(data, "q", 30 + (double)trial, 0, &instance, error));
        assert_ok(knap_instance_set_query(instance, "When was the bridge repaired?", error));
        for (size_t i = 0; i < 9; i++)
            add_sentence(first, sizeof first, knap_rng_below(&rng, 9), i);
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = NAN, .text = first}, error));
        knap_context *context = pack(instance, &settings, NULL, meter, &list);
        assert_int_equal(list.count, 1);
        assert_true(list.cost <= knap_instance_budget(instance));
        cited = knap_context_at(context, 0);
        assert_true(cited->spans > 0);
        joined[0] = 0;
        for (size_t i = 0; i < cited->spans; i++) {
            assert_true(cited->span[i].begin < cited->span[i].end && cited->span[i].end <= strlen(first));
            assert_true(i == 0 || cited->span[i].begin > cited->span[i - 1].end);
            assert_true(first[cited->span[i].begin] == 'T' && first[cited->span[i].end - 1] == '.');
            strcat(joined, i ? " ... " : "");
            strncat(joined, first + cited->span[i].begin, cited->span[i].end - cited->span[i].begin);
        }
        assert_string_equal(cited->text, joined);
        cut += knap_context_cuts(context);
        knap_context_free(context);
        knap_list_free(&list);
        knap_meter_free(meter);
        knap_data_free(data);
    }
    assert_int_equal(cut, 12);
}

/* ---- Reasons ---- */

static size_t of_group(const knap_instance *instance, const knap_list *list, size_t group)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += instance->group[list->item[i]] == group;
    return count;
}

static void every_item_that_is_out_has_a_true_reason(void **state)
{
    knap_rng rng;
    size_t seen[KNAP_REASONS] = {0};
    (void)state;
    knap_rng_seed(&rng, 5);
    for (int trial = 0; trial < 120; trial++) {
        knap_passages_settings passages;
        knap_context_settings settings = {.format = trial % 3 ? KNAP_FORMAT_NONE : KNAP_FORMAT_XML, .merge = trial % 2};
        knap_list list = {.allocator = NULL};
        knap_reason reason[ITEMS];
        double score[ITEMS], most = -INFINITY, least = INFINITY;
        knap_meter *meter;
        knap_data *data;
        char text[160];
        knap_passages_init(&passages);
        passages.per_group = (size_t)trial % 4;
        passages.max_items = trial % 3 ? 0 : 1 + (size_t)trial % 5;
        passages.min_score = trial % 5 ? -1e30 : -0.5;
        passages.min_ratio = trial % 7 ? 0 : 0.4;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_meter_new(KNAP_METER_WORDS, NULL, 0, NULL, &meter, error));
        knap_instance *instance = add_passages(data, &rng, 20 + (double)knap_rng_below(&rng, 200), trial % 2, 1, 0);
        size_t banned = knap_rng_below(&rng, ITEMS);
        assert_ok(knap_instance_set_choice(instance, banned, KNAP_CHOICE_BAN, error));
        for (size_t s = 0; s < ITEMS; s++) {
            score[s] = instance->score[s];
            most = fmax(most, score[s]);
            least = fmin(least, score[s]);
        }
        knap_context_free(pack(instance, &settings, &passages, meter, &list));
        assert_ok(knap_reasons_find(instance, &list, list.cost, reason, error));
        for (size_t s = 0; s < ITEMS; s++) {
            bool in = false;
            for (size_t i = 0; i < list.count; i++)
                in = in || list.item[i] == s;
            assert_int_equal(reason[s] == KNAP_REASON_PICKED, in);
            if (reason[s] == KNAP_REASON_DUPLICATE)
                assert_true(knap_instance_duplicate(instance, s) < ITEMS);
            if (reason[s] == KNAP_REASON_MIN_SCORE)
                assert_true(score[s] < passages.min_score);
            if (reason[s] == KNAP_REASON_MIN_RATIO)
                assert_true(score[s] < least + (passages.min_ratio + 1e-9) * (most - least));
            if (reason[s] == KNAP_REASON_BANNED)
                assert_int_equal(s, banned);
            if (reason[s] == KNAP_REASON_TOO_LONG)
                assert_true(instance->cost[s] > instance->budget);
            if (reason[s] == KNAP_REASON_PER_GROUP)
                assert_int_equal(of_group(instance, &list, instance->group[s]), passages.per_group);
            if (reason[s] == KNAP_REASON_MAX_ITEMS)
                assert_true(passages.max_items && list.count == passages.max_items);
            if (reason[s] == KNAP_REASON_NO_ROOM)
                assert_true(list.cost + instance->cost[s] > instance->budget);
            if (reason[s] == KNAP_REASON_LOWER) /* relevance fills the room, but for what the count of a text leaves */
                assert_true(settings.merge || settings.format);
            if (!in && passages.per_group)
                assert_true(of_group(instance, &list, instance->group[s]) <= passages.per_group);
            assert_non_null(knap_reason_name(reason[s]));
            assert_true(strlen(knap_reason_text(instance, list.cost, s, reason[s], text, sizeof text)) > 0);
            seen[reason[s]]++;
        }
        knap_list_free(&list);
        knap_meter_free(meter);
        knap_data_free(data);
    }
    for (int r = 0; r < KNAP_REASONS; r++)
        assert_true(seen[r] > 0 || r == KNAP_REASON_ALTERNATIVE || r == KNAP_REASON_LOWER);
    assert_null(knap_reason_name(KNAP_REASONS));
}

/* ---- Scales of scores ---- */

static void scales_of_scores_do_not_matter(void **state)
{
    static const double scale[] = {1, 4, 0.125}, shift[] = {0, 100, -1024, 7};
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        size_t first[ITEMS], count = 0;
        for (int variant = 0; variant < 12; variant++) {
            knap_passages_settings passages;
            knap_list list = {.allocator = NULL};
            knap_meter *meter;
            knap_data *data;
            knap_rng rng;
            knap_rng_seed(&rng, seed);
            knap_passages_init(&passages);
            passages.min_ratio = seed % 2 ? 0.3 : 0;
            passages.half_life = seed % 3 ? 60 : 0;
            assert_ok(knap_data_new(NULL, &data, error));
            assert_ok(knap_meter_new(KNAP_METER_WORDS, NULL, 0, NULL, &meter, error));
            knap_instance *instance = add_passages(data, &rng, 120, false, scale[variant % 3], shift[variant % 4]);
            for (size_t s = 0; s < ITEMS; s++) /* another day for all */
                instance->date[s] += 512.0 * variant;
            knap_context_free(pack(instance, &(knap_context_settings){.order = 0}, &passages, meter, &list));
            if (variant == 0) {
                count = list.count;
                memcpy(first, list.item, count * sizeof *first);
            }
            assert_int_equal(list.count, count);
            assert_memory_equal(list.item, first, count * sizeof *first);
            knap_list_free(&list);
            knap_meter_free(meter);
            knap_data_free(data);
        }
    }
}

/* The relevance of an item halves with its age. */
static void relevance_halves(void **state)
{
    knap_passages_settings settings;
    knap_passages *passages;
    knap_data *data;
    knap_instance *instance;
    static const double score[] = {3, 5, 4, 1}, date[] = {100, 70, NAN, 40};
    static const double expected[] = {0.5, 0.5, 0.75, 0}; /* (score - 1) / 4 times 1, 1/2, 1 and 1/4 */
    (void)state;
    knap_passages_init(&settings);
    settings.half_life = 30;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, "q", 10, 0, &instance, error));
    for (size_t s = 0; s < 4; s++) {
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
        assert_ok(knap_instance_set_score(instance, s, score[s], error));
        assert_ok(knap_instance_set_date(instance, s, date[s], error));
    }
    assert_ok(knap_passages_new(&settings, NULL, NULL, &passages, error));
    assert_ok(knap_passages_complete(passages, instance, NULL, error));
    for (size_t s = 0; s < 4; s++)
        assert_close(knap_instance_score(instance, s), expected[s], 1e-12);
    knap_passages_free(passages);
    knap_data_free(data);
}

/* ---- Settings and memory ---- */

static void wrong_settings_are_named(void **state)
{
    knap_meter *meter;
    knap_context *context;
    knap_error why;
    (void)state;
    assert_int_equal(knap_context_new(&(knap_context_settings){.compress = true}, NULL, NULL, &context, &why),
                     KNAP_USAGE);
    assert_non_null(strstr(why.message, "compress needs costs"));
    assert_int_equal(knap_context_new(&(knap_context_settings){.order = 9}, NULL, NULL, &context, &why), KNAP_USAGE);
    assert_ok(knap_meter_new(KNAP_METER_BYTES, NULL, 2, NULL, &meter, error));
    assert_int_equal(knap_context_new(&(knap_context_settings){.format = 1}, meter, NULL, &context, &why), KNAP_USAGE);
    assert_non_null(strstr(why.message, "per-item"));
    assert_ok(knap_context_new(NULL, meter, NULL, &context, &why));
    assert_false(knap_context_makes(context));
    assert_string_equal(knap_context_text(context, NULL), "");
    assert_null(knap_context_at(context, 0));
    knap_context_free(context);
    knap_meter_free(meter);
}

typedef struct scene {
    knap_instance *instance;
    const knap_meter *meter;
    const knap_model *model;
} scene;

static knap_status pack_failing(const knap_allocator *allocator, void *context_of)
{
    const scene *self = context_of;
    knap_context_settings settings = {.format = KNAP_FORMAT_JSON, .merge = true, .order = KNAP_CONTEXT_EDGES};
    knap_context *context = NULL;
    knap_list list = {.allocator = allocator};
    knap_reason reason[ITEMS];
    const knap_run run = {.allocator = allocator, .jobs = 1};
    double budget = knap_instance_budget(self->instance);
    knap_status status = knap_context_new(&settings, self->meter, allocator, &context, NULL);
    if (!status)
        status = knap_context_prepare(context, self->instance, NULL, NULL);
    if (!status)
        status = knap_context_pack(context, self->model, self->instance, 1, &run, &list, NULL, NULL);
    if (!status)
        status = knap_reasons_find(self->instance, &list, list.cost, reason, NULL);
    assert_close(knap_instance_budget(self->instance), budget, 0);
    knap_context_free(context);
    knap_list_free(&list);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    knap_model *model = make_model("relevance");
    knap_meter *meter;
    knap_data *data;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 6);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_meter_new(KNAP_METER_BYTES, NULL, 0, NULL, &meter, error));
    scene self = {add_passages(data, &rng, 900, true, 1, 0), meter, model};
    assert_true(survives(pack_failing, &self) > 10);
    knap_meter_free(meter);
    knap_model_free(model);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_count_is_that_of_the_text),
        cmocka_unit_test(merged_text_is_paid_once),
        cmocka_unit_test(orders_are_as_defined),
        cmocka_unit_test(cuts_are_what_their_spans_name),
        cmocka_unit_test(every_item_that_is_out_has_a_true_reason),
        cmocka_unit_test(scales_of_scores_do_not_matter),
        cmocka_unit_test(relevance_halves),
        cmocka_unit_test(wrong_settings_are_named),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
