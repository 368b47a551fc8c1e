/* fields_test.c - names of members: what each means, which of several is taken, what --map changes, what is not used. */
#include "check.h"

#include "inner.h"
#include "core/item.h"

#include <unistd.h>

static char path[] = "/tmp/knap-test-XXXXXX";

static knap_status read_mapped(const char *text, const char *map, knap_data **data, knap_reader **reader,
                               knap_error *problem)
{
    FILE *file = fopen(path, "wb");
    knap_reader_options options = {.map = map};
    knap_status status;
    fputs(text, file);
    fclose(file);
    assert_ok(knap_data_new(NULL, data, error));
    assert_ok(knap_reader_open(path, NULL, reader, error));
    status = knap_reader_configure(*reader, &options, problem);
    return status ? status : knap_reader_read(*reader, 0, *data, NULL, problem);
}

static void end(knap_data *data, knap_reader *reader)
{
    knap_reader_close(reader);
    knap_data_free(data);
}

/* Every name of the table, at the top and in each container. */
static void every_name(void **state)
{
    static const char *const containers[] = {"",        "node",     "document", "_source",
                                             "payload", "metadata", "meta",     "kwargs"};
    static const char *const checked[] = {"id", "text", "score", "cost", "vector", "useful", "p"};
    (void)state;
    for (size_t c = 0; c < sizeof containers / sizeof *containers; c++)
        for (size_t f = 0; strcmp(knap_field_at(f)->name, "items") != 0; f++) {
            const knap_field *field = knap_field_at(f);
            char names[256], *save = NULL;
            bool known = false;
            for (size_t i = 0; i < sizeof checked / sizeof *checked; i++)
                known = known || strcmp(field->name, checked[i]) == 0;
            if (!known)
                continue;
            snprintf(names, sizeof names, "%s %s", field->name, field->others);
            for (char *name = strtok_r(names, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
                char text[512], member[128];
                bool string = field->name[0] == 'i' || field->name[0] == 't', cost = strcmp(field->name, "cost") == 0;
                knap_data *data;
                knap_reader *reader;
                knap_instance *instance;
                size_t unused;
                const char *value = string ? "\"abc\"" : field->name[0] == 'v' ? "[3,4]" : "0.75";
                snprintf(member, sizeof member, "\"%s\":%s", name, value);
                snprintf(text, sizeof text, "{\"budget\":1,\"items\":[{%s%s%s%s%s%s%s}]}", cost ? "" : "\"cost\":1,",
                         c ? "\"" : "", containers[c], c ? "\":{" : "", member, c ? "}" : "", "");
                assert_ok(read_mapped(text, NULL, &data, &reader, error));
                instance = knap_data_at(data, 0);
                if (strcmp(field->name, "id") == 0)
                    assert_string_equal(knap_instance_item_id(instance, 0), "abc");
                else if (strcmp(field->name, "text") == 0)
                    assert_string_equal(knap_instance_item_text(instance, 0), "abc");
                else if (strcmp(field->name, "score") == 0)
                    assert_true(knap_instance_score(instance, 0) == 0.75);
                else if (cost)
                    assert_true(knap_instance_cost(instance, 0) == 0.75);
                else if (field->name[0] == 'v')
                    assert_close(instance->inverse_norm[0], 0.2, 1e-15);
                else if (strcmp(field->name, "useful") == 0)
                    assert_true(knap_instance_useful(instance, 0) == 0.75);
                else
                    assert_true(knap_instance_worth(instance, 0) == 0.75);
                knap_reader_unused(reader, &unused);
                assert_int_equal(unused, 0);
                end(data, reader);
            }
        }
}

static void names_of_items(void **state)
{
    const knap_field *field = NULL;
    char names[256], *save = NULL;
    (void)state;
    for (size_t f = 0; knap_field_at(f); f++)
        field = strcmp(knap_field_at(f)->name, "items") == 0 ? knap_field_at(f) : field;
    snprintf(names, sizeof names, "%s %s", field->name, field->others);
    for (char *name = strtok_r(names, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
        char text[256];
        knap_data *data;
        knap_reader *reader;
        snprintf(text, sizeof text, "{\"%s\":[{\"cost\":1},{\"cost\":2}]}", name);
        assert_ok(read_mapped(text, NULL, &data, &reader, error));
        assert_int_equal(knap_instance_count(knap_data_at(data, 0)), 2);
        end(data, reader);
    }
}

/* What engines and libraries answer, with the items in an object, texts in parts and classes as ids. */
static void shapes(void **state)
{
    static const struct {
        const char *input, *text;
        size_t items;
    } cases[] = {
        {"{\"took\":3,\"hits\":{\"total\":{\"value\":2},\"max_score\":1.5,\"hits\":[{\"_id\":\"a\",\"_score\":1.5,\"_"
         "source\":"
         "{\"text\":\"abc\",\"cost\":1}},{\"_id\":\"b\",\"_score\":1,\"_source\":{\"text\":\"d\",\"cost\":1}}]},"
         "\"budget\":3}",
         "abc", 2},
        {"{\"result\":{\"points\":[{\"score\":1.5,\"payload\":{\"text\":\"abc\",\"cost\":1}}]},\"budget\":3}", "abc",
         1},
        {"{\"response\":{\"start\":0,\"docs\":[{\"score\":1.5,\"text\":\"abc\",\"cost\":1}]},\"budget\":3}", "abc", 1},
        {"{\"data\":[{\"score\":1.5,\"cost\":1,\"content\":[{\"type\":\"text\",\"text\":\"abc\"}]}],\"budget\":3}",
         "abc", 1},
        {"{\"data\":[{\"score\":1.5,\"cost\":1,\"content\":[{\"text\":{\"value\":\"a\\u0062\",\"x\":[]}},3,\"c\",{"
         "\"type\":\"i\"},{\"text"
         "\":\"d\"}]}],\"budget\":3}",
         "ab\nc\nd", 1},
        {"{\"documents\":[{\"lc\":1,\"type\":\"constructor\",\"id\":[\"langchain\",\"Document\"],\"kwargs\":{"
         "\"metadata\":{\"score\":"
         "1.5,\"cost\":1},\"page_content\":\"abc\",\"type\":\"Document\"}}],\"budget\":3}",
         "abc", 1},
        {"{\"items\":[{\"score\":1.5,\"text\":\"abc\",\"cost\":1}],\"data\":[1],\"results\":{\"hits\":[2]},\"budget\":"
         "3}",
         "abc", 1},
        {"{\"hits\":{\"hits\":7,\"items\":\"x\"},\"items\":[{\"score\":1.5,\"text\":\"abc\",\"cost\":1}],\"budget\":3}",
         "abc", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int layout = 0; layout < 2; layout++) { /* in one line, and with a line for each member */
            char text[1024];
            size_t length = 0;
            knap_data *data;
            knap_reader *reader;
            const knap_instance *instance;
            for (const char *at = cases[i].input; *at; at++) {
                text[length++] = *at;
                if (layout && *at == ',')
                    text[length++] = '\n';
            }
            text[length] = 0;
            assert_ok(read_mapped(text, NULL, &data, &reader, error));
            assert_int_equal(knap_data_count(data), 1);
            instance = knap_data_at(data, 0);
            assert_int_equal(knap_instance_count(instance), cases[i].items);
            assert_string_equal(knap_instance_item_text(instance, 0), cases[i].text);
            assert_true(knap_instance_score(instance, 0) == 1.5 && knap_instance_budget(instance) == 3);
            end(data, reader);
        }
}

/* The outer member before the inner, the documented name before the others, in any order; null counts as absent; a name
 * that is not the documented one is not used where its type is another. */
static void preference(void **state)
{
    static const struct {
        const char *item;
        double score;
        const char *unused;
    } cases[] = {{"{\"cost\":1,\"similarity\":2,\"score\":1}", 1, "similarity"},
                 {"{\"cost\":1,\"score\":1,\"similarity\":2}", 1, "similarity"},
                 {"{\"cost\":1,\"_score\":3,\"relevance\":2}", 2, "_score"},
                 {"{\"cost\":1,\"metadata\":{\"score\":3},\"_score\":2}", 2, NULL},
                 {"{\"cost\":1,\"metadata\":{\"score\":3},\"score\":null}", 3, NULL},
                 {"{\"cost\":1,\"relevance\":\"high\",\"_score\":2}", 2, "relevance"},
                 {"{\"cost\":1,\"node\":{\"metadata\":{\"score\":4}}}", 4, NULL},
                 {"{\"cost\":1,\"metadata\":{\"score\":\"x\",\"other\":1}}", NAN, NULL},
                 {"{\"cost\":1,\"distance\":0.5}", NAN, "distance"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        knap_data *data;
        knap_reader *reader;
        const knap_member *unused;
        size_t count;
        double score;
        snprintf(text, sizeof text, "{\"items\":[%s]}", cases[i].item);
        assert_ok(read_mapped(text, NULL, &data, &reader, error));
        score = knap_instance_score(knap_data_at(data, 0), 0);
        assert_true(isnan(cases[i].score) ? isnan(score) : score == cases[i].score);
        unused = knap_reader_unused(reader, &count);
        assert_int_equal(count, cases[i].unused ? 1 : 0);
        if (count) {
            assert_string_equal(unused[0].name, cases[i].unused);
            assert_int_equal(unused[0].count, 1);
        }
        end(data, reader);
    }
}

static void map(void **state)
{
    static const char text[] = "{\"limit\":5,\"list\":[{\"len\":2,\"cost\":9,\"metadata\":{\"far\":0.5,\"body\":\"b\"},"
                               "\"who\":\"x\",\"text\":\"t\"},{\"len\":3,\"who\":\"y\"}]}";
    static const struct {
        const char *map, *says;
    } wrong[] = {{"cost", "not NAME=MEMBER"},
                 {"cost=", "not NAME=MEMBER"},
                 {"=len", "not NAME=MEMBER"},
                 {"price=len", "not the name of a"},
                 {"cost=a,cost=b", "given twice"}};
    knap_data *data;
    knap_reader *reader;
    knap_instance *instance;
    const knap_member *unused;
    knap_error problem;
    size_t count;
    (void)state;
    assert_ok(read_mapped(text, "cost=len,score=-metadata.far,text=metadata.body,group=who,items=list,budget=limit",
                          &data, &reader, error));
    instance = knap_data_at(data, 0);
    assert_true(knap_instance_budget(instance) == 5);
    assert_true(knap_instance_cost(instance, 0) == 2 && knap_instance_cost(instance, 1) == 3);
    assert_true(knap_instance_score(instance, 0) == -0.5 && isnan(knap_instance_score(instance, 1)));
    assert_string_equal(knap_instance_item_text(instance, 0), "b");
    assert_null(knap_instance_item_text(instance, 1));
    assert_int_equal(knap_instance_group(instance, 0), 1);
    assert_int_equal(knap_instance_group(instance, 1), 2);
    unused = knap_reader_unused(reader, &count);
    assert_int_equal(count, 2);
    assert_string_equal(unused[0].name, "cost");
    assert_string_equal(unused[1].name, "text");
    end(data, reader);
    /* a field that is mapped is not read from its usual names */
    assert_int_equal(read_mapped("{\"items\":[{\"cost\":1}]}", "cost=len", &data, &reader, &problem), KNAP_BAD_INPUT);
    assert_non_null(strstr(problem.message, "that the map names"));
    end(data, reader);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(read_mapped(text, wrong[i].map, &data, &reader, &problem), KNAP_USAGE);
        assert_non_null(strstr(problem.message, wrong[i].says));
        end(data, reader);
    }
}

/* mmr takes the items with the highest scores, whatever the scale; kn_relevance keeps their order. */
static void scores_decide(void **state)
{
    static const double scores[][4] = {{0.1, 0.9, 0.8, 0.2}, {-7, 3, 2, -6}, {10, 900, 800, 20}, {-9, -1, -2, NAN}};
    (void)state;
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        knap_data *data;
        knap_instance *instance;
        knap_model *model;
        knap_list list = KNAP_LIST_INIT;
        double relevance[4];
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_data_add(data, NULL, 2, 0, &instance, error));
        for (size_t s = 0; s < 4; s++) {
            assert_ok(knap_instance_add(instance, &(knap_item){.cost = NAN}, error));
            assert_ok(knap_instance_set_score(instance, s, scores[i][s], error));
        }
        assert_ok(knap_system_fit(knap_system_find("mmr"), NULL, NULL, NULL, &model, error));
        assert_int_equal(knap_model_pack(model, instance, 1, NULL, &list, NULL, NULL), KNAP_BAD_INPUT); /* no costs */
        for (size_t s = 0; s < 4; s++)
            assert_ok(knap_instance_set_cost(instance, s, 1, error));
        assert_ok(knap_model_pack(model, instance, 1, NULL, &list, NULL, error));
        assert_int_equal(list.count, 2);
        assert_int_equal(list.item[0], 1);
        assert_int_equal(list.item[1], 2);
        assert_true(kn_relevance(instance, relevance));
        assert_true(relevance[1] == 1 && relevance[2] < 1 && relevance[0] >= 0 && relevance[3] >= 0);
        knap_list_free(&list);
        knap_model_free(model);
        knap_data_free(data);
    }
}

static int make_path(void **state)
{
    int file = mkstemp(path);
    (void)state;
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_name), cmocka_unit_test(names_of_items),
                                       cmocka_unit_test(shapes),     cmocka_unit_test(preference),
                                       cmocka_unit_test(map),        cmocka_unit_test(scores_decide)};
    return cmocka_run_group_tests_name("fields", tests, make_path, remove_path);
}
