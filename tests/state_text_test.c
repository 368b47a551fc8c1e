/* state_text_test.c - calls that change tables of words, names, scorers, sets of summaries and readers, and fail: the object is as it
 * was. Its state is what the public calls tell of it. */
#include "state.h"
#include "core/inner.h"
#include "io/inner.h"
#include "rouge/inner.h"
#include "text/inner.h"

#include <unistd.h>

#define CALL(name) static knap_status name(void *object, size_t variant, knap_error *error)

static char folder[64], words_path[96], bad_path[96];

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* ---- Document frequencies ---- */

typedef struct table {
    knap_idf *idf;
} table;

static void *make_table(const knap_allocator *allocator, size_t kind)
{
    table *self = calloc(1, sizeof *self);
    assert_non_null(self);
    assert_ok(knap_idf_new(allocator, &self->idf, error));
    for (size_t i = 0; i < kind; i++) {
        knap_idf_document(self->idf);
        assert_ok(knap_idf_word(self->idf, "bridg", 5, error));
        assert_ok(knap_idf_word(self->idf, i ? "harbour" : "old", i ? 7 : 3, error));
    }
    return self;
}

static void print_table(const void *object, FILE *out)
{
    const table *self = object;
    char *text;
    size_t length;
    assert_ok(knap_idf_write(self->idf, NULL, &text, &length, error));
    fprintf(out, "%zu documents, %zu words\n%.*s", knap_idf_documents(self->idf), knap_idf_words(self->idf),
            (int)length, text);
    knap_text_free(NULL, text);
}

/* Words of the document under way count once, also after a call that failed. */
static void use_table(void *object)
{
    table *self = object;
    size_t before;
    assert_ok(knap_idf_word(self->idf, "bridg", 5, error));
    before = knap_idf_count(self->idf, "bridg", 5);
    assert_ok(knap_idf_word(self->idf, "bridg", 5, error));
    assert_int_equal(knap_idf_count(self->idf, "bridg", 5), before);
}

static void end_table(void *object)
{
    table *self = object;
    knap_idf_free(self->idf);
    free(self);
}

CALL(idf_word)
{
    static const struct {
        const char *stem;
        size_t length;
    } of[] = {{"new", 3}, {NULL, 3}, {"", 0}, {"a\nb", 3}};
    return knap_idf_word(((table *)object)->idf, of[variant].stem, of[variant].length, error);
}

CALL(idf_prune)
{
    return knap_idf_prune(variant ? NULL : ((table *)object)->idf, 2, error);
}

/* ---- Scorers and sets ---- */

typedef struct scoring {
    knap_rouge *rouge;
    knap_rouge_set *set;
} scoring;

static const knap_rouge_segment SEGMENT = {.bytes = "the bridge is closed", .length = 20};
static const knap_rouge_text SUMMARY = {.segment = &SEGMENT, .count = 1};

static void *make_scoring(const knap_allocator *allocator, size_t kind)
{
    knap_rouge_options options;
    scoring *self = calloc(1, sizeof *self);
    assert_non_null(self);
    knap_rouge_options_init(&options);
    assert_ok(knap_rouge_new(&options, allocator, &self->rouge, error));
    assert_ok(knap_rouge_set_new(self->rouge, &self->set, error));
    if (kind) {
        assert_ok(knap_rouge_set_add_reference(self->set, "one", &SUMMARY, error));
        assert_ok(knap_rouge_set_add_peer(self->set, "one", "A", &SUMMARY, error));
        assert_ok(knap_rouge_add_stopwords(self->rouge, words_path, error));
    }
    return self;
}

static void print_scoring(const void *object, FILE *out)
{
    const scoring *self = object;
    fprintf(out, "%zu exceptions, %zu stop words\n", knap_rouge_exception_count(self->rouge),
            knap_rouge_stopword_count(self->rouge));
    for (size_t t = 0; t < knap_rouge_set_topic_count(self->set); t++)
        fprintf(out, "topic %s %zu\n", knap_rouge_set_topic(self->set, t),
                knap_rouge_set_reference_count(self->set, t));
    for (size_t s = 0; s < knap_rouge_set_system_count(self->set); s++)
        for (size_t t = 0; t < knap_rouge_set_topic_count(self->set); t++)
            fprintf(out, "system %s %d\n", knap_rouge_set_system(self->set, s), knap_rouge_set_has(self->set, t, s));
}

static void use_scoring(void *object)
{
    scoring *self = object;
    assert_ok(knap_rouge_set_add_reference(self->set, "last", &SUMMARY, error));
    assert_ok(knap_rouge_set_add_peer(self->set, "last", "Z", &SUMMARY, error));
    for (size_t t = 0; t < knap_rouge_set_topic_count(self->set); t++)
        assert_ok(knap_rouge_set_add_reference(self->set, knap_rouge_set_topic(self->set, t), &SUMMARY, error));
    assert_ok(knap_rouge_set_evaluate(self->set, NULL, error));
}

static void end_scoring(void *object)
{
    scoring *self = object;
    knap_rouge_set_free(self->set);
    knap_rouge_free(self->rouge);
    free(self);
}

CALL(add_reference)
{
    const knap_rouge_text none = {.segment = NULL, .count = 1};
    return knap_rouge_set_add_reference(((scoring *)object)->set, variant == 1 ? NULL : "new",
                                        variant == 2 ? &none : &SUMMARY, error);
}

CALL(add_peer)
{
    scoring *self = object;
    if (variant == 3) { /* the same summary again */
        if (!knap_rouge_set_system_count(self->set))
            return KNAP_USAGE;
        return knap_rouge_set_add_peer(self->set, "one", "A", &SUMMARY, error);
    }
    return knap_rouge_set_add_peer(self->set, variant == 1 ? NULL : "new", variant == 2 ? NULL : "B", &SUMMARY, error);
}

CALL(add_exceptions)
{
    return knap_rouge_add_exceptions(((scoring *)object)->rouge,
                                     variant == 1   ? NULL
                                     : variant == 2 ? "/nonexistent/exceptions"
                                     : variant == 3 ? bad_path
                                                    : words_path,
                                     error);
}

CALL(add_stopwords)
{
    return knap_rouge_add_stopwords(((scoring *)object)->rouge,
                                    variant == 1   ? NULL
                                    : variant == 2 ? folder
                                                   : bad_path,
                                    error);
}

/* ---- Readers, meters, names ---- */

typedef struct reading {
    knap_reader *reader;
    knap_data *data;
    knap_instance *instance;
    knap_names *names;
    knap_meter *words, *given;
} reading;

static const char LINES[] =
    "{\"q\":\"1\",\"cost\":1,\"len\":2,\"text\":\"one two\"}\n{\"q\":\"2\",\"cost\":1,\"len\":3,\"text\":\"three\"}\n";

static void *make_reading(const knap_allocator *allocator, size_t kind)
{
    reading *self = calloc(1, sizeof *self);
    knap_reader_options options = {.map = "cost=len", .by = "q"};
    const char *name;
    assert_non_null(self);
    assert_ok(knap_reader_open_bytes("lines", LINES, sizeof LINES - 1, allocator, &self->reader, error));
    if (kind)
        assert_ok(knap_reader_configure(self->reader, &options, error));
    assert_ok(knap_data_new(allocator, &self->data, error));
    assert_ok(knap_data_add(self->data, "d", 3, 0, &self->instance, error));
    for (size_t i = 0; i < 3; i++) /* the last one has no text where kind is 1 */
        assert_ok(knap_instance_add(
            self->instance, &(knap_item){.cost = i == 2 ? 1e15 : 9, .text = i == 2 && kind ? NULL : "a few words"},
            error));
    assert_ok(knap_names_new(allocator, &self->names, error));
    assert_ok(knap_names_add(self->names, "a", '/', ".txt", &name, NULL, error));
    assert_ok(knap_meter_new(KNAP_METER_WORDS, NULL, 1, NULL, &self->words, error));
    assert_ok(knap_meter_new(KNAP_METER_GIVEN, NULL, 1, NULL, &self->given, error));
    return self;
}

/* What a reader is set to shows when it reads, which changes it: so it is read to the end in use_reading. */
static void print_reading(const void *object, FILE *out)
{
    const reading *self = object;
    for (size_t i = 0; i < knap_instance_count(self->instance); i++)
        fprintf(out, "cost %g\n", knap_instance_cost(self->instance, i));
}

static void use_reading(void *object)
{
    reading *self = object;
    size_t added = 0;
    knap_error problem;
    knap_status status = knap_reader_read(self->reader, 0, self->data, &added, &problem);
    assert_true(status == KNAP_OK || status == KNAP_BAD_INPUT);
}

static void end_reading(void *object)
{
    reading *self = object;
    knap_reader_close(self->reader);
    knap_data_free(self->data);
    knap_names_free(self->names);
    knap_meter_free(self->words);
    knap_meter_free(self->given);
    free(self);
}

CALL(configure)
{
    static const char *const map[] = {"cost=len", "nonsense", "cost=", "cost=len"};
    knap_reader_options options = {.map = map[variant], .by = "q"};
    return knap_reader_configure(((reading *)object)->reader, variant == 3 ? NULL : &options, error);
}

CALL(apply_words)
{
    return knap_meter_apply(variant ? NULL : ((reading *)object)->words, ((reading *)object)->instance, error);
}

CALL(apply_given) /* the cost is too large: each object refuses it */
{
    (void)variant;
    return knap_meter_apply(((reading *)object)->given, ((reading *)object)->instance, error);
}

CALL(add_name)
{
    const char *name;
    return knap_names_add(((reading *)object)->names, variant == 1 ? NULL : "a", '/', variant == 2 ? NULL : ".txt",
                          &name, NULL, error);
}

static void failed_calls_change_nothing(void **state)
{
    static const state_object tables = {"table", 3, make_table, print_table, use_table, end_table};
    static const state_object scorings = {"set", 2, make_scoring, print_scoring, use_scoring, end_scoring};
    static const state_object readings = {"reader", 2, make_reading, print_reading, use_reading, end_reading};
    static const state_call of_tables[] = {{"knap_idf_word", 3, idf_word}, {"knap_idf_prune", 1, idf_prune}};
    static const state_call of_scorings[] = {{"knap_rouge_set_add_reference", 2, add_reference},
                                             {"knap_rouge_set_add_peer", 3, add_peer},
                                             {"knap_rouge_add_exceptions", 3, add_exceptions},
                                             {"knap_rouge_add_stopwords", 2, add_stopwords}};
    static const state_call of_readings[] = {{"knap_reader_configure", 3, configure},
                                             {"knap_meter_apply", 1, apply_words},
                                             {"knap_meter_apply", 0, apply_given},
                                             {"knap_names_add", 2, add_name}};
    state_counts counts = {0};
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/knap-state-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(words_path, sizeof words_path, "%s/words", folder);
    snprintf(bad_path, sizeof bad_path, "%s/bad", folder);
    write_file(words_path, "went\tgo\nmice\tmouse\ndone\tdo\n");
    write_file(bad_path, "sang\tsing\nsank\tsink\nnothing\n");
    state_check(&tables, of_tables, 2, &counts);
    state_check(&scorings, of_scorings, 4, &counts);
    state_check(&readings, of_readings, 4, &counts);
    unlink(words_path);
    unlink(bad_path);
    rmdir(folder);
    print_message("%zu calls, %zu cases of wrong arguments, %zu of failed allocations\n", counts.calls, counts.refused,
                  counts.failed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failed_calls_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
