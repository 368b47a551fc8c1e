/* requests_test.c - pieces of a pipeline are used in order, whatever the threads do; the answers to records are those of the calls that
 * they consist of. */
#include "check.h"

#include "inner.h"

#include <pthread.h>

/* ---- Pipelines ---- */

enum { MOST_AHEAD = 40 };

typedef struct pieces {
    size_t count, ahead, threads, stop; /* `use` ends the work at piece `stop` */
    size_t taken, used, worked;
    size_t number[MOST_AHEAD], made[MOST_AHEAD];
    pthread_t caller;
    pthread_mutex_t lock;
} pieces;

static bool take(void *context, size_t index)
{
    pieces *self = context;
    assert_true(pthread_equal(self->caller, pthread_self()));
    assert_int_equal(index, self->taken);
    assert_true(self->taken - self->used < self->ahead);
    self->number[index % self->ahead] = index * index;
    self->made[index % self->ahead] = 0;
    return index < self->count && ++self->taken;
}

static void work(void *context, size_t index, size_t worker)
{
    pieces *self = context;
    volatile size_t spin = 0;
    assert_true(worker < self->threads);
    for (size_t i = 0; i < index * 7919 % 5000; i++)
        spin += i;
    self->made[index % self->ahead] += self->number[index % self->ahead] + 1;
    pthread_mutex_lock(&self->lock);
    self->worked++;
    pthread_mutex_unlock(&self->lock);
}

static bool use(void *context, size_t index)
{
    pieces *self = context;
    assert_true(pthread_equal(self->caller, pthread_self()));
    assert_int_equal(index, self->used);
    assert_int_equal(self->made[index % self->ahead], index * index + 1);
    self->used++;
    return index != self->stop;
}

static void uses_in_order(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 5; threads += 2)
        for (size_t ahead = 1; ahead <= MOST_AHEAD; ahead += 13)
            for (size_t count = 0; count <= 300; count += 75)
                for (size_t stop = 20; stop <= 1000; stop += 980) {
                    pieces self = {.count = count, .ahead = ahead, .threads = threads, .stop = stop};
                    knap_pipeline all = {threads, ahead, &self, take, work, use};
                    self.caller = pthread_self();
                    pthread_mutex_init(&self.lock, NULL);
                    assert_int_equal(knap_pipeline_run(&all, NULL, NULL), KNAP_OK);
                    assert_int_equal(self.used, count < stop ? count : stop + 1);
                    assert_true(self.worked >= self.used && self.worked <= self.taken);
                    assert_true(self.taken < self.used + ahead);
                    pthread_mutex_destroy(&self.lock);
                }
}

/* ---- Records ---- */

/* Lines of instances; each third is not JSON, and each fifth has a pin. */
static char *lines(size_t count, size_t *length)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, length);
    knap_rng rng;
    knap_rng_seed(&rng, 7);
    for (size_t i = 0; i < count; i++) {
        fprintf(file, i % 3 == 2 ? "{\"items\":[" : "{\"id\":\"n%zu\",\"budget\":9,\"items\":[", i);
        for (size_t k = 0; k < 12; k++)
            fprintf(file, "%s{\"cost\":%zu,\"score\":%g,\"text\":\"word%zu other%zu again\"%s}", k ? "," : "",
                    1 + knap_rng_below(&rng, 4), knap_rng_uniform(&rng), k, k % 3,
                    i % 5 == 4 && k == 0 ? ",\"pin\":true" : "");
        fputs(i % 3 == 2 ? "\n" : "]}\n", file);
    }
    fclose(file);
    return text;
}

static knap_records *read_lines(const char *text, size_t length, size_t limit)
{
    knap_records *records;
    knap_reader *reader;
    size_t before;
    assert_int_equal(knap_records_new(NULL, NULL, &records, NULL), KNAP_OK);
    assert_int_equal(knap_reader_open_bytes("test", text, length, NULL, &reader, NULL), KNAP_OK);
    do {
        before = records->count;
        assert_int_equal(knap_records_read(records, reader, limit, NULL), KNAP_OK);
        assert_true(!limit || records->count <= before + limit);
    } while (records->count > before);
    knap_reader_close(reader);
    return records;
}

static knap_model *model_of(const char *system)
{
    knap_model *model;
    assert_int_equal(knap_system_fit(knap_system_find(system), NULL, NULL, NULL, &model, NULL), KNAP_OK);
    return model;
}

static void check_answer(const knap_answer *answer, const knap_packer_options *options)
{
    const knap_list *list = &answer->packed.list;
    knap_reason reason[12];
    knap_list expected = {.allocator = NULL};
    assert_int_equal(answer->draw, knap_draw(options->seed, answer->number));
    assert_int_equal(knap_model_pack(options->model, answer->instance, answer->draw, NULL, &expected, NULL, NULL),
                     KNAP_OK);
    assert_int_equal(list->count, expected.count);
    for (size_t i = 0, found = 0; i < list->count; i++, found = 0) {
        for (size_t k = 0; k < expected.count; k++)
            found += expected.item[k] == list->item[i];
        assert_int_equal(found, 1);
        assert_true(!options->keep_order || i == 0 || list->item[i] > list->item[i - 1]);
        assert_true(options->keep_order || list->item[i] == expected.item[i]);
    }
    assert_int_equal(knap_reasons_find(answer->instance, list, list->cost, reason, NULL), KNAP_OK);
    for (size_t s = 0; answer->reason && s < 12; s++)
        assert_int_equal(answer->reason[s], reason[s]);
    assert_int_equal(answer->reason != NULL, options->reasons);
    knap_list_free(&expected);
}

static void answers_as_its_parts_do(void **state)
{
    static const char *const systems[] = {"relevance", "random", "mmr"};
    size_t length;
    char *text = lines(40, &length);
    (void)state;
    for (size_t trial = 0; trial < 24; trial++) {
        knap_packer_options options;
        knap_packer *packer;
        knap_records *records = read_lines(text, length, trial % 4);
        knap_model *model = model_of(systems[trial % 3]);
        knap_packer_options_init(&options);
        options.model = model;
        options.seed = trial;
        options.budget = trial % 2 ? 5 : NAN;
        options.keep_order = trial % 5 == 1;
        options.reasons = trial % 3 == 1;
        options.context.format = trial % 7 == 2 ? KNAP_FORMAT_TEXT : KNAP_FORMAT_NONE;
        assert_int_equal(knap_packer_new(&options, NULL, &packer, NULL), KNAP_OK);
        assert_int_equal(knap_packer_pack(packer, records, 100, NULL, NULL), KNAP_OK);
        assert_int_equal(records->count, 40);
        for (size_t i = 0; i < 40; i++) {
            const knap_answer *answer = &records->answer[i];
            assert_int_equal(answer->number, 100 + i);
            if (i % 3 == 2) {
                assert_null(answer->instance);
                assert_int_equal(answer->error->status, KNAP_BAD_INPUT);
                assert_int_equal(answer->error->line, i + 1);
                continue;
            }
            assert_null(answer->error);
            assert_true(answer->packed.list.cost <= (trial % 2 ? 5 : 9));
            check_answer(answer, &options);
            assert_int_equal(answer->context != NULL, trial % 7 == 2);
            assert_int_equal(answer->passages, answer->context ? answer->packed.list.count : 0);
            for (size_t k = 0; k < answer->passages; k++)
                assert_non_null(strstr(answer->context, answer->passage[k].text));
        }
        knap_packer_free(packer);
        knap_records_free(records);
        knap_model_free(model);
    }
    free(text);
}

/* A pinned item that costs more than the budget: the answer of that instance is the error, with its line. */
static void names_what_cannot_be_packed(void **state)
{
    static const char text[] =
        "{\"budget\":3,\"items\":[{\"cost\":1}]}\n{\"budget\":3,\"items\":[{\"cost\":5,\"pin\":true}]}\n"
        "{\"budget\":3,\"items\":[{\"cost\":2}]}\n";
    knap_records *records = read_lines(text, sizeof text - 1, 0);
    knap_model *model = model_of("lead");
    knap_packer_options options;
    knap_packer *packer;
    (void)state;
    knap_packer_options_init(&options);
    options.model = model;
    assert_int_equal(knap_packer_new(&options, NULL, &packer, NULL), KNAP_OK);
    assert_int_equal(knap_packer_pack(packer, records, 0, NULL, NULL), KNAP_OK);
    assert_int_equal(records->count, 3);
    assert_null(records->answer[0].error);
    assert_int_equal(records->answer[1].error->status, KNAP_BAD_INPUT);
    assert_int_equal(records->answer[1].error->line, 2);
    assert_int_equal(records->answer[2].packed.list.count, 1);
    knap_packer_free(packer);
    knap_records_free(records);
    knap_model_free(model);
}

/* ---- Settings of one request ---- */

/* A field that is copied is that of the other settings, and no other field changes. */
static void copies_one_field(void **state)
{
    const knap_param *table = knap_text_settings_table();
    knap_text_settings plain, other;
    char expected[256], found[256];
    (void)state;
    knap_text_settings_init(&plain);
    other = plain;
    for (const knap_param *param = table; param->name; param++)
        for (const char *const *value =
                 (const char *const[]){"no", "yes", "0", "1", "2", "0.5", "none", "all", "f", NULL};
             *value; value++)
            knap_param_parse(param, &other, *value, NULL); /* the last that it accepts */
    for (const knap_param *copied = table; copied->name; copied++) {
        knap_text_settings now = plain;
        knap_param_copy(copied, &now, &other);
        for (const knap_param *param = table; param->name; param++) {
            knap_param_format(param, param == copied ? &other : &plain, true, expected, sizeof expected);
            assert_string_equal(knap_param_format(param, &now, true, found, sizeof found), expected);
        }
    }
}

static char *summary_of(const knap_summarizer *summarizer, const knap_cluster *cluster)
{
    knap_text_input input = {.cluster = &cluster, .clusters = 1, .budget = {.unit = KNAP_WORDS, .amount = 60}};
    knap_material *material;
    knap_packed packed;
    char *text, *copy;
    size_t length;
    assert_int_equal(knap_material_new(summarizer, &input, NULL, &material, NULL), KNAP_OK);
    assert_int_equal(
        knap_pack_all(knap_summarizer_model(summarizer), knap_material_data(material), 1, NULL, &packed, NULL),
        KNAP_OK);
    assert_int_equal(knap_summary_text(material, 0, &packed.list, KNAP_ORDER_DEPEND, &text, &length, NULL), KNAP_OK);
    copy = strndup(text, length);
    knap_text_free(NULL, text);
    knap_packed_free(&packed, 1);
    knap_material_free(material);
    return copy;
}

static void change(knap_summarizer *summarizer, int how)
{
    knap_status status = how == 0   ? knap_summarizer_set_rouge(summarizer, NULL)
                         : how == 1 ? knap_summarizer_set_trim(summarizer, "none", NULL)
                         : how == 2 ? knap_summarizer_set_filter(summarizer, "all", NULL)
                                    : knap_summarizer_set_decode(summarizer, "greedy", NULL);
    assert_int_equal(status, KNAP_OK);
}

/* A variant summarizes as a summarizer of its own with the same changes does, and leaves the one that it shares with alone. */
static void varies_for_one_request(void **state)
{
    static const char *const paths[] = {"docs/ARCHITECTURE.md"};
    knap_corpus *corpus;
    knap_summarizer *shared;
    char *before, *after;
    size_t differ = 0;
    (void)state;
    assert_int_equal(knap_corpus_open(paths, 1, NULL, NULL, &corpus, NULL), KNAP_OK);
    assert_int_equal(knap_summarizer_embedded(NULL, &shared, NULL), KNAP_OK);
    before = summary_of(shared, knap_corpus_cluster(corpus, 0));
    for (int how = 0; how < 4; how++) {
        knap_summarizer *own, *variant;
        char *expected, *found;
        assert_int_equal(knap_summarizer_embedded(NULL, &own, NULL), KNAP_OK);
        assert_int_equal(knap_summarizer_variant(shared, NULL, &variant, NULL), KNAP_OK);
        change(own, how);
        change(variant, how);
        expected = summary_of(own, knap_corpus_cluster(corpus, 0));
        found = summary_of(variant, knap_corpus_cluster(corpus, 0));
        assert_string_equal(found, expected);
        differ += strcmp(found, before) != 0;
        free(expected);
        free(found);
        knap_summarizer_free(own);
        knap_summarizer_free(variant);
    }
    after = summary_of(shared, knap_corpus_cluster(corpus, 0));
    assert_string_equal(after, before);
    assert_true(differ > 0);
    free(before);
    free(after);
    knap_summarizer_free(shared);
    knap_corpus_close(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(uses_in_order), cmocka_unit_test(answers_as_its_parts_do),
                                       cmocka_unit_test(names_what_cannot_be_packed),
                                       cmocka_unit_test(copies_one_field), cmocka_unit_test(varies_for_one_request)};
    return cmocka_run_group_tests_name("requests", tests, NULL, NULL);
}
