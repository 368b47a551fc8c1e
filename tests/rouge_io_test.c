/* rouge_io_test.c - evaluations from XML, lists, folders and JSONL; malformed ones are named with file and
 * line. */
#include "rouge_data.h"

#include "io/inner.h"

#include "failing.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- A folder of its own ---- */

typedef struct place {
    char root[64];
} place;

static const char *at(const place *in, const char *name)
{
    static char path[64][512];
    static int next;
    next = (next + 1) % 64;
    snprintf(path[next], sizeof path[next], "%s/%s", in->root, name);
    return path[next];
}

static void put(const place *in, const char *name, const char *text)
{
    FILE *file;
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        char folder[256];
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
        mkdir(at(in, folder), 0700);
    }
    file = fopen(at(in, name), "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int make_place(void **state)
{
    place *in = calloc(1, sizeof *in);
    const char *temporary = getenv("TMPDIR");
    snprintf(in->root, sizeof in->root, "%s/knapXXXXXX", temporary && strlen(temporary) < 40 ? temporary : "/tmp");
    *state = in;
    return mkdtemp(in->root) ? 0 : -1;
}

static int remove_place(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", ((place *)*state)->root);
    free(*state);
    return system(command);
}

typedef struct pair {
    knap_rouge *rouge;
    knap_rouge_set *set;
} pair;

static pair fresh(void)
{
    knap_rouge_options options;
    pair made;
    knap_rouge_options_init(&options);
    options.ngrams = 1;
    assert_ok(knap_rouge_new(&options, NULL, &made.rouge, error));
    assert_ok(knap_rouge_set_new(made.rouge, &made.set, error));
    return made;
}

static void drop(pair made)
{
    knap_rouge_set_free(made.set);
    knap_rouge_free(made.rouge);
}

/* Evaluates and asserts ROUGE-1's recall of every summary, "NAME recall" in the order of printing. */
static void assert_recalls(knap_rouge_set *set, const char *expected)
{
    char text[1024] = "";
    assert_ok(knap_rouge_set_evaluate(set, NULL, error));
    for (size_t s = 0; s < knap_rouge_set_system_count(set); s++)
        for (size_t i = 0; i < knap_rouge_set_count(set, s); i++) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s %.2f\n", knap_rouge_set_name(set, s, i),
                     knap_rouge_set_scores(set, s, i)[0].recall);
        }
    assert_string_equal(text, expected);
}

/* ---- XML ---- */

static void put_config(const place *in, const char *name, const char *format, const char *peers)
{
    char text[4096];
    snprintf(text, sizeof text,
             "<?xml version=\"1.0\"?>\n<ROUGE-EVAL version=\"1.0\">\n<EVAL ID=\"D1\">\n<Models>\n<M "
             "ID=\"1\"> one.ref\n"
             "</M><m ID=\"2\">two.ref</m>\n</Models>\n<PEERS>%s</PEERS>\n<PEER-ROOT>\n %s\n</PEER-ROOT>\n"
             "<MODEL-ROOT>%s</MODEL-ROOT><INPUT-FORMAT TYPE=\"%s\"></INPUT-FORMAT>\n</EVAL>\n</ROUGE-EVAL>\n",
             peers, in->root, in->root, format);
    put(in, name, text);
}

static void xml_configuration_is_read(void **state)
{
    const place *in = *state;
    pair made = fresh();
    put(in, "one.ref", "alpha beta\n");
    put(in, "two.ref", "alpha\ngamma\n");
    put(in, "a.sum", "alpha beta gamma");
    put(in, "b.sum", "alpha");
    put_config(in, "spl.xml", "SPL", "<P ID=\"B\">b.sum</P><P ID=\"A\">a.sum</P>");
    assert_ok(knap_rouge_read_config(made.set, at(in, "spl.xml"), NULL, error));
    assert_recalls(made.set, "D1.A 1.00\nD1.B 0.50\n");
    drop(made);
    made = fresh();
    assert_ok(knap_rouge_read_config(made.set, at(in, "spl.xml"), "B", error));
    assert_recalls(made.set, "D1.B 0.50\n");
    drop(made);
    made = fresh();
    put(in, "one.ref", "<a name=\"1\">[1]</a> <a href=\"#1\" id=1>alpha beta</a>\n");
    put(in, "two.ref", "<a name=\"1\">[1]</a> <a href=\"#1\" id=1>gamma</a>\nnot this\n");
    put(in, "a.sum", "<a name=\"1\">[1]</a> <a href=\"#1\" id=1>beta</a>\n");
    put_config(in, "see.xml", "see", "<P ID=\"A\">a.sum</P>");
    assert_ok(knap_rouge_read_config(made.set, at(in, "see.xml"), NULL, error));
    assert_recalls(made.set, "D1.A 0.33\n");
    drop(made);
}

static void malformed_xml_is_named(void **state)
{
    static const struct {
        const char *text, *message;
        size_t line;
        knap_status status;
    } wrong[] = {
        {"<ROUGE-EVAL>\n<EVAL ID=\"1\">\n</ROUGE-EVAL>\n", "mismatch", 3, KNAP_BAD_INPUT},
        {"", "empty", 0, KNAP_BAD_INPUT},
        {"<ROUGE-EVAL/>", "EVAL", 0, KNAP_BAD_INPUT},
        {"<R>\n<EVAL>\n</EVAL></R>", "ID", 2, KNAP_BAD_INPUT},
        {"<R>\n<EVAL ID='1'>\n</EVAL></R>", "INPUT-FORMAT", 2, KNAP_BAD_INPUT},
        {"<R><EVAL ID='1'>\n<INPUT-FORMAT/></EVAL></R>", "TYPE", 2, KNAP_BAD_INPUT},
        {"<R><EVAL ID='1'>\n<INPUT-FORMAT TYPE='SIMPLE'/></EVAL></R>", "SPL", 2, KNAP_BAD_INPUT},
        {"<R><EVAL ID='1'><INPUT-FORMAT TYPE='SPL'/>\n\n<PEERS><P>x</P></PEERS></EVAL></R>", "ID", 3, KNAP_BAD_INPUT},
        {"<R><EVAL ID='1'><INPUT-FORMAT TYPE='SPL'/><PEERS>\n<P ID='x'> </P></PEERS></EVAL></R>", "file", 2,
         KNAP_BAD_INPUT},
        {"<R><EVAL ID='1'><INPUT-FORMAT TYPE='SPL'/><PEERS><P ID='x'>no/such</P></PEERS></EVAL></R>", "open", 0,
         KNAP_IO},
    };
    const place *in = *state;
    knap_error problem;
    pair made = fresh();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        put(in, "wrong.xml", wrong[i].text);
        assert_int_equal(knap_rouge_read_config(made.set, at(in, "wrong.xml"), NULL, &problem), wrong[i].status);
        if (!strstr(problem.message, wrong[i].message))
            fail_msg("case %zu: %s", i, problem.message);
        if (wrong[i].line)
            assert_int_equal(problem.line, wrong[i].line);
        assert_true(problem.file[0]);
    }
    assert_int_equal(knap_rouge_read_config(made.set, at(in, "none.xml"), NULL, &problem), KNAP_IO);
    drop(made);
}

/* ---- Lists, folders, JSONL ---- */

static void file_lists_are_read(void **state)
{
    const place *in = *state;
    char list[2048];
    knap_error problem;
    pair made = fresh();
    put(in, "p1", "alpha");
    put(in, "r1", "alpha beta");
    put(in, "r2", "alpha");
    snprintf(list, sizeof list, "# summary references\n\n %s/p1 %s/r1 \t%s/r2\n%s/p1 %s/r1", in->root, in->root,
             in->root, in->root, in->root);
    put(in, "list", list);
    assert_ok(knap_rouge_read_list(made.set, at(in, "list"), "X", KNAP_ROUGE_SPL, error));
    assert_recalls(made.set, "1.X 0.67\n2.X 0.50\n");
    put(in, "list", "# one file is too few\nlonely\n");
    assert_int_equal(knap_rouge_read_list(made.set, at(in, "list"), "X", KNAP_ROUGE_SPL, &problem), KNAP_BAD_INPUT);
    assert_int_equal(problem.line, 2);
    drop(made);
}

static void folders_are_read(void **state)
{
    const place *in = *state;
    knap_error problem;
    pair made = fresh();
    const char *peer;
    put(in, "refs/T1/refs/A.txt", "alpha beta");
    put(in, "refs/T1/docs/ignored.txt", "zeta");
    put(in, "refs/T2/A.txt", "alpha beta gamma");
    put(in, "refs/T2/B.txt", "delta");
    put(in, "refs/T3.txt", "alpha");
    put(in, "refs/T3.B.txt", "beta");
    put(in, "refs/T33.txt", "zeta");
    put(in, "refs/T3-x.txt", "zeta");
    put(in, "peers/one/T1.txt", "alpha");
    put(in, "peers/one/T2.txt", "alpha");
    put(in, "peers/one/T3.one.txt", "beta");
    put(in, "peers/two/T2.txt", "delta alpha");
    put(in, "peers/two/.hidden", "x");
    peer = at(in, "peers/");
    assert_ok(knap_rouge_read_peers(made.set, &peer, 1, at(in, "refs"), KNAP_ROUGE_SPL, error));
    assert_recalls(made.set, "T1.one 0.50\nT2.one 0.25\nT3.one 0.50\nT2.two 0.50\n");
    put(in, "peers/two/T9.txt", "x");
    assert_int_equal(knap_rouge_read_peers(made.set, &peer, 1, at(in, "refs"), KNAP_ROUGE_SPL, &problem),
                     KNAP_BAD_INPUT);
    drop(made);
    /* One topic: the references lie in the folder itself, each summary is a system's. */
    made = fresh();
    put(in, "topic/A.txt", "alpha beta");
    put(in, "topic/B.txt", "gamma delta");
    put(in, "s1.txt", "alpha");
    put(in, "s2.txt", "alpha gamma");
    const char *const peers[] = {at(in, "s1.txt"), at(in, "s2.txt")};
    assert_ok(knap_rouge_read_peers(made.set, peers, 2, at(in, "topic"), KNAP_ROUGE_SPL, error));
    assert_recalls(made.set, "topic.s1 0.25\ntopic.s2 0.50\n");
    drop(made);
    /* One reference; a summary named by itself takes its folder's name where topics have names. */
    made = fresh();
    assert_ok(knap_rouge_read_peers(made.set, peers, 1, at(in, "topic/A.txt"), KNAP_ROUGE_PLAIN, error));
    peer = at(in, "peers/one/T2.txt");
    assert_ok(knap_rouge_read_peers(made.set, &peer, 1, at(in, "refs"), KNAP_ROUGE_SPL, error));
    assert_recalls(made.set, "T2.one 0.25\nA.txt.s1 0.50\n");
    assert_int_equal(knap_rouge_read_peers(made.set, &peer, 1, at(in, "nowhere"), KNAP_ROUGE_SPL, &problem), KNAP_IO);
    peer = at(in, "nothing.txt");
    assert_int_equal(knap_rouge_read_peers(made.set, &peer, 1, at(in, "topic"), KNAP_ROUGE_SPL, &problem), KNAP_IO);
    drop(made);
}

static void jsonl_is_read(void **state)
{
    static const struct {
        const char *text, *message;
        size_t line;
    } wrong[] = {
        {"{}\n", "none of", 1},
        {"\n[1]\n", "object", 2},
        {"{\"refs\": [1]}", "text", 1},
        {"{\"refs\": 1}", "array", 1},
        {"{\"refs\": [[1]]}", "strings", 1},
        {"{\"id\": 1.5, \"refs\": []}", "id", 1},
        {"{\"peers\": []}", "object", 1},
        {"{\"peer\": \"x\", \"system\": 1}", "system", 1},
        {"{\"peer\": \"x\"", "the bytes end within a value, at byte 13 of the line", 1},
        {"{\"peer\": \"x\"} {\"peer\": \"y\"}", "expected the end of the line, at byte 15", 1},
        {"{\"peer\": \"x\"}\n{\"peer\": \"x\", \"peer\": \"y\"}", "twice", 2},
        {"{\"peers\": {\"A\": \"x\", \"A\": \"y\"}}", "twice", 1},
        {"{\"peer\": \"\\u0000 and more words\"}", "escape", 1},
        {"5", "not a JSON object", 1},
        {"{\"id\":\"q\",\"peer\":\"x\"}\n{\"id\":\"q\",\"peer\":\"x\"}", "two summaries", 2},
        {"{\"id\":\"r\",\"refs\":[[\"x\"]]}\n{\"id\":\"r\",\"refs\":[\"[\",\"x\",\"]\"]}", "other references", 2},
        {"{\"id\":\"r\",\"refs\":[\"12345678\"]}\n{\"id\":\"r\",\"refs\":[\"12345679\"]}", "other references", 2},
        {"{\"id\":\"r\",\"refs\":[\"x\"]}\n{\"id\":\"r\",\"refs\":[\"x\",\"y\"]}", "other references", 2}};
    const place *in = *state;
    knap_error problem;
    pair made = fresh();
    put(in, "set.jsonl",
        "{\"id\":\"t\",\"refs\":[\"alpha\\nbeta\",[\"gamma\",\"delta\"]],\"peers\":{\"A\":\"alpha\",\"B\":["
        "\"x\"]}}\n"
        "\n{\"id\":7,\"refs\":[\"alpha\"],\"peer\":\"alpha\",\"system\":\"A\"}\r\n"
        "{\"id\":7,\"other\":{\"id\":[8]},\"system\":\"B\",\"peer\":\"\",\"refs\" : [ \"\\u0061lpha\" ] }\n"
        "{\"refs\":[\"alpha\"],\"peer\":\"beta\"}");
    assert_ok(knap_rouge_read_jsonl(made.set, at(in, "set.jsonl"), error));
    assert_recalls(made.set, "7.A 1.00\nt.A 0.25\n7.B 0.00\nt.B 0.00\n5.X 0.00\n");
    drop(made);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        made = fresh();
        put(in, "wrong.jsonl", wrong[i].text);
        assert_int_equal(knap_rouge_read_jsonl(made.set, at(in, "wrong.jsonl"), &problem), KNAP_BAD_INPUT);
        if (!strstr(problem.message, wrong[i].message) || problem.line != wrong[i].line)
            fail_msg("case %zu: line %zu: %s", i, problem.line, problem.message);
        drop(made);
    }
}

/* ---- Failing memory ---- */

static knap_status everything(const knap_allocator *allocator, void *context)
{
    const place *in = context;
    const char *peer = at(in, "m/peers");
    knap_rouge_options options;
    pair made = {NULL, NULL};
    knap_status status;
    knap_rouge_options_init(&options);
    status = knap_rouge_new(&options, allocator, &made.rouge, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_set_new(made.rouge, &made.set, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_read_peers(made.set, &peer, 1, at(in, "m/refs"), KNAP_ROUGE_SPL, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_read_config(made.set, at(in, "m.xml"), NULL, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_read_list(made.set, at(in, "m.list"), "X", KNAP_ROUGE_SPL, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_read_jsonl(made.set, at(in, "m.jsonl"), NULL);
    drop(made);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    place *in = *state;
    char list[512];
    put(in, "m/refs/T1/A.txt", "alpha beta");
    put(in, "m/refs/T2.A.txt", "alpha beta");
    put(in, "m/peers/one/T1.txt", "alpha");
    put(in, "m/peers/one/T2.txt", "alpha");
    put(in, "one.ref", "alpha");
    put(in, "two.ref", "alpha");
    put(in, "a.sum", "alpha");
    put_config(in, "m.xml", "SPL", "<P ID=\"A\">a.sum</P>");
    put(in, "m.jsonl", "{\"id\":\"t\",\"refs\":[\"alpha\",[\"beta\"]],\"peers\":{\"A\":\"alpha\"}}\n");
    snprintf(list, sizeof list, "%s/a.sum %s/one.ref\n", in->root, in->root);
    put(in, "m.list", list);
    assert_true(survives(everything, in) > 50);
}

/* ---- The golden data ---- */

static void golden_folders_give_golden_figures(void **state)
{
    knap_rouge_options options = {1, 0, 0, 0, 4, 0, 0, 665, 0, 0, 0.5, 0, 95, 1000, 0};
    const char *peers = PEERS;
    pair made;
    (void)state;
    need(PEERS "/ID1/M000.txt");
    assert_ok(knap_rouge_new(&options, NULL, &made.rouge, error));
    assert_ok(knap_rouge_set_new(made.rouge, &made.set, error));
    assert_ok(knap_rouge_read_peers(made.set, &peers, 1, REFERENCES, KNAP_ROUGE_SPL, error));
    assert_ok(knap_rouge_set_evaluate(made.set, &(knap_run){.jobs = 0}, error));
    assert_int_equal(knap_rouge_set_system_count(made.set), 10);
    assert_int_equal(knap_rouge_set_topic_count(made.set), 10);
    assert_float_equal(knap_rouge_set_average(made.set, 0, 0)->mean[0], 0.34900, 0);
    assert_float_equal(knap_rouge_set_average(made.set, 0, 0)->high[2], 0.38486, 0);
    drop(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xml_configuration_is_read),
        cmocka_unit_test(malformed_xml_is_named),
        cmocka_unit_test(file_lists_are_read),
        cmocka_unit_test(folders_are_read),
        cmocka_unit_test(jsonl_is_read),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(golden_folders_give_golden_figures),
    };
    return cmocka_run_group_tests_name("rouge io", tests, make_place, remove_place);
}
