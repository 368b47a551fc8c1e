/* locale_test.c - numbers in files and settings do not depend on the program's locale: German writes 0,5, Pashto 0٫5 (a
 * point of two bytes), and in Turkish the capital of i is not I.
 *
 * The locales are compiled by localedef into a temporary folder. Where that is not possible the tests are skipped. */
#include "check.h"
#include "inner.h"

#include "base/ascii.h"
#include "base/number.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const LOCALES[] = {"de_DE", "tr_TR", "fa_IR", "ps_AF"};
enum { LOCALE_COUNT = 4 };

static char folder[64];
static bool possible;

static int make_locales(void **state)
{
    char command[256];
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/knap-locales-XXXXXX");
    possible = mkdtemp(folder) != NULL;
    for (int i = 0; possible && i < LOCALE_COUNT; i++) {
        snprintf(command, sizeof command, "localedef -c -i %s -f UTF-8 %s/%s.UTF-8 >/dev/null 2>&1", LOCALES[i], folder,
                 LOCALES[i]);
        possible = system(command) == 0;
    }
    return possible ? setenv("LOCPATH", folder, 1) : 0;
}

static int remove_locales(void **state)
{
    char command[128];
    (void)state;
    setlocale(LC_ALL, "C");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* Switches to a locale; skips the test where it could not be made. */
static void enter(int locale)
{
    char name[64], half[16];
    if (!possible) {
        print_message("skipped: localedef cannot make %s.UTF-8; install the package 'locales'\n", LOCALES[locale]);
        skip();
    }
    snprintf(name, sizeof name, "%s.UTF-8", LOCALES[locale]);
    assert_non_null(setlocale(LC_ALL, name));
    snprintf(half, sizeof half, "%.1f", 0.5);
    if (strcmp(LOCALES[locale], "fa_IR") != 0)
        assert_string_not_equal(half,
                                "0.5"); /* otherwise this test proves nothing; Persian has '.' in some C libraries */
}

static void check_same(const char *text)
{
    char *end, *expected_end;
    double value, expected;
    kn_c_locale c = kn_c_locale_begin();
    expected = strtod(text, &expected_end);
    kn_c_locale_end(c);
    value = kn_parse_number(text, &end);
    if (!(value == expected || (isnan(value) && isnan(expected))) || signbit(value) != signbit(expected) ||
        end != expected_end)
        fail_msg("'%s' is %a, %zu bytes; strtod says %a, %zu bytes", text, value, (size_t)(end - text), expected,
                 (size_t)(expected_end - text));
}

static void random_number(knap_rng *rng, char *text, size_t size)
{
    static const char *const formats[] = {"%.17g", "%a", "%g", "%.3f", "%.15e", "%.12a", "%.0f"};
    uint64_t bits = knap_rng_next(rng);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (knap_rng_below(rng, 2))
        value = knap_rng_normal(rng) * pow(10, (double)knap_rng_below(rng, 30) - 15);
    if (!isfinite(value) || (fabs(value) > 1e60 && knap_rng_below(rng, 2)))
        value = 1e-310;
    kn_print(text, size, formats[knap_rng_below(rng, 7)], value);
}

/* The fast paths and the slow one give what strtod gives in the C locale. */
static void numbers_are_read_alike(void **state)
{
    static const char *const odd[] = {"",
                                      " ",
                                      ".",
                                      "-",
                                      "+",
                                      "-.",
                                      "5.",
                                      ".5",
                                      "5.e",
                                      "5e",
                                      "5e+",
                                      "1e5x",
                                      "0x",
                                      "0x.",
                                      "0x1p",
                                      "0x1p-",
                                      "0X1.8P+1",
                                      "0x.8",
                                      "-0",
                                      "0",
                                      "-0x0p0",
                                      "inf",
                                      "-INF",
                                      "nan",
                                      "1e400",
                                      "1e-400",
                                      "1e99999999999",
                                      "9007199254740993",
                                      "9007199254740992",
                                      "123456789012345678901234567890",
                                      "0.1",
                                      "0,1",
                                      "1,5",
                                      "1.5.5",
                                      " 1.5",
                                      "\t-2.5e3,",
                                      "1e22",
                                      "1e23",
                                      "0x1.fffffffffffffp+1023",
                                      "0x1p-1074",
                                      "0x1p-1075",
                                      "0x1.8p-1074",
                                      "0x20000000000001",
                                      "0x1fffffffffffff8",
                                      "0x1.00000000000008p0",
                                      "000000000000000000000000.5",
                                      "0.000000000000000000000000000000000001"};
    knap_rng rng;
    char text[512];
    (void)state;
    for (int locale = -1; locale < LOCALE_COUNT; locale++) {
        if (locale >= 0)
            enter(locale);
        for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
            check_same(odd[i]);
        knap_rng_seed(&rng, 7);
        for (int i = 0; i < 20000; i++) {
            random_number(&rng, text, sizeof text);
            check_same(text);
        }
    }
}

static void letters_are_ascii(void **state)
{
    (void)state;
    for (int locale = 0; locale < LOCALE_COUNT; locale++) {
        enter(locale);
        assert_true(kn_ascii_same("TITLE", "title"));
        assert_false(kn_ascii_same("TITLE", "titles"));
        assert_false(kn_ascii_same("TITLES", "title"));
        assert_true(kn_ascii_same_start("TITLES", "title", 5));
        for (int byte = 0; byte < 256; byte++) {
            char c = (char)byte;
            assert_true(kn_ascii_letter(c) == ((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z')));
            assert_true(kn_ascii_space(c) ==
                        (c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r'));
        }
    }
}

static void settings_are_read_and_written_alike(void **state)
{
    char text[64];
    knap_settings settings;
    const knap_param *eta = knap_param_find(knap_settings_table(), "eta");
    (void)state;
    knap_settings_init(&settings);
    for (int locale = 0; locale < LOCALE_COUNT; locale++) {
        knap_error told;
        enter(locale);
        assert_ok(knap_param_parse(eta, &settings, "0.25", error));
        assert_true(settings.eta == 0.25);
        assert_string_equal(knap_param_format(eta, &settings, 0, text, sizeof text), "0.25");
        assert_string_equal(knap_param_format(eta, &settings, 1, text, sizeof text), "0x1p-2");
        assert_int_equal(knap_param_parse(eta, &settings, "0,5", &told), KNAP_USAGE);
        assert_int_equal(knap_param_parse(eta, &settings, "-0.5", &told), KNAP_USAGE);
        knap_budget budget;
        assert_ok(knap_budget_parse("665b", &budget, error));
        assert_true(budget.amount == 665);
    }
}

static void write_text(const char *path, const char *text)
{
    assert_ok(knap_write_file(path, text, strlen(text), NULL, error));
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);
    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 22) - 1, file) < (1 << 22) - 1);
    fclose(file);
    return text;
}

/* Reads instances, trains, saves, loads, packs. The bytes of the model and the list, in one text. */
static char *train_and_pack(const char *path, const char *model_path)
{
    knap_reader *reader;
    knap_data *data;
    knap_model *model, *loaded;
    knap_settings settings;
    knap_list list = {.allocator = NULL};
    size_t added;
    char *text;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_reader_open(path, NULL, &reader, error));
    assert_ok(knap_reader_read(reader, 100, data, &added, error));
    assert_int_equal(added, 2);
    knap_reader_close(reader);
    knap_settings_init(&settings);
    settings.epochs = 2;
    settings.eta = 0.3;
    settings.views = 1;
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
    assert_ok(knap_model_save(model, model_path, error));
    assert_ok(knap_model_load(model_path, NULL, &loaded, error));
    assert_ok(knap_model_match(loaded, data, 1, error));
    assert_ok(knap_model_pack(loaded, knap_data_at(data, 0), 1, NULL, &list, NULL, error));
    text = read_text(model_path);
    for (size_t i = 0; i < list.count; i++)
        kn_print(text + strlen(text), 64, "pick %zu of %g\n", list.item[i],
                 knap_instance_cost(knap_data_at(data, 0), list.item[i]));
    knap_list_free(&list);
    knap_model_free(model);
    knap_model_free(loaded);
    knap_data_free(data);
    remove(model_path);
    return text;
}

static const char JSONL[] =
    "{\"budget\": 2.5, \"items\": [{\"cost\": 1.25, \"features\": [0.5, 1e-3], \"covers\": {\"a\": 1.5}},"
    " {\"cost\": 0.75, \"features\": [0.25, 2.5], \"covers\": {\"b\": 0.5}}, {\"cost\": 1.5, \"features\": [0.1, "
    "0.2]}],"
    " \"reward\": {\"kind\": \"coverage\", \"targets\": {\"a\": 1.5, \"b\": 2.25}}}\n"
    "{\"budget\": 1.75, \"items\": [{\"cost\": 1.25, \"features\": [0.75, 1.5], \"covers\": {\"a\": 0.5}}],"
    " \"reward\": {\"kind\": \"coverage\", \"targets\": {\"a\": 0.75}}}\n";

static void models_and_instances_are_alike(void **state)
{
    char path[96], model_path[96], *expected;
    (void)state;
    snprintf(path, sizeof path, "%s/data.jsonl", folder);
    snprintf(model_path, sizeof model_path, "%s/model.knap", folder);
    if (!possible)
        enter(0);
    setlocale(LC_ALL, "C");
    write_text(path, JSONL);
    expected = train_and_pack(path, model_path);
    assert_non_null(strstr(expected, "set eta 0x1.3333333333333p-2"));
    assert_non_null(strstr(expected, "of 0.75"));
    for (int locale = 0; locale < LOCALE_COUNT; locale++) {
        char *text;
        enter(locale);
        text = train_and_pack(path, model_path);
        assert_string_equal(text, expected);
        free(text);
    }
    free(expected);
}

/* The text format of SCP_ListPrediction: the same costs, rewards and features. */
static void scp_text_is_alike(void **state)
{
    char path[96];
    (void)state;
    snprintf(path, sizeof path, "%s/data.txt", folder);
    for (int locale = 0; locale < LOCALE_COUNT; locale++) {
        knap_reader *reader;
        knap_data *data;
        size_t added;
        enter(locale);
        write_text(path, "0.5 1 1.25 a|qf 0:0.125 1:-2.5e-1 |sf 0:0.5\n0.25 1 2.5 a|qf 0:0.5 |sf 1:1.5\n");
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_reader_open(path, NULL, &reader, error));
        assert_ok(knap_reader_read(reader, 10, data, &added, error));
        knap_reader_close(reader);
        assert_int_equal(added, 1);
        assert_true(knap_instance_cost(knap_data_at(data, 0), 0) == 1.25);
        assert_true(knap_instance_cost(knap_data_at(data, 0), 1) == 2.5);
        assert_true(knap_instance_worth(knap_data_at(data, 0), 1) == 0.25);
        assert_true(knap_instance_features(knap_data_at(data, 0), 0)[1] == -0.25f);
        knap_data_free(data);
    }
}

/* The embedded model holds cuts, word weights and idf as text: it loads, and saves as the same bytes. */
static void the_embedded_model_is_alike(void **state)
{
    char path[96], *expected = NULL;
    (void)state;
    snprintf(path, sizeof path, "%s/embedded.knap", folder);
    if (!possible)
        enter(0);
    for (int locale = -1; locale < LOCALE_COUNT; locale++) {
        knap_summarizer *summarizer;
        char *text;
        if (locale < 0)
            setlocale(LC_ALL, "C");
        else
            enter(locale);
        assert_ok(knap_summarizer_embedded(NULL, &summarizer, error));
        assert_ok(knap_summarizer_save(summarizer, path, error));
        text = read_text(path);
        if (!expected)
            expected = text;
        else {
            assert_string_equal(text, expected);
            free(text);
        }
        knap_summarizer_free(summarizer);
    }
    free(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_alike),
        cmocka_unit_test(letters_are_ascii),
        cmocka_unit_test(settings_are_read_and_written_alike),
        cmocka_unit_test(models_and_instances_are_alike),
        cmocka_unit_test(scp_text_is_alike),
        cmocka_unit_test(the_embedded_model_is_alike),
    };
    int failed = cmocka_run_group_tests_name("locale", tests, make_locales, remove_locales);
    return failed ? failed : possible ? 0 : 77;
}
