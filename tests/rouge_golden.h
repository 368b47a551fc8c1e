/* rouge_golden.h - compares our figures with what the script ROUGE-1.5.5 printed, line by line. */
#pragma once

#include "rouge_data.h"

/* A file that the script printed, and the options that it was run with. */
typedef struct golden {
    const char *file;
    bool stopwords;
    knap_rouge_options options;
} golden;

static size_t lines_compared;

/* Compares the next line of *text with `line`; prints and counts a difference. */
static inline size_t compare_line(char **text, const char *file, const char *line)
{
    char *end = strchr(*text, '\n');
    size_t different;
    assert_non_null(end);
    *end = 0;
    lines_compared++;
    different = strcmp(*text, line) != 0;
    if (different)
        print_message("%s: %s\n   ours: %s\n", file, *text, line);
    *text = end + 1;
    return different;
}

static inline size_t compare_measure(const knap_rouge_set *set, const char *file, size_t s, size_t m, char **text)
{
    static const char parts[] = "RPF";
    const knap_rouge_average *average = knap_rouge_set_average(set, s, m);
    const char *name = knap_rouge_measure_name(knap_rouge_set_scorer(set), m);
    const char *system = knap_rouge_set_system(set, s);
    char line[512];
    size_t different = 0;
    for (int part = 0; part < 3; part++) {
        snprintf(line, sizeof line, "%s %s Average_%c: %.5f (95%%-conf.int. %.5f - %.5f)", system, name, parts[part],
                 average->mean[part], average->low[part], average->high[part]);
        different += compare_line(text, file, line);
    }
    if (**text == '.') /* some of the files have lost the script's separators */
        different += compare_line(text, file, ".............................................");
    for (size_t i = 0; i < knap_rouge_set_count(set, s); i++) {
        const knap_rouge_score *score = &knap_rouge_set_scores(set, s, i)[m];
        snprintf(line, sizeof line, "%s %s Eval %s R:%.5f P:%.5f F:%.5f", system, name, knap_rouge_set_name(set, s, i),
                 score->recall, score->precision, score->f);
        different += compare_line(text, file, line);
    }
    return different;
}

/* The number of lines of `folder`/of->file that come out differently for the texts that `add` adds. */
static inline size_t compare_golden(const golden *of, const char *folder, const char *exceptions, const char *stopwords,
                                    void (*add)(knap_rouge_set *))
{
    char path[256], *text, *at;
    size_t length, different = 0;
    knap_rouge *rouge;
    knap_rouge_set *set;
    assert_ok(knap_rouge_new(&of->options, NULL, &rouge, error));
    if (of->options.stem)
        assert_ok(knap_rouge_add_exceptions(rouge, exceptions, error));
    if (of->stopwords)
        assert_ok(knap_rouge_add_stopwords(rouge, stopwords, error));
    assert_ok(knap_rouge_set_new(rouge, &set, error));
    add(set);
    assert_ok(knap_rouge_set_evaluate(set, &(knap_run){.jobs = 2}, error));
    snprintf(path, sizeof path, "%s/%s", folder, of->file);
    at = text = read_file(path, &length);
    for (size_t s = 0; s < knap_rouge_set_system_count(set); s++)
        for (size_t m = 0; m < knap_rouge_measure_count(rouge); m++)
            different += compare_measure(set, of->file, s, m, &at);
    assert_int_equal(*at, 0); /* nothing is left of the file */
    free(text);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
    return different;
}
