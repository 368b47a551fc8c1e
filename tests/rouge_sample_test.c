/* rouge_sample_test.c - every figure that ROUGE-1.5.5 printed for summaries of sample/, to the last digit. Needs nothing from
 * outside the repository: see tests/data/rouge-sample/README.md. */
#include "rouge_golden.h"

#define FOLDER "tests/data/rouge-sample"

#define COMMON .lcs = 1, .gap = 4, .alpha = 0.5, .confidence = 95, .samples = 1000

static const golden FILES[] = {
    {"plain_b665.txt", 0, {COMMON, .ngrams = 4, .weight = 1.2, .skip = KNAP_ROUGE_SU, .bytes = 665}},
    {"stem_b665.txt", 0, {COMMON, .ngrams = 4, .weight = 1.2, .skip = KNAP_ROUGE_SU, .bytes = 665, .stem = 1}},
    {"plain_full.txt", 0, {COMMON, .ngrams = 2, .weight = 1.2, .skip = KNAP_ROUGE_SU}},
    {"stem_stop_l60.txt", 1, {COMMON, .ngrams = 2, .skip = KNAP_ROUGE_SU, .words = 60, .stem = 1}},
    {"stem_best.txt", 0, {COMMON, .ngrams = 2, .weight = 1.2, .stem = 1, .formula = KNAP_ROUGE_BEST}},
    {"skip_any.txt", 0, {COMMON, .ngrams = 2, .skip = KNAP_ROUGE_SU, .any_gap = 1}},
    {"best_plain_p0.8.txt",
     0,
     {.lcs = 1, .gap = 4, .confidence = 95, .samples = 1000, .ngrams = 2, .alpha = 0.8, .formula = KNAP_ROUGE_BEST}},
};

static void add_sample(knap_rouge_set *set)
{
    static const char *const clusters[] = {"averill-ferry-strike",         "orrin-dam-flood",
                                           "plover-enceladus-landing",     "skarra-salmon-virus",
                                           "verhaelen-painting-recovered", "westmere-recount"};
    static const char *const systems[] = {"lead", "lexrank", "submod"};
    char path[256];
    for (size_t c = 0; c < sizeof clusters / sizeof *clusters; c++) {
        for (char r = 'A'; r <= 'C'; r++) {
            snprintf(path, sizeof path, "sample/%s/refs/%c.txt", clusters[c], r);
            add_file(set, clusters[c], NULL, path);
        }
        for (size_t s = 0; s < sizeof systems / sizeof *systems; s++) {
            snprintf(path, sizeof path, FOLDER "/peers/%s/%s.txt", systems[s], clusters[c]);
            add_file(set, clusters[c], systems[s], path);
        }
    }
}

static void every_line_of_the_sample_is_reproduced(void **state)
{
    (void)state;
    lines_compared = 0;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        assert_int_equal(
            compare_golden(&FILES[i], FOLDER, FOLDER "/exceptions.tsv", FOLDER "/stopwords.txt", add_sample), 0);
    assert_int_equal(lines_compared, 918);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_of_the_sample_is_reproduced),
    };
    return cmocka_run_group_tests_name("rouge sample", tests, NULL, NULL);
}
